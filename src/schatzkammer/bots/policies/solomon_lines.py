"""King Solomon by whole plans: which card, or which dig, once everybody has answered it in this round.

A card is judged by the round that follows: the others choose what looks good to them, and everybody plays out his
turn, the lower card first. A turn is judged by what it brings and by what it leaves to those who come after it. The
round over, what everybody has is counted as what it may be expected to score in the end.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_plan import Plan, Planner
from schatzkammer.bots.policies.solomon_turn import carried_out, free_digs, owned, play_turn, script, turn_targets
from schatzkammer.bots.policies.solomon_worth import KEPT, expected
from schatzkammer.bots.policy import Lines, varied
from schatzkammer.core.bits import BIT, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.moves import STOP
from schatzkammer.games.solomon.state import CHOOSE, NONE, SolomonState
from schatzkammer.games.solomon.steps.dig import SEAL_BIT

DEPTH: Final[i64] = 3  # shifts that are planned ahead for the best dig at hand ...
DEPTH_OF_OTHERS: Final[i64] = 2  # ... and for all others
PLANS: Final = 5  # digs that are compared ...
LEAST: Final = -1.0  # ... if they promise more than that ...
CARDS: Final = 10  # ... or cards
VARIETY: Final = 1.0  # how much better than it is a card may look to the others
# By its cells, what a card in hand adds to the points in the end, as far as it could be measured.
IN_HAND: Final = [0.0, 0.0, 0.0, 0.0, 1.5, 2.5, 5.0]


class SolomonLines(Lines):
    """The cards or the digs that a seat may choose from, and what becomes of them."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        super().__init__()
        self._seat = seat
        self._round = s.round
        # By seat × 32 + card, while cards are chosen: everybody knows the cave that they are for.
        self._worths: dict[int, float] = {}
        self._firsts: dict[int, Plan | None] = {}
        if s.step == CHOOSE:
            self._look_at_cards(s)
        else:
            self._look_at_digs(s)

    def play(self, world: State, plan: list[int], rng: Stream) -> list[float]:
        s = cast(SolomonState, world)
        if s.step == CHOOSE:
            self._choose(s, plan[0], rng)
            self._first_turn(s)
        else:
            made = s.shifts
            if not carried_out(s, plan):
                play_turn(s, max(1, DEPTH_OF_OTHERS - (s.shifts - made)))
        while s.round == self._round:
            play_turn(s, DEPTH_OF_OTHERS)
        return outlook(s)

    # Cards ----------------------------------------------------------------------------------------
    def _look_at_cards(self, s: SolomonState) -> None:
        hand = members(s.hands[self._seat], 0)
        worths = self._worths_of(s, self._seat, hand)
        ordered = [(IN_HAND[s.box.cards[card].size] - worths[at], card) for at, card in enumerate(hand)]
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
        planner = Planner(s, self._seat)
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


def outlook(s: SolomonState) -> list[float]:
    """The points that each seat may expect in the end."""
    if s.seat < 0:
        return [float(score) for score in s.game.scores(s)]
    found: list[float] = []
    for seat in range(int(s.players)):
        left = s.rounds - s.round
        points = 0.0
        if s.step != CHOOSE:
            if s.waiting & BIT[seat]:
                points += IN_HAND[s.box.cards[s.chosen[seat]].size]
            else:
                left -= 1
        for card in members(s.hands[seat], 0):
            points += IN_HAND[s.box.cards[card].size]
        found.append(points + expected(s, seat, left))
    return found
