"""Races between whole plans in common worlds: King Solomon's cards and digs."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policies.solomon.tile_values import expected_score
from schatzkammer.bots.policies.solomon.turn import play_turn
from schatzkammer.bots.policies.solomon.turn_plans import SIDE_DEPTH
from schatzkammer.bots.protocol import glimpse, glimpse_of
from schatzkammer.bots.racing import FEWEST, Race
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.moves import SPACE
from schatzkammer.games.solomon.state import ACT_STEP, CHOOSE_STEP
from tests.bots.cases import SOLOMON, cave, random_cave
from tests.games.solomon.picture import match as drawn_match

POLICY = policy_of("solomon")


@pytest.mark.parametrize(("players", "options"), SOLOMON)
def test_plans_are_legal_and_rest_on_what_the_seat_knows(players, options):
    match = sk.new("solomon", players=players, seed="lines", options=options)
    rngs = streams("lines", players)
    steps = set()
    while not match.over:
        seat = match.to_act[0]
        if match.state.step in (CHOOSE_STEP, ACT_STEP) and rngs[0].below(5) == 0:
            worlds = [match.state.sample(seat, rngs[0]) for _ in range(2)]
            found = [POLICY.plans(world, seat, None) for world in worlds]
            assert found[0].plans == found[1].plans
            assert found[0].priors == found[1].priors == sorted(found[0].priors, reverse=True)
            for plan in found[0].plans[:2]:
                assert plan[0] in match.legal_actions(seat)
                points = [each.simulate(worlds[0].copy(), plan, seeded("same", "test")).points for each in found]
                assert points[0] == points[1]
                assert len(points[0]) == players
            steps.add(int(match.state.step))
        decide(match, seat, find("greedy" if rngs[0].below(3) else "random"), rngs[seat])
    assert steps == {CHOOSE_STEP, ACT_STEP}


def race_after(match, seat, iterations):
    shown = glimpse(match, seat)
    race = Race(seat, POLICY)
    rng = seeded("race", "test")
    for _ in range(iterations):
        race.iterate(shown.sample(rng), rng)
    return race


def test_all_plans_are_played_in_the_same_worlds():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = len(POLICY.plans(match.state, 0, None).plans)
    for worlds in range(1, FEWEST):
        found = race_after(match, 0, plans * worlds + plans - 1).candidates()
        assert [visits for _, visits, _, _ in found] == [worlds] * plans


def test_a_first_world_may_stay_unfinished():
    match = sk.new("solomon", players=2, seed="worlds")
    plans = POLICY.plans(match.state, 0, None).plans
    assert {found[0] for found in race_after(match, 0, 2).candidates()} == {plans[0][0], plans[1][0]}


def test_a_plan_that_is_clearly_behind_is_eliminated():
    race = race_after(sk.new("solomon", players=2, seed="race"), 0, 300)
    found = race.candidates()
    assert found[0][1] > 2 * FEWEST
    assert found[-1][1] < found[0][1]
    assert found[-1][1] >= FEWEST


def test_a_race_ends_when_one_plan_is_left():
    """The last turn of the game, every tile seen: a dig that gains twelve points, or none."""
    match = drawn_match(cave("4 4 4 . . ."), [2, 1], played_rounds=11, waiting=[0])
    explanation = find("expert").explain(glimpse(match, 0), seeded("end", "test"))
    assert [candidate.move for candidate in explanation.candidates] == ["dig a6", "stop"]
    assert [candidate.visits for candidate in explanation.candidates] == [FEWEST, FEWEST]
    assert explanation.candidates[0].score - explanation.candidates[1].score == 12


def test_a_race_denies_the_next_player_their_dig():
    """The last round: twelve points, or eleven that leave the other player nothing to dig."""
    match = drawn_match(cave("4 4 4 . . .", ". . . . . .", "# # # . . .", "3 4 4 . . ."), [2, 30], played_rounds=11)
    assert POLICY.plans(match.state, 0, None).plans
    shown = glimpse(match, 0)
    assert SPACE.notation[find("greedy").choose(shown, seeded("next", "test"))] == "dig a3"
    assert SPACE.notation[find("expert@100").choose(shown, seeded("next", "test"))] == "dig a6"


def test_racing_plans_gains_on_a_static_evaluation():
    """The last round in caves where every tile has been seen: the same replies to both, so only the plan differs."""
    gains = []
    for number in range(10):
        rng = seeded(f"{number}", "cave")
        picture = random_cave(rng, lowest=0)
        match = drawn_match(picture, [1 + rng.below(12), 20 + rng.below(12)], played_rounds=11)
        gains.append(lead_at_the_end(match, find("expert@60")) - lead_at_the_end(match, find("greedy")))
    assert sum(gains) >= 5 * len(gains)
    assert min(gains) >= -1  # a prior counts like a few worlds, which may cost a point where plans are close


def lead_at_the_end(match, bot):
    """Seat 0's lead if the bot plays its turn and the planner the other seat's."""
    state = match.state.copy()
    while state.seat == 0:
        state.apply(bot.choose(glimpse_of(state, 0), seeded("race", "test")))
    while state.seat >= 0:
        play_turn(state, SIDE_DEPTH)
    own, other = state.game.scores(state)
    return own - other


def test_an_incomplete_set_raises_the_expected_score():
    three = drawn_match(cave("# # # . . ."), [2, 1], hoards=["abc", ""], played_rounds=5).state
    one = drawn_match(cave("# # # . . ."), [2, 1], hoards=["aaa", ""], played_rounds=5).state
    assert expected_score(three, 0, 6) > expected_score(one, 0, 6) + 1
    assert three.game.scores(three) == one.game.scores(one)


@pytest.mark.parametrize("played_rounds", [10, 11])
def test_the_last_two_rounds_are_played_to_the_final_score(played_rounds):
    state = drawn_match(cave("4 4 4 . . .", "1 2 3 4 5 1"), [2, 1], played_rounds=played_rounds).state
    found = POLICY.plans(state, 0, None)
    for plan in found.plans:
        world = state.copy()
        points = found.simulate(world, plan, seeded("end", "test")).points
        assert world.seat < 0
        assert points == world.game.scores(world)


def test_a_plan_that_is_found_late_catches_up():
    """Three fives lie below four ones: only four shifts lead to all of them."""
    match = drawn_match(cave("51 51 511 . . ."), [2, 1], played_rounds=11, waiting=[0])
    plans = POLICY.plans(match.state, 0, None)
    known = len(plans.plans)
    while plans.extend():
        pass
    assert len(plans.plans) == known + 1
    assert len(plans.plans[-1]) == 5
    assert plans.priors[-1] > plans.priors[0]
    found = race_after(match, 0, 200).candidates()
    assert found[0][0] == plans.plans[-1][0]
    assert found[0][1] >= FEWEST
    assert found[0][2] == match.state.game.scores(match.state)[0] + 11
