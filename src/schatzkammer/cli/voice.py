"""Says things in one language: with the command line's own words and with those of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game, Json
from schatzkammer.core.text import Words

OWN = Words("schatzkammer.cli")


def own(lang: str, key: str, **details: object) -> str:
    """The command line's own words, where no game is at hand."""
    return OWN.say(lang, key, details)


def decimal(lang: str, value: float) -> str:
    """A number with one decimal."""
    return f"{value:.1f}".replace(".", own(lang, "decimal.point"))


def one_or_many(key: str, amount: int) -> str:
    """The key of the words for one, or of those for more or none."""
    return f"{key}.{'one' if amount == 1 else 'many'}"


class Told(BadInput):
    """Something wrong that players may meet within a game, too: it can be said in their language."""

    def __init__(self, key: str, **details: object) -> None:
        self._key = key
        self._details = details
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """What is wrong, in the given language."""
        return own(lang, self._key, **self._details)


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

    def ending(self, winners: Sequence[int]) -> str:
        """Who has won, as a sentence."""
        return sentence(self.own("end.share" if len(winners) > 1 else "end.wins", who=self.who(winners)))

    def who(self, seats: Sequence[int]) -> str:
        """What those seats are called; nobody where there are none."""
        return self.word("seat", list(seats)) if seats else self.own("end.nobody")

    def rules(self) -> list[str]:
        """The ids of all rules that the game has words for, in the order of their numbers."""
        found = [key.removeprefix("rule.") for key in self.words.keys(self.lang) if key.startswith("rule.")]
        return sorted(found, key=lambda rule: (rule.rstrip("0123456789"), int(f"0{rule.lstrip(_LETTERS)}"), rule))


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def sentence(text: str) -> str:
    """A text that begins like a sentence, whatever word filled its first gap."""
    return text[:1].upper() + text[1:]


def clause(text: str) -> str:
    """A sentence as it goes on after a colon."""
    return text[:1].lower() + text[1:]
