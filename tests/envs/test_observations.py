"""What a seat sees: all it may know, nothing more, laid out as documented."""

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
    given = config(case)
    wide = config(case, encoding="one-hot")
    for match in islice(case.walk(31), 0, 400, 3):
        for seat in range(case.players):
            seen = given.observe(match.state, seat)
            assert seen.shape == (given.layout.size,)
            assert (seen <= given.layout.high).all(), [
                name
                for name, part in given.layout.parts(seen).items()
                if (part > given.layout.parts(given.layout.high)[name]).any()
            ]
            spread = wide.observe(match.state, seat)
            assert spread.shape == (given.layout.one_hot_size,)
            assert spread.min() >= 0
            assert spread.max() <= 1
            for field in given.layout.fields:
                if field.code:
                    ones = spread[given.layout.one_hot_slices[field.name]].reshape(field.length, field.values)
                    assert (ones.sum(axis=1) == 1).all()
                    assert (ones.argmax(axis=1) == given.layout.parts(seen)[field.name]).all()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_sampled_state_gives_the_same_observation(case: Case) -> None:
    given = config(case)
    rng = seeded("envs", case.game)
    for match in islice(case.walk(32), 0, 300, 2):
        for seat in range(case.players):
            drawn = match.state.sample(seat, rng)
            assert given.observe(drawn, seat).tobytes() == given.observe(match.state, seat).tobytes()
            if seat in match.to_act:
                assert given.mask(drawn, seat).tobytes() == given.mask(match.state, seat).tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_masks_hold_the_legal_actions(case: Case) -> None:
    given = config(case)
    for match in islice(case.walk(33), 0, 300, 2):
        for seat in match.to_act:
            assert np.flatnonzero(given.mask(match.state, seat)).tolist() == match.legal_actions(seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equal_observations_come_with_equal_views(case: Case) -> None:
    """Whatever a view shows, the observation shows: where a view has changed for a seat, so has the observation."""
    given = config(case)
    before: dict[int, tuple[bytes, str]] = {}
    for match in islice(case.walk(34), 300):
        for seat in range(case.players):
            now = (given.observe(match.state, seat).tobytes(), json.dumps(match.view(seat)))
            if seat in before and before[seat][0] == now[0]:
                assert before[seat][1] == now[1]
            before[seat] = now


@pytest.mark.parametrize("case", [case for case in CASES if dict(case.options).get("memory") == "screens"], ids=str)
def test_the_option_memory_changes_no_observation(case: Case) -> None:
    remembering = Case(case.game, case.players, tuple((n, "open" if n == "memory" else v) for n, v in case.options))
    given = config(case)
    for match, open_match in zip(islice(case.walk(35), 200), islice(remembering.walk(35), 200), strict=True):
        for seat in range(case.players):
            assert (given.observe(match.state, seat) == given.observe(open_match.state, seat)).all()


@pytest.mark.parametrize("game", ENCODERS)
def test_parts_are_views_of_the_observation(game: str) -> None:
    lay = layout(game, 2)
    parts = lay.parts(np.arange(lay.size, dtype=np.uint8))
    assert sum(len(part) for part in parts.values()) == lay.size
    assert np.concatenate(list(parts.values())).tolist() == [number % 256 for number in range(lay.size)]
    many = np.zeros((3, lay.size), np.uint8)
    assert lay.one_hot(many).shape == (3, lay.one_hot_size)
