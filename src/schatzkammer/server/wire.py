"""Every message of the socket and every REST body, see docs/protocol.md; commands are in `table.model`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.table.accounts import Program
from schatzkammer.table.chat import LONGEST, Line
from schatzkammer.table.model import (
    ClientCommand,
    Draw,
    FromClient,
    NameText,
    OfSeat,
    Origin,
    Result,
    SeatNumber,
    ShortText,
    Status,
    Terms,
    Timer,
    UndoRequest,
    Version,
)
from schatzkammer.table.passwords import LONGEST_PASSWORD
from schatzkammer.table.sessions import Session

Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
View = Annotated[Json, Meta(title="View")]  # each game has its own: see its `types.py`
GameEvent = Annotated[Json, Meta(title="GameEvent")]


# From the client over the socket -------------------------------------------------------------------
class Look(FromClient, frozen=True, tag="look"):
    """Switches to the point of view of one of the client's seats, or of a spectator.

    With `since` the entries after that version are sent again as that seat may see them.
    """

    seat: SeatNumber | None = None
    since: Version | None = None


class AskOutcome(OfSeat, frozen=True, tag="outcome", kw_only=True):
    """Asks what a legal move would bring, decided on at that version."""

    version: Version
    move: ShortText


class AskHint(OfSeat, frozen=True, tag="hint", kw_only=True):
    """Asks what a bot would do in the decision of that version, where the table allows hints."""

    version: Version


class AskOdds(OfSeat, frozen=True, tag="odds"):
    """Asks for the chances of what is hidden from a seat, where the table allows odds."""


class Say(FromClient, frozen=True, tag="say", kw_only=True):
    """Sends a chat message."""

    text: Annotated[str, Meta(max_length=LONGEST)]


class InSight(FromClient, frozen=True, tag="in_sight", kw_only=True):
    """Says whether the client shows the table; who does not see it is told of their turn elsewhere."""

    visible: bool


class Ping(FromClient, frozen=True, tag="ping"):
    """Asks for the server's time."""


ClientMessage = ClientCommand | Look | AskOutcome | AskHint | AskOdds | Say | InSight | Ping


# From the server over the socket -------------------------------------------------------------------
class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """The public part of a seat."""

    kind: Literal["open", "human", "bot"]
    name: str = ""
    bot: str | None = None
    remote: bool = False
    away: bool = False
    forfeited: bool = False
    offered: bool = False
    mark: int | None = None  # None: the seat's number


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """The public part of a table."""

    id: str
    terms: Terms
    rules: int
    status: Status
    seats: list[SeatInfo]
    host: int | None
    commitment: str
    seed: str | None = None  # the server's share, whose SHA-256 is the commitment; published when the game is over
    draw: Draw | None = None  # the seats' shares of the shuffle
    timers: list[Timer] = []
    result: Result | None = None
    undo_request: UndoRequest | None = None
    open_chat: bool = False  # whether guests without a seat may chat
    wishes: list[int] = []
    aids: bool = False  # whether players may ask for hints and odds now
    previous: str | None = None
    next: str | None = None
    origin: Origin | None = None  # the game that the first moves were taken from
    uploaded: bool = False  # the game of somebody's file, which nobody played here
    deal: str | None = None  # one that other tables play, too
    concealed: bool = False  # the deal is secret: there is no record, replay or review yet


class EntryInfo(Struct, frozen=True, omit_defaults=True):
    """One log entry, without what the reader may not know."""

    version: int
    at: int
    kind: str
    seat: int | None = None
    name: str | None = None
    undone: list[int] = []
    events: list[GameEvent] = []


class Choice(Struct, frozen=True):
    """A legal move, as a whole and split into its verb and targets."""

    move: str
    verb: str
    targets: list[str]


class Legal(Struct, frozen=True):
    """The reader's legal moves; `at` maps what can be clicked to indices into `moves`.

    `outcomes` says what moves would bring, for readers who want it; verbs with many moves are left out.
    """

    moves: list[Choice]
    at: dict[str, list[int]]
    outcomes: dict[str, Outcome] | UnsetType = UNSET


class Takeback(Struct, frozen=True, omit_defaults=True):
    """Whether the reader may take back their last decision; if not, the rule and the key of a text that says why."""

    possible: bool
    rule: str | None = None
    reason: str | None = None


class State(Struct, frozen=True):
    """A table from the reader's point of view, and the entries since the version they had."""

    version: int
    since: int
    seat: int | None  # whose point of view; None: a spectator's
    seats: list[int]  # all seats of the reader
    table: TableInfo | None  # None: unchanged
    entries: list[EntryInfo]
    view: View | None
    legal: Legal | None
    undo: Takeback | None


class Snapshot(State, frozen=True, tag_field="t", tag="snapshot"):
    """The whole table."""


