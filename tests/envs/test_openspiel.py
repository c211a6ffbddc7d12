"""OpenSpiel: the library's simulations and algorithms run on the games unchanged."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    expected_game_score,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    random_agent,
)
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.policy import UniformRandomPolicy

from schatzkammer.envs.openspiel import SPIELS, SpielState, short_name
from tests.conformance.cases import Case
from tests.envs.cases import CASES, decisions


def load(case: Case, **more: object) -> pyspiel.Game:
    return pyspiel.load_game(short_name(case.game), {"players": case.players, **dict(case.options), **more})


def walk(case: Case, seed: int, steps: int) -> Iterator[SpielState]:
    state = load(case).new_initial_state()
    rng = np.random.default_rng(seed)
    state.apply_action(seed)
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_all_games_are_registered() -> None:
    assert {spiel.game_id for spiel in SPIELS} == {case.game for case in CASES}
    assert all(short_name(spiel.game_id) in pyspiel.registered_names() for spiel in SPIELS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_openspiels_simulation_passes(case: Case) -> None:
    """Serialisation, clones, masks, observers and information states at every state of a random game."""
    pyspiel.random_sim_test(load(case, deals=20), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_resampling_keeps_the_information_state(case: Case) -> None:
    """Like OpenSpiel's ResampleInfostateTest: same player, same information state, another world."""
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differed = 0
    for state in islice(walk(case, 11, 60), 0, None, 6):
        for player in range(case.players):
            sampled = state.resample_from_infostate(player, sampler)
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
            assert sampled.observation_string(player) == state.observation_string(player)
            assert sampled.observation_tensor(player) == state.observation_tensor(player)
            assert sampled.current_player() == state.current_player()
            if state.current_player() == player:
                assert sampled.legal_actions() == state.legal_actions()
            assert sampled.history() == [0], "the history does not reveal the deal"
            differed += str(sampled) != str(state)
    assert differed


@pytest.mark.parametrize("case", CASES, ids=str)
def test_returns_are_the_margins_of_the_engines_scores(case: Case) -> None:
    match = case.new(12)
    state = load(case, rewards="margin").new_initial_state()
    state.apply_action(12)
    for seat, action in decisions(case, 12, 10**6):
        assert state.current_player() == seat
        state.apply_action(action)
        match.play_action(seat, action)
    assert state.is_terminal()
    assert match.over
    scores = match.scores()
    margins = [score - (sum(scores) - score) / (case.players - 1) for score in scores]
    assert state.returns() == pytest.approx(margins)


def test_information_states_recall_the_history() -> None:
    game = pyspiel.load_game("schatzkammer_ali_baba")
    one, two = game.new_initial_state(), game.new_initial_state()
    one.apply_action(0)
    two.apply_action(0)
    assert one.information_state_string(0) == two.information_state_string(0)
    actions = one.legal_actions()
    one.apply_action(actions[0])
    two.apply_action(actions[1])
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) != two.information_state_string(1), "all seats saw the action"
    assert "recall" not in one.observation_string(0)


def test_states_and_games_can_be_pickled() -> None:
    game = pyspiel.load_game("schatzkammer_ali_baba(players=3,variant=lamp)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = next(iter(walk(next(case for case in CASES if case.game == "ali-baba"), 3, 9)))
    for again in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.information_state_string(1) == state.information_state_string(1)


def test_observers_agree_with_information_states() -> None:
    game = pyspiel.load_game("schatzkammer_ali_baba")
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    state = game.new_initial_state()
    state.apply_action(4)
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.information_state_tensor(1)
    assert observer.string_from(state, 1) == state.information_state_string(1)
    assert observer.dict["step"].tolist() == [[1, 0, 0, 0, 0, 0, 0, 0]]
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"x": 1})


@pytest.mark.parametrize("spiel", SPIELS, ids=lambda spiel: spiel.game_id)
def test_ismcts_and_sampling_solvers_run(spiel: type) -> None:
    name = short_name(spiel.game_id)
    late = 40 if spiel.game_id == "ali-baba" else 400
    game = pyspiel.load_game(name, {"opening": late, "deals": 8})
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 6, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(3):
        if not state.is_terminal():
            state.apply_action(int(bot.step(state)))
    outcome_sampling_mccfr.OutcomeSamplingSolver(game).iteration()


def test_external_sampling_improves_on_random_in_endgames() -> None:
    game = pyspiel.load_game("schatzkammer_ali_baba(variant=small,opening=62,deals=4,rewards=margin)")
    np.random.seed(1)  # the solver draws from numpy's global stream
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(400):
        solver.iteration()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, UniformRandomPolicy(game)])
    even = expected_game_score.policy_value(game.new_initial_state(), [UniformRandomPolicy(game)] * 2)
    assert value[0] >= even[0]


def test_the_rl_environment_of_openspiel_plays_a_game() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("schatzkammer_ali_baba(players=3,deals=50)"), seed=1)
    agents = [random_agent.RandomAgent(seat, environment.action_spec()["num_actions"]) for seat in range(3)]
    step = environment.reset()
    while not step.last():
        step = environment.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == pytest.approx(1)
