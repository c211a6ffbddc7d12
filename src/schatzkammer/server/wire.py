"""Every message of the socket and every body of the REST interface. docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from schatzkammer.core.game import Json
from schatzkammer.table.chat import LONGEST, Line
from schatzkammer.table.model import Result, Status, Terms, Timer
from schatzkammer.table.people import LONGEST_PASSWORD

Ref = Annotated[int, Meta(ge=0, le=2**53)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=19)]
ShortText = Annotated[str, Meta(max_length=80)]
NameText = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


# From the client over the socket -------------------------------------------------------------------
class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A wish; `ref` comes back with the answer to it."""

    ref: Ref = 0


class OfSeat(FromClient, frozen=True):
    """A wish for one of the client's seats; whoever has several has to say which."""

    seat: SeatNumber | None = None


class Move(OfSeat, frozen=True, tag="move", kw_only=True):
    """Decides, in the situation of that version."""

    version: Version
    move: ShortText


class Undo(OfSeat, frozen=True, tag="undo", kw_only=True):
    """Takes the last decision back."""

    version: Version


class Sit(FromClient, frozen=True, tag="sit"):
    """Takes a seat, or the first that is open; at a shared screen also for somebody else there, by his name."""

    seat: SeatNumber | None = None
    name: NameText | None = None


class Look(FromClient, frozen=True, tag="look"):
    """Looks through the eyes of one of the client's seats, or with none as a spectator does.

    With `since` what has happened after that version is told again, as that seat may know it.
    """

    seat: SeatNumber | None = None
    since: Version | None = None


class SitBot(FromClient, frozen=True, tag="bot", kw_only=True):
    """Lets a bot take a seat."""

    seat: SeatNumber
    bot: ShortText


class Clear(FromClient, frozen=True, tag="clear", kw_only=True):
    """Empties a seat."""

    seat: SeatNumber


class Start(FromClient, frozen=True, tag="start"):
    """Begins the game."""


class Leave(OfSeat, frozen=True, tag="leave"):
    """Goes away; during the game a bot plays on."""


class Return(OfSeat, frozen=True, tag="return"):
    """Is back."""


class Resign(OfSeat, frozen=True, tag="resign"):
    """Gives up."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """Wants another game."""


class Say(FromClient, frozen=True, tag="say", kw_only=True):
    """Says something."""

    text: Annotated[str, Meta(max_length=LONGEST)]


class Ping(FromClient, frozen=True, tag="ping"):
    """Asks for the time."""


ClientMessage = Move | Undo | Sit | Look | SitBot | Clear | Start | Leave | Return | Resign | Rematch | Say | Ping


# From the server over the socket -------------------------------------------------------------------
class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody may see it."""

    kind: Literal["open", "human", "bot"]
    name: str = ""
    bot: str | None = None
    remote: bool = False
    away: bool = False
    forfeited: bool = False


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """A table as everybody may see it."""

    id: str
    terms: Terms
    rules: int
    status: Status
    seats: list[SeatInfo]
    host: int | None
    commitment: str
    seed: str | None = None  # told when the game is over
    timers: list[Timer] = []
    result: Result | None = None
    wishes: list[int] = []
    previous: str | None = None
    next: str | None = None


class Told(Struct, frozen=True, omit_defaults=True):
    """One entry of the log, as far as the reader may know it."""

    version: int
    at: int
    kind: str
    seat: int | None = None
    name: str | None = None
    undone: list[int] = []
    events: list[Json] = []


class Choice(Struct, frozen=True):
    """A legal move: as it is sent back, and taken apart into what it does and what it is done to."""

    move: str
    verb: str
    targets: list[str]


class Legal(Struct, frozen=True):
    """The legal moves of the reader; `at` leads from what can be clicked to places in `moves`."""

    moves: list[Choice]
    at: dict[str, list[int]]


class Takeback(Struct, frozen=True, omit_defaults=True):
    """Whether the reader's last decision can be taken back; if not, the rule and a key of the game's texts say why."""

    possible: bool
    rule: str | None = None
    reason: str | None = None


class State(Struct, frozen=True):
    """How a table stands for its reader, and what has happened since the version he had."""

    version: int
    since: int
    seat: int | None  # through whose eyes
    seats: list[int]  # all that are the reader's
    table: TableInfo | None  # None: as it was
    entries: list[Told]
    view: Json | None
    legal: Legal | None
    undo: Takeback | None


class Snapshot(State, frozen=True, tag_field="t", tag="snapshot"):
    """Everything, from the beginning."""


class Update(State, frozen=True, tag_field="t", tag="update"):
    """What has changed."""


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """A wish was granted and is written down."""

    ref: int
    version: int


class Refusal(Struct, frozen=True, tag_field="t", tag="refused", omit_defaults=True):
    """A wish was not granted: a code for programs, the rule, a sentence for people."""

    ref: int
    code: str
    sentence: str
    rule: str | None = None


class Chat(Struct, frozen=True, tag_field="t", tag="chat"):
    """What was said."""

    lines: list[Line]


class Presence(Struct, frozen=True, tag_field="t", tag="presence"):
    """Who is there."""

    seats: list[int]
    spectators: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The server's time in milliseconds since 1970."""

    ref: int
    now: int


ServerMessage = Snapshot | Update | Ack | Refusal | Chat | Presence | Pong


# REST ----------------------------------------------------------------------------------------------
class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    sentence: str
    rule: str | None = None


class Me(Struct, frozen=True):
    """Who the server takes the client for; `csrf` goes into the header X-CSRF-Token of every change."""

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


class BotToken(Struct, frozen=True):
    """A program's name and the token it shows; it is told only once."""

    name: str
    token: str


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open: the terms, and for each seat after the host's a bot or nobody yet.

    `local` are the names of others at the host's screen: they have the first of the seats that are nobody's yet.
    """

    terms: Terms
    bots: Annotated[list[ShortText | None], Meta(max_length=19)] = []
    local: Annotated[list[NameText], Meta(max_length=19)] = []


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What opens the door of a private table."""

    invite: ShortText


class Opened(Struct, frozen=True):
    """A table that was opened, with its invitation."""

    id: str
    invite: str


class TablePage(Struct, frozen=True):
    """A table, and for those who sit there the invitation."""

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
    owing: list[int]  # the people who owe a decision
    mine: list[int]  # the reader's seats
    turn: bool  # whether the reader owes a decision


class OptionInfo(Struct, frozen=True):
    """A choice made at set-up."""

    name: str
    values: list[str | bool]
    default: str | bool


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    title: str
    rules: int
    fewest: int
    most: int
    options: list[OptionInfo]


class BotInfo(Struct, frozen=True):
    """A bot that can take a seat; levels are meant for players, the others for comparison."""

    id: str
    name: str
    about: str
    level: bool


class ReplayStep(Struct, frozen=True):
    """One decision of a finished game, and how things stood after it; `scores` as if the game had ended then."""

    seat: int
    move: str
    events: list[Json]
    view: Json
    scores: list[int]


class Replay(Struct, frozen=True):
    """A finished game, decision by decision. The last view holds the score sheet, if the game was played to its end."""

    table: TableInfo
    start: Json
    scores: list[int]  # at the start
    steps: list[ReplayStep]


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok", "degraded"]
    database: bool
    bus: bool
