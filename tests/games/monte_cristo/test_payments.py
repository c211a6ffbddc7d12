"""M63 in small steps yields exactly the legal payments: every way through a go beside a count of all payments."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

import schatzkammer as sk
from schatzkammer.core.bits import members, unpacked
from schatzkammer.games.monte_cristo.flow import STEPS
from schatzkammer.games.monte_cristo.state import COLLECTOR, TAKE_STEP, MonteCristoState
from tests.games.monte_cristo.picture import collecting

# What a go can end with: the treasures taken, and for each kind the cards and jokers spent on it.
Outcome = tuple[tuple[str, ...], tuple[tuple[str, tuple[int, ...], int], ...]]


def played(state: MonteCristoState) -> set[Outcome]:
    """All that can be reached by the steps of a go."""
    seat = state.seat
    before = Counter(unpacked(state.hands[seat]))
    found: set[Outcome] = set()
    seen: set[tuple] = set()

    def walk(s: MonteCristoState, step: int) -> None:
        where = (step, s.collected[seat], s.hands[seat], len(s.jokers[seat]), s.paid, s.least, s.largest, s.kind)
        if where in seen:
            return
        seen.add(where)
        for choice in members(STEPS[step].offer(s, seat), 0):
            twin = s.copy()
            follows = STEPS[step].choose(twin, seat, choice)
            if follows == COLLECTOR:
                found.add(outcome(s))
            else:
                walk(twin, follows)

    def outcome(s: MonteCristoState) -> Outcome:
        spent = before - Counter(unpacked(s.hands[seat]))
        taken = tuple(CODES_OF[number] for number in unpacked(s.collected[seat]))
        parts = []
        for kind in range(5):
            cards = tuple(sorted(number % 3 + 1 for number in spent.elements() if number // 3 == kind))
            jokers = (s.paid >> 4 * kind) % 16 - sum(cards)
            if cards or jokers:
                parts.append(("GRSED"[kind], cards, jokers))
        return taken, tuple(parts)

    walk(state.copy(), int(TAKE_STEP))
    return found


CODES_OF = [f"{kind}{size}" for kind in "GRSED" for size in (1, 2, 3)]


def counted(treasures: list[str], cards: list[str], jokers: int, hunters: int) -> set[Outcome]:
    """All legal payments of all sets of treasures, straight from the rule."""
    found: set[Outcome] = set()
    for number in range(min(hunters, len(treasures)) + 1):
        for taken in combinations(treasures, number):
            by_kind = []
            for kind in sorted({code[0] for code in taken}, key="GRSED".index):
                owed = sum(int(code[1]) for code in taken if code[0] == kind)
                own = [int(code[1]) for code in cards if code[0] == kind]
                by_kind.append([(kind, *payment) for payment in _payments(own, jokers, owed)])
            for parts in product(*by_kind):
                if sum(part[2] for part in parts) <= jokers:
                    found.add((tuple(sorted(taken, key=CODES_OF.index)), parts))
    return found


def _payments(own: list[int], jokers: int, owed: int) -> set[tuple[tuple[int, ...], int]]:
    """Cards and jokers that reach the sum, of which none could be left out."""
    found = set()
    for number in range(len(own) + 1):
        for cards in combinations(own, number):
            for spent in range(jokers + 1):
                bags = [*cards, *[1] * spent]
                if bags and sum(bags) >= owed > sum(bags) - min(bags):
                    found.add((tuple(sorted(cards)), spent))
    return found


def test_the_steps_of_a_go_reach_exactly_the_legal_payments() -> None:
    rng = random.Random(63)
    sizes = Counter()
    for _ in range(400):
        kinds = rng.sample("GRSED", rng.choice((1, 2, 2, 3)))
        pool = [f"{kind}{size}" for kind in kinds for size in (1, 1, 2, 2, 3, 3)]
        treasures = rng.sample(pool, rng.randint(2, 4))
        cards = rng.sample(pool, rng.randint(1, min(7, len(pool) - 1)))
        jokers = rng.randint(0, 7 - len(cards))
        hunters = rng.randint(1, 5)
        picture = f"D: {' '.join(treasures)} / {'r' * hunters}\nr: {' '.join(cards)} {'? ' * jokers}/ 0 / 0\nb: / 0 / 0"
        expected = counted(treasures, cards, jokers, hunters)
        if len(expected) > 1:
            assert played(collecting(picture, 2, "D", "r").state) == expected, picture
        else:
            with pytest.raises(sk.BadPosition, match="plays itself"):  # nothing can be taken: nobody is asked
                collecting(picture, 2, "D", "r")
        sizes[len(expected) > 20] += 1
    assert sizes[True] > 50, "hard cases were among them"
