"""Says things in one language: with the command line's own words and with those of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.game import Game, Json
from schatzkammer.core.text import Words

OWN = Words("schatzkammer.cli")


def own(lang: str, key: str, **details: object) -> str:
    """The command line's own words, where no game is at hand."""
    return OWN.say(lang, key, details)


class Voice:
    """One language and the names of the seats at one game."""

    def __init__(self, lang: str, game: Game, names: Sequence[str] = ()) -> None:
        self.lang = lang
        self.names = list(names)
        self.words = Words(game.package)

    def own(self, key: str, **details: object) -> str:
        """The command line's own words."""
        return OWN.say(self.lang, key, details, self.names)

    def game(self, key: str, details: Mapping[str, object] | None = None) -> str:
        """The game's words."""
        return self.words.say(self.lang, key, details, self.names)

    def word(self, name: str, value: object) -> str:
        """The game's word for one thing: a tile, a seat, a treasure."""
        return self.words.word(self.lang, name, value, self.names)

    def event(self, event: Json) -> str:
        """What happened, as a sentence."""
        details = {name: value for name, value in event.items() if name not in ("event", "only")}
        return sentence(self.game(f"event.{event['event']}", details))

    def rules(self) -> list[str]:
        """The ids of all rules that the game has words for, in the order of their numbers."""
        found = [key.removeprefix("rule.") for key in self.words.keys(self.lang) if key.startswith("rule.")]
        return sorted(found, key=lambda rule: (rule.rstrip("0123456789"), int(f"0{rule.lstrip(_LETTERS)}"), rule))


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def sentence(text: str) -> str:
    """A text that begins like a sentence, whatever word filled its first gap."""
    return text[:1].upper() + text[1:]