class Update(State, frozen=True, tag_field="t", tag="update"):
    """What has changed since the reader's version."""


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The command was executed and committed."""

    ref: int
    version: int


class MoveOutcome(Struct, frozen=True, tag_field="t", tag="outcome"):
    """What a legal move would bring, as far as its seat can know."""

    ref: int
    version: int
    move: str
    outcome: Outcome


class Hint(Struct, frozen=True, tag_field="t", tag="hint"):
    """What a bot would do, and why; `where` says where to look without giving the move away."""

    ref: int
    version: int  # as asked for
    move: str
    where: list[str]
    turn: list[str]  # the moves of the turn that it begins, where a whole turn was planned
    sentence: str
    second: str | None  # the next best move


class PlaceOdds(Struct, frozen=True):
    """The chances of what lies in some places, the same in each, as `core.odds` describes them."""

    places: list[str]
    chances: list[tuple[str, float]]


class OddsOfSeat(Struct, frozen=True, tag_field="t", tag="odds"):
    """What may lie hidden from a seat, given everything it has seen."""

    ref: int
    version: int
    odds: list[PlaceOdds]


class Refusal(Struct, frozen=True, tag_field="t", tag="refused", omit_defaults=True):
    """The command was refused: a code for programs, a sentence for people, the rule if one forbids it."""

    ref: int
    code: str
    sentence: str
    rule: str | None = None


class Chat(Struct, frozen=True, tag_field="t", tag="chat"):
    """New chat messages."""

    lines: list[Line]


class Presence(Struct, frozen=True, tag_field="t", tag="presence"):
    """Who is connected."""

    seats: list[int]
    spectators: int
    bots_wait: bool | UnsetType = UNSET  # whether the table's bots have to wait for others


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The server's time in milliseconds since 1970, and that in which timers count."""

    ref: int
    now: int
    counted: int


ServerMessage = Snapshot | Update | Ack | MoveOutcome | Hint | OddsOfSeat | Refusal | Chat | Presence | Pong


# REST ----------------------------------------------------------------------------------------------
class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    sentence: str
    rule: str | None = None


class Me(Struct, frozen=True):
    """The client's identity; every change must send `csrf` in the header X-CSRF-Token."""

    name: str
    kind: str
    csrf: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: NameText


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of an account."""

    name: NameText
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, and the old one."""

    old: Password
    new: Password


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """The password, once more."""

    password: Password


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account, one of its recovery codes, and the new password."""

    name: NameText
    code: ShortText
    password: Password


class RecoveryCodes(Struct, frozen=True):
    """An account's new recovery codes, which are shown only once."""

    codes: list[str]


class Account(Struct, frozen=True):
    """The reader's account; `codes` recovery codes are left."""

    name: str
    created: int
    codes: int


class SessionInfo(Session, frozen=True):
    """A browser in which the reader is signed in; `current`: this one."""

    current: bool


class BotToken(Program, frozen=True):
    """A program and its token, which is shown only once."""

    token: str


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open: the terms, and for each seat after the host's a bot or null for an open seat.

    `local` names other people at the host's screen; they get the first open seats.
    """

    terms: Terms
    bots: Annotated[list[ShortText | None], Meta(max_length=19)] = []
    local: Annotated[list[NameText], Meta(max_length=19)] = []
    group: Annotated[str, Meta(max_length=40)] | None = None  # whose members see the private table and may join it


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The invitation to a private table."""

    invite: ShortText


class PersonInfo(Struct, frozen=True):
    """A person at a table, for its host; `who` names them at this table only."""

    who: str
    name: str
    kind: str
    seats: list[int]
    here: bool  # whether they are connected
    muted: bool
    kept_out: bool


class Restriction(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host forbids a person, or no longer; null changes nothing."""

    muted: bool | None = None
    kept_out: bool | None = None


class Opened(Struct, frozen=True):
    """A newly opened table and its invitation."""

    id: str
    invite: str


class TablePage(Struct, frozen=True):
    """A table; players seated there also get the invitation."""

    table: TableInfo
    seats: list[int]  # the reader's
    invite: str | UnsetType = UNSET


class Listing(Struct, frozen=True):
    """A table in a list."""

    id: str
    created: int
    touched: int
    terms: Terms
    status: Status
    seats: list[SeatInfo]
    owing: list[int]  # people who owe a decision
    mine: list[int]  # the reader's seats
    turn: bool  # whether the reader owes a decision
    deadline: int | None = None  # when the first of the running clocks runs out


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    values: list[str | bool]
    default: str | bool


class LessonCue(Struct, frozen=True):
    """Holds when the learner is at this step, or when such events have happened at least `times` times."""

    step: str | None
    event: str | None
    where: dict[str, str | int]
    times: int


class LessonPrompt(Struct, frozen=True):
    """A prompt of a lesson, due when one of its cues holds; its text has the key `lesson.<id>`.

    `at` is the place of the board it points to.
    """

    id: str
    at: str
    rules: list[str]
    cues: list[LessonCue]


class GameInfo(Struct, frozen=True):
    """A game this server offers."""

    id: str
    title: str
    rules: int
    fewest: int
    most: int
    options: list[OptionInfo]
    lesson: list[LessonPrompt] | None  # the prompts of its lesson, in order of priority


class BotInfo(Struct, frozen=True):
    """A bot that can take a seat; those that are not levels are meant for comparison.

    `called` names the players of a level, so that several of them at one table can be told apart.
    """

    id: str
    name: str
    about: str
    level: bool
    called: list[str]


class ReplayStep(Struct, frozen=True):
    """One decision of a finished game and the view after it; `scores` as if the game had ended there."""

    seat: int
    move: str
    events: list[GameEvent]
    view: View
    scores: list[int]


class Replay(Struct, frozen=True):
    """A finished game, decision by decision; the last view of a game played to its end holds the score sheet."""

    table: TableInfo
    start: View
    scores: list[int]  # at the start
    steps: list[ReplayStep]


class GameOdds(Struct, frozen=True):
    """What may lie, or really lay, hidden from a reader: at the start of a finished game and after every decision."""

    steps: list[list[PlaceOdds]]


class Health(Struct, frozen=True):
    """The health of the server."""

    status: Literal["ok", "degraded"]
    database: bool
    bus: bool
