"""The errors of the public contract. Each message is one sentence; a call that raises one has changed nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.text import DEFAULT, Phrase, Words


class Error(Exception):
    """Base class of all errors of this package."""

    def sentence(self, lang: str) -> str:
        """The message in a language; in English if there is no other."""
        message = self.args[0] if self.args else ""
        return message.say(lang) if isinstance(message, Phrase) else str(self)

    def clause(self) -> str:
        """The message as a clause of another text, without its full stop; in that text's language if there is one."""
        message = self.args[0] if self.args else ""
        return message if isinstance(message, Phrase) else str(self).rstrip(".")


class BadInput(Error, ValueError):
    """Invalid outside data."""


class UnknownGame(BadInput):
    """No game has this id."""


class BadPlayers(BadInput):
    """The game is not for this number of players."""


class BadSeat(BadInput):
    """The game has no such seat."""


class BadSeed(BadInput):
    """The seed is not a text, or too long."""


class BadOption(BadInput):
    """Unknown option or option value."""


class BadComponents(BadInput):
    """A component set that the rules do not allow; the message names the entry."""


class BadRecord(BadInput):
    """A record that cannot be replayed."""


class BadPosition(BadInput):
    """A position that cannot arise."""


class UnknownRules(BadRecord, BadPosition):
    """A game played by a version of the rules that this release does not know."""


class NotOver(Error):
    """Scores and winners exist only once the game is over."""


class IllegalMove(Error):
    """A move that the rules forbid, with the id of the rule and a sentence for the player."""

    def __init__(self, words: Words, rule: str, reason: str, details: Mapping[str, object] | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.details = dict(details or {})
        self._words = words
        super().__init__(self.sentence(DEFAULT))

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self._words, self.rule, self.reason, self.details)

    def sentence(self, lang: str, names: Sequence[str] = (), reader: int | None = None) -> str:
        """The refusal in a language; `names` are the names of the seats, `reader` is the seat that is refused."""
        text = self._words.say(lang, f"refusal.{self.reason}", self.details, names, reader)
        return f"{text[:1].upper()}{text[1:]} ({self.rule})"
