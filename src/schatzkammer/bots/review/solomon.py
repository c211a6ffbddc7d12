"""Judges King Solomon, where single actions mean little: a move is judged by the turn that it begins.

Turns are compared by playing the round to its end, as the racing bots do. Luck is measured without playing on, since
a draw is small beside the noise of a played round: what every seat has, its cards, and its best dig in this round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from schatzkammer.bots.estimate import Estimate, from_points, result
from schatzkammer.bots.policies.solomon.planner import Planner
from schatzkammer.bots.policies.solomon.tile_values import KEPT, expected_score
from schatzkammer.bots.policies.solomon.turn import owned, play_actions, play_turn, turn_targets
from schatzkammer.bots.policies.solomon.turn_plans import (
    CARDS_TRIED,
    IN_HAND,
    NEXT_DEPTH,
    NOISE,
    OF_NEXT,
    SIDE_DEPTH,
)
from schatzkammer.bots.policy import noisy_best
from schatzkammer.bots.review.worth import Judge, Trial
from schatzkammer.core.bits import bit, count, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.solomon.moves import PLAY
from schatzkammer.games.solomon.state import CHOOSE_STEP, NONE, SolomonState

MOST_DETAILS: Final = 4  # choices of a detail that are compared
MOST_STEPS: Final = 40  # of a turn that is played on
# What the count of points lacks on average before cards are chosen, measured over 40 games of `greedy` each: by players
# and by the rounds to come.
LACKING: Final = {
    2: [-5.0, -9.5, -10.5, -10.9, -11.7, -8.6, -6.9, -3.6, -1.3, 1.5, 4.8, 9.4, 15.3],
    3: [-3.0, -8.5, -9.8, -9.7, -9.2, -6.0, -3.7, 0.3, 4.0],
    4: [-3.0, -8.5, -9.2, -9.9, -9.9, -7.0, -7.7],
    5: [-3.0, -7.5, -7.9, -9.7, -10.8, -12.9],
}
PROMISED: Final = 2.5  # by how much a seat's best dig promises more than it brings, measured in the same way
MARGIN: Final = 8.0  # the lead in points at which a win is twice to three times as likely as a defeat, in any round


class SolomonJudge(Judge):
    """Compares turns by played rounds; counts points for everything else."""

    luck_worlds = 32
    worlds = 4
    glanced = 12
    tried = 24
    compared = (32, 128)
    deals = 64

    def settle(self, world: State, seat: int, rng: Stream) -> Estimate:
        if world.seat < 0:
            return result(world)
        return counted(cast(SolomonState, world))

    def trial(self, state: State, seat: int, chosen: Sequence[int], actions: Sequence[int]) -> Trial:
        return SolomonTrial(self, cast(SolomonState, state), seat, chosen, actions)


class SolomonTrial(Trial):
    """The beginnings of the best turns, or the best cards, and what was chosen."""

    def __init__(
        self, judge: SolomonJudge, state: SolomonState, seat: int, chosen: Sequence[int], actions: Sequence[int]
    ) -> None:
        super().__init__(judge, actions)
        self._policy = judge.policy
        self._turns: dict[int, list[int]] = {}  # by first action, the whole turn
        self._cards: dict[int, float] = {}  # by seat × 32 + card, what it would gain; the same in all worlds
        if judge.policy.skips_search(state):
            values = judge.policy.evaluate(state, seat, list(actions))
            ranked = sorted(zip(values, actions, strict=True), key=lambda entry: (-entry[0], entry[1]))
            self.actions = [action for _, action in ranked[:MOST_DETAILS]]
        else:
            plans = judge.policy.plans(state, seat, None)
            while plans.extend():
                pass
            for plan in plans.plans:
                self._turns.setdefault(plan[0], plan)
            self.actions = list(self._turns)
        self._turns[chosen[0]] = list(chosen)
        if chosen[0] not in self.actions:
            self.actions.append(chosen[0])

    def play(self, world: State, seat: int, action: int, rng: Stream) -> Estimate:
        s = cast(SolomonState, world)
        if s.step == CHOOSE_STEP:
            self._choose(s, seat, action, rng)
        else:
            play_actions(s, self._turns.get(action, [action]))
        for _ in range(MOST_STEPS):
            if s.seat < 0 or s.step == CHOOSE_STEP:
                break
            if self._policy.skips_search(s):
                self._step(s)
            else:
                play_turn(s, SIDE_DEPTH)
        return self.judge.settle(s, seat, rng)

    def _step(self, s: SolomonState) -> None:
        """Plays one step of a turn in which objects are declared, or tiles have to be given away."""
        actions = s.legal()
        values = self._policy.evaluate(s, int(s.seat), actions)
        s.apply(actions[values.index(max(values))])

    def _choose(self, s: SolomonState, seat: int, action: int, rng: Stream) -> None:
        """S21: the seat chooses a card, and all others choose one that looks good to them."""
        s.chosen = [int(NONE)] * int(s.players)
        cast(TurnGame, s.game).advance(s, CHOOSE_STEP)
        for other in range(int(s.players)):
            picked = action
            if other != seat:
                hand = members(s.hands[other], 0)
                gains = [self._gain(s, other, card) - KEPT[s.box.cards[card].size] for card in hand]
                picked = int(PLAY.first) + noisy_best(hand, gains, NOISE, rng)
            s.game.apply(s, other, picked)

    def _gain(self, s: SolomonState, seat: int, card: int) -> float:
        """What a card would gain a seat in this round."""
        at = seat * 32 + card
        if at not in self._cards:
            planner = Planner(s, seat)
            plan = planner.best(planner.targets(s.box.cards[card], SIDE_DEPTH, owned(s, seat)))
            self._cards[at] = 0.0 if plan is None else plan.value
        return self._cards[at]


def counted(s: SolomonState) -> Estimate:
    """What every seat has, its cards in hand, and its best dig in this round, counted as points in the end."""
    choosing = s.step == CHOOSE_STEP
    players = int(s.players)
    later = int(s.rounds - s.round) - (0 if choosing else 1)
    waiting = 0 if choosing else int(count(s.waiting))
    gap = LACKING[players][later] - PROMISED * waiting / players
    points: list[float] = []
    for seat in range(players):
        has = expected_score(s, seat, later) + gap
        hand = members(s.hands[seat], 0)
        for card in hand:
            has += IN_HAND[later][s.box.cards[card].size]
        if choosing:
            has += OF_NEXT[later] * _best_card(s, seat, hand)
        elif s.waiting & bit(seat):
            has += _dig(s, seat)
        points.append(has)
    estimate = from_points(points, MARGIN)
    whole = sum(estimate.wins)
    return Estimate([win / whole for win in estimate.wins], points)


def _best_card(s: SolomonState, seat: int, hand: list[int]) -> float:
    """By how much the best of the largest cards would exceed the usual gain of its size."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    best = -KEPT[6]
    for card in hand[-CARDS_TRIED:]:
        chosen = s.box.cards[card]
        plan = planner.best(planner.targets(chosen, NEXT_DEPTH, objects))
        best = max(best, (0.0 if plan is None else plan.value) - KEPT[chosen.size])
    return best


def _dig(s: SolomonState, seat: int) -> float:
    """What a seat's best dig would bring now, less the shifts it has made."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    if s.seat == seat:
        plan = planner.best(turn_targets(s, planner, SIDE_DEPTH, objects))
        return (0.0 if plan is None else plan.value) - float(s.shifts)
    plan = planner.best(planner.targets(s.box.cards[s.chosen[seat]], SIDE_DEPTH, objects))
    return 0.0 if plan is None else plan.value
