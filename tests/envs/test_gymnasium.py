"""Gymnasium: the library's checks, the engine's scores, bots as opponents."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import schatzkammer as sk
from schatzkammer.bots import UnknownBot, find
from schatzkammer.bots.play import decide, streams
from schatzkammer.core.stream import seeded
from schatzkammer.envs.gym import GameEnv
from schatzkammer.envs.registration import env_id
from schatzkammer.observe import ENCODERS
from tests.conformance.cases import Case
from tests.envs.cases import CASES, keywords


@pytest.mark.parametrize("case", CASES, ids=str)
def test_gymnasiums_checks_pass(case: Case) -> None:
    for illegal in ("lose", "replace"):
        env = gymnasium.make(env_id(case.game), illegal=illegal, **keywords(case))
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", ENCODERS)
def test_gymnasiums_checks_pass_with_rendering(game: str) -> None:
    for mode in ("ansi", "rgb_array"):
        check_env(gymnasium.make(env_id(game), render_mode=mode).unwrapped)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scores_are_those_of_the_engine(case: Case) -> None:
    env = GameEnv(case.game, **keywords(case), seat=case.players - 1, illegal="raise")
    _play_a_game(case, env, 9)


def _play_a_game(case: Case, env: GameEnv, seed: int) -> None:
    """The environment and the engine play the same game with the same bots."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    chosen: list[int] = []
    over = False
    while not over:
        chosen.append(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        observation, reward, over, cut, info = env.step(chosen[-1])
        assert not cut
    match = case.new(seed)
    rngs = streams(str(seed), case.players)
    while not match.over:
        seat = match.to_act[0]
        if seat == env.seat:
            match.play_action(seat, chosen.pop(0))
        else:
            decide(match, seat, find("random"), rngs[seat])
    assert not chosen
    assert info["scores"] == match.scores()
    assert reward == pytest.approx(1 / len(match.winners()) if env.seat in match.winners() else 0)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_reveal_nothing_hidden(case: Case) -> None:
    env, twin = GameEnv(case.game, **keywords(case)), GameEnv(case.game, **keywords(case))
    rng = seeded("single", case.game)
    observation, _ = env.reset(seed=10)
    over, steps = False, 0
    while not over and steps < 40:
        sampled = twin._observation(env.game_state.sample(env.seat, rng))
        assert all(np.array_equal(observation[name], sampled[name]) for name in observation)
        observation, _, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
        steps += 1


def test_opponents_are_bots_by_name() -> None:
    name = env_id("ali-baba")
    env = gymnasium.make(name, players=3, opponents=["random", "greedy"], options={"variant": "lamp"})
    observation, _ = env.reset(seed=1)
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    with pytest.raises(UnknownBot):
        gymnasium.make(name, opponents="nobody")
    with pytest.raises(sk.BadInput):
        gymnasium.make(name, players=3, opponents=["random"])
    with pytest.raises(sk.BadSeat):
        gymnasium.make(name, seat=2)


def test_a_finished_game_takes_no_more_actions() -> None:
    env = GameEnv("ali-baba", illegal="raise")
    observation, _ = env.reset(seed=2)
    with pytest.raises(sk.IllegalMove):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    over = False
    while not over:
        observation, _, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert not observation["action_mask"].any()
    with pytest.raises(sk.BadInput):
        env.step(0)
