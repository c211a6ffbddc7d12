"""Numbers and estimates as text, for tables and reports."""

from __future__ import annotations

from schatzkammer.arena.statistics import Estimate
from schatzkammer.core.text import Words
from schatzkammer.render.locale import MINUS, Locale

UNKNOWN = "–"
ARENA = Words("schatzkammer.arena")


class Formatter(Locale):
    """The texts of the arena or the lab in one language, with formats for their figures."""

    def __init__(self, lang: str, package: str = "schatzkammer.arena") -> None:
        super().__init__(lang, package)

    def text(self, key: str, /, **details: object) -> str:
        """The text of a key; the arena's text if the package has none."""
        words = ARENA if self.words.entry(self.lang, key) is None else self.words
        return words.say(self.lang, key, details)

    def axis_number(self, value: float) -> str:
        """A number on an axis, without decimals if it is whole."""
        return self.number(value, 0 if value == round(value) else 1)

    def axis_percent(self, value: float) -> str:
        """A share on an axis."""
        return f"{self.axis_number(round(100 * value, 6))} %"

    def milliseconds(self, value: float) -> str:
        """A time; shorter times get more decimals."""
        return self.number(value, 0 if value >= 100 else 1 if value >= 10 else 2)

    def signed(self, value: float, digits: int = 1) -> str:
        """A difference with its sign."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) or value <= 0 else f"+{text}"

    def plus_minus(self, value: Estimate, digits: int = 1) -> str:
        """A mean and the half width of its interval."""
        mean = self.number(value.mean, digits)
        return mean if value.high is None else f"{mean} ± {self.number(value.high - value.mean, digits)}"

    def percent(self, value: Estimate) -> str:
        """A share with its interval."""
        mean = f"{self.number(100 * value.mean)} %"
        if value.low is None or value.high is None:
            return mean
        return f"{mean} ({self.number(100 * value.low)}–{self.number(100 * value.high)})"

    def times(self, value: float | None) -> str:
        """A factor."""
        return UNKNOWN if value is None else f"{self.number(value, 1 if value < 100 else 0)}×"

    def difference(self, value: Estimate, digits: int = 1) -> str:
        """A difference with its interval."""
        mean = self.signed(value.mean, digits)
        if value.low is None or value.high is None:
            return mean
        return f"{mean} ({self.signed(value.low, digits)}…{self.signed(value.high, digits)})"
