"""King Solomon by whole plans: which card, or which dig, once everybody has answered it in this round.

A card is judged by the round that follows: the others choose what looks good to them, and everybody plays out his
turn, the lower card first. A turn is judged by what it brings and by what it leaves to those who come after it. The
round over, what everybody has is counted as what it may be expected to score in the end, and so are the cards in
hand and how well the best of them fits the cave. The last two rounds are played to the end.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_plan import Plan, Planner, Target
from schatzkammer.bots.policies.solomon_turn import carried_out, free_digs, owned, play_turn, script, turn_targets
from schatzkammer.bots.policies.solomon_worth import KEPT, expected, larger
from schatzkammer.bots.policy import Lines, varied
from schatzkammer.core.bits import BIT, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.moves import STOP
from schatzkammer.games.solomon.state import CHOOSE, NONE, SolomonState
from schatzkammer.games.solomon.steps.dig import SEAL_BIT

DEPTH: Final[i64] = 3  # shifts that are planned ahead for the best dig at hand ...
DEPTH_IN_TIME: Final[i64] = 4  # ... if there is time, at the beginning of a turn ...
DEPTH_OF_OTHERS: Final[i64] = 2  # ... for all other digs ...
DEPTH_OF_NEXT: Final[i64] = 1  # ... and for those of the next round
PLANS: Final = 5  # digs that are compared ...
LEAST: Final = -1.0  # ... if they promise more than that ...
CARDS: Final = 10  # ... or cards
VARIETY: Final = 0.3  # how much better than it is a card may look to the others
# By the rounds to come and by its cells, what a card in hand adds to the points in the end: from a regression of the
# final scores of two on what they had after each round.
IN_HAND_LATE: Final = [0.0, 0.0, 0.0, 0.0, 1.2, 4.8, 7.1]
IN_HAND_LATER: Final = [0.0, 0.0, 0.0, 0.0, 1.1, 3.6, 5.2]
IN_HAND_MIDWAY: Final = [0.0, 0.0, 0.0, 0.0, 0.9, 2.9, 4.1]
IN_HAND_EARLY: Final = [0.0, 0.0, 0.0, 0.0, 1.2, 2.5, 3.3]
IN_HAND: Final = [IN_HAND_LATE] * 3 + [IN_HAND_LATER] * 2 + [IN_HAND_MIDWAY] * 2 + [IN_HAND_EARLY] * 6
# By the rounds to come, how much of what the best card would bring now beyond the usual is had in the end.
OF_NEXT: Final = [0.25] * 3 + [0.5] * 10
LOOKED_AT: Final = 3  # cards of a hand that may be the best one


class SolomonLines(Lines):
    """The cards or the digs that a seat may choose from, and what becomes of them."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        super().__init__()
        self._seat = seat
        self._state = s
        # By seat × 32 + card: everybody knows the cave that cards are for.
        self._worths: dict[int, float] = {}
        self._firsts: dict[int, Plan | None] = {}
        # What is still to be planned, the most promising last.
        self._planner = Planner(s, seat)
        self._ahead: list[tuple[float, int]] = []
        self._targets: list[Target] = []
        self._deepest: Plan | None = None
        self._bar = 0.0
        if s.step == CHOOSE:
            self._look_at_cards(s)
        else:
            self._look_at_digs(s)

    def study(self) -> bool:
        while self._ahead:
            ceiling, number = self._ahead.pop()
            if ceiling <= self._bar:
                self._ahead = []
                break
            plan = self._planner.best([self._targets[number]], self._bar)
            if plan is not None:
                self._deepest = plan
                self._bar = plan.value
            if self._ahead:
                return True
        if self._deepest is not None:
            self.plans.append(script(self._state, self._deepest))
            self.promises.append(self._deepest.value)
            self._deepest = None
        return False

    def play(self, world: State, plan: list[int], rng: Stream) -> list[float]:
        s = cast(SolomonState, world)
        for seat in range(int(s.players)):
            self._worths_of(s, seat, members(s.hands[seat], 0))
        if s.step == CHOOSE:
            self._choose(s, plan[0], rng)
            self._first_turn(s)
        else:
            made = s.shifts
            if not carried_out(s, plan):
                play_turn(s, max(1, DEPTH_OF_OTHERS - (s.shifts - made)))
        while s.seat >= 0 and s.step != CHOOSE:
            play_turn(s, DEPTH_OF_OTHERS)
        if s.seat < 0:
            return [float(score) for score in s.game.scores(s)]
        return [self._outlook(s, seat) for seat in range(int(s.players))]

    def _outlook(self, s: SolomonState, seat: i64) -> float:
        """The points that a seat may expect in the end, before a round."""
        left = s.rounds - s.round
        points = expected(s, seat, left)
        ranks: list[tuple[float, int]] = []
        for card in members(s.hands[seat], 0):
            size = s.box.cards[card].size
            points += IN_HAND[left][size]
            ranks.append((KEPT[size] - self._worths[seat * 32 + card], card))
        ranks.sort()
        return points + OF_NEXT[left] * best_of(s, seat, [card for _, card in ranks[:LOOKED_AT]])

    # Cards ----------------------------------------------------------------------------------------
    def _look_at_cards(self, s: SolomonState) -> None:
        hand = members(s.hands[self._seat], 0)
        worths = self._worths_of(s, self._seat, hand)
        kept = IN_HAND[s.rounds - s.round - 1]
        ordered = [(kept[s.box.cards[card].size] - worths[at], card) for at, card in enumerate(hand)]
        ordered.sort()
        for less, card in ordered[:CARDS]:
            self.plans.append([card])
            self.promises.append(-less)

    def _worths_of(self, s: SolomonState, seat: i64, hand: list[int]) -> list[float]:
        """What cards bring in this round as things are."""
        planner: Planner | None = None
        worths: list[float] = []
        for card in hand:
            at = seat * 32 + card
            if at not in self._worths:
                if planner is None:
                    planner = Planner(s, seat)
                plan = planner.best(planner.targets(s.box.cards[card], DEPTH_OF_OTHERS, owned(s, seat)))
                self._worths[at] = 0.0 if plan is None else plan.value
                self._firsts[at] = plan
            worths.append(self._worths[at])
        return worths

    def _choose(self, s: SolomonState, card: int, rng: Stream) -> None:
        """S21: everybody's cards; what others have chosen already in an imagined world is any card of theirs."""
        s.chosen = [int(NONE)] * int(s.players)
        s.pending = BIT[s.players] - 1
        s.seat = 0
        for seat in range(int(s.players)):
            picked = card
            if seat != self._seat:
                hand = members(s.hands[seat], 0)
                worths = self._worths_of(s, seat, hand)
                for at, other in enumerate(hand):
                    worths[at] -= KEPT[s.box.cards[other].size]
                picked = varied(hand, worths, VARIETY, rng)
            s.game.apply(s, seat, picked)

    def _first_turn(self, s: SolomonState) -> None:
        """S22: the lowest card meets the cave that it was chosen for."""
        plan = self._firsts[s.seat * 32 + s.chosen[s.seat]]
        if plan is None:
            carried_out(s, [int(STOP)])
        elif plan.objects & ~owned(s, s.seat):
            play_turn(s, DEPTH_OF_OTHERS)  # tiles dealt face down: in this world he has other objects
        else:
            made = s.shifts
            if not carried_out(s, script(s, plan)):
                play_turn(s, max(1, DEPTH_OF_OTHERS - (s.shifts - made)))

    # Digs -----------------------------------------------------------------------------------------
    def _look_at_digs(self, s: SolomonState) -> None:
        planner = self._planner
        objects = owned(s, self._seat)
        found = planner.few(turn_targets(s, planner, DEPTH_OF_OTHERS, objects), PLANS, LEAST)
        deepest = planner.best(turn_targets(s, planner, DEPTH, objects))
        if deepest is not None:
            area = deepest.area
            found = [plan for plan in found if plan.area != area]
            found.append(deepest)
        if objects & SEAL_BIT and not s.named:
            found += free_digs(s, planner, objects)
        ordered = [(-plan.value, number) for number, plan in enumerate(found)]
        ordered.append((0.0, len(found)))
        ordered.sort()
        for less, number in ordered:
            self.plans.append(script(s, found[number]) if number < len(found) else [int(STOP)])
            self.promises.append(-less)
        if not s.shifts:
            self._targets = turn_targets(s, planner, DEPTH_IN_TIME, objects)
            self._ahead = [(target.ceiling, number) for number, target in enumerate(self._targets)]
            self._ahead.sort()
            self._bar = self.promises[0]


def best_of(s: SolomonState, seat: i64, cards: list[int]) -> float:
    """How much the best of some cards would bring now beyond what such cards bring."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    best = -KEPT[6]
    for card in cards:
        chosen = s.box.cards[card]
        usual = KEPT[chosen.size]
        plan = planner.best(planner.targets(chosen, DEPTH_OF_NEXT, objects), larger(0.0, best + usual))
        best = plan.value - usual if plan is not None else larger(best, -usual)
    return best
