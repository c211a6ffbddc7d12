"""Estimates and numbers in one language, for tables and reports."""

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
        """The text of a key; the arena's where the package has none of its own."""
        words = ARENA if self.words.entry(self.lang, key) is None else self.words
        return words.say(self.lang, key, details)

    def axis_number(self, value: float) -> str:
        """A number on an axis, without decimals if it is whole."""
        return self.number(value, 0 if value == round(value) else 1)

    def axis_percent(self, value: float) -> str:
        """A share on an axis."""
        return f"{self.axis_number(round(100 * value, 6))} %"

    def milliseconds(self, value: float) -> str:
        """A time with more decimals the shorter it is."""
        return self.number(value, 0 if value >= 100 else 1 if value >= 10 else 2)

    def signed(self, value: float, digits: int = 1) -> str:
        """A difference with its sign."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) or value <= 0 else f"+{text}"

    def plus_minus(self, found: Estimate, digits: int = 1) -> str:
        """A mean and the half width of its interval."""
        mean = self.number(found.mean, digits)
        return mean if found.high is None else f"{mean} ± {self.number(found.high - found.mean, digits)}"

    def percent(self, found: Estimate) -> str:
        """A share with its interval."""
        mean = f"{self.number(100 * found.mean)} %"
        if found.low is None or found.high is None:
            return mean
        return f"{mean} ({self.number(100 * found.low)}–{self.number(100 * found.high)})"

    def difference(self, found: Estimate, digits: int = 1) -> str:
        """A difference with its interval."""
        mean = self.signed(found.mean, digits)
        if found.low is None or found.high is None:
            return mean
        return f"{mean} ({self.signed(found.low, digits)}…{self.signed(found.high, digits)})"
