"""The shape of King Solomon's views and events, for type checkers and for the client's generated types."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from schatzkammer.core.types import CommonView

StepName = Literal["choose", "act", "name", "dig", "pick", "give", "over"]
Tile = Literal[
    "treasure-1",
    "treasure-2",
    "treasure-3",
    "treasure-4",
    "treasure-5",
    "mask",
    "scorpion",
    "mummy",
    "alpha",
    "beta",
    "gamma",
    "delta",
    "mirror",
    "axe",
    "carpet",
    "seal",
    "amulet",
]
MagicObject = Literal["mirror", "axe", "seal", "amulet"]
Family = Literal["treasure", "curse", "parchment", "magic"]
Arrow = Literal["down", "left", "up", "right"]


class ObjectTiles(TypedDict):
    """The tile of each magic object in this edition (S53)."""

    mirror: Tile
    axe: Tile
    seal: Tile
    amulet: Tile


class Prizes(TypedDict):
    """The first and the second prize for each collection (S72)."""

    curses: tuple[int, int]
    magic: tuple[int, int]


class Leaders(TypedDict):
    """By collection, the seats that would win its first prize now, as far as the reader knows (S72, S73)."""

    curses: list[int]
    magic: list[int]


class DealView(TypedDict):
    """Finds dealt face down (S64): who lost them, and all their tiles."""

    seat: int
    tiles: list[Tile]


class SheetLine(TypedDict):
    """A seat's line of the score sheet (S71); pairs are an amount and its points."""

    coins: int
    treasures: int
    sets: tuple[int, int]
    curses: tuple[int, int]
    magic: tuple[int, int]
    total: int


class ScoreView(TypedDict):
    """What the coins and tiles of a seat that the reader knows are worth (S71), without the prizes (S72)."""

    coins: int
    treasures: int  # the value of the treasures
    sets: tuple[int, int]  # full sets of parchments, and their points
    curses: int  # the total value of the curses
    magic: int  # the number of magic objects
    total: int  # coins, treasures and sets


class SeatView(TypedDict):
    """A player as the reader sees them."""

    coins: int | None  # None behind another player's screen
    count: int  # tiles, behind the screen and in front of it
    tiles: dict[str, int] | None  # by kind, those the reader knows; None behind another player's screen
    unknown: int  # tiles whose kind the reader does not know
    score: ScoreView | None  # of these coins and tiles; None behind another player's screen
    finds: list[Tile]  # tiles dug that still lie open (S45)
    cards: int  # cards in hand
    hand: list[str] | None  # the reader's own cards
    chosen: bool  # whether a card is chosen
    card: str | None  # the card of this round, if the reader may know it


class TurnView(TypedDict):
    """The turn of the active player."""

    card: str
    shape: list[str]  # the card's picture with its arrow down: rows of # and .
    size: int  # the cells of the card
    shifts: int
    limit: int | None  # S35: the most shifts in this turn; only for the player
    cost: int  # what the turn costs so far; 0 once the finds are lost (S60, S64)
    money: int | None  # S61: what the player can pay with; only for the player
    pays: bool | None  # whether the player can pay the cost so far; only for the player
    objects: list[MagicObject]  # in use, or named with the area
    arrow: Arrow  # where the card's arrow points
    named: bool  # whether an area was named (S36)
    area: list[str]  # the cells named, or picked so far (S54)
    lost: list[Tile]  # finds that could not be paid for, while a tile must be added to them (S64)


class PublicView(TypedDict):
    """What everybody sees."""

    round: int  # rounds completed
    rounds: int
    step: StepName
    active: int | None  # whose turn it is
    waiting: list[int]  # seats that have not finished their turn of this round
    order: list[int]  # S22: the seats in the order of their turns; while cards are chosen, around the table
    cave: dict[str, list[Tile | None]]  # stacks by cell, from the bottom up; None is a hidden tile
    supply: int  # coins beside the board
    beside: dict[str, int]  # treasures paid and objects used, by kind
    discarded: int  # tiles that left the game unseen
    played: list[str]  # cards played in this round or before
    families: dict[str, Family]  # the family of each kind of tile, in display order
    values: dict[str, int]  # the number printed on a kind of tile: what a treasure is worth and a curse costs
    objects: ObjectTiles
    set: int  # S71: the points of a full set of parchments
    prizes: Prizes
    unseen: NotRequired[dict[str, int]]  # with open memory: tiles of the cave that were never on top, by kind
    deals: NotRequired[list[DealView]]  # with open memory: finds dealt face down
    sheet: NotRequired[list[SheetLine]]  # by seat, once the game is over


