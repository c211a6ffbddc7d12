"""What both interfaces of PettingZoo share: agents, spaces, seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle

from schatzkammer.core.game import State
from schatzkammer.envs.base import METADATA, BaseEnv, observation_space
from schatzkammer.envs.config import EnvConfig


class PettingZooBase(BaseEnv, EzPickle):
    """A game with one agent per seat."""

    def _set_up(self, config: EnvConfig, render_mode: str | None, parallel: bool) -> None:
        """Sets what stays the same from game to game; parallel play has one more action, for waiting."""
        self._configure(config, render_mode)
        name = f"{config.game.id.replace('-', '_')}_v1"
        self.metadata: dict[str, Any] = {**METADATA, "name": name, "is_parallelizable": parallel}
        self.possible_agents = [f"player_{seat}" for seat in range(config.players)]
        self.agents: list[str] = []
        actions = config.game.actions + parallel
        self._observation_spaces = {agent: observation_space(config, actions) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def _start(self, seed: int | None) -> State:
        """Starts the game of `schatzkammer.new` with this seed; without one, draws the next seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._state = self.config.start(int(self._random.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        return self._state

    def close(self) -> None:
        """Has nothing to release."""
