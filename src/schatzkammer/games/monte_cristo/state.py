"""The fields of a position and its copy, and how several small numbers share one word. No rules here."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo.components import Parts

# The steps of a turn, as flow.py lists them. Where nobody is asked, play goes through.
NEXT_LANE: Final[i64] = 0
GIVE_STEP: Final[i64] = 1
DEALT: Final[i64] = 2
CROWDED: Final[i64] = 3
DISCARD_STEP: Final[i64] = 4
PLACE_STEP: Final[i64] = 5
REINFORCE_STEP: Final[i64] = 6
PLACED: Final[i64] = 7
LAY_STEP: Final[i64] = 8
LAID: Final[i64] = 9
COLLECTOR: Final[i64] = 10
TAKE_STEP: Final[i64] = 11
PAY_STEP: Final[i64] = 12
COLLECTED: Final[i64] = 13
CHANGE_STEP: Final[i64] = 14
MARBLE_STEP: Final[i64] = 15
OVER: Final[i64] = 16

NONE: Final[i64] = -1

# Numbers of four bits side by side: how many of each type (M3, M4), by kind how many bags (M63), by seat hunters (M2).
UNIT: Final[list[int]] = [16**number for number in range(15)]
# Marbles in a lane, the lowest in the lowest three bits: seat + 1, so that a lane ends with a 0.
OCTAL: Final[list[int]] = [8**number for number in range(8)]
# A card nobody has seen is its type and, above it, its batch: cards that were shuffled together.
BATCH: Final[i64] = 16

# Numbers that lie in the state itself: of lanes or seats, and of dungeons. Compiled, only what has a fixed place in a
# tuple is found at once; hence the functions below.
Four = tuple[i64, i64, i64, i64]
Six = tuple[i64, i64, i64, i64, i64, i64]
FOUR_ZEROS: Final[Four] = (0, 0, 0, 0)
SIX_ZEROS: Final[Six] = (0, 0, 0, 0, 0, 0)


def of_four(numbers: Four, at: i64) -> i64:
    """One of four numbers."""
    if at < 2:
        return numbers[0] if at == 0 else numbers[1]
    return numbers[2] if at == 2 else numbers[3]


def with_four(numbers: Four, at: i64, number: i64) -> Four:
    """Four numbers, the same but for one."""
    first, second, third, fourth = numbers
    if at == 0:
        first = number
    elif at == 1:
        second = number
    elif at == 2:
        third = number
    else:
        fourth = number
    return first, second, third, fourth


def of_six(numbers: Six, at: i64) -> i64:
    """One of six numbers."""
    if at < 3:
        return numbers[0] if at == 0 else numbers[1] if at == 1 else numbers[2]
    return numbers[3] if at == 3 else numbers[4] if at == 4 else numbers[5]


def with_six(numbers: Six, at: i64, number: i64) -> Six:
    """Six numbers, the same but for one."""
    first, second, third, fourth, fifth, sixth = numbers
    if at == 0:
        first = number
    elif at == 1:
        second = number
    elif at == 2:
        third = number
    elif at == 3:
        fourth = number
    elif at == 4:
        fifth = number
    else:
        sixth = number
    return first, second, third, fourth, fifth, sixth


def with_list(lists: list[list[int]], at: i64, changed: list[int]) -> list[list[int]]:
    """Lists, the same but for one: copies of a state hold the old ones."""
    others = lists[:]
    others[at] = changed
    return others


def number_at(packed: i64, at: i64) -> i64:
    """One of the numbers packed together."""
    return (packed >> (4 * at)) & 15


def total(packed: i64) -> i64:
    """The sum of the numbers packed together."""
    found: i64 = 0
    while packed:
        found += packed & 15
        packed >>= 4
    return found


def unpacked(packed: i64) -> list[int]:
    """Every number's place as often as it says: the types of a packed heap, ascending."""
    found: list[int] = []
    number: i64 = 0
    while packed:
        copies = packed & 15
        while copies > 0:
            found.append(number)
            copies -= 1
        packed >>= 4
        number += 1
    return found


def marbles(lane: i64) -> i64:
    """How many marbles a lane holds."""
    found: i64 = 0
    while lane:
        found += 1
        lane >>= 3
    return found


def marbles_of(lane: i64, seat: i64) -> i64:
    """How many of them are a seat's."""
    found: i64 = 0
    while lane:
        if lane & 7 == seat + 1:
            found += 1
        lane >>= 3
    return found


