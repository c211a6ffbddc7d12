"""The view, the score sheet and the events of Ali Baba."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from schatzkammer.core.types import CommonView

Colour = Literal["pink", "blue", "brown", "green", "yellow", "white"]
Treasure = Literal["diamond", "carpet", "sword", "ring", "chest", "statue", "crown", "ruby", "lamp", "necklace"]
Ban = Treasure | Colour
StepName = Literal["take", "lamp", "green", "yellow", "show", "pick", "white", "over"]


class PointAmounts(TypedDict):
    """The points of the component set: of spells (A20 to A22), and of sets of one to six tiles (A32)."""

    pink: int
    blue: int
    brown: int
    sets: list[int]


class Taken(TypedDict):
    """During a turn: the slot of the taken tile, the tile whose spell acts, and how many tiles were turned up."""

    slot: str
    spell: str
    turned: int


class SheetLine(TypedDict):
    """A32: the size and points of each set of a seat, its points from spells, and the total."""

    sets: dict[Treasure, tuple[int, int]]
    spells: int
    total: int


class SeatView(TypedDict):
    """One player as the reader sees them."""

    points: int  # from spells
    count: int  # tiles
    tiles: list[str] | None  # None: behind the screen
    score: SheetLine | None  # if the game ended now; None as long as the tiles are hidden
    worth: int | None  # of all their sets; None as long as the tiles are hidden
    ban: Ban | None
    chosen: bool  # whether the seat has chosen a tile to show
    shown: str | None  # that tile, if the reader may know it


class PublicView(TypedDict):
    """The part of the view that is the same for everyone."""

    turn: int  # turns completed
    active: int | None  # whose turn it is; None: the game is over
    step: StepName
    last_turn: int | None  # the game ends after this many turns; None while unknown (A30)
    turns_left: list[int] | None  # by seat, including the current turn; None while unknown (A30)
    amounts: PointAmounts
    removed: list[Treasure]  # not in this game (A42, A43)
    board: dict[str, str | None]  # by slot, the face-up tile, or None for a face-down one; empty slots are left out
    beside: list[str]  # tiles beside the board (A40)
    taken: Taken | None
    unseen: NotRequired[list[str]]  # with the option "open": the tiles that nobody has seen
    sheet: NotRequired[list[SheetLine]]  # once the game is over


class PrivateView(TypedDict):
    """The part of the view that depends on the reader."""

    banned: list[str]  # slots that bans forbid the reader to take from; a spectator sees those of the active seat
    seats: list[SeatView]
    standing: list[int | None]


class View(CommonView, PublicView, PrivateView):
    """Ali Baba as a reader sees it."""


class OfSeat(TypedDict):
    """A turn begins, a ban ends, bans leave a seat no tile (A26), it asks, has chosen a tile to show, or declines."""

    event: Literal[
        "turn", "ban_ends", "bans_lifted", "ask", "chosen", "pass_green", "pass_yellow", "pass_pick", "pass_white"
    ]
    seat: int


class FromBoard(TypedDict):
    """A seat takes a tile from the board (A10, A23)."""

    event: Literal["take", "also"]
    seat: int
    slot: str
    tile: str


class TurnUp(TypedDict):
    """A tile is turned up (A11)."""

    event: Literal["turn_up"]
    slot: str
    tile: str


class OfTile(TypedDict):
    """A seat keeps a lamp (A41), or shows a tile (A24)."""

    event: Literal["keep", "shown"]
    seat: int
    tile: str


class Swap(TypedDict):
    """A seat swaps a lamp for a tile beside the board (A41)."""

    event: Literal["swap"]
    seat: int
    tile: str
    lamp: str


class Pick(TypedDict):
    """A seat takes a tile shown by its owner (A24)."""

    event: Literal["pick"]
    seat: int
    tile: str
    owner_seat: int


class Lost(TypedDict):
    """What a tile that was taken away costs the sets of its owner (A24, A32); only for those who see their tiles."""

    event: Literal["lost"]
    seat: int
    tile: str
    points: int
    only: NotRequired[int]


class Banned(TypedDict):
    """A seat bans a treasure or a colour (A25)."""

    event: Literal["ban"]
    seat: int
    ban: Ban


class Points(TypedDict):
    """A seat scores with a spell (A20 to A22)."""

    event: Literal["points"]
    seat: int
    points: int
    colour: Colour


class OfGame(TypedDict):
    """The last tile is turned up (A30), or the game is over."""

    event: Literal["all_up", "over"]


EVENTS: tuple[type, ...] = (OfSeat, FromBoard, TurnUp, OfTile, Swap, Pick, Lost, Banned, Points, OfGame)
