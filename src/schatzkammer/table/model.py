"""The data of a table: its state, the commands it accepts, and the bodies of its log entries.

These structs are stored and sent as they are: field names and tags belong to the protocol and to the database.
A new command is written in three places: its structs (command and body) here, its handler in `commands`, and the
effect of its body in `table`.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from schatzkammer.core.game import Json

SECOND = 1000  # all times are milliseconds since 1970, all durations milliseconds
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

LONGEST_PACE = 10 * SECOND

Status = Literal["waiting", "playing", "over"]
Ref = Annotated[int, Meta(ge=0, le=2**53)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=19)]
ShortText = Annotated[str, Meta(max_length=80)]
NameText = Annotated[str, Meta(max_length=100)]
Share = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]  # of the shuffle, or its SHA-256


def new_id(size: int) -> str:
    """A random id of that many bytes. It never starts with a dash, which a command line takes for an option."""
    while (made := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return made


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time control. Live: a stock of seconds plus an increment after each turn. Slow: hours per turn."""

    kind: Literal["none", "live", "slow"] = "none"
    base: Annotated[int, Meta(ge=1, le=24 * 3600)] = 600
    increment: Annotated[int, Meta(ge=0, le=3600)] = 10
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 24
    expiry: Literal["bot", "forfeit"] = "bot"


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=20)]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | bool] = {}
    rated: bool = False
    private: bool = False
    hot_seat: bool = False  # several people share one screen: one identity may have several seats
    clock: Clock = Clock()
    pace: Annotated[int, Meta(ge=0, le=LONGEST_PACE)] = 0  # bots answer people no sooner than after this time
    lesson: bool = False  # the title's lesson, which fixes everything else but the pace
    aids: bool | None = None  # hints and odds for players, never in rated games; None: for the only person among bots


class Seat(Struct, frozen=True):
    """A seat: open, taken by a person (a bot plays while they are away), or taken by a bot."""

    kind: Literal["open", "human", "bot"] = "open"
    identity: str | None = None
    name: str = ""
    bot: str | None = None  # the bot on a bot's seat, or the stand-in for a person
    remote: bool = False  # an external program plays here, under its own token
    away: bool = False
    forfeited: bool = False  # implies away
    offered: bool = False  # a bot plays here until a newcomer sits down
    mark: int | None = None  # the number of its colour and shape; None: the seat's own


class Timer(Struct, frozen=True):
    """One seat's clock: the time left, and since when it has been running, in counted time."""

    left: int
    since: int | None = None


class Result(Struct, frozen=True):
    """The result; scores are None when the game ended early by resignation or time."""

    winners: list[int]
    scores: list[int] | None


class Draw(Struct, frozen=True, omit_defaults=True):
    """The joint shuffle: promises and shares by seat. Once `until` is set, the promises are fixed."""

    commitments: list[str | None]
    shares: list[str | None]  # opened in this round
    awaited: list[int] = []
    silent: list[int] = []  # seats that were left out
    round: int = 0
    until: int = 0  # the time at which awaited seats are left out
    links: list[str | None] = []  # what the next share of each seat has to match


class Opened(Struct, frozen=True):
    """How a table was opened: its version 0."""

    terms: Terms
    rules: int
    seats: list[Seat]
    host: str
    started: bool = False
    previous: str | None = None
    open_chat: bool = False
    clock: int | None = None  # of a rematch: the time in which its timers count
    draw: Draw | None = None


class UndoRequest(Struct, frozen=True):
    """A player's request to take back their last decision, and the seats that have agreed to it."""

    seat: int
    agreed: list[int] = []


class TableState(Struct):
    """The state of a table apart from the game's position."""

    seats: list[Seat]
    host: str
    status: Status = "waiting"
    timers: list[Timer] = []
    fresh: list[int] = []  # by seat: the version since which its pending decision is unchanged
    fresh_at: list[int] = []  # by seat: the time of that version, where the terms set a pace
    decisions: dict[int, int] = {}  # by seat: decisions in force before the snapshot the table was restored from
    broken_off: list[int] = []  # seats whose clock stopped in the middle of their turn
    undo_request: UndoRequest | None = None
    nudged: dict[int, int] = {}  # by seat: when it was nudged last
    wishes: list[int] = []  # seats that want a rematch
    promises: dict[int, str] = {}  # by seat: the promised share for the rematch
    next: str | None = None  # the table of the rematch
    draw: Draw | None = None
    result: Result | None = None
    open_chat: bool = False  # whether guests without a seat may chat


class Snapshot(Struct):
    """A table at one version, complete; later log entries are applied on top of it."""

    state: TableState = field(name="standing")
    position: Json | None


class Person(Struct, frozen=True):
    """A person or program, as tables know them."""

    identity: str
    name: str
    remote: bool = False


