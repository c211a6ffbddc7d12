"""Numbers and words in one language, for tables and reports."""

from __future__ import annotations

from schatzkammer.arena.statistics import Estimate
from schatzkammer.core.text import Words

UNKNOWN = "–"
MINUS = "−"


class Speech:
    """One language: the words of a package, and numbers as they are written there."""

    def __init__(self, lang: str, package: str = "schatzkammer.arena") -> None:
        self.lang = lang
        self._words = Words(package)
        self._point = Words("schatzkammer.arena").say(lang, "number.point")

    def say(self, key: str, **details: object) -> str:
        """The text under a key."""
        return self._words.say(self.lang, key, details)

    def counted(self, key: str, amount: int, **details: object) -> str:
        """The text for one, or that for more or none."""
        return self.say(f"{key}.{'one' if amount == 1 else 'many'}", **details)

    def number(self, value: float, digits: int = 1) -> str:
        """A number with so many decimals."""
        text = f"{value:.{digits}f}"
        if float(text) == 0:
            text = text.removeprefix("-")
        return text.replace(".", self._point).replace("-", MINUS)

    def whole(self, value: float) -> str:
        """A number on an axis: whole where it is."""
        return self.number(value, 0 if value == round(value) else 1)

    def whole_percent(self, value: float) -> str:
        """A share on an axis."""
        return f"{self.whole(round(100 * value, 6))} %"

    def milliseconds(self, value: float) -> str:
        """A time, finer where it is short."""
        return self.number(value, 0 if value >= 100 else 1 if value >= 10 else 2)

    def signed(self, value: float, digits: int = 1) -> str:
        """A difference."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) or value <= 0 else f"+{text}"

    def around(self, found: Estimate, digits: int = 1) -> str:
        """A mean and how far its interval reaches to either side."""
        mean = self.number(found.mean, digits)
        return mean if found.high is None else f"{mean} ± {self.number(found.high - found.mean, digits)}"

    def percent(self, found: Estimate) -> str:
        """A share with its interval."""
        mean = f"{self.number(100 * found.mean)} %"
        if found.low is None or found.high is None:
            return mean
        return f"{mean} ({self.number(100 * found.low)}–{self.number(100 * found.high)})"

    def change(self, found: Estimate, digits: int = 1) -> str:
        """A difference with its interval."""
        mean = self.signed(found.mean, digits)
        if found.low is None or found.high is None:
            return mean
        return f"{mean} ({self.signed(found.low, digits)}…{self.signed(found.high, digits)})"
