"""Pairings of cups: nobody meets twice without need, byes go round, everybody meets everybody."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from schatzkammer.table.evenings.pairing import circle, round_robin_pairs, rounds_left, swiss_pairs, swiss_tables
from schatzkammer.table.evenings.seating import Counts

people = st.integers(2, 20)


@settings(max_examples=60)
@given(st.data(), people)
def test_swiss_never_pairs_anybody_twice_without_need(data: st.DataObject, people: int) -> None:
    """Up to half as many rounds as there are people, there always is a way (Dirac)."""
    met = [[0] * people for _ in range(people)]
    byes = [0] * people
    for _ in range(max(1, people // 2)):
        ranked = data.draw(st.permutations(range(people)))
        pairs, bye = swiss_pairs(ranked, met, byes)
        paired = [one for pair in pairs for one in pair]
        assert sorted(paired + ([] if bye is None else [bye])) == list(range(people))
        assert (bye is None) == (people % 2 == 0)
        for one, other in pairs:
            assert met[one][other] == 0
            met[one][other] = met[other][one] = 1
        if bye is not None:
            assert byes[bye] == 0
            byes[bye] = 1


@settings(max_examples=30)
@given(st.integers(2, 8), st.integers(1, 20))
def test_swiss_goes_on_when_everybody_has_met(people: int, rounds: int) -> None:
    met = [[0] * people for _ in range(people)]
    byes = [0] * people
    for _ in range(rounds):
        pairs, bye = swiss_pairs(range(people), met, byes)
        for one, other in pairs:
            met[one][other] += 1
            met[other][one] += 1
        if bye is not None:
            byes[bye] += 1
    assert max(byes) - min(byes) <= 2
    times = [met[one][other] for one, other in combinations(range(people), 2)]
    assert max(times) - min(times) <= 2


def test_swiss_pairs_those_next_to_each_other_and_the_last_has_the_bye() -> None:
    nobody = [[0] * 5 for _ in range(5)]
    assert swiss_pairs([4, 2, 0, 3, 1], nobody, [0] * 5) == ([(4, 2), (0, 3)], 1)
    assert swiss_pairs([4, 2, 0, 3, 1], nobody, [0, 1, 0, 0, 0])[1] == 3, "nobody has two byes"


@settings(max_examples=40)
@given(st.data(), st.integers(3, 20), st.integers(3, 5))
def test_swiss_tables_seat_everybody_once(data: st.DataObject, people: int, seats: int) -> None:
    counts = Counts(people, seats)
    points = data.draw(st.lists(st.integers(0, 12), min_size=people, max_size=people))
    ranked = sorted(range(people), key=lambda one: -points[one])
    for _ in range(2):
        tables = swiss_tables(ranked, points, counts, seats)
        assert len(tables) == -(-people // seats)
        assert sorted(one for table in tables for one in table if one is not None) == list(range(people))
        counts.add(tables)


def test_swiss_tables_bring_equal_points_together() -> None:
    tables = swiss_tables(range(8), [6, 6, 6, 6, 0, 0, 0, 0], Counts(8, 4), 4)
    assert sorted(sorted(table) for table in tables) == [[0, 1, 2, 3], [4, 5, 6, 7]]


@given(people)
def test_a_circle_lets_everybody_meet_everybody_once(people: int) -> None:
    rounds = circle(people)
    assert len(rounds) == people - 1 + people % 2
    assert sorted(tuple(sorted(pair)) for pairs in rounds for pair in pairs) == list(combinations(range(people), 2))
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in rounds)


@settings(max_examples=60)
@given(st.data(), st.integers(2, 12))
def test_a_round_robin_ends_when_all_have_met(data: st.DataObject, people: int) -> None:
    """Also where somebody comes late and somebody leaves."""
    late = data.draw(st.integers(0, 2))
    size = people + late
    met = [[0] * size for _ in range(size)]
    present = list(range(people))
    known = people
    rounds = 0
    while rounds_left(present, [row[:known] for row in met[:known]]):
        pairs = round_robin_pairs(present, [row[:known] for row in met[:known]])
        assert pairs
        for one, other in pairs:
            assert {one, other} <= set(present)
            assert met[one][other] == 0
            met[one][other] = met[other][one] = 1
        rounds += 1
        if known < size:
            present.append(known)
            known += 1
        elif len(present) > 2 and rounds == 2 and data.draw(st.booleans()):
            present.remove(data.draw(st.sampled_from(present)))
    assert all(met[one][other] for one, other in combinations(present, 2))
    assert rounds <= 2 * size
    assert late or rounds <= people - 1 + people % 2
