"""The command line's texts, and sentences made of them."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.cli.language import LANGUAGE
from schatzkammer.core.game import Game
from schatzkammer.core.text import Phrase, Words
from schatzkammer.render.locale import Locale, capitalized

CLI = Words("schatzkammer.cli")


def phrase(key: str, /, **details: object) -> Phrase:
    """A text of the command line as the message of an error."""
    return Phrase(CLI, key, **details)


def said(key: str, /, **details: object) -> str:
    """A text of the command line, in the language of this process."""
    return CLI.say(LANGUAGE.get(), key, details)


def cli_texts(lang: str, names: Sequence[str] = (), reader: int | None = None) -> Locale:
    """The texts of the command line."""
    return Locale(lang, CLI.package, names, reader)


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
