"""PettingZoo's parallel interface: all agents at once, in cycles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.envs.config import EnvConfig, action_number
from schatzkammer.envs.pettingzoo_base import PettingZooBase

Observation = dict[str, Any]
Outcome = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class GameParallel(PettingZooBase, ParallelEnv[str, Observation, Any]):
    """A game in cycles: all seats that owe a decision decide together, the others wait.

    The last action number means waiting. An illegal action is replaced by a random legal one, which the agent's info
    names (`illegal`: "lose" and "raise" are stricter).
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, str | bool] | None = None,
        rewards: str = "win",
        encoding: str = "codes",
        illegal: str = "replace",
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        EzPickle.__init__(self, game, players, options, rewards, encoding, illegal, render_mode, max_cycles)
        self._configure(EnvConfig(game, players, options, rewards, encoding, illegal), render_mode, parallel=True)
        self.max_cycles = max_cycles
        self.wait = self.config.game.actions
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts the game of `schatzkammer.new` with the same seed; without one, the next of the environment."""
        self._start(seed)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, SupportsIndex | None]) -> Outcome:
        """Plays one cycle."""
        state = self.game_state
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        chosen = self._chosen(state, actions, infos)
        rewards = [0.0] * self.config.players
        if isinstance(chosen, int):
            rewards = self.config.penalties(chosen)
        else:
            for seat, action in chosen.items():
                state.game.apply(state, seat, action)
            if state.seat < 0:
                rewards = self.config.rewards(state)
        self._cycles += 1
        over = state.seat < 0 or isinstance(chosen, int)
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        live = self.agents
        outcome = (
            self._observations(),
            dict(zip(live, rewards, strict=True)),
            dict.fromkeys(live, over),
            dict.fromkeys(live, cut),
            infos,
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return outcome

    def _chosen(
        self, state: State, actions: Mapping[str, SupportsIndex | None], infos: dict[str, dict[str, Any]]
    ) -> dict[int, int] | int:
        """The actions of the seats that owe a decision, or the seat that loses by an illegal one."""
        if not self.agents:
            raise BadInput("The game is over; the environment has to be reset.")
        chosen: dict[int, int] = {}
        for seat in state.game.to_act(state):
            agent = self.possible_agents[seat]
            number = action_number(actions.get(agent))
            legal = state.game.legal(state, seat)
            if number not in legal:
                if self.config.illegal == "raise":
                    raise state.game.refusal(state, seat, number)
                if self.config.illegal == "lose":
                    return seat
                number = int(self._random.choice(legal))
                infos[agent]["replaced"] = number
            chosen[seat] = number
        return chosen

    def _observations(self) -> dict[str, Observation]:
        state = self.game_state
        deciding = state.game.to_act(state)
        seen: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, np.int8)
            if seat in deciding:
                mask[state.game.legal(state, seat)] = 1
            else:
                mask[self.wait] = 1
            seen[agent] = {"observation": self.config.observe(state, seat), "action_mask": mask}
        return seen
