"""Undo: it restores everything, or it is refused; the boundary is what has become known.

Whether something hidden became known is found out here without asking the engine's own mark: the same
action is played in positions drawn from what a seat knew before. If what follows always looks the same
to it, nothing became known to it; the others learn something when a secret choice is revealed.
"""

from __future__ import annotations

import pickle
import random

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.conformance.cases import ALL, Case, invariants
from tests.conformance.test_records import everything

SAMPLES = 25

# By game, the events that tell of something drawn: what was drawn stays drawn, whatever it told anybody.
DRAWS = {game: getattr(invariants(game), "DRAWS", set()) for game in sk.games()}


def something_became_known(case: Case, before: object, seat: int, action: int, rng: object) -> bool:
    """Whether the decision showed its seat something it could not foresee, or revealed what was chosen in secret."""
    after = before.copy()
    case.rules.apply(after, seat, action)
    if case.rules.secret(before) and not case.rules.secret(after):
        return True
    if after.seat < 0 and dict(case.options).get("memory") == "screens":
        return True  # the screens are lifted for the scoring
    known = case.rules.view(after, seat)
    for _ in range(SAMPLES):
        drawn = before.sample(seat, rng)
        case.rules.apply(drawn, seat, action)
        if case.rules.view(drawn, seat) != known:
            return True
    return False


@pytest.mark.parametrize("case", ALL, ids=str)
def test_undo_restores_everything_or_is_refused(case: Case) -> None:
    rng, chance = random.Random(3), seeded("undo", "test")
    taken_back = stood = 0
    for seed in (1300, 1301):
        match = case.new(seed)
        while not match.over:
            before, events, record = everything(match), match.events(), match.record()
            state = match.state.copy()
            seat = rng.choice(match.to_act)
            action = rng.choice(match.legal_actions(seat))
            match.play_action(seat, action)
            after = everything(match)
            drawn = {event["event"] for event in match.events()[len(events) :]} & DRAWS.get(case.game, set())
            if drawn or something_became_known(case, state, seat, action, chance):
                with pytest.raises(sk.IllegalMove):
                    match.undo(seat)
                assert everything(match) == after
                stood += 1
                continue
            match.undo(seat)
            assert (everything(match), match.events(), match.record()) == (before, events, record)
            match.play_action(seat, action)
            assert everything(match) == after
            taken_back += 1
    assert taken_back
    assert stood


@pytest.mark.parametrize("case", ALL, ids=str)
def test_nobody_takes_back_what_others_have_built_on(case: Case) -> None:
    rng = random.Random(4)
    refused = 0
    match = case.new(1400)
    while not match.over:
        together = len(match.to_act) > 1
        seat = rng.choice(match.to_act)
        match.play_action(seat, rng.choice(match.legal_actions(seat)))
        after = everything(match)
        for other in range(case.players):
            if other != seat and not together:
                with pytest.raises(sk.IllegalMove):
                    match.undo(other)
                refused += 1
        assert everything(match) == after
    assert refused


def may_undo(match: sk.Match, seat: int) -> bool:
    try:
        match.undo(seat)
    except sk.IllegalMove:
        return False
    return True


@pytest.mark.parametrize("case", ALL, ids=str)
def test_what_can_be_taken_back_is_the_same_after_a_replay_and_after_an_undo(case: Case) -> None:
    rng = random.Random(5)
    match = case.new(1450)
    plies = 0
    while not match.over and plies < 60:
        seat = rng.choice(match.to_act)
        match.play_action(seat, rng.choice(match.legal_actions(seat)))
        plies += 1
        if rng.random() < 0.5:
            may_undo(match, rng.randrange(case.players))
        for other in range(case.players):
            record = match.record()
            assert may_undo(pickle.loads(pickle.dumps(match)), other) == may_undo(match, other)
            if match.record() != record:
                match = sk.replay(record)


@pytest.mark.parametrize("case", ALL, ids=str)
def test_nothing_to_undo_at_the_start(case: Case) -> None:
    match = case.new(1500)
    for seat in (*range(case.players), -1, 99, None, "0"):
        with pytest.raises(sk.IllegalMove):
            match.undo(seat)
