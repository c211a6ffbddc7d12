"""Undo: it restores everything, or it is refused; the boundary is what has become known.

Whether something hidden became known is found out here without asking the engine's own mark: the same
action is played in positions drawn from what a seat knew before. If what follows always looks the same
to it, nothing became known to it. Others learn something when a secret choice is revealed, or when in a
position drawn from what they knew the action could not be played or looks different to them. Beyond that a
game's invariants may name moves that stand by its rules (`stands`), or that its engine, to be on the safe
side, lets stand without working out whether they told anybody anything (`may_stand`).
"""

from __future__ import annotations

import pickle
import random

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.conformance.cases import Case, invariant
from tests.conformance.test_records import everything

SAMPLES = 25
MANY_SAMPLES = 1000  # where the engine says that something became known, and few samples do not show it


def something_became_known(
    case: Case, before: object, seat: int, action: int, rng: object, samples: int = SAMPLES
) -> bool:
    """Whether the decision showed somebody what they could not foresee, or revealed what was chosen in secret."""
    game = case.rules
    after = before.copy()
    game.apply(after, seat, action)
    if game.secret(before):
        pending = game.to_act(after)
        return not pending or set(pending) != set(game.to_act(before)) - {seat}
    if after.seat < 0 and dict(case.options).get("memory") == "screens":
        return True  # the screens are lifted for the scoring
    for viewer in (seat, *(other for other in range(case.players) if other != seat)):
        known = case.view(after, viewer)
        for _ in range(samples):
            drawn = before.sample(viewer, rng)
            try:
                game.apply(drawn, seat, action)
            except sk.IllegalMove:
                return True
            if case.view(drawn, viewer) != known:
                return True
    return False


def let_stand(case: Case, name: str, before: dict, action: int, events: list[dict]) -> bool:
    """What the game's invariants say of such a move and of what it brought: `stands` or `may_stand`."""
    stands = invariant(case.game, name)
    return stands is not None and stands(before, case.rules.notation(action), events)


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
            brought = match.events()[len(events) :]
            refused = let_stand(case, "stands", before["position"], action, brought)
            refused = refused or something_became_known(case, state, seat, action, chance)
            if not refused and match.state.news != state.news:
                refused = let_stand(case, "may_stand", before["position"], action, brought)
                refused = refused or something_became_known(case, state, seat, action, chance, MANY_SAMPLES)
            if refused:
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


def test_nobody_takes_back_what_others_have_built_on(case: Case) -> None:
    rng = random.Random(4)
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
        assert everything(match) == after


def may_undo(match: sk.Match, seat: int) -> bool:
    try:
        match.undo(seat)
    except sk.IllegalMove:
        return False
    return True


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


def test_nothing_to_undo_at_the_start(case: Case) -> None:
    match = case.new(1500)
    for seat in (*range(case.players), -1, 99, None, "0"):
        with pytest.raises(sk.IllegalMove):
            match.undo(seat)
