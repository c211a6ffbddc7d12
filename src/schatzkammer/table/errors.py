"""Refusals of the table: a code for programs, a sentence for people."""

from __future__ import annotations

from schatzkammer.core.errors import Error
from schatzkammer.core.text import DEFAULT, Words

WORDS = Words("schatzkammer.table")
UNPLAYABLE = ("unknown_game", "unknown_rules")  # of a table that another release, or an installed game, could play


class Refused(Error):
    """A refused command or request; nothing has changed."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = details
        super().__init__(self.sentence(DEFAULT))

    def sentence(self, lang: str) -> str:
        """The reason, in the given language."""
        return WORDS.say(lang, f"refusal.{self.code}", self.details)


class Stale(Refused):
    """The command was made for a version that is no longer current."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotFound(Refused):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no_table")


class NotSaved(Error):
    """The database did not accept the change: nothing happened, and the client may try again."""


class AlreadyExists(NotSaved):
    """The database already has a row with this key."""


class OutcomeUnknown(NotSaved):
    """The database did not say whether it committed the change."""


class MustReload(Exception):
    """An entry undoes more than the table has in memory: load the table again."""


class NeedsHistory(Exception):
    """Undoing this seat's last decision needs the whole log: see `replaying.rewound`."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
