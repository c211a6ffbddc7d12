"""PettingZoo: the library's tests, the engine's scores, no leaks, clear errors."""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from schatzkammer.envs.registration import env_id
from schatzkammer.games import find
from schatzkammer.observe import ENCODERS
from tests.conformance.cases import BUILT_IN, Case, all_cases
from tests.envs.cases import CASES, decisions, keywords

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # with pygame installed, the suite imports games that use deprecated calls
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

# The suite allows masks beside observations only for environments that it knows by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def module(case: Case) -> SimpleNamespace:
    """The game's module with the case's players and options."""
    found = import_module(f"schatzkammer.envs.{case.game.replace('-', '_')}_v1")
    return SimpleNamespace(
        env=partial(found.env, **keywords(case)),
        raw_env=partial(found.raw_env, **keywords(case)),
        parallel_env=partial(found.parallel_env, **keywords(case)),
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoos_tests_pass(case: Case) -> None:
    mod = module(case)
    api_test(mod.env(), num_cycles=40)
    api_test(mod.raw_env(encoding="one-hot", rewards="margin"), num_cycles=10)
    seed_test(mod.env, 30)
    max_cycles_test(mod)
    parallel_api_test(mod.parallel_env(), 60)
    parallel_seed_test(mod.parallel_env, 20)


@pytest.mark.parametrize("game", ENCODERS)
def test_pettingzoos_api_test_passes_in_all_other_set_ups(game: str) -> None:
    """Set-ups outside the pairwise selection of the tests above are tried briefly."""
    for case in all_cases(BUILT_IN):
        if case.game == game and case not in CASES:
            api_test(module(case).env(), num_cycles=3)


FIRST = [
    next(case for case in CASES if case.game == game and case.players == players)
    for game in ENCODERS
    for players in range(find(game).min_players, find(game).max_players + 1)
]


@pytest.mark.parametrize("case", FIRST, ids=str)
def test_pettingzoos_render_test_passes(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module(case).env)
    assert capsys.readouterr().out, "human mode prints the board"
    env = module(case).env(render_mode="rgb_array")
    env.reset(seed=5)
    first = env.render()
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 5, "the picture is not blank"
    for _ in range(12):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert (env.render() != first).any()


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("rewards", ["win", "margin"])
def test_rewards_follow_the_engines_scores(case: Case, rewards: str) -> None:
    match = case.new(6)
    env = module(case).raw_env(rewards=rewards)
    env.reset(seed=6)
    for seat, action in decisions(case, 6, 10**6):
        assert env.agent_selection == f"player_{seat}"
        env.step(action)
        match.play_action(seat, action)
    assert match.over
    assert env.game_state.game.scores(env.game_state) == match.scores()
    share = 1 / len(match.winners())
    for seat in range(case.players):
        others = [score for other, score in enumerate(match.scores()) if other != seat]
        margin = match.scores()[seat] - sum(others) / len(others)
        expected = (share if seat in match.winners() else 0) if rewards == "win" else margin
        assert env.rewards[f"player_{seat}"] == pytest.approx(expected)
    assert all(env.terminations.values())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_reveal_nothing_hidden(case: Case) -> None:
    """An agent's observation and mask are the same in every state sampled from what it knows."""
    env, twin = module(case).raw_env(), module(case).raw_env()
    par, par_twin = module(case).parallel_env(), module(case).parallel_env()
    rng = seeded("agents", case.game)
    for each in (env, twin, par, par_twin):
        each.reset(seed=7)
    for number, (_, action) in enumerate(decisions(case, 7, 150)):
        env.step(action)
        if number % 5:
            continue
        for seat, agent in enumerate(env.possible_agents):
            twin._state = par_twin._state = env.game_state.sample(seat, rng)
            par._state = env.game_state
            assert _same(env.observe(agent), twin.observe(agent))
            assert _same(par._observations()[agent], par_twin._observations()[agent])


def _same(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(one[name], two[name]) for name in ("observation", "action_mask"))


@pytest.mark.parametrize("case", FIRST, ids=str)
def test_illegal_actions_raise_lose_or_are_replaced(case: Case) -> None:
    strict = module(case).raw_env()
    strict.reset(seed=8)
    before = sk.Match(strict.game_state.game, strict.game_state.setup, strict.game_state, None).position()
    illegal = int(np.flatnonzero(strict.last()[0]["action_mask"] == 0)[0])
    for action in (illegal, -1, 10**6, None, "x"):
        with pytest.raises(sk.IllegalMove):
            strict.step(action)
    assert sk.Match(strict.game_state.game, strict.game_state.setup, strict.game_state, None).position() == before
    losing = module(case).raw_env(illegal="lose")
    losing.reset(seed=8)
    offender = losing.agent_selection
    losing.step(illegal)
    assert losing.rewards[offender] == -1
    assert all(losing.terminations.values())
    replacing = module(case).raw_env(illegal="replace")
    replacing.reset(seed=8)
    replacing.step(illegal)
    assert not any(replacing.terminations.values())


def test_bad_settings_are_refused() -> None:
    mod = import_module("schatzkammer.envs.ali_baba_v1")
    for wrong in (
        {"rewards": "gold"},
        {"encoding": "?"},
        {"illegal": "?"},
        {"render_mode": "?"},
        {"options": {"x": 1}},
    ):
        with pytest.raises(sk.BadOption):
            mod.env(**wrong)
    with pytest.raises(sk.BadPlayers):
        mod.env(players=9)
    with pytest.raises(sk.BadInput):
        mod.raw_env().step(0)
    with pytest.raises(AssertionError):
        mod.env().step(0)


@pytest.mark.parametrize("game", ENCODERS)
def test_pettingzoos_registry_makes_the_environments(game: str) -> None:
    assert str(pettingzoo.make("aec", env_id(game), players=3)) == f"{game.replace('-', '_')}_v1"
    par = pettingzoo.make("parallel", env_id(game), max_cycles=2)
    par.reset(seed=1)
    for _ in range(2):
        *_, truncated, _ = par.step({})
    assert all(truncated.values())


def test_seeds() -> None:
    """The same seed gives the same game; a reset without a seed draws the next one, also reproducibly."""
    env = import_module("schatzkammer.envs.ali_baba_v1").raw_env()
    env.reset(seed=3)
    first = env.observe("player_0")["observation"]
    env.reset()
    second = env.observe("player_0")["observation"]
    env.reset(seed=3)
    assert (env.observe("player_0")["observation"] == first).all()
    env.reset()
    assert (env.observe("player_0")["observation"] == second).all()
    assert (first != second).any()
