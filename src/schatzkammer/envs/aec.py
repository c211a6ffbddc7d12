"""PettingZoo's AEC interface: one agent after another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, SupportsIndex

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schatzkammer.envs.config import EnvConfig, action_number
from schatzkammer.envs.parallel import GameParallel
from schatzkammer.envs.pettingzoo_base import PettingZooBase

Observation = dict[str, Any]


class GameAEC(PettingZooBase, AECEnv[str, Observation, Any]):
    """A game with one agent per seat.

    An observation holds what the seat knows with perfect recall, and the mask of its legal actions; only the agent that
    is asked has any. Seats that choose simultaneously are asked one after another, and their observations do not show
    the others' choices before all have chosen.
    """

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
        self._configure(EnvConfig(game, players, options, rewards, encoding, illegal), render_mode, parallel=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the game of `schatzkammer.new` with the same seed; without one, the next of the environment."""
        state = self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[state.seat]

    def observe(self, agent: str) -> Observation:
        return self.config.observe_with_mask(self.game_state, self._seats[agent])

    def step(self, action: SupportsIndex | None) -> None:
        """Plays the action of the agent that is asked."""
        state = self.game_state
        agent = self.agent_selection
        if not self.agents or self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        if self.config.illegal != "raise" and number not in state.legal():
            if self.config.illegal == "lose":
                self._end(self.config.penalties(state.seat))
                return
            number = int(self._random.choice(state.legal()))
        state.apply(number)
        self._cumulative_rewards[agent] = 0.0
        if state.seat < 0:
            self._end(self.config.rewards(state))
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


class OrderEnforcing(OrderEnforcingWrapper):
    """PettingZoo's wrapper against calls out of order, with fast access to the attributes read at every step."""

    @property
    def agents(self) -> list[str]:
        """The agents still in the game."""
        found: list[str] = self.env.agents if self._has_reset else self.__getattr__("agents")
        return found

    @property
    def agent_selection(self) -> str:
        """The agent that is asked."""
        found: str = self.env.agent_selection if self._has_reset else self.__getattr__("agent_selection")
        return found

    @property
    def terminations(self) -> dict[str, bool]:
        """Whether the game is over, by agent."""
        found: dict[str, bool] = self.env.terminations if self._has_reset else self.__getattr__("terminations")
        return found

    def __str__(self) -> str:
        return str(self.env)


def env(game: str, max_cycles: int | None = None, **settings: Any) -> AECEnv[str, Observation, Any]:  # noqa: ANN401
    """A game as an AEC environment that refuses calls out of order; `raw_env` is without this check.

    With `max_cycles` it is played in cycles as by `parallel_env`: every agent is asked once per cycle, agents with
    nothing to decide wait, and the game is truncated after so many cycles.
    """
    if max_cycles is None:
        return OrderEnforcing(GameAEC(game, **settings))
    return parallel_to_aec(GameParallel(game, max_cycles=max_cycles, **settings))


def makers(game: str) -> tuple[partial[Any], partial[Any], partial[Any]]:
    """`env`, `raw_env` and `parallel_env` of one game, for a module in PettingZoo's style."""
    return partial(env, game), partial(GameAEC, game), partial(GameParallel, game)
