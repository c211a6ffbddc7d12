"""PettingZoo: one agent after another (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, SupportsIndex

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schatzkammer.envs.parallel import GameParallel
from schatzkammer.envs.seated import Seated
from schatzkammer.envs.setting import Setting, action_number

Observation = dict[str, Any]


class GameAEC(Seated, AECEnv[str, Observation, Any]):
    """A game for 2 to 5 agents, one for each seat.

    An observation is what the agent's seat knows with perfect recall, with the mask of its legal actions; only the
    agent that is asked has any. Seats that choose at the same time are asked one after another, and none of their
    observations shows what the others chose before all have.
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
        self._settle(Setting(game, players, options, rewards, encoding, illegal), render_mode, parallel=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: that of `schatzkammer.new` with the same seed; without one the next in line."""
        state = self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[state.seat]

    def observe(self, agent: str) -> Observation:
        return self.setting.look(self.game_state, self._seats[agent])

    def step(self, action: SupportsIndex | None) -> None:
        """Plays the action of the agent that is asked."""
        state = self.game_state
        agent = self.agent_selection
        if not self.agents or self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        if self.setting.illegal != "raise" and number not in state.legal():
            if self.setting.illegal == "lose":
                self._end(self.setting.penalties(state.seat))
                return
            number = int(self._chance.choice(state.legal()))
        state.apply(number)
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


class Ordered(OrderEnforcingWrapper):
    """Tells when calls are out of order. What is asked at every step is found without a detour."""

    @property
    def agents(self) -> list[str]:
        """Those still in the game."""
        found: list[str] = self.env.agents if self._has_reset else self.__getattr__("agents")
        return found

    @property
    def agent_selection(self) -> str:
        """The one who is asked."""
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
