"""The set-ups that the adapters are tested in, and what is put through them."""

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
    """A random game of the rules alone: who decided what."""
    match = case.new(seed)
    rng = np.random.default_rng(seed)
    found = []
    while not match.over and len(found) < longest:
        seat = match.to_act[0]
        action = int(rng.choice(match.legal_actions(seat)))
        match.play_action(seat, action)
        found.append((seat, action))
    return found


def position(state: State) -> str:
    return json.dumps(state.game.position(state), sort_keys=True)
