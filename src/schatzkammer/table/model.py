"""The data of a table: its state and the commands it accepts; `entries` holds the entries of its log.

These structs are stored and sent as they are: field names and tags belong to the protocol and to the database.
A new command is written in three places: its structs (the command here, the body in `entries`), its handler in
`commands`, and the effect of its body in `table`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match

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


def allows_aids(terms: Terms, seats: Sequence[Seat]) -> bool:
    """Whether players may ask for hints and odds."""
    if terms.rated or terms.aids is False:
        return False
    return terms.aids is True or sum(seat.kind != "bot" for seat in seats) == 1


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


class Origin(Struct, frozen=True, omit_defaults=True):
    """The game that a table's first moves were taken from: its SHA-256, and its table if this server has it."""

    record: str
    moves: int
    table: str | None = None


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
    origin: Origin | None = None
    uploaded: bool = False  # the game of somebody's file, which nobody played here
    deal: str | None = None  # the deal that several tables share: see `deals`


class UndoRequest(Struct, frozen=True):
    """A player's request to take back their last decision, and the seats that have agreed to it."""

    seat: int
    agreed: list[int] = []


class Earlier(NamedTuple):
    """The game before a decision that is taken back although it revealed something."""

    match: Match
    decisions: dict[int, int]


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
    published: bool = False  # whether the deal of this table is no longer secret


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


class Publish(Struct, frozen=True):
    """Says that the deal of the table is no longer secret; a game that is not over ends without a result."""


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
    | Publish
)
