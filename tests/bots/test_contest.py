"""Comparing whole plans in the same worlds: King Solomon's cards and digs."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.contest import FEWEST, Contest
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies.solomon import POLICY
from schatzkammer.bots.policies.solomon_worth import expected
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.moves import NOTATION
from schatzkammer.games.solomon.state import ACT, CHOOSE
from tests.bots.settings import SOLOMON
from tests.games.solomon.picture import match as drawn_match


def cave(*rows):
    """Rows of a cave that is empty above them."""
    return "\n".join([*[". . . . . ."] * (6 - len(rows)), *rows])


@pytest.mark.parametrize(("players", "options"), SOLOMON)
def test_plans_can_be_followed_and_rest_on_no_secret(players, options):
    match = sk.new("solomon", players=players, seed="lines", options=options)
    rngs = streams("lines", players)
    steps = set()
    while not match.over:
        seat = match.to_act[0]
        if match.state.step in (CHOOSE, ACT) and rngs[0].below(5) == 0:
            worlds = [match.state.sample(seat, rngs[0]) for _ in range(2)]
            lines = [POLICY.lines(world, seat) for world in worlds]
            assert lines[0].plans == lines[1].plans
            assert lines[0].promises == lines[1].promises == sorted(lines[0].promises, reverse=True)
            for plan in lines[0].plans[:2]:
                assert plan[0] in match.legal_actions(seat)
                expected = [line.play(worlds[0].copy(), plan, seeded("same", "test")) for line in lines]
                assert expected[0] == expected[1]
                assert len(expected[0]) == players
            steps.add(int(match.state.step))
        decide(match, seat, find("greedy" if rngs[0].below(3) else "random"), rngs[seat])
    assert steps == {CHOOSE, ACT}


def compared(match, seat, iterations):
    seen = glimpse(match, seat)
    contest = Contest(seat, POLICY)
    rng = seeded("contest", "test")
    for _ in range(iterations):
        contest.iterate(seen.sample(rng), rng)
    return contest


def test_all_plans_are_played_in_the_same_worlds():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = len(POLICY.lines(match.state, 0).plans)
    for worlds in range(1, FEWEST):
        found = compared(match, 0, plans * worlds + plans - 1).candidates()
        assert [visits for _, visits, _, _ in found] == [worlds] * plans


def test_a_first_world_may_stay_unfinished():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = POLICY.lines(match.state, 0).plans
    assert {found[0] for found in compared(match, 0, 2).candidates()} == {plans[0][0], plans[1][0]}


def test_who_is_clearly_behind_drops_out():
    contest = compared(sk.new("solomon", players=2, seed="race"), 0, 300)
    found = contest.candidates()
    assert found[0][1] > 2 * FEWEST
    assert found[-1][1] < found[0][1]
    assert found[-1][1] >= FEWEST


def test_it_ends_when_one_plan_is_left():
    """The last turn of the game, all tiles seen: a dig that brings twelve, or none."""
    match = drawn_match(cave("4 4 4 . . ."), [2, 1], played_rounds=11, waiting=[0])
    thought = find("expert").think(glimpse(match, 0), seeded("end", "test"))
    assert [candidate.move for candidate in thought.candidates] == ["dig a6", "stop"]
    assert [candidate.visits for candidate in thought.candidates] == [FEWEST, FEWEST]
    assert thought.candidates[0].score - thought.candidates[1].score == 12


def test_what_the_next_one_needs_is_taken_from_him():
    """The last round: twelve points for oneself, or eleven without which the other one has nothing to dig."""
    match = drawn_match(cave("4 4 4 . . .", ". . . . . .", "# # # . . .", "3 4 4 . . ."), [2, 30], played_rounds=11)
    assert POLICY.lines(match.state, 0).plans
    seen = glimpse(match, 0)
    assert NOTATION[find("greedy").choose(seen, seeded("next", "test"))] == "dig a3"
    assert NOTATION[find("expert@100").choose(seen, seeded("next", "test"))] == "dig a6"


def test_what_is_begun_is_expected_to_score():
    begun = drawn_match(cave("# # # . . ."), [2, 1], hoards=["abc", ""], played_rounds=5).state
    nothing = drawn_match(cave("# # # . . ."), [2, 1], hoards=["aaa", ""], played_rounds=5).state
    assert expected(begun, 0, 6) > expected(nothing, 0, 6) + 1
    assert begun.game.scores(begun) == nothing.game.scores(nothing)


@pytest.mark.parametrize("played_rounds", [10, 11])
def test_near_the_end_points_are_the_score(played_rounds):
    state = drawn_match(cave("4 4 4 . . .", "1 2 3 4 5 1"), [2, 1], played_rounds=played_rounds).state
    lines = POLICY.lines(state, 0)
    for plan in lines.plans:
        world = state.copy()
        points = lines.play(world, plan, seeded("end", "test"))
        assert world.seat < 0
        assert points == world.game.scores(world)


def test_a_plan_that_takes_long_to_find_catches_up():
    """Three fives lie below four ones: with fewer shifts only two of them are to be had."""
    match = drawn_match(cave("51 51 511 . . ."), [2, 1], played_rounds=11, waiting=[0])
    lines = POLICY.lines(match.state, 0)
    known = len(lines.plans)
    while lines.study():
        pass
    assert len(lines.plans) == known + 1
    assert len(lines.plans[-1]) == 5
    assert lines.promises[-1] > lines.promises[0]
    found = compared(match, 0, 200).candidates()
    assert found[0][0] == lines.plans[-1][0]
    assert found[0][1] >= FEWEST
    assert found[0][2] == match.state.game.scores(match.state)[0] + 11


def test_comparing_plans_beats_a_glance():
    wins = 0.0
    for number in range(4):
        match = sk.new("solomon", players=2, seed=f"glance/{number // 2}")
        bots = [find("greedy"), find("greedy")]
        bots[number % 2] = find("expert@40")
        rngs = streams(match.seed, 2)
        while not match.over:
            for seat in match.to_act:
                decide(match, seat, bots[seat], rngs[seat])
        wins += (number % 2 in match.winners()) / len(match.winners())
    assert wins / 4 >= 0.5
