"""The entries of a table's log: what happened, as it is stored and sent. Names and tags belong to the database."""

from __future__ import annotations

from msgspec import Struct

from schatzkammer.core.game import Json


class SeatBody(Struct, frozen=True):
    """An entry about one seat."""

    seat: int


class Sat(SeatBody, frozen=True, tag="sat"):
    """A person took a seat."""

    identity: str
    name: str
    remote: bool = False
    commitment: str | None = None


class BotSat(SeatBody, frozen=True, tag="bot_sat"):
    """A bot took a seat."""

    bot: str


class Cleared(SeatBody, frozen=True, tag="cleared"):
    """A seat became open."""


class Offered(SeatBody, frozen=True, tag="offered"):
    """A bot's seat may be taken by a newcomer during the game; until then the bot plays on."""


class Substituted(SeatBody, frozen=True, tag="substituted"):
    """The host let a bot play for a player who is not connected, until they return."""

    bot: str


class Removed(SeatBody, frozen=True, tag="removed"):
    """The host removed a player from their seat: it becomes open, or during the game a bot's."""


class Handed(SeatBody, frozen=True, tag="handed"):
    """A seat passed to another identity: a guest signed in."""

    identity: str
    name: str


class Forgotten(SeatBody, frozen=True, tag="forgotten"):
    """A player deleted their account: the seat is nobody's, and a bot plays on."""


class Started(Struct, frozen=True, tag="started"):
    """The game started, perhaps with the last share of the shuffle, or without those of silent seats."""

    seat: int | None = None
    share: str | None = None
    silent: list[int] = []


class Drawing(Struct, frozen=True, tag="drawing"):
    """The host started the game: the promised shares are fixed, and these seats have to open theirs."""

    awaited: list[int]
    seat: int | None = None  # the host's, which has promised its share just now
    commitment: str | None = None


class ShareOpened(SeatBody, frozen=True, tag="share_opened"):
    """A seat opened its share of the shuffle."""

    share: str


class Silent(Struct, frozen=True, tag="silent"):
    """Seats did not open their share in time: all others have to open their next one."""

    seats: list[int]


class Moved(SeatBody, frozen=True, tag="moved"):
    """A seat made a decision."""

    move: str


class TookBack(SeatBody, frozen=True, tag="took_back"):
    """A seat took back its last decision; `undone` lists the versions of all decisions no longer in force."""

    undone: list[int]


class AskedUndo(SeatBody, frozen=True, tag="asked_undo"):
    """A seat asked to take back its last decision."""


class AgreedUndo(SeatBody, frozen=True, tag="agreed_undo"):
    """A seat agreed to the request; others still have to answer."""


class DeclinedUndo(SeatBody, frozen=True, tag="declined_undo"):
    """A seat declined the request, or withdrew its own."""


class Nudged(SeatBody, frozen=True, tag="nudged"):
    """A seat was reminded that it owes a decision, by the player of that name."""

    name: str


class Resigned(SeatBody, frozen=True, tag="resigned"):
    """A seat resigned."""


class Left(SeatBody, frozen=True, tag="left"):
    """A player went away: a bot plays the seat until they return."""


class Returned(SeatBody, frozen=True, tag="returned"):
    """A player returned to their seat."""


class TimedOut(SeatBody, frozen=True, tag="timed_out"):
    """A seat ran out of time: a bot takes over, or the seat forfeits, as the terms say."""


class WantedRematch(SeatBody, frozen=True, tag="wanted_rematch"):
    """A seat asked for a rematch; once all have, `table` is the id of its table."""

    table: str | None = None
    commitment: str | None = None


class ChatOpened(Struct, frozen=True, tag="chat_opened"):
    """The host lets guests without a seat chat."""


class ChatClosed(Struct, frozen=True, tag="chat_closed"):
    """The host no longer lets guests without a seat chat."""


class Published(Struct, frozen=True, tag="published"):
    """The deal of the table is no longer secret; a game that was not over ended without a result."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """The server was down: running live clocks restart with the time they had when they last started.

    Since 0.2.0 clocks do not count such times, and no such entry is made.
    """


Body = (
    Sat
    | BotSat
    | Cleared
    | Offered
    | Substituted
    | Removed
    | Handed
    | Forgotten
    | Started
    | Drawing
    | ShareOpened
    | Silent
    | Moved
    | TookBack
    | AskedUndo
    | AgreedUndo
    | DeclinedUndo
    | Nudged
    | Resigned
    | Left
    | Returned
    | TimedOut
    | WantedRematch
    | ChatOpened
    | ChatClosed
    | Published
    | Resumed
)


class LogEntry(Struct, frozen=True):
    """One entry of a table's log: what happened, when, and the game's events."""

    version: int
    at: int
    body: Body
    events: list[Json] = []
    clock: int | None = None  # where there are timers, the time that they count: see `counted_time`
