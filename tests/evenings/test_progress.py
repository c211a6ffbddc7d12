"""Whole evenings without a server: rounds, late joiners, leavers, pauses, and the table at the end."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schatzkammer.table.errors import Refused
from schatzkammer.table.evenings import progress
from schatzkammer.table.evenings.model import Evening, Kind, Plan
from schatzkammer.table.evenings.standings import percentages, ranking
from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.model import Person, Terms
from schatzkammer.table.names import NOBODY


def person(name: str) -> Person:
    return Person(f"id of {name}", name)


def new(people: str, kind: Kind = "duplicate", seats: int = 2, rounds: int = 3) -> Evening:
    evening = Evening(Plan("Friday", kind, Terms("ali-baba", seats), rounds), "id of A")
    for name in people:
        evening = progress.joined(evening, person(name))
    return evening


def opened(evening: Evening) -> Evening:
    """The next round at tables whose ids say which round and table they are."""
    seats, bye = progress.next_tables(evening)
    ids = [f"{len(evening.rounds)}.{number}" for number in range(len(seats))]
    return progress.opened(evening, ids, seats, bye)


def played(evening: Evening, strength: list[int | None]) -> Evening:
    """The running round, in which the stronger ends in front; None is gone, and bots are the weakest."""
    results = {}
    for game in evening.rounds[-1].games:
        worth = [-1 if number is None else strength[number] for number in game.seats]
        keys = [-100 if one is None else one for one in worth]
        places = [1 + sum(other > one for other in keys) for one in keys]
        results[game.table] = [
            Ended(place, 0 if one is None else one, gone=one is None) for place, one in zip(places, worth, strict=True)
        ]
    return progress.settled(evening, results, 1000)


def names(evening: Evening) -> list[str]:
    return [evening.people[line.number].name for line in ranking(evening)]


def test_a_duplicate_evening_of_five_orders_people_by_strength() -> None:
    evening = progress.started(new("ABCDE", rounds=6))
    while evening.phase != "over":
        evening = played(opened(evening), [5, 4, 3, 2, 1])
    assert len(evening.rounds) == 6
    assert names(evening)[0] == "A"
    assert [line.place for line in ranking(evening)] == sorted(line.place or 0 for line in ranking(evening))
    assert all(0 <= line.points <= 100 and line.played == 6 for line in ranking(evening))
    total = sum(share for one in evening.rounds for row in percentages(one) for share in row)
    assert total == pytest.approx(50 * 6 * 6), "matchpoints are shared out: the mean of all seats is a half"


def test_a_late_joiner_plays_from_the_next_round_and_is_ranked_with_half_of_the_deals() -> None:
    evening = opened(progress.started(new("ABCD", rounds=4)))
    evening = progress.joined(evening, person("E"))
    assert all(4 not in game.seats for game in evening.rounds[-1].games)
    evening = played(evening, [1, 1, 1, 1, 9])
    evening = opened(evening)
    assert any(4 in game.seats for game in evening.rounds[-1].games)
    while evening.phase != "over":
        evening = played(evening, [1, 1, 1, 1, 9])
        evening = opened(evening) if evening.phase != "over" else evening
    late = ranking(evening)[0]
    assert (evening.people[late.number].name, late.place, late.played, late.points) == ("E", 1, 3, 100.0)


def test_whoever_comes_for_less_than_half_of_the_deals_has_no_place() -> None:
    evening = progress.started(new("ABCD", rounds=3))
    for _ in range(2):
        evening = played(opened(evening), [1, 2, 3, 4])
    evening = progress.joined(evening, person("E"))
    evening = played(opened(evening), [1, 2, 3, 4, 9])
    assert evening.phase == "over"
    last = ranking(evening)[-1]
    assert (evening.people[last.number].name, last.place, last.played) == ("E", None, 1)


def test_a_leaver_gets_nothing_for_the_deal_under_way_and_no_place() -> None:
    evening = opened(progress.started(new("ABCDE", rounds=2)))
    evening = progress.left(evening, 0)
    evening = played(evening, [None, 1, 1, 1, 1])
    [line] = [one for one in ranking(evening) if one.number == 0]
    assert (line.place, line.played, line.points) == (None, 1, 0.0)
    evening = opened(evening)
    assert all(0 not in game.seats for game in evening.rounds[-1].games)
    evening = played(evening, [None, 1, 1, 1, 1])
    assert evening.phase == "over"
    assert names(evening)[-1] == "A"


def test_whoever_left_may_come_back() -> None:
    evening = progress.left(opened(progress.started(new("ABC"))), 1)
    with pytest.raises(Refused, match="do not take part"):
        progress.left(evening, 1)
    evening = progress.joined(evening, person("B"))
    assert len(evening.people) == 3
    assert evening.present == [0, 1, 2]


def test_a_pause_opens_no_round_and_games_go_on() -> None:
    evening = progress.paused(opened(progress.started(new("ABCD"))))
    evening = played(evening, [1, 2, 3, 4])
    assert evening.rounds[-1].over
    assert evening.next_at is None
    with pytest.raises(Refused):
        progress.hurried(evening)
    assert progress.resumed(evening).next_at == 0


def test_a_break_follows_each_round_and_the_host_may_go_on_sooner() -> None:
    evening = opened(progress.started(new("ABCD")))
    with pytest.raises(Refused) as caught:
        progress.hurried(evening)
    assert caught.value.code == "round_runs"
    evening = played(evening, [1, 2, 3, 4])
    assert evening.next_at == 1000 + progress.BREAK
    assert progress.hurried(evening).next_at == 0


def test_steps_at_the_wrong_time_are_refused() -> None:
    waiting = new("AB")
    for step, code in (
        (progress.paused, "not_running"),
        (progress.resumed, "not_paused"),
        (progress.ended, "not_running"),
        (progress.hurried, "not_running"),
    ):
        with pytest.raises(Refused) as caught:
            step(waiting)
        assert caught.value.code == code
    with pytest.raises(Refused) as caught:
        progress.started(new("A"))
    assert caught.value.code == "too_few"
    with pytest.raises(Refused) as caught:
        progress.started(progress.started(waiting))
    assert caught.value.code == "evening_begun"
    with pytest.raises(Refused) as caught:
        progress.joined(new("ABCDEFGHIJKLMNOPQRST"), person("U"))
    assert caught.value.code == "evening_full"
    over = progress.ended(progress.started(waiting))
    for late in (lambda: progress.joined(over, person("C")), lambda: progress.left(over, 0)):
        with pytest.raises(Refused) as caught:
            late()
        assert caught.value.code == "evening_over"


def test_results_come_one_by_one_and_twice_change_nothing() -> None:
    evening = opened(progress.started(new("ABCD")))
    first = {evening.rounds[0].games[0].table: [Ended(1, 5), Ended(2, 3)]}
    once = progress.settled(evening, first, 5)
    assert not once.between
    assert progress.settled(once, first, 9) == once


def test_a_guest_who_signs_in_keeps_their_part() -> None:
    evening = progress.started(new("AB"))
    account = Person("account", "Ada")
    after = progress.handed(evening, "id of A", account)
    assert (after.people[0].identity, after.people[0].name, after.host) == ("account", "Ada", "account")
    both = progress.joined(evening, account)
    after = progress.handed(both, "id of A", account)
    assert after.present == [1, 2], "who takes part twice leaves once"


def test_a_deleted_account_is_nobody_in_the_table() -> None:
    evening = progress.forgotten(opened(progress.started(new("AB"))), "id of A")
    assert (evening.people[0].name, evening.people[0].identity, evening.present) == (NOBODY, "", [1])
    assert evening.host == "id of B", "somebody is the host"


# Cups -----------------------------------------------------------------------------------------------------
def test_a_swiss_cup_of_six_finds_the_strongest() -> None:
    evening = progress.started(new("ABCDEF", "swiss", rounds=4))
    while evening.phase != "over":
        evening = played(opened(evening), [6, 5, 4, 3, 2, 1])
    table = ranking(evening)
    assert (evening.people[table[0].number].name, table[0].points) == ("A", 4.0)
    assert sum(line.points for line in table) == 3 * 4
    met = [frozenset(game.seats) for one in evening.rounds for game in one.games]
    assert len(met) == len(set(met)), "nobody meets twice"


def test_buchholz_then_direct_encounter_then_sonneborn_berger_decide() -> None:
    evening = progress.started(new("ABCDE", "swiss", rounds=3))
    while evening.phase != "over":
        evening = played(opened(evening), [5, 4, 3, 2, 1])
    table = ranking(evening)
    keys = [(-line.points, -(line.buchholz or 0), -line.direct, -line.berger) for line in table]
    assert keys == sorted(keys)
    assert [line.place for line in table] == [1 + sum(other < key for other in keys) for key in keys]
    assert sum(line.points for line in table) == 3 * 2 + 3, "a bye is worth a win"


def test_a_round_robin_of_five_meets_everybody_once() -> None:
    evening = progress.started(new("ABCDE", "round_robin"))
    while evening.phase != "over":
        evening = played(opened(evening), [5, 4, 3, 2, 1])
    assert len(evening.rounds) == 5
    assert [line.points for line in ranking(evening)] == [4, 3, 2, 1, 0]
    assert names(evening) == list("ABCDE")


def test_in_a_round_robin_games_against_leavers_are_won() -> None:
    evening = played(opened(progress.started(new("ABCD", "round_robin"))), [4, 3, 2, 1])
    evening = progress.left(evening, 0)
    while evening.phase != "over":
        evening = played(opened(evening), [4, 3, 2, 1])
    lines = {evening.people[line.number].name: line for line in ranking(evening)}
    assert sum(line.points for line in lines.values()) == 1 + 3 + 2
    assert lines["A"].points == 1


def test_level_people_share_a_place() -> None:
    evening = progress.started(new("ABCD", "round_robin"))
    while evening.phase != "over":
        evening = played(opened(evening), [7, 7, 7, 7])
    assert [line.place for line in ranking(evening)] == [1, 1, 1, 1]


@settings(max_examples=25)
@given(st.integers(2, 9), st.integers(2, 5), st.sampled_from(["duplicate", "swiss", "round_robin"]), st.randoms())
def test_any_evening_ends(people: int, seats: int, kind: Kind, rng: random.Random) -> None:
    """Also with people who come and go at any time; what is stored is read back the same."""
    evening = progress.started(new("ABCDEFGHI"[:people], kind, 2 if kind == "round_robin" else seats, rounds=4))
    for _ in range(40):
        if rng.random() < 0.3 and len(evening.present) > 2:
            evening = progress.left(evening, rng.choice(evening.present))
        if rng.random() < 0.2 and len(evening.people) < 11:
            evening = progress.joined(evening, person(f"late {len(evening.people)}"))
        evening = opened(evening)
        if evening.phase == "over":
            break
        strength = [rng.choice([None, 1, 2, 3]) for _ in evening.people]
        evening = played(evening, strength)
        assert len(ranking(evening)) == len(evening.people)
        if evening.phase == "over":
            break
    assert evening.phase == "over"
    assert msgspec.json.decode(msgspec.json.encode(evening), type=Evening) == evening
