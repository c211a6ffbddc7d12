"""Gymnasium's spaces for observations and masks, and the names of agents and environments."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from schatzkammer.envs.setting import Setting


def observation_space(setting: Setting, waiting: bool = False) -> spaces.Dict:
    """The observation with its mask; `waiting` adds an action for those who have nothing to decide."""
    if setting.encoding == "codes":
        high = setting.layout.high
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    else:
        seen = spaces.Box(0.0, 1.0, (setting.layout.wide,), np.float32)
    actions = setting.game.actions + waiting
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def agent_names(players: int) -> list[str]:
    """The agents by seat."""
    return [f"player_{seat}" for seat in range(players)]


def env_name(game: str) -> str:
    """What the environment is called: `ali_baba_v0`."""
    return f"{game.replace('-', '_')}_v0"
