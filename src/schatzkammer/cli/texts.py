"""The command line's texts, and errors and sentences made of them."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game
from schatzkammer.render.locale import Locale, capitalized


class LocalizedError(BadInput):
    """An error that a player may meet during a game, so it is available in every language."""

    def __init__(self, key: str, **details: object) -> None:
        self._key = key
        self._details = details
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """The error message in a language."""
        return cli_texts(lang).text(self._key, **self._details)


def cli_texts(lang: str, names: Sequence[str] = (), reader: int | None = None) -> Locale:
    """The texts of the command line."""
    return Locale(lang, "schatzkammer.cli", names, reader)


def game_texts(lang: str, game: Game, names: Sequence[str] = (), reader: int | None = None) -> Locale:
    """The texts of a game."""
    return Locale(lang, game.package, names, reader)


def seats_text(texts: Locale, seats: Sequence[int]) -> str:
    """The names of seats, or the word for nobody."""
    return texts.word("seat", list(seats)) if seats else texts.text("end.nobody")


def ending(texts: Locale, winners: Sequence[int]) -> str:
    """A sentence that names the winners."""
    if not winners:
        return capitalized(texts.text("end.nobody_wins"))
    return capitalized(texts.text("end.share" if len(winners) > 1 else "end.wins", seat=list(winners)))


def uncapitalized(text: str) -> str:
    """A sentence as it continues after a colon."""
    return text[:1].lower() + text[1:]
