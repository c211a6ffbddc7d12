"""What both interfaces of PettingZoo share: agents, spaces, seeds, rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.envs.config import EnvConfig, one_of
from schatzkammer.envs.spaces import agent_names, env_name, observation_space
from schatzkammer.render.modes import MODES, render


class PettingZooBase(EzPickle):
    """A game with one agent per seat."""

    def _configure(self, config: EnvConfig, render_mode: str | None, parallel: bool) -> None:
        """Sets what stays the same from game to game; parallel play has an extra action for waiting."""
        self.config = config
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)
        self.metadata: dict[str, Any] = {
            "name": env_name(config.game.id),
            "render_modes": list(MODES),
            "is_parallelizable": parallel,
            "render_fps": 2,
        }
        self.possible_agents = agent_names(config.players)
        self.agents: list[str] = []
        self._space = {agent: observation_space(config, parallel) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(config.game.actions + parallel) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self._state: State | None = None

    @property
    def game_state(self) -> State:
        """The state of the rules, hidden things included."""
        if self._state is None:
            raise BadInput("The environment has to be reset before anything else.")
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._actions[agent]

    def _start(self, seed: int | None) -> State:
        """Starts the game of `schatzkammer.new` with the same seed; without one, the next of the environment."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._state = self.config.start(int(self._random.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        return self._state

    def render(self) -> Any:  # noqa: ANN401  the library's own type
        """The board as a spectator sees it: text, a picture, or on the terminal."""
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
