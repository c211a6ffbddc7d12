"""What both interfaces of PettingZoo have in common: agents in seats, spaces, seeds, pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.envs.drawing import MODES, render
from schatzkammer.envs.setting import Setting, one_of
from schatzkammer.envs.spaces import agent_names, env_name, observation_space


class Seated(EzPickle):
    """A game whose seats are agents."""

    def _settle(self, setting: Setting, render_mode: str | None, parallel: bool) -> None:
        """Everything that stays the same from game to game; in parallel play there is an action for waiting."""
        self.setting = setting
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)
        self.metadata: dict[str, Any] = {
            "name": env_name(setting.game.id),
            "render_modes": list(MODES),
            "is_parallelizable": parallel,
            "render_fps": 2,
        }
        self.possible_agents = agent_names(setting.players)
        self.agents: list[str] = []
        self._space = {agent: observation_space(setting, parallel) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(setting.game.actions + parallel) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._state: State | None = None

    @property
    def game_state(self) -> State:
        """The state of the rules, hidden things included."""
        if self._state is None:
            raise BadInput("The environment has to be reset before anything else.")
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent sees."""
        return self._space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent can do."""
        return self._actions[agent]

    def _deal(self, seed: int | None) -> State:
        """A new game: that of `schatzkammer.new` with the same seed; without one the next in line."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._state = self.setting.start(int(self._chance.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        return self._state

    def render(self) -> Any:  # noqa: ANN401  the library's own type
        """The board as a spectator sees it: text, a picture, or on the terminal."""
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
