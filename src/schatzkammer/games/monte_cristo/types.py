"""The shape of Monte Cristo's view and events, for type checkers and for the client's generated types."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from schatzkammer.core.types import CommonView

Lane = Literal["supply", "hunters", "chest", "order"]
Kind = Literal["gold", "ruby", "sapphire", "emerald", "diamond"]
Dungeon = Literal["A", "B", "C", "D", "E", "F"]
Bonus = Literal["joker", "landing", "fame", "reinforcement"]
StepName = Literal["give", "discard", "place", "reinforce", "lay", "take", "pay", "change", "marble", "over"]
# A supply card with its bags, or a treasure with its value.
Piece = Literal[
    "gold-1",
    "gold-2",
    "gold-3",
    "ruby-1",
    "ruby-2",
    "ruby-3",
    "sapphire-1",
    "sapphire-2",
    "sapphire-3",
    "emerald-1",
    "emerald-2",
    "emerald-3",
    "diamond-1",
    "diamond-2",
    "diamond-3",
]
# What is paid or discarded.
Card = Piece | Literal["joker"]


class Amounts(TypedDict):
    """Numbers of the rules and of the component set."""

    goal: int  # points that end the game after a scoring (M67)
    landing: int  # hunters that land (M44)
    fame: int  # points (M45)
    reinforcement: int  # extra hunters (M46)
    cards: int  # the most a player keeps (M32)
    full: int  # treasures in a dungeon that trigger a scoring (M52)
    places: int  # marbles that a lane holds (M22)


# M4: by the bags on a card, the hunters that come ashore with it.
Ashore = TypedDict("Ashore", {"1": int, "2": int, "3": int})


class Slide(TypedDict):
    """By lane, the owners of the marbles, the lowest first."""

    supply: list[int]
    hunters: list[int]
    chest: list[int]
    order: list[int]


class Market(TypedDict):
    """The price of each kind; the kinds come in the order of their markers, from the top (M5)."""

    gold: int
    ruby: int
    sapphire: int
    emerald: int
    diamond: int


class Bags(TypedDict, total=False):
    """Bags by kind; zeros are left out."""

    gold: int
    ruby: int
    sapphire: int
    emerald: int
    diamond: int


class DungeonView(TypedDict):
    """A dungeon: its treasures, and the owners of the hunters, the foremost first."""

    treasures: list[Piece]
    sales: list[int]  # what each of them would sell for now (M66)
    queue: list[int]
    order: list[int]  # in which the seats would collect now (M60)


class Dungeons(TypedDict):
    """All dungeons, clockwise."""

    A: DungeonView
    B: DungeonView
    C: DungeonView
    D: DungeonView
    E: DungeonView
    F: DungeonView


class BonusAreas(TypedDict):
    """By bonus area, the seats with a hunter there."""

    joker: list[int]
    landing: list[int]
    fame: list[int]
    reinforcement: list[int]


class Placing(TypedDict):
    """The seat that places hunters, and how many it still may (M40, M46)."""

    seat: int
    left: int
    entered: bool  # whether it has entered a bonus area in this action
    extra: int  # by reinforcement
    able: int  # of these, the hunters that it has ashore to place now


class Collecting(TypedDict):
    """Where treasures are collected, by whom, and what the collector owes and has paid (M60 to M63)."""

    dungeon: Dungeon
    order: list[int]  # the seats still to collect there, the collector first
    hunters: int  # of the collector in the dungeon: one for each treasure they may still take (M61)
    owed: Bags
    paid: Bags
    kind: Kind | None  # that is being paid for
    due: int | None  # bags of that kind still to be paid
    payment: list[Card] | None  # the cheapest cards for them, in order
    refused: dict[Piece, Literal["bags_missing", "unneeded_before"]]  # treasures there that the collector cannot take


class Forecast(TypedDict):
    """The most a scoring now would bring a seat, while the others take the dearest treasures they can pay for."""

    gain: int  # points, including treasures already collected
    takes: dict[Dungeon, list[Piece]]  # dungeons with nothing are left out


class SeatView(TypedDict):
    """A player."""

    points: int
    hunters: int  # in the supply
    marseille: int
    cards: list[Piece]
    jokers: list[int]  # the batch of each, the oldest first
    dealt: Piece | None  # the card just received, while cards are being dealt (M31)
    collected: list[Piece]  # treasures of this scoring


class SheetLine(TypedDict):
    """A line of the score sheet (M80)."""

    points: int
    hunters: int  # in dungeons: the tie-break


class PublicView(TypedDict):
    """The table as everyone sees it."""

    amounts: Amounts
    ashore: Ashore
    round: int
    lane: Lane
    active: int | None  # the seat whose marble acts
    step: StepName
    slide: Slide
    market: Market
    dungeons: Dungeons
    bonus: BonusAreas
    deck: list[int]  # the batch of each card, the top one first
    batches: dict[str, list[Piece]]  # by batch, its unseen cards, in the deck and among jokers
    discards: list[Piece]
    bag: list[Piece]
    aside: list[Piece]
    drawn: list[Piece]  # cards to give, or treasures to lay, the next one first
    receiver: int | None  # the seat that gets the next card
    placing: Placing | None
    laid: list[Dungeon]  # where treasures were laid in this action
    collecting: Collecting | None
    seats: list[SeatView]
    sheet: NotRequired[list[SheetLine]]  # once the game is over


class View(CommonView, PublicView):
    """What a seat sees, which is the same for all seats."""

    forecast: NotRequired[list[Forecast]]  # by seat; only for people's boards, and while the game goes on


class Plain(TypedDict):
    """The game has ended, or its last round."""

    event: Literal["over", "last_round"]


class OfSeat(TypedDict):
    """Something that only has a seat."""

    event: Literal["forced", "joker", "discard_joker", "pass_place", "pass_reinforce", "pass_change", "goal"]
    seat: int


class ScoringBegins(TypedDict):
    """Full dungeons trigger a scoring (M52)."""

    event: Literal["scoring"]
    seat: int
    number: int  # of full dungeons
    dungeon: list[Dungeon]


class LaneSkipped(TypedDict):
    """A lane without marbles is skipped (M23)."""

    event: Literal["skip"]
    lane: Lane


class LaneOfSeat(TypedDict):
    """A seat acts in a lane (M21), or puts its marble there."""

    event: Literal["turn", "marble"]
    seat: int
    lane: Lane


class CardDrawn(TypedDict):
    """A card is drawn face up (M30)."""

    event: Literal["draw_card"]
    card: Piece


class Renewed(TypedDict):
    """The deck (M33) or the bag (M51) is filled again."""

    event: Literal["shuffle", "refill"]
    number: int  # pieces in it


class CardOfSeat(TypedDict):
    """A seat keeps a card, discards it or pays with it."""

    event: Literal["keep", "discard", "pay"]
    seat: int
    card: Piece


class CardGiven(TypedDict):
    """A seat gets a card from the active player (M30)."""

    event: Literal["give"]
    seat: int
    to_seat: int
    card: Piece


class NothingGiven(TypedDict):
    """A seat gets no card (M33)."""

    event: Literal["give_nothing"]
    seat: int
    to_seat: int


class Landed(TypedDict):
    """Hunters come ashore (M31, M44)."""

    event: Literal["land"]
    seat: int
    number: int


class Placed(TypedDict):
    """A hunter joins a queue (M41)."""

    event: Literal["place"]
    seat: int
    dungeon: Dungeon
    place: int  # in the queue


class BonusOfSeat(TypedDict):
    """A hunter enters a bonus area (M42), or goes home from it (M65)."""

    event: Literal["enter", "home"]
    seat: int
    bonus: Bonus


class Fame(TypedDict):
    """A seat scores for fame (M45)."""

    event: Literal["fame"]
    seat: int
    points: int


class TreasuresDrawn(TypedDict):
    """Treasures are drawn from the bag (M50)."""

    event: Literal["draw_treasures"]
    seat: int
    treasure: list[Piece]


class TreasureMoved(TypedDict):
    """A treasure is laid in a dungeon (M50), or taken from it (M61)."""

    event: Literal["lay", "take"]
    seat: int
    treasure: Piece
    dungeon: Dungeon


class DungeonIdle(TypedDict):
    """A dungeon without treasures or without hunters is passed over."""

    event: Literal["dungeon_idle"]
    dungeon: Dungeon


class DungeonTreasures(TypedDict):
    """The treasures of a dungeon can be collected (M60), or are laid aside (M65)."""

    event: Literal["dungeon", "clear"]
    dungeon: Dungeon
    treasure: list[Piece]


class Ranked(TypedDict):
    """The rank of a collector in a dungeon, and its reason (M60)."""

    event: Literal["rank"]
    seat: int
    dungeon: Dungeon
    rank: int
    hunters: int
    place: int  # of the foremost hunter


class DungeonOfSeat(TypedDict):
    """A seat begins or ends its go in a dungeon (M61)."""

    event: Literal["collect", "pass_take"]
    seat: int
    dungeon: Dungeon


class KindOfSeat(TypedDict):
    """A seat pays for a kind with bags left over (M63), or with a joker."""

    event: Literal["left_over", "pay_joker"]
    seat: int
    kind: Kind


class Sold(TypedDict):
    """A treasure is sold (M66)."""

    event: Literal["sell"]
    seat: int
    treasure: Piece
    price: int
    points: int


class Scored(TypedDict):
    """What a seat scores in a scoring, and its points after it (M66)."""

    event: Literal["score"]
    seat: int
    gained: int
    points: int


class MarbleLowered(TypedDict):
    """A marble moves down (M70)."""

    event: Literal["down"]
    seat: int
    lane: Lane
    place: int  # from below, before the move
    by: int


class MarkerRaised(TypedDict):
    """A market marker moves up (M70)."""

    event: Literal["up"]
    seat: int
    kind: Kind
    by: int
    price: int  # after the move


EVENTS: tuple[type, ...] = (
    Plain,
    OfSeat,
    ScoringBegins,
    LaneSkipped,
    LaneOfSeat,
    CardDrawn,
    Renewed,
    CardOfSeat,
    CardGiven,
    NothingGiven,
    Landed,
    Placed,
    BonusOfSeat,
    Fame,
    TreasuresDrawn,
    TreasureMoved,
    DungeonIdle,
    DungeonTreasures,
    Ranked,
    DungeonOfSeat,
    KindOfSeat,
    Sold,
    Scored,
    MarbleLowered,
    MarkerRaised,
)
