"""The fields of a state and `copy`, and small numbers packed into one word. No rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo.components import Parts

# The steps of a turn: indices into flow.STEPS. Those not named *_STEP ask nobody.
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

# Counters of four bits each in one word: pieces by type (M3, M4), bags by kind (M63), or hunters by seat (M2).
UNIT: Final[list[int]] = [16**number for number in range(15)]
# The marbles of a lane, three bits each, the lowest marble first: seat + 1, and 0 after the last.
OCTAL: Final[list[int]] = [8**number for number in range(8)]
# An unseen card is batch × BATCH + type. A batch is a set of cards that were shuffled together.
BATCH: Final[i64] = 16

# Numbers by lane or seat, and by dungeon, stored inside the state. mypyc reads tuples fast only at constant indices;
# hence the functions below.
Four = tuple[i64, i64, i64, i64]
Six = tuple[i64, i64, i64, i64, i64, i64]
FOUR_ZEROS: Final[Four] = (0, 0, 0, 0)
SIX_ZEROS: Final[Six] = (0, 0, 0, 0, 0, 0)


def of_four(numbers: Four, index: i64) -> i64:
    """The number at an index."""
    if index < 2:
        return numbers[0] if index == 0 else numbers[1]
    return numbers[2] if index == 2 else numbers[3]


def with_four(numbers: Four, index: i64, number: i64) -> Four:
    """A copy with another number at an index."""
    first, second, third, fourth = numbers
    if index == 0:
        first = number
    elif index == 1:
        second = number
    elif index == 2:
        third = number
    else:
        fourth = number
    return first, second, third, fourth


def of_six(numbers: Six, index: i64) -> i64:
    """The number at an index."""
    if index < 3:
        return numbers[0] if index == 0 else numbers[1] if index == 1 else numbers[2]
    return numbers[3] if index == 3 else numbers[4] if index == 4 else numbers[5]


def with_six(numbers: Six, index: i64, number: i64) -> Six:
    """A copy with another number at an index."""
    first, second, third, fourth, fifth, sixth = numbers
    if index == 0:
        first = number
    elif index == 1:
        second = number
    elif index == 2:
        third = number
    elif index == 3:
        fourth = number
    elif index == 4:
        fifth = number
    else:
        sixth = number
    return first, second, third, fourth, fifth, sixth


def with_list(lists: list[list[int]], index: i64, changed: list[int]) -> list[list[int]]:
    """A copy with another list at an index; copies of the state share the old lists."""
    copied = lists[:]
    copied[index] = changed
    return copied


def number_at(packed: i64, index: i64) -> i64:
    """One of the counters packed into a word."""
    return (packed >> (4 * index)) & 15


def total(packed: i64) -> i64:
    """The sum of the counters packed into a word."""
    result: i64 = 0
    while packed:
        result += packed & 15
        packed >>= 4
    return result


def marbles(lane: i64) -> i64:
    """The number of marbles in a lane."""
    number: i64 = 0
    while lane:
        number += 1
        lane >>= 3
    return number


def marbles_of(lane: i64, seat: i64) -> i64:
    """The number of a seat's marbles in a lane."""
    number: i64 = 0
    while lane:
        if lane & 7 == seat + 1:
            number += 1
        lane >>= 3
    return number


class MonteCristoState(State):
    """A state. Its lists and the lists in them are never changed in place, so copies share them."""

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
    chance: Stream  # for later shuffles; never advanced in place
    rounds: i64  # rounds of the slide completed
    lane: i64  # of the action marker (M20)
    active: i64  # the seat whose marble acts there
    lanes: Four  # the marbles of each lane
    market: list[int]  # the kinds from the top down
    deck: list[int]  # unseen cards, the top one last
    discards: i64  # packed by type
    hands: Four  # the face-up cards of each seat, packed by type
    jokers: list[list[int]]  # the unseen cards of each seat, the oldest first
    hunters: i64  # in each seat's supply, packed by seat
    marseille: i64  # each seat's hunters in Marseille, packed by seat
    bonus: i64  # hunters in bonus areas: bit area × 4 + seat
    queues: list[list[int]]  # the owners of the hunters in each dungeon, foremost first
    treasures: Six  # in each dungeon, packed by type
    bag: list[int]  # treasures to draw, the next one last
    aside: i64  # treasures laid aside, packed by type
    points: Four
    drawn: list[int]  # cards to give, or treasures to lay
    dealt: i64  # the card each seat just got, its type + 1, packed by seat (M31)
    receiver: i64  # who gets the next card: seats after the active player
    left: i64  # hunters the seat may still place in this action (M40)
    entered: i64  # 1 if the seat has entered a bonus area in this action (M40)
    extra: i64  # hunters the seat may still place by reinforcement (M46)
    laid: i64  # dungeons laid in during this action, a bit each (M50)
    dungeon: i64  # where treasures are being collected, NONE between scorings
    order: list[int]  # the seats still to collect there, the collector first (M60)
    collected: Four  # the treasures of each seat in this scoring, packed by type
    owed: i64  # bags owed by the collector in this dungeon, packed by kind (M63)
    paid: i64  # bags paid by the collector in this dungeon, packed by kind
    least: i64  # the fewest bags on a card so paid, packed by kind
    kind: i64  # the kind being paid for, or NONE
    largest: i64  # the most bags the next card may have, as large cards are paid first; 0: jokers only (M63)

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
    """A state with initial fields and without pieces."""
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
