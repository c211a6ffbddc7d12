"""Why a wish is refused at the table: a code for programs, a sentence for people."""

from __future__ import annotations

from schatzkammer.core.errors import Error
from schatzkammer.core.text import Words

WORDS = Words("schatzkammer.table")


class Refused(Error):
    """A wish that the table does not grant; nothing has changed."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = details
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """Why not, in the given language."""
        return WORDS.say(lang, f"refusal.{self.code}", self.details)


class Stale(Refused):
    """A wish made at a version that is no longer the present one."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotFound(Refused):
    """There is no such table, or nobody may know of it."""

    def __init__(self) -> None:
        super().__init__("no_table")


class NotSaved(Error):
    """The database did not take it: nothing has happened, and it may be tried again."""


class ThereAlready(NotSaved):
    """The database has one already of which there can be only one."""


class Unsure(NotSaved):
    """The database did not say whether it took it: perhaps it has happened."""
