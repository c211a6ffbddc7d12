"""Set-ups for the tests of all adapters, and random games in them."""

from __future__ import annotations

import json

import numpy as np

from schatzkammer.core.game import State
from schatzkammer.envs.config import EnvConfig
from schatzkammer.observe import ENCODERS
from tests.conformance.cases import ALL, Case

CASES = [case for case in ALL if case.game in ENCODERS]


def config(case: Case, **changed: str) -> EnvConfig:
    return EnvConfig(case.game, case.players, dict(case.options), **changed)


def keywords(case: Case) -> dict[str, object]:
    return {"players": case.players, "options": dict(case.options)}


def decisions(case: Case, seed: int, longest: int = 400) -> list[tuple[int, int]]:
    """A random game played by the rules alone: the seats that decided, and their actions."""
    match = case.new(seed)
    rng = np.random.default_rng(seed)
    made = []
    while not match.over and len(made) < longest:
        seat = match.to_act[0]
        action = int(rng.choice(match.legal_actions(seat)))
        match.play_action(seat, action)
        made.append((seat, action))
    return made


def position(state: State) -> str:
    return json.dumps(state.game.position(state), sort_keys=True)
