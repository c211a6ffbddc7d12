"""What a table is made of, and all that can happen at it, as plain data that is kept and sent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schatzkammer.core.game import Json

SECOND = 1000  # all times are milliseconds since 1970, all durations milliseconds
HOUR = 3600 * SECOND

Status = Literal["waiting", "playing", "over"]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think. Live: a stock of seconds, and some more after every turn. Slow: hours for a turn."""

    kind: Literal["none", "live", "slow"] = "none"
    base: Annotated[int, Meta(ge=1, le=24 * 3600)] = 600
    increment: Annotated[int, Meta(ge=0, le=3600)] = 10
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 24
    expiry: Literal["bot", "forfeit"] = "bot"


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the game."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=20)]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | bool] = {}
    rated: bool = False
    private: bool = False
    hot_seat: bool = False  # several people at one screen: one identity may have several seats
    clock: Clock = Clock()


class Seat(Struct, frozen=True):
    """A seat: open, taken by somebody (who may be away, so that a bot plays), or a bot's."""

    kind: Literal["open", "human", "bot"] = "open"
    identity: str | None = None
    name: str = ""
    bot: str | None = None  # who plays when nobody does: the level of a bot's seat, or of the stand-in
    remote: bool = False  # a program from outside sits there, under its own token
    away: bool = False
    forfeited: bool = False

    @property
    def played_by_person(self) -> bool:
        """Whether whoever sits there decides himself."""
        return self.kind == "human" and not self.away


class Timer(Struct, frozen=True):
    """The clock of one seat: what is left, and since when it runs."""

    left: int
    since: int | None = None


class Result(Struct, frozen=True):
    """How it ended; no scores when the game was given up before its end."""

    winners: list[int]
    scores: list[int] | None


class Opened(Struct, frozen=True):
    """How a table was opened: version 0 of it."""

    terms: Terms
    rules: int
    seats: list[Seat]
    host: str
    started: bool = False
    previous: str | None = None


class Standing(Struct):
    """All that is true of a table now, beside the position of the game."""

    seats: list[Seat]
    host: str
    status: Status = "waiting"
    timers: list[Timer] = []
    fresh: list[int] = []  # by seat: the version since which what it has to decide is unchanged
    decisions: dict[int, int] = {}  # by seat: how many decisions of it count
    broken_off: list[int] = []  # the seats whose clock stopped before their turn had ended
    wishes: list[int] = []  # the seats that want another game
    next: str | None = None  # the table of that game
    result: Result | None = None


class Snapshot(Struct):
    """A table at one version, complete: what comes after it is played on top."""

    standing: Standing
    position: Json | None


# All that can happen -------------------------------------------------------------------------------
class Sat(Struct, frozen=True, tag="sat"):
    """Somebody takes a seat."""

    seat: int
    identity: str
    name: str
    remote: bool = False


class BotSat(Struct, frozen=True, tag="bot_sat"):
    """A bot takes a seat."""

    seat: int
    bot: str


class Cleared(Struct, frozen=True, tag="cleared"):
    """A seat is open again."""

    seat: int


class Handed(Struct, frozen=True, tag="handed"):
    """A seat is somebody's under another identity: a guest has signed in."""

    seat: int
    identity: str
    name: str


class Started(Struct, frozen=True, tag="started"):
    """The game begins."""


class Moved(Struct, frozen=True, tag="moved"):
    """A seat has decided."""

    seat: int
    move: str


class TookBack(Struct, frozen=True, tag="took_back"):
    """A seat has taken back; `undone` are the versions of the decisions that no longer count."""

    seat: int
    undone: list[int]


class Resigned(Struct, frozen=True, tag="resigned"):
    """A seat has given up."""

    seat: int


class Left(Struct, frozen=True, tag="left"):
    """Somebody is away: a bot plays the seat until he is back."""

    seat: int


class Returned(Struct, frozen=True, tag="returned"):
    """Somebody is back and plays his seat himself."""

    seat: int


class TimedOut(Struct, frozen=True, tag="timed_out"):
    """A seat's time is up: a bot takes over, or the seat has given up, as the table chose."""

    seat: int


class WantedRematch(Struct, frozen=True, tag="wanted_rematch"):
    """A seat wants another game; when all do, `table` is where it takes place."""

    seat: int
    table: str | None = None


Body = (
    Sat | BotSat | Cleared | Handed | Started | Moved | TookBack | Resigned | Left | Returned | TimedOut | WantedRematch
)


class Entry(Struct, frozen=True):
    """One line of a table's log: what happened, when, and what the game told about it."""

    version: int
    at: int
    body: Body
    events: list[Json] = []
