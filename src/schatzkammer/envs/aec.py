"""PettingZoo's AEC interface: one agent after another."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any, SupportsIndex

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schatzkammer.envs.base import Observation
from schatzkammer.envs.config import EnvConfig, action_number
from schatzkammer.envs.parallel import GameParallel
from schatzkammer.envs.pettingzoo_base import PettingZooBase


class GameAEC(PettingZooBase, AECEnv[str, Observation, Any]):
    """A game with one agent per seat.

    An observation holds what the seat knows with perfect recall, and the mask of its legal actions; only the agent that
    is asked has any. Seats that choose simultaneously are asked one after another, and their observations do not show
    the others' choices before all have chosen.
    """

    def __init__(self, game: str, players: int = 2, *, render_mode: str | None = None, **settings: Any) -> None:  # noqa: ANN401
        """Takes the settings of EnvConfig."""
        EzPickle.__init__(self, game, players, render_mode=render_mode, **settings)
        self._set_up(EnvConfig(game, players, **settings), render_mode, parallel=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game."""
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
        if self.config.illegal == "raise":  # `apply` checks the action, faster than a list of legal ones
            number: int | None = action_number(action)
        else:
            number = self.config.legal_action(state, state.seat, action, self._random, {})
        if number is None:
            self._end(self.config.penalties(state.seat))
            return
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


def _forwarded(name: str) -> property:
    """An attribute of the wrapped environment, read without PettingZoo's slow checks once that is reset."""
    read = attrgetter(name)
    return property(lambda self: read(self.env) if self._has_reset else self.__getattr__(name))


class OrderEnforcing(OrderEnforcingWrapper):
    """PettingZoo's wrapper against calls out of order, with fast access to what is read at every step."""

    agents = _forwarded("agents")
    agent_selection = _forwarded("agent_selection")
    terminations = _forwarded("terminations")

    def __str__(self) -> str:
        return str(self.env)


def env(game: str, max_cycles: int | None = None, **settings: Any) -> AECEnv[str, Observation, Any]:  # noqa: ANN401
    """A game as an AEC environment that refuses calls out of order; `raw_env` does not check them.

    With `max_cycles` the game is played in cycles, as by `parallel_env`: every agent is asked once per cycle, agents
    with nothing to decide wait, and the game is truncated after this many cycles.
    """
    if max_cycles is None:
        return OrderEnforcing(GameAEC(game, **settings))
    return parallel_to_aec(GameParallel(game, max_cycles=max_cycles, **settings))


def makers(game: str) -> tuple[partial[Any], partial[Any], partial[Any]]:
    """`env`, `raw_env` and `parallel_env` of one game, for a module in PettingZoo's style."""
    return partial(env, game), partial(GameAEC, game), partial(GameParallel, game)
