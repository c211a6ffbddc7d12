"""PettingZoo: one agent after another (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.envs.drawing import MODES, render
from schatzkammer.envs.parallel import GameParallel
from schatzkammer.envs.setting import Setting, action_number, one_of
from schatzkammer.envs.spaces import agent_names, env_name, observation_space

Observation = dict[str, Any]


class GameAEC(AECEnv[str, Observation, Any], EzPickle):
    """A game for 2 to 5 agents, one for each seat.

    An observation is what the agent's seat knows with perfect recall, with the mask of its legal actions; only the
    agent that is asked has any. Seats that choose at the same time are asked one after another, and none of their
    observations shows what the others chose before all have.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, str | bool] | None = None,
        rewards: str = "win",
        encoding: str = "codes",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, players, options, rewards, encoding, illegal, render_mode)
        super().__init__()
        self.setting = Setting(game, players, options, rewards, encoding, illegal)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)
        self.metadata = {**self.metadata, "name": env_name(game)}
        self.possible_agents = agent_names(players)
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._space = {agent: observation_space(self.setting) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.setting.game.actions) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._state: State | None = None

    @property
    def game_state(self) -> State:
        """The state of the rules, hidden things included."""
        if self._state is None:
            raise BadInput("The environment has to be reset before anything else.")
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: that of `schatzkammer.new` with the same seed; without one the next in line."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._state = self.setting.start(int(self._chance.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(self._state.seat)]

    def observe(self, agent: str) -> Observation:
        return self.setting.look(self.game_state, self._seats[agent])

    def step(self, action: SupportsIndex | None) -> None:
        """Plays the action of the agent that is asked."""
        state = self.game_state
        agent = self.agent_selection
        if not self.agents or self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = int(state.seat)
        number = action_number(action)
        if self.setting.illegal != "raise" and number not in state.game.legal(state, seat):
            if self.setting.illegal == "lose":
                self._end(self.setting.penalties(seat))
                return
            number = int(self._chance.choice(state.game.legal(state, seat)))
        state.game.apply(state, seat, number)
        self._cumulative_rewards[agent] = 0.0
        if state.seat < 0:
            self._end(self.setting.rewards(state))
        else:
            self.agent_selection = self.possible_agents[state.seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: list[float]) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:  # noqa: ANN401  the library's own type
        """The board as a spectator sees it: text, a picture, or on the terminal."""
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class Ordered(OrderEnforcingWrapper):
    """Tells when calls are out of order. What is asked at every step is found without a detour."""

    @property
    def agents(self) -> list[str]:
        """Those still in the game."""
        found: list[str] = self.env.agents if self._has_reset else self.__getattr__("agents")
        return found

    @property
    def terminations(self) -> dict[str, bool]:
        """Whether the game is over, by agent."""
        found: dict[str, bool] = self.env.terminations if self._has_reset else self.__getattr__("terminations")
        return found

    def __str__(self) -> str:
        return str(self.env)


def env(game: str, max_cycles: int | None = None, **settings: Any) -> AECEnv[str, Observation, Any]:  # noqa: ANN401
    """A game as an AEC environment, in the wrapper that tells when calls are out of order; `raw_env` is without.

    With `max_cycles` it is played in cycles, as `parallel_env` plays it: every agent is asked once a cycle, those that
    have nothing to decide wait, and it is truncated after so many.
    """
    if max_cycles is None:
        return Ordered(GameAEC(game, **settings))
    return parallel_to_aec(GameParallel(game, max_cycles=max_cycles, **settings))


def makers(game: str) -> tuple[partial[Any], partial[Any], partial[Any]]:
    """`env`, `raw_env` and `parallel_env` of one game, as PettingZoo's modules have them."""
    return partial(env, game), partial(GameAEC, game), partial(GameParallel, game)
