"""Training: from nothing to a value that plays, in a folder that can be resumed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from schatzkammer.bots.estimate import result
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.values.frozen import FEATURES, value_from
from schatzkammer.bots.values.lookahead import best_action
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.train.data import Buffer
from schatzkammer.train.learner import learn, loss_and_slope, measure
from schatzkammer.train.model import Model, Pass, Shape, whole_numbers
from schatzkammer.train.run import BadFolder, Settings, Training
from schatzkammer.train.selfplay import SelfPlay, play_task, set_ups

TINY = 0.02


def tiny(folder: Path, game: str = "ali-baba", jobs: int = 1) -> Training:
    return Training(folder, Settings(game, "test", TINY), jobs, None)


def quietly(_: str) -> None:
    """Says nothing."""


@pytest.mark.slow
def test_a_value_trained_from_nothing_beats_random(tmp_path: Path) -> None:
    training = tiny(tmp_path)
    line = training.advance(quietly)
    assert line.positions > 1000
    assert training.champion is not None
    value = value_from(training.champion)[1]
    rules = find("ali-baba")
    policy = policy_of("ali-baba")
    won = 0.0
    for number in range(20):
        state = rules.start(checked_setup(rules, 2, {}), seeded(f"random/{number}", rules.id))
        rng = seeded(f"{number}", "test")
        mine = number % 2
        while state.seat >= 0:
            seat = int(state.seat)
            actions = rules.legal(state, seat)
            one = seat == mine and len(actions) > 1
            action = best_action(state, seat, actions, value, policy, 1, rng) if one else rules.pick(state, rng)
            rules.apply(state, seat, action)
        won += result(state).wins[mine]
    assert won >= 18


@pytest.mark.slow
def test_a_resumed_training_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole = tiny(tmp_path / "whole")
    for _ in range(2):
        whole.advance(quietly)
    tiny(tmp_path / "parts").advance(quietly)
    rest = tiny(tmp_path / "parts", jobs=2)
    assert len(rest.progress) == 1
    rest.advance(quietly)
    assert rest.champion == whole.champion
    assert [line._replace(seconds=0.0) for line in rest.progress] == [
        line._replace(seconds=0.0) for line in whole.progress
    ]
    written = [json.loads(line) for line in (tmp_path / "parts/progress.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in written] == [0, 1]
    assert (tmp_path / "parts/champion.value").read_bytes() == rest.champion


def test_a_folder_holds_one_training(tmp_path: Path) -> None:
    tiny(tmp_path / "one")
    with pytest.raises(BadFolder):
        Training(tmp_path / "one", Settings("ali-baba", "other", TINY), 1, None)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/letter.txt").write_text("Dear Ada")
    with pytest.raises(BadFolder):
        tiny(tmp_path / "notes")


@pytest.mark.parametrize("game", sorted(FEATURES))
def test_the_same_task_plays_the_same_games(game: str) -> None:
    plan = SelfPlay(game, "same", 2, None, 0.1, 0.8)
    assert play_task(plan, 3) == play_task(plan, 3)
    assert play_task(plan, 3) != play_task(plan, 4)


@pytest.mark.parametrize("game", sorted(FEATURES))
def test_every_number_of_players_and_every_option_is_played(game: str) -> None:
    rules = find(game)
    played = set_ups(game)
    assert {setup.players for setup in played} == set(range(rules.min_players, rules.max_players + 1))
    for option in rules.options:
        if option.name != "memory":
            assert {setup.options[option.name] for setup in played} == set(option.values)


def test_the_gradient_is_that_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    model = Model(Shape(12, 2, 4, 4), rng)
    inputs = rng.integers(0, 2, (5, 12)).astype(np.float32)
    labels = np.array([[1, 0, 3, 1], [0, 1, 2, 2], [0.5, 0.5, 0, 9], [1, 0, 1, 1], [0, 1, -30, 8]], np.float32)
    through = Pass(model, inputs)
    gradient = through.gradient(loss_and_slope(through.outputs, labels)[1])
    for name, weights in model.parts.items():
        for place in range(0, weights.size, 3):
            at = np.unravel_index(place, weights.shape)
            before = float(weights[at])
            found = []
            for change in (0.01, -0.01):
                weights[at] = before + change
                loss = loss_and_slope(Pass(model, inputs).outputs, labels)[0]
                found.append(loss.win + loss.points)
            weights[at] = before
            assert (found[0] - found[1]) / 0.02 == pytest.approx(float(gradient[name][at]), abs=0.01)


def test_absent_seats_have_no_part_in_the_loss() -> None:
    labels = np.array([[1.0, 0.0, np.nan, 5.0, 3.0, np.nan]], np.float32)
    one = loss_and_slope(np.array([[1.0, 2.0, 3.0, 0.0, 0.0, 0.0]], np.float32), labels)
    other = loss_and_slope(np.array([[1.0, 2.0, 99.0, 0.0, 0.0, -7.0]], np.float32), labels)
    assert one[0] == other[0]
    assert one[1][0, 2] == one[1][0, 5] == 0.0


def test_whole_numbers_compute_what_was_learned() -> None:
    features = FEATURES["ali-baba"]()
    shape = Shape(features.size, features.seats, 24, 8)
    buffer = Buffer(shape.rows, shape.seats, 100_000)
    buffer.add(play_task(SelfPlay("ali-baba", "learn", 40, None, 0.0, 1.0), 0))
    model, _ = learn(Model(shape, np.random.default_rng(2)), buffer, 60, 256, 3e-3, 1)
    batch = buffer.batch(np.arange(200))
    assert measure(model, batch).points < measure(Model(shape, np.random.default_rng(2)), batch).points / 2
    wanted = Pass(model, batch.inputs).outputs
    from schatzkammer.bots.values.network import OUTPUT, Network

    network = Network(whole_numbers(model))
    for number in range(200):
        features.count = 0
        for row in np.repeat(np.arange(shape.rows), batch.inputs[number].astype(int)):
            features.put(int(row))
        found = network.run(features.rows, features.count)
        for lane in range(shape.outputs):
            assert int(found[lane]) / OUTPUT == pytest.approx(float(wanted[number, lane]), abs=0.15)


def test_the_replay_buffer_keeps_the_latest() -> None:
    features = FEATURES["ali-baba"]()
    records = [play_task(SelfPlay("ali-baba", "buffer", 3, None, 0.0, 1.0), number) for number in range(3)]
    buffer = Buffer(features.size, features.seats, 1)
    for one in records:
        buffer.add(one)
    alone = Buffer(features.size, features.seats, 1)
    alone.add(records[-1])
    assert len(buffer) == len(alone) > 0
    assert (buffer.batch(np.arange(5)).inputs == alone.batch(np.arange(5)).inputs).all()
