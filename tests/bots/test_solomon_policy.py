"""King Solomon's policy: it follows its plans, knows no more than its seat, and beats random play."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.hints import hints
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policies.solomon.planner import Planner
from schatzkammer.bots.policies.solomon.turn import turn_targets
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.state import ACT_STEP, CHOOSE_STEP, GIVE_STEP
from tests.bots.cases import SOLOMON, cave, random_cave
from tests.games.solomon.picture import match as drawn_match

POLICY = policy_of("solomon")


def best(s, seat):
    actions = s.game.legal(s, seat)
    values = POLICY.evaluate(s, seat, actions)
    assert len(values) == len(actions)
    return actions[values.index(max(values))]


def played(seed, players, options, choose):
    """A game in which `choose` makes every decision."""
    match = sk.new("solomon", players=players, seed=seed, options=options)
    rng = seeded(seed, "policy")
    while not match.over:
        for seat in match.to_act:
            match.play_action(seat, choose(match, seat, rng))
    return match


@pytest.mark.parametrize(("players", "options"), SOLOMON)
def test_values_rest_on_what_the_seat_knows(players, options):
    steps = set()

    def choose(match, seat, rng):
        actions = match.legal_actions(seat)
        steps.add(int(match.state.step))
        if rng.below(12) == 0:
            elsewhere = match.state.sample(seat, rng)
            assert POLICY.evaluate(elsewhere, seat, actions) == POLICY.evaluate(match.state, seat, actions)
        if rng.below(5):
            return actions[rng.below(len(actions))]
        return best(match.state, seat)

    for number in range(2):
        played(f"hidden/{number}", players, options, choose)
    assert {CHOOSE_STEP, ACT_STEP} <= steps


def test_a_plan_is_followed_to_its_dig():
    """Where every tile has been seen, each shift of a plan leaves at least the plan's value, plus the shift's cost."""
    shifts = 0
    for number in range(15):
        rng = seeded(str(number), "cave")
        match = drawn_match(random_cave(rng, lowest=1), [1 + rng.below(24), 32])
        expected = 0.0
        move = ""
        while match.state.step == ACT_STEP and match.state.seat == 0:
            planner = Planner(match.state, 0)
            plan = planner.best(turn_targets(match.state, planner, 3, 0))
            value = plan.value if plan else 0.0
            assert value >= expected - 1e-6
            expected = value + 1.0
            move = match.state.game.notation(best(match.state, 0))
            match.play(0, move)
            shifts += move.startswith("shift")
        assert move.startswith("dig")
    assert shifts > 5


def test_the_least_useful_tile_is_given_away():
    mummies = cave("u u u . . .", below=True)
    match = drawn_match(mummies, [2, 29, 30, 31, 32], hoards=["5mA", "", "", "", ""], coins=[0, 8, 8, 8, 8])
    match.play(0, "dig a1")
    assert match.state.step == GIVE_STEP
    assert match.state.game.notation(best(match.state, 0)) == "give mask"


def test_it_beats_random_play():
    wins = 0
    for number in range(3):
        for own in (0, 1):

            def choose(match, seat, rng, own=own):
                if seat == own:
                    return best(match.state.sample(seat, rng), seat)
                actions = match.legal_actions(seat)
                return actions[rng.below(len(actions))]

            match = played(f"chance/{number}", 2, {}, choose)
            wins += match.winners() == (own,)
    assert wins == 6


@pytest.mark.parametrize("level", ["gentle", "beginner"])
def test_weak_levels_shift_for_a_dig_and_can_pay_for_it(level):
    match = sk.new("solomon", players=2, seed="sensible")
    play_out(match, [find(level)] * 2, streams("sensible", 2))
    turn, shifts = [], 0
    for event in match.events(None):
        if event["event"] == "turn":
            turn = []
        elif event["event"] == "shift":
            assert turn[-1:] != [(event["onto"], event["cell"])], "there and back"
            turn.append((event["cell"], event["onto"]))
            shifts += 1
        assert event["event"] != "fail"
        assert event["event"] != "stop" or not turn
    assert 0 < shifts < 4 * 24


def test_hints_can_be_followed():
    """The moves of every hint are legal in order, and lead to the tiles and the cost that it names."""
    followed = 0
    for options in ({}, {"declare": "before"}):

        def choose(match, seat, rng):
            nonlocal followed
            if match.state.step == ACT_STEP and rng.below(8) == 0:
                for hint in hints(match, seat, 4):
                    followed += follow(match, seat, hint)
            return best(match.state, seat)

        played("follow", 2, options, choose)
    assert followed > 20


def follow(match, seat, hint):
    other = sk.from_position("solomon", match.position())
    events = []
    for move in hint.moves:
        events = other.play(seat, move)
    dug = [event for event in events if event["event"] == "dig"]
    if not dug:
        assert hint.moves == ["stop"]
        return False
    assert dug[0]["cells"] == hint.cells
    assert all(named in (None, dug_up) for named, dug_up in zip(hint.tiles, dug[0]["tiles"], strict=True))
    if None not in hint.tiles:
        assert not any(event["event"] == "fail" for event in events)
        paid = sum(event["cost"] for event in events if event["event"].startswith("pay"))
        assert paid == hint.cost
    return True


def test_hints_rest_on_what_the_seat_knows():
    match = sk.new("solomon", players=3, seed="hint")
    rng = seeded("hint", "test")
    compared = 0
    while not match.over:
        for seat in match.to_act:
            other = sk.new("solomon", players=3, seed="other")
            other.state = match.state.sample(seat, rng)
            if rng.below(3) == 0:
                assert hints(other, seat, 5) == hints(match, seat, 5)
                compared += 1
            match.play_action(seat, best(match.state, seat) if match.state.step else match.legal_actions(seat)[0])
    assert compared > 5


@pytest.mark.parametrize(("players", "options"), SOLOMON)
def test_games_are_played_on_from_anywhere(players, options):
    """A simulated game comes to the next choice of cards in a few strides: a card each, a turn each, or a detail."""
    policy = policy_of("solomon")
    match = sk.new("solomon", players=players, seed="on", options=options)
    rng = seeded("on", "test")
    steps = set()
    for ply in range(120):
        if match.over:
            break
        seat = match.to_act[0]
        if ply % 16 == 15 or int(match.state.step) not in steps:
            state = match.state.copy()
            steps.add(int(state.step))
            round_before, strides = state.round, 0
            while state.seat >= 0 and (strides == 0 or state.round == round_before):
                policy.play_on(state, rng)
                strides += 1
            assert strides <= 8 * players
        actions = match.legal_actions(seat)
        match.play_action(seat, actions[rng.below(len(actions))])
    assert {int(ACT_STEP), int(CHOOSE_STEP)} <= steps
