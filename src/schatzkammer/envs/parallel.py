"""PettingZoo's parallel interface: all agents at once, in cycles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from schatzkammer.core.errors import BadInput
from schatzkammer.envs.base import Observation
from schatzkammer.envs.config import EnvConfig
from schatzkammer.envs.pettingzoo_base import PettingZooBase

Outcome = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class GameParallel(PettingZooBase, ParallelEnv[str, Observation, Any]):
    """A game in cycles: all seats that owe a decision decide together, the others wait.

    The last action number means waiting. By default an illegal action is replaced by a random legal one, and the
    agent's info names it (`replaced`).
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        """Takes the settings of EnvConfig; `max_cycles` truncates the game."""
        EzPickle.__init__(self, game, players, render_mode=render_mode, max_cycles=max_cycles, **settings)
        config = EnvConfig(game, players, **{"illegal": "replace", **settings})
        self._set_up(config, render_mode, parallel=True)
        self.max_cycles = max_cycles
        self.wait = self.config.game.actions
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a game."""
        self._start(seed)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, SupportsIndex | None]) -> Outcome:
        """Plays one cycle."""
        state = self.game_state
        live = self.agents
        if not live:
            raise BadInput("The game is over; the environment has to be reset.")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in live}
        chosen: dict[int, int] = {}
        lost = False
        for seat in state.game.to_act(state):
            agent = live[seat]
            number = self.config.legal_action(state, seat, actions.get(agent), self._random, infos[agent])
            if number is None:
                rewards = self.config.penalties(seat)
                lost = True
                break
            chosen[seat] = number
        else:
            for seat, action in chosen.items():
                state.game.apply(state, seat, action)
            rewards = self.config.rewards(state) if state.seat < 0 else [0.0] * self.config.players
        self._cycles += 1
        over = lost or state.seat < 0
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(live, rewards, strict=True)),
            dict.fromkeys(live, over),
            dict.fromkeys(live, truncated),
            infos,
        )

    def _observations(self) -> dict[str, Observation]:
        state = self.game_state
        deciding = state.game.to_act(state)
        observations: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, np.int8)
            mask[state.game.legal(state, seat) if seat in deciding else self.wait] = 1
            observations[agent] = {"observation": self.config.observe(state, seat), "action_mask": mask}
        return observations
