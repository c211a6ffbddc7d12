"""Monte Cristo: what a scoring would gain now, and rough values of marbles, cards and hunters.

All seats know the same (M13, M31, M43); the policy ignores the order of deck and bag and the faces of jokers. To see
the effect of a change, it replaces a field of the state for a moment and then restores it.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policy import Policy, noisy_best
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo.components import (
    FAME,
    GOAL,
    JOKER,
    KIND_OF,
    LANDING,
    MOST_CARDS,
    SIZE_OF,
)
from schatzkammer.games.monte_cristo.moves import CHANGE, DISCARD, GIVE, LAY, MARBLE, PAY, PLACE, SPACE, TAKE
from schatzkammer.games.monte_cristo.state import (
    CHANGE_STEP,
    DISCARD_STEP,
    GIVE_STEP,
    LAY_STEP,
    PAY_STEP,
    PLACE_STEP,
    REINFORCE_STEP,
    TAKE_STEP,
    UNIT,
    MonteCristoState,
    marbles,
    number_at,
    of_four,
    of_six,
    total,
    with_four,
    with_list,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.chest import is_full
from schatzkammer.games.monte_cristo.steps.collect import collecting_order
from schatzkammer.games.monte_cristo.steps.hunters import FIRST_BONUS
from schatzkammer.games.monte_cristo.steps.order import FIRST_UP, marble_move, marker_move, prices, raised
from schatzkammer.games.monte_cristo.steps.payment import bags_in, due
from schatzkammer.games.monte_cristo.steps.supply import JOKER_CHOICE, cards_of, landable, receiving_seat

PASS: Final = SPACE.number["pass"]
RIVALS: Final = 0.8  # weight of the others' points against one's own
ASHORE: Final = 1.1  # a hunter in one's supply
STATIONED: Final = 0.5  # a hunter in a dungeon, for treasures still to come
BAG: Final = 0.35  # a bag, per point of its kind's price
JOKER_BAG: Final = 1.6
LEAD: Final = 0.5  # a scoring now, per point of `balance`
VICTORY: Final = 20.0
LANE: Final = [1.2, 2.0, 1.4, 0.9]  # an action in each lane: supply, hunters, treasure chest, change order
NOISE: Final = 2.0  # of rollouts, in points


class MonteCristoPolicy(Policy):
    """Values of the decisions in Monte Cristo."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 6
        self.margin = 8.0

    def evaluate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        s = cast(MonteCristoState, state)
        step = s.step
        if step == GIVE_STEP:
            return [_given(s, seat, action) for action in actions]
        if step == DISCARD_STEP:
            return [-_card(s, seat, action - DISCARD.first, True) for action in actions]
        if step in (PLACE_STEP, REINFORCE_STEP):
            return _places(s, seat, actions)
        if step == LAY_STEP:
            return _lays(s, seat, actions)
        if step == TAKE_STEP:
            return [_taken(s, action) for action in actions]
        if step == PAY_STEP:
            return [_paid(s, action) for action in actions]
        if step == CHANGE_STEP:
            return _changes(s, seat, actions)
        return [_marble(s, action) for action in actions]

    def pick(self, state: State, rng: Stream) -> int:
        actions = state.game.legal(state, state.seat)
        return noisy_best(actions, self.evaluate(state, state.seat, actions), NOISE, rng)

    def heuristic(self, state: State) -> list[float]:
        s = cast(MonteCristoState, state)
        incomes = scoring(s)
        price = prices(s)
        found: list[float] = []
        for seat in range(int(s.players)):
            wealth = float(of_four(s.points, seat)) + 0.8 * float(incomes[seat])
            wealth += 0.7 * float(number_at(s.hunters, seat)) + 0.6 * JOKER_BAG * float(len(s.jokers[seat]))
            for kind in range(5):
                wealth += 0.6 * BAG * float(bags_in(of_four(s.hands, seat), kind) * price[kind])
            for queue in s.queues:
                wealth += STATIONED * float(queue.count(seat))
            found.append(wealth)
        return found


