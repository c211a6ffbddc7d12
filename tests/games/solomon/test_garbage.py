"""Positions from outside, of every step: refused, or sound, sampled and played to the end."""

from __future__ import annotations

import copy
import json
import random
from functools import cache

import pytest

import schatzkammer as sk
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.moves import NAME, SHIFTS
from tests.conformance.test_garbage import unordered
from tests.games.solomon.invariants import conserved
from tests.games.solomon.picture import position

VALUES = [None, True, -1, 0, 1, 2, 3, 7, 2**70, 1.5, "", "a1", "treasure-1", "mirror", "act", "dig", "32"]
VALUES += [[], {}, [[]], {"a1": 1}]


def entries(value: object, path: tuple = ()) -> list[tuple]:
    """The paths to everything inside a table."""
    found = [path]
    if isinstance(value, dict):
        for name, item in value.items():
            found += entries(item, (*path, name))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            found += entries(item, (*path, at))
    return found


def changed(value: dict, rng: random.Random) -> dict:
    """The table with one entry changed, swapped with another, left out or doubled."""
    bad = copy.deepcopy(value)
    paths = entries(bad)[1:]
    path = rng.choice(paths)
    inside = bad
    for name in path[:-1]:
        inside = inside[name]
    way = rng.randrange(5)
    if way == 0:
        del inside[path[-1]]
    elif way == 1 and isinstance(inside, list):
        inside.append(inside[path[-1]])
    elif way == 2:
        other = bad
        twin = rng.choice(paths)
        for name in twin[:-1]:
            other = other[name]
        inside[path[-1]], other[twin[-1]] = copy.deepcopy(other[twin[-1]]), copy.deepcopy(inside[path[-1]])
    elif way == 3 and type(inside[path[-1]]) is int:
        inside[path[-1]] += rng.choice([-1, 1])
    else:
        inside[path[-1]] = rng.choice(VALUES)
    return bad


@cache
def starting_points() -> list[dict]:
    """Positions of all steps and options, some with tiles dealt face down."""
    found: dict[tuple, dict] = {}
    for seed in range(24):
        rng = random.Random(seed)
        options = {"edition": "published", "declare": rng.choice(["after", "before"]), "memory": "open"}
        m = sk.new("solomon", players=2 + seed % 4, seed=f"{seed}", options=options)
        s = m.state
        while not m.over:
            seat = rng.choice(m.to_act)
            legal = m.legal_actions(seat)
            special = [action for action in legal if not SHIFTS[0].first <= action < NAME.first]
            m.play_action(seat, rng.choice(special if rng.random() < 0.5 else legal))
            key = (s.step, s.named, s.objects > 0, min(2, len(s.dealt)))
            if key not in found:
                found[key] = m.position()
    poor = position("u u u . . ." + " # # # # # #" * 5, [2, 3, 4, 5, 6], hoards=["aM", "1", "", "", ""], coins=[0] * 5)
    short = sk.from_position("solomon", poor)
    short.play(0, "dig a1")
    return [*found.values(), short.position()]


def test_all_steps_are_among_the_starting_points() -> None:
    steps = {place["step"] for place in starting_points()}
    assert steps == {"choose", "act", "name", "dig", "pick", "give", "over"}


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_refused_or_can_be_played_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    chance = seeded(f"garbage {seed}", "test")
    accepted = refused = 0
    for _ in range(400):
        bad = changed(rng.choice(starting_points()), rng)
        if rng.random() < 0.3:
            bad = changed(bad, rng)
        try:
            m = sk.from_position("solomon", bad)
        except sk.BadPosition:
            refused += 1
            continue
        accepted += 1
        conserved(m.position())
        assert unordered(m.position()) == unordered({**bad, "options": m.options})
        again = sk.from_position("solomon", json.loads(json.dumps(m.position())))
        assert again.position() == m.position()
        for seat in (None, *range(m.players)):
            m.view(seat)
            drawn = m.state.sample(seat, chance)
            position_of = m.state.game.position(drawn)
            assert sk.from_position("solomon", {**m.position(), **position_of})
            playout(drawn, chance)
        playout(m.state.copy(), chance)
    assert refused > 100
    assert accepted > 10
