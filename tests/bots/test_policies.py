"""Policies: they look at nothing hidden, change nothing, and know what is good."""

from __future__ import annotations

import pytest

from schatzkammer.bots import find
from schatzkammer.bots.memory import forget
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import POLICIES, policy_of
from schatzkammer.core.stream import seeded
from schatzkammer.games import GAMES
from tests.bots.settings import SETTINGS, Setting


def situations(setting: Setting, plies: int):
    """A game of greedy bots: the match and a seat that owes a decision, now and then."""
    match = setting.new("policy")
    rngs = streams("policy", match.players)
    for ply in range(plies):
        if match.over:
            return
        seat = match.to_act[0]
        if ply % 3 == 0:
            yield match, seat
        decide(match, seat, find("greedy" if ply % 2 else "random"), rngs[seat])


def test_every_game_has_a_policy() -> None:
    assert set(POLICIES) == set(GAMES)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_worths_rest_on_what_the_seat_knows(setting: Setting) -> None:
    policy = policy_of(setting.game)
    for match, seat in situations(setting, 90):
        legal = match.legal_actions(seat)
        drawn = [match.state.sample(seat, seeded(f"{at}", "test")) for at in range(3)]
        worths = [policy.worths(state, seat, legal) for state in drawn]
        assert len(worths[0]) == len(legal)
        assert worths[0] == worths[1] == worths[2] == policy.worths(match.state, seat, legal)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_glance_changes_nothing(setting: Setting) -> None:
    policy = policy_of(setting.game)
    rng = seeded("glance", "test")
    for match, seat in situations(setting, 60):
        before = match.position()
        policy.worths(match.state, seat, match.legal_actions(seat))
        if policy.by_plans:
            assert policy.settles(match.state) or policy.lines(match.state, seat).plans
        else:
            policy.outlook(match.state)
            assert policy.pick(match.state, rng) in match.legal_actions(match.state.seat)
        assert match.position() == before


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_who_forgets_still_sees_the_same_table_and_moves(setting: Setting) -> None:
    """What is forgotten is hidden: the view is that of the seat, and so are its moves."""
    rng = seeded("forget", "test")
    changed = 0
    for match, seat in situations(setting, 60):
        blurred = setting.new("policy")
        blurred.state = forget(match.state.copy(), seat, 1.0, rng)
        assert blurred.view(seat) == match.view(seat)
        assert blurred.legal_actions(seat) == match.legal_actions(seat)
        changed += blurred.position() != match.position()
    assert changed or setting.game == "monte-cristo" or ("memory", "open") in setting.options