# Scoring ---------------------------------------------------------------------------------------------
def balance(s: MonteCristoState, seat: i64) -> float:
    """By how much a scoring now would favour a seat over the others."""
    incomes = scoring(s)
    others = 0
    for other, income in enumerate(incomes):
        if other != seat:
            others += income
    return float(incomes[seat]) - RIVALS * float(others) / float(s.players - 1)


def scoring(s: MonteCristoState) -> list[int]:
    """M60 to M66: estimates each seat's points from a scoring now, if everybody takes the dearest treasures.

    Bags are added up, although cards are spent as a whole.
    """
    price = prices(s)
    left: list[int] = []
    for seat in range(int(s.players)):
        for kind in range(5):
            left.append(int(bags_in(of_four(s.hands, seat), kind)))
    jokers = [len(held) for held in s.jokers]
    incomes = [0] * int(s.players)
    for dungeon in range(6):
        treasures = of_six(s.treasures, dungeon)
        queue = s.queues[dungeon]
        if treasures == 0 or not queue:
            continue
        for seat in collecting_order(queue):
            goes: i64 = queue.count(seat)
            while goes > 0 and treasures:
                treasure = _dearest(treasures, price, left, seat * 5, jokers[seat])
                if treasure < 0:
                    break
                kind = KIND_OF[treasure]
                size = SIZE_OF[treasure]
                treasures -= UNIT[treasure]
                incomes[seat] += size * price[kind]
                short = size - left[seat * 5 + kind]
                if short > 0:
                    jokers[seat] -= short
                    size -= short
                left[seat * 5 + kind] -= size
                goes -= 1
    return incomes


def _dearest(treasures: i64, price: list[int], left: list[int], first: i64, jokers: i64) -> i64:
    """The dearest treasure that can be paid for, -1 if there is none."""
    best: i64 = 0
    found: i64 = -1
    treasure: i64 = 0
    while treasures:
        if treasures & 15:
            kind: i64 = KIND_OF[treasure]
            size: i64 = SIZE_OF[treasure]
            value = size * price[kind]
            if value > best and left[first + kind] + jokers >= size:
                best = value
                found = treasure
        treasures >>= 4
        treasure += 1
    return found


# Supply ----------------------------------------------------------------------------------------------
def _card(s: MonteCristoState, seat: i64, card: i64, held: bool) -> float:
    """The value of a card to a seat: one that it holds, or one more."""
    if card == JOKER_CHOICE:
        return JOKER_BAG
    change = -UNIT[card] if held else UNIT[card]
    before = scoring(s)[seat]
    hands = s.hands
    s.hands = with_four(hands, seat, of_four(hands, seat) + change)
    difference = scoring(s)[seat] - before
    s.hands = hands
    if held:
        difference = -difference
    size = SIZE_OF[card]
    return 0.5 * float(difference) + BAG * float(size * prices(s)[KIND_OF[card]])


def _given(s: MonteCristoState, seat: i64, action: i64) -> float:
    """The value of giving a card to the receiver, who may be the seat itself."""
    receiver = receiving_seat(s)
    if action == PASS:
        return 0.0
    card = action - GIVE.first
    landed = landable(s, receiver, s.parts.hunters[SIZE_OF[card] - 1])
    value = _card(s, receiver, card, False)
    if cards_of(s, receiver) >= MOST_CARDS:
        value *= 0.5
    value += ASHORE * float(landed)
    return value if receiver == seat else -value


# Hunters ---------------------------------------------------------------------------------------------
def _places(s: MonteCristoState, seat: i64, actions: list[int]) -> list[float]:
    """The value of placing a hunter, compared with keeping it in the supply."""
    before = balance(s, seat)
    queues = s.queues
    values: list[float] = []
    for action in actions:
        if action == PASS:
            values.append(0.0)
            continue
        place = action - PLACE.first
        if place < FIRST_BONUS:
            queue = queues[place]
            there: i64 = queue.count(int(seat))
            s.queues = with_list(queues, place, [*queue, int(seat)])
            after = balance(s, seat)
            s.queues = queues
            values.append(
                after - before + STATIONED * float(total(of_six(s.treasures, place)) + 1) / float(there + 1) - 0.4
            )
        else:
            values.append(_bonus(s, seat, place - FIRST_BONUS))
    return values


