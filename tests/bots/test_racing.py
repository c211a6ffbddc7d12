"""Racing whole plans in the same worlds: King Solomon's cards and digs."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policies.solomon.tile_values import expected_score
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.racing import FEWEST, Race
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.moves import SPACE
from schatzkammer.games.solomon.state import ACT_STEP, CHOOSE_STEP
from tests.bots.cases import SOLOMON, cave
from tests.games.solomon.picture import match as drawn_match

POLICY = policy_of("solomon")


@pytest.mark.parametrize(("players", "options"), SOLOMON)
def test_plans_can_be_followed_and_rest_on_no_secret(players, options):
    match = sk.new("solomon", players=players, seed="lines", options=options)
    rngs = streams("lines", players)
    steps = set()
    while not match.over:
        seat = match.to_act[0]
        if match.state.step in (CHOOSE_STEP, ACT_STEP) and rngs[0].below(5) == 0:
            worlds = [match.state.sample(seat, rngs[0]) for _ in range(2)]
            found = [POLICY.plans(world, seat) for world in worlds]
            assert found[0].plans == found[1].plans
            assert found[0].priors == found[1].priors == sorted(found[0].priors, reverse=True)
            for plan in found[0].plans[:2]:
                assert plan[0] in match.legal_actions(seat)
                points = [each.simulate(worlds[0].copy(), plan, seeded("same", "test")) for each in found]
                assert points[0] == points[1]
                assert len(points[0]) == players
            steps.add(int(match.state.step))
        decide(match, seat, find("greedy" if rngs[0].below(3) else "random"), rngs[seat])
    assert steps == {CHOOSE_STEP, ACT_STEP}


def compared(match, seat, iterations):
    seen = glimpse(match, seat)
    race = Race(seat, POLICY)
    rng = seeded("race", "test")
    for _ in range(iterations):
        race.iterate(seen.sample(rng), rng)
    return race


def test_all_plans_are_played_in_the_same_worlds():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = len(POLICY.plans(match.state, 0).plans)
    for worlds in range(1, FEWEST):
        found = compared(match, 0, plans * worlds + plans - 1).candidates()
        assert [visits for _, visits, _, _ in found] == [worlds] * plans


def test_a_first_world_may_stay_unfinished():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = POLICY.plans(match.state, 0).plans
    assert {found[0] for found in compared(match, 0, 2).candidates()} == {plans[0][0], plans[1][0]}


def test_who_is_clearly_behind_drops_out():
    race = compared(sk.new("solomon", players=2, seed="race"), 0, 300)
    found = race.candidates()
    assert found[0][1] > 2 * FEWEST
    assert found[-1][1] < found[0][1]
    assert found[-1][1] >= FEWEST


def test_it_ends_when_one_plan_is_left():
    """The last turn of the game, all tiles seen: a dig that brings twelve, or none."""
    match = drawn_match(cave("4 4 4 . . ."), [2, 1], played_rounds=11, waiting=[0])
    explanation = find("expert").explain(glimpse(match, 0), seeded("end", "test"))
    assert [candidate.move for candidate in explanation.candidates] == ["dig a6", "stop"]
    assert [candidate.visits for candidate in explanation.candidates] == [FEWEST, FEWEST]
    assert explanation.candidates[0].score - explanation.candidates[1].score == 12


def test_what_the_next_player_needs_is_taken_away():
    """The last round: twelve points, or eleven that leave the other player nothing to dig."""
    match = drawn_match(cave("4 4 4 . . .", ". . . . . .", "# # # . . .", "3 4 4 . . ."), [2, 30], played_rounds=11)
    assert POLICY.plans(match.state, 0).plans
    seen = glimpse(match, 0)
    assert SPACE.notation[find("greedy").choose(seen, seeded("next", "test"))] == "dig a3"
    assert SPACE.notation[find("expert@100").choose(seen, seeded("next", "test"))] == "dig a6"


def test_what_is_begun_is_expected_to_score():
    begun = drawn_match(cave("# # # . . ."), [2, 1], hoards=["abc", ""], played_rounds=5).state
    nothing = drawn_match(cave("# # # . . ."), [2, 1], hoards=["aaa", ""], played_rounds=5).state
    assert expected_score(begun, 0, 6) > expected_score(nothing, 0, 6) + 1
    assert begun.game.scores(begun) == nothing.game.scores(nothing)


@pytest.mark.parametrize("played_rounds", [10, 11])
def test_near_the_end_points_are_the_score(played_rounds):
    state = drawn_match(cave("4 4 4 . . .", "1 2 3 4 5 1"), [2, 1], played_rounds=played_rounds).state
    found = POLICY.plans(state, 0)
    for plan in found.plans:
        world = state.copy()
        points = found.simulate(world, plan, seeded("end", "test"))
        assert world.seat < 0
        assert points == world.game.scores(world)


def test_a_plan_that_takes_long_to_find_catches_up():
    """Three fives lie below four ones: with fewer shifts only two of them are to be had."""
    match = drawn_match(cave("51 51 511 . . ."), [2, 1], played_rounds=11, waiting=[0])
    plans = POLICY.plans(match.state, 0)
    known = len(plans.plans)
    while plans.extend():
        pass
    assert len(plans.plans) == known + 1
    assert len(plans.plans[-1]) == 5
    assert plans.priors[-1] > plans.priors[0]
    found = compared(match, 0, 200).candidates()
    assert found[0][0] == plans.plans[-1][0]
    assert found[0][1] >= FEWEST
    assert found[0][2] == match.state.game.scores(match.state)[0] + 11
