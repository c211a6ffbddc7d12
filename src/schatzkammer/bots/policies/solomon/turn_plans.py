"""King Solomon's decisions as whole plans: which card to play, or which dig to make.

A plan is simulated to the end of the round: the others choose cards that look good to them, and all turns are played
by the planner. Then coins, tiles and cards in hand are counted as the points expected from them in the end. So a plan
is also judged by what it leaves to others. The last two rounds are played to the end of the game.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.estimate import Estimate, from_points
from schatzkammer.bots.policies.solomon.planner import Plan, Planner, Target, best_first
from schatzkammer.bots.policies.solomon.tile_values import KEPT, expected_score, larger
from schatzkammer.bots.policies.solomon.turn import (
    DEPTH,
    owned,
    plan_actions,
    play_actions,
    play_turn,
    seal_plans,
    turn_targets,
)
from schatzkammer.bots.policy import PlanSet, noisy_best
from schatzkammer.bots.values.value import Value
from schatzkammer.core.bits import members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.solomon.moves import PLAY, STOP
from schatzkammer.games.solomon.state import CHOOSE_STEP, NONE, SolomonState

# Shifts planned ahead beside DEPTH, which is for the best dig.
EXTENDED_DEPTH: Final[i64] = 4  # for the best dig at the beginning of a turn, while the race is on
SIDE_DEPTH: Final[i64] = 2  # for all other digs and in simulated turns
NEXT_DEPTH: Final[i64] = 1  # for the cards of the next round
MOST_DIGS: Final = 5  # plans for digs
LEAST_VALUE: Final = -1.0  # of a dig to become a plan
MOST_CARDS: Final = 10  # plans for cards
NOISE: Final = 0.3  # in the others' choice of cards, in points
# What a card in hand adds to the final score, by the rounds to come and its cells: from a regression of final scores on
# what two players had after each round.
IN_HAND_LATE: Final = [0.0, 0.0, 0.0, 0.0, 1.2, 4.8, 7.1]
IN_HAND_LATER: Final = [0.0, 0.0, 0.0, 0.0, 1.1, 3.6, 5.2]
IN_HAND_MIDWAY: Final = [0.0, 0.0, 0.0, 0.0, 0.9, 2.9, 4.1]
IN_HAND_EARLY: Final = [0.0, 0.0, 0.0, 0.0, 1.2, 2.5, 3.3]
IN_HAND: Final = [IN_HAND_LATE] * 3 + [IN_HAND_LATER] * 2 + [IN_HAND_MIDWAY] * 2 + [IN_HAND_EARLY] * 6
# How much of the best card's gain beyond the usual counts in the end, by the rounds to come.
OF_NEXT: Final = [0.25] * 3 + [0.5] * 10
CARDS_TRIED: Final = 3  # of each hand, to find the best one


class SolomonPlans(PlanSet):
    """The cards or digs that a seat can choose from."""

    def __init__(self, s: SolomonState, seat: i64, value: Value | None, margin: float) -> None:
        super().__init__()
        self._seat = seat
        self._value = value
        self._margin = margin
        self._state = s
        # By seat × 32 + card; the same in all worlds, as everybody knows the same of the cave.
        self._values: dict[int, float] = {}
        self._firsts: dict[int, Plan | None] = {}
        # Targets still to be searched at EXTENDED_DEPTH, the most promising last.
        self._planner = Planner(s, seat)
        self._ahead: list[tuple[float, int]] = []
        self._targets: list[Target] = []
        self._deepest: Plan | None = None
        self._bar = 0.0
        if s.step == CHOOSE_STEP:
            self._add_cards(s)
        else:
            self._add_digs(s)

    def extend(self) -> bool:
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
            self.plans.append(plan_actions(self._state, self._deepest))
            self.priors.append(self._deepest.value)
            self._deepest = None
        return False

    def simulate(self, world: State, plan: list[int], rng: Stream) -> Estimate:
        s = cast(SolomonState, world)
        for seat in range(int(s.players)):
            self._values_of(s, seat, members(s.hands[seat], 0))
        if s.step == CHOOSE_STEP:
            self._choose(s, plan[0] - int(PLAY.first), rng)
            self._first_turn(s)
        else:
            _play_plan(s, plan)
        while s.seat >= 0 and s.step != CHOOSE_STEP:
            play_turn(s, SIDE_DEPTH)
        if s.seat < 0:
            return from_points([float(score) for score in s.game.scores(s)], self._margin)
        if self._value is not None:
            return self._value.estimate(s, self._seat)
        return from_points([self._expected_points(s, seat) for seat in range(int(s.players))], self._margin)

    def _expected_points(self, s: SolomonState, seat: i64) -> float:
        """The expected final points of a seat, before a round."""
        left = s.rounds - s.round
        points = expected_score(s, seat, left)
        ranks: list[tuple[float, int]] = []
        for card in members(s.hands[seat], 0):
            size = s.box.cards[card].size
            points += IN_HAND[left][size]
            ranks.append((KEPT[size] - self._values[seat * 32 + card], card))
        ranks.sort()
        return points + OF_NEXT[left] * best_card(s, seat, [card for _, card in ranks[:CARDS_TRIED]])

    # Cards ----------------------------------------------------------------------------------------
    def _add_cards(self, s: SolomonState) -> None:
        hand = members(s.hands[self._seat], 0)
        values = self._values_of(s, self._seat, hand)
        kept = IN_HAND[s.rounds - s.round - 1]
        ordered = [(kept[s.box.cards[card].size] - values[at], card) for at, card in enumerate(hand)]
        ordered.sort()
        for loss, card in ordered[:MOST_CARDS]:
            self.plans.append([int(PLAY.first) + card])
            self.priors.append(-loss)

    def _values_of(self, s: SolomonState, seat: i64, hand: list[int]) -> list[float]:
        """What each card would gain in this round."""
        planner: Planner | None = None
        values: list[float] = []
        for card in hand:
            at = seat * 32 + card
            if at not in self._values:
                if planner is None:
                    planner = Planner(s, seat)
                plan = planner.best(planner.targets(s.box.cards[card], SIDE_DEPTH, owned(s, seat)))
                self._values[at] = 0.0 if plan is None else plan.value
                self._firsts[at] = plan
            values.append(self._values[at])
        return values

    def _choose(self, s: SolomonState, card: int, rng: Stream) -> None:
        """S21: chooses a card for every seat, including those that have already chosen in the sampled world."""
        s.chosen = [int(NONE)] * int(s.players)
        cast(TurnGame, s.game).advance(s, CHOOSE_STEP)
        for seat in range(int(s.players)):
            picked = card
            if seat != self._seat:
                hand = members(s.hands[seat], 0)
                values = self._values_of(s, seat, hand)
                for at, other in enumerate(hand):
                    values[at] -= KEPT[s.box.cards[other].size]
                picked = noisy_best(hand, values, NOISE, rng)
            s.game.apply(s, seat, int(PLAY.first) + picked)

    def _first_turn(self, s: SolomonState) -> None:
        """S22: the lowest card meets the cave that it was chosen for, so its plan still holds."""
        plan = self._firsts[s.seat * 32 + s.chosen[s.seat]]
        if plan is None:
            play_actions(s, [int(STOP.first)])
        elif plan.objects & ~owned(s, s.seat):
            play_turn(s, SIDE_DEPTH)  # in this world the seat was dealt other objects face down
        else:
            _play_plan(s, plan_actions(s, plan))

    # Digs -----------------------------------------------------------------------------------------
    def _add_digs(self, s: SolomonState) -> None:
        planner = self._planner
        objects = owned(s, self._seat)
        found = planner.few(turn_targets(s, planner, SIDE_DEPTH, objects), MOST_DIGS, LEAST_VALUE)
        deepest = planner.best(turn_targets(s, planner, DEPTH, objects))
        if deepest is not None:
            area = deepest.area
            found = [plan for plan in found if plan.area != area]
            found.append(deepest)
        found += seal_plans(s, planner, objects)
        stop = Plan(0.0, [], 0, 0, 0)
        for plan in best_first([*found, stop]):
            self.plans.append([int(STOP.first)] if plan is stop else plan_actions(s, plan))
            self.priors.append(plan.value)
        if not s.shifts:
            self._targets = turn_targets(s, planner, EXTENDED_DEPTH, objects)
            self._ahead = [(target.ceiling, number) for number, target in enumerate(self._targets)]
            self._ahead.sort()
            self._bar = self.priors[0]


def _play_plan(s: SolomonState, actions: list[int]) -> None:
    """Plays a plan; where an unseen tile shows, the planner takes over."""
    made = s.shifts
    if not play_actions(s, actions):
        play_turn(s, max(1, SIDE_DEPTH - (s.shifts - made)))


def best_card(s: SolomonState, seat: i64, cards: list[int]) -> float:
    """By how much the best of these cards would now exceed the usual gain of its size."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    best = -KEPT[6]
    for card in cards:
        chosen = s.box.cards[card]
        usual = KEPT[chosen.size]
        plan = planner.best(planner.targets(chosen, NEXT_DEPTH, objects), larger(0.0, best + usual))
        best = plan.value - usual if plan is not None else larger(best, -usual)
    return best