def _bonus(s: MonteCristoState, seat: i64, area: i64) -> float:
    """The value of entering a bonus area."""
    if area == JOKER:
        return JOKER_BAG - 0.4 * ASHORE
    if area == LANDING:
        return ASHORE * float(landable(s, seat, s.parts.landing)) - 0.4 * ASHORE
    if area == FAME:
        return float(s.parts.fame) - 0.4 * ASHORE
    spare = number_at(s.hunters, seat) - s.left
    if spare > s.parts.reinforcement:
        spare = s.parts.reinforcement
    return 1.2 * float(spare) - 0.4 * ASHORE


# Treasure chest and scoring --------------------------------------------------------------------------
def _lays(s: MonteCristoState, seat: i64, actions: list[int]) -> list[float]:
    """The value of a treasure in each dungeon, and of the scoring that it may bring."""
    treasure = s.drawn[0]
    before = balance(s, seat)
    treasures = s.treasures
    values: list[float] = []
    for action in actions:
        dungeon = action - LAY.first
        s.treasures = with_six(treasures, dungeon, of_six(treasures, dungeon) + UNIT[treasure])
        after = balance(s, seat)
        value = after - before
        if is_full(s, dungeon):
            value += LEAD * after + _end(s, seat)
        s.treasures = treasures
        values.append(value)
    return values


def _end(s: MonteCristoState, seat: i64) -> float:
    """M67: the value of ending the game by a scoring now; 0 if it goes on."""
    incomes = scoring(s)
    own = of_four(s.points, seat) + incomes[seat]
    best = 0
    for other, income in enumerate(incomes):
        if other != seat and of_four(s.points, other) + income > best:
            best = of_four(s.points, other) + income
    if own < GOAL and best < GOAL:
        return 0.0
    return VICTORY if own > best else -VICTORY


def _taken(s: MonteCristoState, action: i64) -> float:
    """The value of a treasure: its price, less what the bags might gain elsewhere."""
    if action == PASS:
        return 0.0
    treasure = action - TAKE.first
    kind = KIND_OF[treasure]
    return float(SIZE_OF[treasure]) * (float(prices(s)[kind]) - 0.3)


def _paid(s: MonteCristoState, action: i64) -> float:
    """The value of paying with a card: overpaying is a loss (M63), and jokers go last."""
    choice = action - PAY.first
    if choice == JOKER_CHOICE:
        return -2.0
    over = SIZE_OF[choice] - due(s, s.kind)
    return -2.0 * float(over) if over >= 0 else -0.5


# The slide -------------------------------------------------------------------------------------------
def _changes(s: MonteCristoState, seat: i64, actions: list[int]) -> list[float]:
    """The value of each change: better prices for the seat, or a marble that acts sooner."""
    before = balance(s, seat)
    price = prices(s)
    values: list[float] = []
    for action in actions:
        if action == PASS:
            values.append(0.0)
            continue
        choice = action - CHANGE.first
        if choice < FIRST_UP:
            lane, place, by = marble_move(choice)
            values.append(LANE[lane] * float(by) / float((place + 1) * (place - by + 1)))
            continue
        kind, by = marker_move(choice)
        market = s.market
        s.market = raised(market, kind, by)
        value = balance(s, seat) - before
        now = prices(s)
        for other in range(5):
            if now[other] != price[other]:
                ahead = bags_in(of_four(s.hands, seat), other) * s.players
                for hand in s.hands:
                    ahead -= bags_in(hand, other)
                value += 0.3 * float((now[other] - price[other]) * ahead) / float(s.players - 1)
        s.market = market
        values.append(value)
    return values


def _marble(s: MonteCristoState, action: i64) -> float:
    """The value of a lane for the marble (M21): the fewer wait there, the sooner it acts."""
    lane = action - MARBLE.first
    return LANE[lane] * 3.0 / float(marbles(of_four(s.lanes, lane)) + 1)