# Commands of clients -------------------------------------------------------------------------------
class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message from a client; the answer repeats its `ref`."""

    ref: Ref = 0


class OfSeat(FromClient, frozen=True):
    """A command for one of the client's seats; a client with several must name one."""

    seat: SeatNumber | None = None


class Move(OfSeat, frozen=True, tag="move", kw_only=True):
    """Makes a move, decided on at that version."""

    version: Version
    move: ShortText


class Undo(OfSeat, frozen=True, tag="undo", kw_only=True):
    """Takes back the seat's last decision."""

    version: Version


class AskUndo(OfSeat, frozen=True, tag="ask_undo"):
    """Asks the other players for leave to take back the seat's last decision, whatever it revealed."""


class AnswerUndo(OfSeat, frozen=True, tag="answer_undo", kw_only=True):
    """Agrees to another player's request or declines it; the player who asked withdraws it."""

    agree: bool


class Nudge(FromClient, frozen=True, tag="nudge", kw_only=True):
    """Reminds another player that they owe a decision, at most once a minute."""

    seat: SeatNumber


class Sit(FromClient, frozen=True, tag="sit"):
    """Takes a seat, by default the first open one; on a shared screen also for another person, by name."""

    seat: SeatNumber | None = None
    name: NameText | None = None
    commitment: Share | None = None  # promises a share of the shuffle


class SitBot(FromClient, frozen=True, tag="bot", kw_only=True):
    """The host gives a seat to a bot, or changes its level; during the game, also where no player is connected."""

    seat: SeatNumber
    bot: ShortText


class Clear(FromClient, frozen=True, tag="clear", kw_only=True):
    """The host empties a seat; during the game, a bot's seat, which it plays until a newcomer sits down."""

    seat: SeatNumber


class Start(FromClient, frozen=True, tag="start"):
    """The host starts the game once every seat is taken."""

    share: Share | None = None  # of the shuffle, of the host's first seat; only where nobody else has promised one
    commitment: Share | None = None  # promises such a share instead


class OpenShare(OfSeat, frozen=True, tag="open", kw_only=True):
    """Opens the seat's share of the shuffle for that round."""

    round: Annotated[int, Meta(ge=0, le=100)]
    share: Share


class Leave(OfSeat, frozen=True, tag="leave"):
    """Gives up the seat before the game; during the game, lets a bot play until the player returns."""


class Return(OfSeat, frozen=True, tag="return"):
    """Takes the seat back from the bot."""


class Resign(OfSeat, frozen=True, tag="resign"):
    """Resigns the game."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """Asks for a rematch."""

    commitment: Share | None = None  # promises a share of its shuffle


class OpenChat(FromClient, frozen=True, tag="open_chat", kw_only=True):
    """The host lets guests without a seat chat, or no longer."""

    open: bool


# Commands of the server ----------------------------------------------------------------------------
class SitBotAmong(Struct, frozen=True):
    """The host's command to seat a bot, with the seats whose players are connected."""

    seat: int
    bot: str
    present: list[int]


class Remove(Struct, frozen=True):
    """The host's command to remove a person from their next seat."""

    identity: str


class StartAmong(Struct, frozen=True):
    """The host's command to start, with the seats whose players are connected."""

    present: list[int]
    share: str | None = None
    commitment: str | None = None


class RematchAmong(Struct, frozen=True):
    """A player's wish for a rematch, with the seats whose players are connected."""

    present: list[int]
    commitment: str | None = None


class HandOver(Struct, frozen=True):
    """Gives a guest's seats to the account they signed in to."""

    account: Person


class StandIn(Struct, frozen=True):
    """Lets a bot play on for a player who can no longer come."""


class Forget(Struct, frozen=True):
    """Removes the name of a player who has deleted their account."""


class BotMove(Struct, frozen=True):
    """A bot's move, decided on while its pending decision dated from version `fresh`."""

    seat: int
    move: str
    fresh: int


class TimeOut(Struct, frozen=True):
    """Ends the time of the first seat whose clock has run out."""


class EndRound(Struct, frozen=True):
    """Leaves out the seats that have not opened their share of the shuffle in time."""

    round: int


ClientCommand = (
    Move
    | Undo
    | AskUndo
    | AnswerUndo
    | Nudge
    | Sit
    | SitBot
    | Clear
    | Start
    | OpenShare
    | Leave
    | Return
    | Resign
    | Rematch
    | OpenChat
)
Command = (
    ClientCommand
    | SitBotAmong
    | StartAmong
    | RematchAmong
    | Remove
    | HandOver
    | StandIn
    | Forget
    | BotMove
    | TimeOut
    | EndRound
)


# Bodies of log entries -----------------------------------------------------------------------------
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
    | Resumed
)


class LogEntry(Struct, frozen=True):
    """One entry of a table's log: what happened, when, and the game's events."""

    version: int
    at: int
    body: Body
    events: list[Json] = []
    clock: int | None = None  # where there are timers, the time that they count: see `counted_time`
