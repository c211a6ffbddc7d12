"""The few errors that outside code meets. Each one says in a sentence what is wrong, and nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.text import Words


class Error(Exception):
    """The root of all errors of this package."""


class BadInput(Error, ValueError):
    """Something given from outside makes no sense."""


class UnknownGame(BadInput):
    """There is no game of that name."""


class BadPlayers(BadInput):
    """The game cannot be played by that many."""


class BadSeat(BadInput):
    """There is no such seat at this table."""


class BadSeed(BadInput):
    """A seed is a text, and not an endless one."""


class BadOption(BadInput):
    """No such option, or no such value of it."""


class BadComponents(BadInput):
    """A component set that the rules do not allow; the sentence names the entry."""


class BadRecord(BadInput):
    """A record that cannot be replayed."""


class BadPosition(BadInput):
    """A position that cannot arise."""


class NotOver(Error):
    """Scores and winners are asked for while the game is still on."""


class IllegalMove(Error):
    """A move that the rules refuse, with the id of the rule and a sentence for the player."""

    def __init__(self, words: Words, rule: str, reason: str, details: Mapping[str, object] | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.details = dict(details or {})
        self._words = words
        super().__init__(self.sentence("en"))

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self._words, self.rule, self.reason, self.details)

    def sentence(self, lang: str, names: Sequence[str] = ()) -> str:
        """Why not, in the given language; `names` are those of the seats."""
        return self._words.say(lang, f"refusal.{self.reason}", self.details, names) + f" ({self.rule})"
