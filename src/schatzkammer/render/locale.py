"""Texts and numbers in one language."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.core.text import Words

MINUS = "−"
RENDER = Words("schatzkammer.render")


class Locale:
    """The texts of a package in one language, for one reader; `names` are the names of the seats."""

    def __init__(self, lang: str, package: str, names: Sequence[str] = (), reader: int | None = None) -> None:
        self.lang = lang
        self.names = names
        self.reader = reader  # the reader's seat, which texts address; None for spectators
        self.words = Words(package)

    def text(self, key: str, /, **details: object) -> str:
        """The text of a key, filled with the words for the details."""
        return self.words.say(self.lang, key, details, self.names, self.reader)

    def word(self, kind: str, value: object) -> str:
        """The word for a value of a kind: a tile, a seat, a treasure."""
        return self.words.word(self.lang, kind, value, self.names)

    def number(self, value: float, digits: int = 1) -> str:
        """A number with a fixed number of decimals."""
        text = f"{value:.{digits}f}"
        if float(text) == 0:
            text = text.removeprefix("-")
        return text.replace(".", RENDER.say(self.lang, "number.point")).replace("-", MINUS)


def capitalized(text: str) -> str:
    """A text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]