class MonteCristoState(State):
    """A position. Its lists are never changed in place, those in them neither: copies hold the same ones."""

    __slots__ = (
        "active",
        "aside",
        "bag",
        "bonus",
        "chance",
        "collected",
        "dealt",
        "deck",
        "discards",
        "drawn",
        "dungeon",
        "entered",
        "extra",
        "hands",
        "hunters",
        "jokers",
        "kind",
        "laid",
        "lane",
        "lanes",
        "largest",
        "least",
        "left",
        "market",
        "marseille",
        "order",
        "owed",
        "paid",
        "parts",
        "points",
        "queues",
        "receiver",
        "rounds",
        "treasures",
    )

    parts: Parts
    chance: Stream  # never advanced either: what is still to be shuffled comes from a copy of it
    rounds: i64  # rounds of the slide completed
    lane: i64  # where the action marker stands (M20)
    active: i64  # whose marble acts there
    lanes: Four  # the marbles of each lane
    market: list[int]  # the kinds from the top place down
    deck: list[int]  # cards with their batch, the top one last
    discards: i64  # packed by type
    hands: Four  # the open cards of each seat, packed by type
    jokers: list[list[int]]  # of each seat: face-down cards with their batch, the oldest first
    hunters: i64  # in each seat's own supply, packed
    marseille: i64  # of each seat, packed
    bonus: i64  # bit area × 4 + seat: who has a hunter there
    queues: list[list[int]]  # whose hunters stand in each dungeon, foremost first
    treasures: Six  # in each dungeon, packed by type
    bag: list[int]  # the next one to be drawn last
    aside: i64  # treasures laid aside, packed by type
    points: Four
    drawn: list[int]  # cards to be given out, or treasures to be laid
    dealt: i64  # four bits a seat: the card it just got, its type + 1 (M31)
    receiver: i64  # who gets the next card, counted from the active player on
    left: i64  # hunters that the seat may still place in this action (M40)
    entered: i64  # whether it has entered a bonus area in this action (M40)
    extra: i64  # hunters it may still place by reinforcement (M46)
    laid: i64  # dungeons that got a treasure in this action (M50)
    dungeon: i64  # where treasure is being collected, NONE between scorings
    order: list[int]  # who is still to collect there, the collector first (M60)
    collected: Four  # treasures of each seat in this scoring, packed by type
    owed: i64  # by kind, for the treasures taken in this go (M63)
    paid: i64  # by kind, bags spent in this go
    least: i64  # by kind, the fewest bags on a card spent in this go
    kind: i64  # being paid for, NONE if nothing is due
    largest: i64  # how many bags the next card may have: the largest come first, 0 means jokers only (M63)

    def copy(self) -> MonteCristoState:
        twin = MonteCristoState()
        self.copy_to(twin)
        twin.parts = self.parts
        twin.chance = self.chance
        twin.rounds = self.rounds
        twin.lane = self.lane
        twin.active = self.active
        twin.lanes = self.lanes
        twin.market = self.market
        twin.deck = self.deck
        twin.discards = self.discards
        twin.hands = self.hands
        twin.jokers = self.jokers
        twin.hunters = self.hunters
        twin.marseille = self.marseille
        twin.bonus = self.bonus
        twin.queues = self.queues
        twin.treasures = self.treasures
        twin.bag = self.bag
        twin.aside = self.aside
        twin.points = self.points
        twin.drawn = self.drawn
        twin.dealt = self.dealt
        twin.receiver = self.receiver
        twin.left = self.left
        twin.entered = self.entered
        twin.extra = self.extra
        twin.laid = self.laid
        twin.dungeon = self.dungeon
        twin.order = self.order
        twin.collected = self.collected
        twin.owed = self.owed
        twin.paid = self.paid
        twin.least = self.least
        twin.kind = self.kind
        twin.largest = self.largest
        return twin


def blank_state(game: Game, setup: Setup, parts: Parts, chance: Stream) -> MonteCristoState:
    """A state with every field at its beginning and no piece anywhere."""
    s = MonteCristoState()
    s.begin(game, setup)
    s.parts = parts
    players = setup.players
    s.chance = chance
    s.rounds = 0
    s.lane = NONE
    s.active = NONE
    s.lanes = FOUR_ZEROS
    s.market = []
    s.deck = []
    s.discards = 0
    s.hands = FOUR_ZEROS
    empty: list[int] = []
    s.jokers = [empty] * players
    s.hunters = 0
    s.marseille = 0
    s.bonus = 0
    s.queues = [empty] * 6
    s.treasures = SIX_ZEROS
    s.bag = empty
    s.aside = 0
    s.points = FOUR_ZEROS
    s.drawn = empty
    s.dealt = 0
    s.receiver = 0
    s.left = 0
    s.entered = 0
    s.extra = 0
    s.laid = 0
    s.dungeon = NONE
    s.order = empty
    s.collected = FOUR_ZEROS
    s.owed = 0
    s.paid = 0
    s.least = 0
    s.kind = NONE
    s.largest = 0
    return s
