"""The chances of what is hidden: the same in every world a seat thinks possible, and as often true as they say."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import schatzkammer as sk
from schatzkammer.core.game import NOBODY
from schatzkammer.core.stream import seeded
from tests.conformance.cases import Case, invariant

SAMPLES = 100


def numbered(chances: list[tuple[str, float]]) -> dict[tuple[str, int], float]:
    """The chance of each copy of a thing."""
    copies: Counter[str] = Counter()
    found = {}
    for thing, chance in chances:
        copies[thing] += 1
        found[thing, copies[thing]] = chance
    return found


def test_odds_say_only_what_the_seat_knows(case: Case) -> None:
    """Byte for byte the same for a resampled hidden state."""
    rng = seeded("odds", case.game)
    for match in case.moments(1300, 12):
        for seat in (None, 0, 1):
            viewer = NOBODY if seat is None else seat
            told = json.dumps(match.odds(seat))
            assert json.dumps(case.rules.odds(match.state.sample(seat, rng), viewer)) == told


def test_the_chances_of_a_place_add_up_to_the_things_there(case: Case) -> None:
    hidden = invariant(case.game, "hidden")
    for match in case.moments(1310, 12):
        places = {} if hidden is None else hidden(match.position())
        assert not (match.over and match.odds(0))
        for seat in (None, *range(case.players)):
            for place, chances in match.odds(seat).items():
                assert all(0 < chance <= 1 for _, chance in chances)
                assert [chance for _, chance in chances] == sorted((chance for _, chance in chances), reverse=True)
                things = sum(chance for _, chance in chances)
                assert abs(things - round(things)) < 1e-9
                if place in places:
                    assert round(things) == len(places[place])
                    assert {thing for thing, _ in chances} >= set(places[place]), "the truth is possible"


def test_odds_come_true_as_often_in_samples(case: Case) -> None:
    hidden = invariant(case.game, "hidden")
    if hidden is None:
        return
    rng = seeded("often", case.game)
    match = case.halfway(1320)
    start = match.position()
    for seat in (None, 0):
        odds = match.odds(seat)
        met: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
        for _ in range(SAMPLES):
            places = hidden({**start, **case.rules.position(match.state.sample(seat, rng))})
            for place in odds.keys() & places.keys():
                for thing, copies in Counter(places[place]).items():
                    met[place].update((thing, copy) for copy in range(1, copies + 1))
        assert met
        for place, times in met.items():
            said = numbered(odds[place])
            assert times.keys() <= said.keys(), "nothing happens that has no chance"
            for copy, chance in said.items():
                spread = 5 * (SAMPLES * chance * (1 - chance)) ** 0.5 + 1
                assert abs(times[copy] - SAMPLES * chance) <= spread, (place, copy)


def test_the_truth_is_certain_and_possible(case: Case) -> None:
    """In every position, for every reader: what lies in each place that odds name, in the same form."""
    hidden = invariant(case.game, "hidden")
    for match in case.moments(1340, 12):
        places = {} if hidden is None else hidden(match.position())
        for seat in (None, *range(case.players)):
            odds, truth = match.odds(seat), match.truth(seat)
            assert truth.keys() <= odds.keys()
            assert truth.keys() >= odds.keys() & places.keys(), "only what chance has yet to decide is left out"
            for place, things in truth.items():
                assert all(chance == 1.0 for _, chance in things)
                assert numbered(things).keys() <= numbered(odds[place]).keys(), "the truth is possible"
                if place in places:
                    assert [thing for thing, _ in things] == sorted(places[place])


def test_asking_for_odds_changes_nothing(case: Case) -> None:
    match = case.halfway(1330)
    before = json.dumps(match.position())
    for seat in (None, *range(case.players)):
        match.odds(seat)
        match.truth(seat)
    assert json.dumps(match.position()) == before
    again = sk.from_position(case.game, match.position())
    assert json.dumps(again.odds(0)) == json.dumps(match.odds(0)), "from the position alone"
