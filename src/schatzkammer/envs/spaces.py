"""Spaces of observations and masks, names of agents and environments."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from schatzkammer.envs.config import EnvConfig


def observation_space(config: EnvConfig, waiting: bool = False) -> spaces.Dict:
    """The observation with its mask; `waiting` adds an action for seats with nothing to decide."""
    if config.encoding == "codes":
        high = config.layout.high
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    else:
        seen = spaces.Box(0.0, 1.0, (config.layout.wide,), np.float32)
    actions = config.game.actions + waiting
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def agent_names(players: int) -> list[str]:
    """The agents by seat."""
    return [f"player_{seat}" for seat in range(players)]


def env_name(game: str) -> str:
    """The name of an environment: `ali_baba_v1`."""
    return f"{game.replace('-', '_')}_v1"
