"""Chances against all arrangements, written out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from schatzkammer.core.odds import both, chances, drawn, known, pool, total

POOL = {"a": 3, "b": 2, "c": 1}
PIECES = [thing for thing, copies in POOL.items() for _ in range(copies)]


def written_out(places: list[Counter]) -> dict[tuple[str, int], float]:
    """The chance of at least so many copies, from the equally likely contents of a place."""
    met = Counter((thing, n) for place in places for thing in place for n in range(1, place[thing] + 1))
    return {key: float(Fraction(times, len(places))) for key, times in met.items()}


def listed(found: list[tuple[str, float]]) -> dict[tuple[str, int], float]:
    """The chances by thing and number of copies."""
    copies: Counter = Counter()
    numbered = {}
    for thing, chance in found:
        copies[thing] += 1
        numbered[thing, copies[thing]] = chance
    return numbered


@pytest.mark.parametrize("size", range(len(PIECES) + 1))
def test_a_place_holds_pieces_of_a_pool(size: int) -> None:
    found = chances(pool(POOL, size))
    assert listed(found) == pytest.approx(written_out([Counter(hand) for hand in combinations(PIECES, size)]))
    assert sum(chance for _, chance in found) == pytest.approx(size)


def test_a_place_has_two_sources() -> None:
    other = {"a": 1, "d": 2}
    pieces = [thing for thing, copies in other.items() for _ in range(copies)]
    places = [Counter(one + two) for one, two in product(combinations(PIECES, 3), combinations(pieces, 2))]
    assert listed(chances(both(pool(POOL, 3), pool(other, 2)))) == pytest.approx(written_out(places))


def test_what_was_seen_is_certain() -> None:
    assert chances(known(["b", "a", "b"])) == [("a", 1.0), ("b", 1.0), ("b", 1.0)]
    assert listed(chances(both(known(["a"]), pool(POOL, 2)))) == pytest.approx(
        written_out([Counter(["a", *hand]) for hand in combinations(PIECES, 2)])
    )


def test_numbers_add_up() -> None:
    assert drawn(2, 0, 2) == [0.0, 0.0, 1.0]
    assert total([0.5, 0.5], [0.25, 0.75]) == [0.125, 0.5, 0.375]
    assert chances(pool(POOL, 0)) == []
