"""A game without a policy and an encoder: bots and environments play it by its rules alone."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer import envs
from schatzkammer.bots import BOTS
from schatzkammer.bots.hints import hints
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.policies import DEFAULT, policy_of
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.stream import seeded
from schatzkammer.games import GAMES
from tests.bots.cases import quick
from tests.bots.test_bots import duel


@pytest.fixture(autouse=True)
def stranger(monkeypatch: pytest.MonkeyPatch) -> str:
    """Ali Baba's rules under an unknown id."""
    game = type(GAMES["ali-baba"])()
    game.id = "stranger"
    monkeypatch.setitem(GAMES, game.id, game)
    return game.id


def small(game: str, seed: str) -> sk.Match:
    return sk.new(game, players=2, seed=seed, options={"variant": "small"})


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_plays_it(stranger: str, name: str) -> None:
    assert policy_of(stranger) is DEFAULT
    match = small(stranger, "bots")
    explanation = quick(name, 20).explain(glimpse(match, 0), seeded("any", "test"))
    assert explanation.action in match.legal_actions(0)
    assert explanation.sentence("en")


def test_hints_come_from_rollouts(stranger: str) -> None:
    match = small(stranger, "hints")
    found = hints(match, 0, 3)
    assert len(found) == len(match.legal(0))
    assert [hint.value for hint in found] == sorted((hint.value for hint in found), reverse=True)
    assert all(hint.moves[0] in match.legal(0) for hint in found)
    other = small(stranger, "other")
    other.state = match.state.sample(0, seeded("elsewhere", "test"))
    assert hints(other, 0, 3) == found, "hints rest on what the seat knows"


def test_rollouts_beat_random_play(stranger: str) -> None:
    assert duel(stranger, quick("ismcts", 30), BOTS["random"], 4, variant="small") >= 0.85


def test_a_level_plays_a_whole_game(stranger: str) -> None:
    match = small(stranger, "game")
    play_out(match, [quick("casual", 5), BOTS["random"]], streams("game", 2))
    assert match.over


def test_a_batch_encodes_its_views(stranger: str) -> None:
    layout = envs.layout(stranger, 2)
    with envs.batch(stranger, 3, options={"variant": "small"}, seed="batch") as batch:
        match = small(stranger, "batch/0")
        for _ in range(20):
            assert (batch.last.observations[:, layout.slices["seat"]].flatten() == batch.last.seats + 1).all()
            assert batch.last.masks[0].nonzero()[0].tolist() == match.legal_actions(int(match.state.seat))
            actions = batch.random_actions()
            match.play_action(int(match.state.seat), int(actions[0]))
            batch.step(actions)


def test_observations_rest_on_what_the_seat_knows(stranger: str) -> None:
    env = pytest.importorskip("schatzkammer.envs.aec").GameAEC(stranger, players=3)
    env.reset(seed=1)
    rng = seeded("sample", "test")
    while env.agents and not any(env.terminations.values()):
        seat = env.possible_agents.index(env.agent_selection)
        observation = env.config.observe(env.game_state, seat)
        assert (env.config.observe(env.game_state.sample(seat, rng), seat) == observation).all()
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
