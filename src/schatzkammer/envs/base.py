"""What the adapters of PettingZoo and Gymnasium share: the state, rendering and the space of observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.envs.config import EnvConfig, one_of
from schatzkammer.render.modes import MODES, render

Observation = dict[str, Any]
METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}


class BaseEnv:
    """An environment of one game."""

    config: EnvConfig
    render_mode: str | None
    _state: State | None = None

    def _configure(self, config: EnvConfig, render_mode: str | None) -> None:
        self.config = config
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)

    @property
    def game_state(self) -> State:
        """The state of the rules, hidden parts included."""
        if self._state is None:
            raise BadInput("The environment has to be reset before anything else.")
        return self._state

    def render(self) -> Any:  # noqa: ANN401  the library's own type
        """The board as a spectator sees it: text, a picture, or on the terminal."""
        return render(self.game_state, self.render_mode)


def observation_space(config: EnvConfig, actions: int) -> spaces.Dict:
    """The space of an observation with its mask of this many actions."""
    if config.encoding == "codes":
        high = config.layout.high
        observation = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    else:
        observation = spaces.Box(0.0, 1.0, (config.layout.one_hot_size,), np.float32)
    return spaces.Dict({"observation": observation, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
