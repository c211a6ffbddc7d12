"""A batch plays the same games as the engine."""

from __future__ import annotations

import numpy as np
import pytest

import schatzkammer as sk
from schatzkammer import envs
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from tests.conformance.cases import Case
from tests.envs.cases import CASES, config, keywords, position

GAMES = 6


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_batch_plays_the_games_of_the_engine(case: Case) -> None:
    batch = envs.batch(case.game, GAMES, **keywords(case), rewards="margin", seed="b")
    env_config = config(case)
    matches = [case.new(f"b/{row}") for row in range(GAMES)]
    rng = seeded("batch", case.game)
    step = batch.last
    left = set(range(GAMES))
    for turn in range(case_length(case)):
        for row in left:
            state = matches[row].state
            assert position(batch.state(row)) == position(state)
            seat = int(step.seats[row])
            assert seat == state.seat
            assert (step.observations[row] == env_config.observe(state, seat)).all()
            if turn % 7 == 0:
                assert (step.masks[row] == env_config.mask(state, seat)).all()
                drawn = state.sample(seat, rng)
                assert (step.observations[row] == env_config.observe(drawn, seat)).all()
        actions = batch.random_actions()
        step = batch.step(actions)
        for row in sorted(left):
            matches[row].play_action(int(matches[row].state.seat), int(actions[row]))
            assert step.over[row] == matches[row].over
            if matches[row].over:
                left.remove(row)
                assert step.scores[row].tolist() == matches[row].scores()
                assert step.rewards[row].sum() == pytest.approx(0, abs=1e-3)
                assert position(batch.state(row)) != position(matches[row].state), "a new game has begun"
        if not left:
            return
    assert case.game != "ali-baba", "games of Ali Baba are short"


def case_length(case: Case) -> int:
    return 400 if case.game == "ali-baba" else 250


def test_a_row_plays_one_game_after_another() -> None:
    batch = envs.batch("ali-baba", 50, players=3, seed=1)
    ended = 0
    total = np.zeros(3)
    while ended < 120:
        step = batch.step(batch.random_actions())
        ended += int(step.over.sum())
        total += step.rewards.sum(axis=0)
        assert (step.rewards[~step.over] == 0).all()
    assert total.sum() == pytest.approx(ended, abs=1e-2)


def test_the_same_seed_gives_the_same_games() -> None:
    one, two, other = (envs.batch("ali-baba", 8, seed=seed) for seed in (1, 1, 2))
    for _ in range(30):
        first, second, third = (batch.step(batch.random_actions()) for batch in (one, two, other))
        assert (first.observations == second.observations).all()
    assert (first.observations != third.observations).any()
    again = one.reset(1)
    assert (again.observations == envs.batch("ali-baba", 8, seed=1).last.observations).all()


def test_an_illegal_action_changes_nothing() -> None:
    batch = envs.batch("ali-baba", 4)
    before = [position(batch.state(row)) for row in range(4)]
    actions = batch.random_actions()
    for wrong in (find("ali-baba").actions, -1, 10**9):
        with pytest.raises(sk.IllegalMove):
            batch.step(np.where(np.arange(4) == 3, wrong, actions))
    for shape in (actions[:3], actions.astype(float), [], None):
        with pytest.raises(sk.BadInput):
            batch.step(shape)
    for kind in (np.int8, np.uint64):
        with pytest.raises(sk.IllegalMove):
            batch.step(np.full(4, np.iinfo(kind).max, kind))
    assert [position(batch.state(row)) for row in range(4)] == before
    for wrong in (0, -1, "x", True):
        with pytest.raises(sk.BadInput):
            envs.batch("ali-baba", wrong)
