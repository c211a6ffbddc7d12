"""Observations hold all that a seat may know and nothing more, in the documented layout."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest

from schatzkammer.core.stream import seeded
from schatzkammer.envs import layout
from schatzkammer.observe import ENCODERS
from tests.conformance.cases import Case
from tests.envs.cases import CASES, config


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_keep_to_their_layout(case: Case) -> None:
    env_config = config(case)
    one_hot_config = config(case, encoding="one-hot")
    for match in islice(case.walk(31), 0, 400, 3):
        for seat in range(case.players):
            codes = env_config.observe(match.state, seat)
            assert codes.shape == (env_config.layout.size,)
            assert (codes <= env_config.layout.high).all(), [
                name
                for name, part in env_config.layout.parts(codes).items()
                if (part > env_config.layout.parts(env_config.layout.high)[name]).any()
            ]
            one_hot = one_hot_config.observe(match.state, seat)
            assert one_hot.shape == (env_config.layout.one_hot_size,)
            assert one_hot.min() >= 0
            assert one_hot.max() <= 1
            for field in env_config.layout.fields:
                if field.code:
                    ones = one_hot[env_config.layout.one_hot_slices[field.name]].reshape(field.length, field.values)
                    assert (ones.sum(axis=1) == 1).all()
                    assert (ones.argmax(axis=1) == env_config.layout.parts(codes)[field.name]).all()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_sampled_state_gives_the_same_observation(case: Case) -> None:
    env_config = config(case)
    rng = seeded("envs", case.game)
    for match in islice(case.walk(32), 0, 300, 2):
        for seat in range(case.players):
            sampled = match.state.sample(seat, rng)
            assert env_config.observe(sampled, seat).tobytes() == env_config.observe(match.state, seat).tobytes()
            if seat in match.to_act:
                assert env_config.mask(sampled, seat).tobytes() == env_config.mask(match.state, seat).tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_masks_hold_the_legal_actions(case: Case) -> None:
    env_config = config(case)
    for match in islice(case.walk(33), 0, 300, 2):
        for seat in match.to_act:
            assert np.flatnonzero(env_config.mask(match.state, seat)).tolist() == match.legal_actions(seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equal_observations_have_equal_views(case: Case) -> None:
    """An observation holds everything that a view shows: if a seat's view changes, so does its observation."""
    env_config = config(case)
    before: dict[int, tuple[bytes, str]] = {}
    for match in islice(case.walk(34), 300):
        for seat in range(case.players):
            now = (env_config.observe(match.state, seat).tobytes(), json.dumps(match.view(seat)))
            if seat in before and before[seat][0] == now[0]:
                assert before[seat][1] == now[1]
            before[seat] = now


@pytest.mark.parametrize("case", [case for case in CASES if dict(case.options).get("memory") == "screens"], ids=str)
def test_the_option_memory_changes_no_observation(case: Case) -> None:
    open_case = Case(case.game, case.players, tuple((n, "open" if n == "memory" else v) for n, v in case.options))
    env_config = config(case)
    for match, open_match in zip(islice(case.walk(35), 200), islice(open_case.walk(35), 200), strict=True):
        for seat in range(case.players):
            assert (env_config.observe(match.state, seat) == env_config.observe(open_match.state, seat)).all()


@pytest.mark.parametrize("game", ENCODERS)
def test_parts_are_views_of_the_observation(game: str) -> None:
    game_layout = layout(game, 2)
    parts = game_layout.parts(np.arange(game_layout.size, dtype=np.uint8))
    assert sum(len(part) for part in parts.values()) == game_layout.size
    assert np.concatenate(list(parts.values())).tolist() == [number % 256 for number in range(game_layout.size)]
    many = np.zeros((3, game_layout.size), np.uint8)
    assert game_layout.one_hot(many).shape == (3, game_layout.one_hot_size)