class PrivateView(TypedDict):
    """What depends on the reader."""

    seats: list[SeatView]
    turn: TurnView | None  # None while cards are chosen, and when the game is over
    shapes: dict[str, list[str]]  # pictures of the cards the reader can see: in hand, and played this round
    leaders: Leaders | None  # None behind screens
    standing: list[int | None]  # totals without the prizes (S72), which the end adds; None if a tile is unknown


class View(CommonView, PublicView, PrivateView):
    """King Solomon as a reader sees it."""


class RoundEvent(TypedDict):
    """A round begins (S20)."""

    event: Literal["round"]
    round: int


class LastCardsEvent(TypedDict):
    """Everybody has one card left, which plays itself (S21)."""

    event: Literal["last_cards"]


class SeatEvent(TypedDict):
    """A seat has chosen a card in secret (S21), or ends its turn without a dig (S40)."""

    event: Literal["chosen", "stop"]
    seat: int


class CardEvent(TypedDict):
    """A card is revealed (S21), or its player's turn begins (S22)."""

    event: Literal["reveal", "turn"]
    seat: int
    card: str


class ShiftEvent(TypedDict):
    """A tile moves from one cell onto another (S30)."""

    event: Literal["shift"]
    seat: int
    tile: Tile
    cell: str
    onto: str


class UncoverEvent(TypedDict):
    """A tile of the cave is seen for the first time (S32)."""

    event: Literal["uncover"]
    cell: str
    tile: Tile


class NamedEvent(TypedDict):
    """An area is named (S36)."""

    event: Literal["named"]
    seat: int
    cells: list[str]


class CellEvent(TypedDict):
    """A cell is picked with the Seal (S54)."""

    event: Literal["cell"]
    seat: int
    cell: str


class TurnedEvent(TypedDict):
    """The card is turned with the Mirror (S52)."""

    event: Literal["turned"]
    seat: int
    arrow: Arrow


class TileEvent(TypedDict):
    """An object is used (S50), or a tile is added to lost finds (S64)."""

    event: Literal["use", "give"]
    seat: int
    tile: Tile


class DigEvent(TypedDict):
    """An area is dug (S44): its cells, and the tile taken from each."""

    event: Literal["dig"]
    seat: int
    cells: list[str]
    tiles: list[Tile]


class CostEvent(TypedDict):
    """A cost is paid in coins (S62), is forgiven (S63), or cannot be paid, so that the finds are lost (S64)."""

    event: Literal["pay", "forgiven", "fail"]
    seat: int
    cost: int


class PayTreasuresEvent(TypedDict):
    """A cost is paid with coins and treasures; change comes back in coins (S62)."""

    event: Literal["pay_treasures"]
    seat: int
    cost: int
    coins: int
    tiles: list[Tile]
    change: int


class CountEvent(TypedDict):
    """Lost finds are dealt to a seat face down, or leave the game unseen (S64)."""

    event: Literal["dealt", "discard"]
    seat: int
    count: int


class ReceivedEvent(TypedDict):
    """A seat receives lost finds, seen by everybody or by this seat only (S65)."""

    event: Literal["received"]
    seat: int
    tiles: list[Tile]
    only: NotRequired[int]


class OverEvent(TypedDict):
    """The game is over (S70)."""

    event: Literal["over"]


EVENTS: tuple[type, ...] = (
    RoundEvent,
    LastCardsEvent,
    SeatEvent,
    CardEvent,
    ShiftEvent,
    UncoverEvent,
    NamedEvent,
    CellEvent,
    TurnedEvent,
    TileEvent,
    DigEvent,
    CostEvent,
    PayTreasuresEvent,
    CountEvent,
    ReceivedEvent,
    OverEvent,
)
