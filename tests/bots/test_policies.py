"""Policies: their values rest on nothing hidden, and evaluating changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.policies import POLICIES, policy_of
from schatzkammer.core.stream import seeded
from schatzkammer.games import GAMES
from tests.bots.cases import CASES, Case


def test_every_built_in_game_has_a_policy() -> None:
    """Only games of other packages fall back to random rollouts."""
    assert set(POLICIES) == {game.id for game in GAMES.values() if game.package.startswith("schatzkammer.")}


def decisions(case: Case, plies: int) -> Iterator[tuple[sk.Match, int]]:
    """Every third decision of a game of greedy and random moves: the match and the seat that decides."""
    match = case.new("policy")
    rngs = streams("policy", match.players)
    for ply in range(plies):
        if match.over:
            return
        seat = match.to_act[0]
        if ply % 3 == 0:
            yield match, seat
        decide(match, seat, find("greedy" if ply % 2 else "random"), rngs[seat])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values_rest_on_what_the_seat_knows(case: Case) -> None:
    policy = policy_of(case.game)
    for match, seat in decisions(case, 90):
        legal = match.legal_actions(seat)
        samples = [match.state.sample(seat, seeded(f"{number}", "test")) for number in range(3)]
        values = [policy.evaluate(state, seat, legal) for state in samples]
        assert len(values[0]) == len(legal)
        assert values[0] == values[1] == values[2] == policy.evaluate(match.state, seat, legal)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_evaluation_changes_nothing(case: Case) -> None:
    policy = policy_of(case.game)
    rng = seeded("glance", "test")
    for match, seat in decisions(case, 60):
        before = match.position()
        policy.evaluate(match.state, seat, match.legal_actions(seat))
        if policy.races_plans:
            if not policy.skips_search(match.state):
                assert policy.plans(match.state, seat, None).plans
        else:
            policy.heuristic(match.state)
            assert policy.pick(match.state, rng) in match.legal_actions(match.state.seat)
        assert match.position() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_forgetting_changes_neither_view_nor_legal_moves(case: Case) -> None:
    rng = seeded("forget", "test")
    changed = 0
    for match, seat in decisions(case, 60):
        blurred = case.new("policy")
        blurred.state = policy_of(case.game).forget(match.state.copy(), seat, 1.0, rng)
        assert blurred.view(seat) == match.view(seat)
        assert blurred.legal_actions(seat) == match.legal_actions(seat)
        changed += blurred.position() != match.position()
    nothing_to_forget = case.game == "monte-cristo" or ("memory", "open") in case.options
    assert bool(changed) != nothing_to_forget
