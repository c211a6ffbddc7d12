"""Gymnasium: one agent against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
from gymnasium import spaces

from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import streams
from schatzkammer.bots.protocol import glimpse_of
from schatzkammer.core.errors import BadInput, BadSeat
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.envs.base import METADATA, BaseEnv, Observation, observation_space
from schatzkammer.envs.config import EnvConfig


class GameEnv(BaseEnv, gymnasium.Env[Observation, Any]):
    """A game for one agent; bots play the other seats. By default an illegal action loses the game."""

    metadata = METADATA

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        *,
        render_mode: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        """Takes the settings of EnvConfig; `opponents` names the bots by seat, a single name stands for all."""
        self._configure(EnvConfig(game, players, **{"illegal": "lose", **settings}), render_mode)
        if type(seat) is not int or not 0 <= seat < players:
            raise BadSeat(f"There is no such seat; the seats are 0 to {players - 1}.")
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise BadInput(f"{players} players need {players - 1} opponents, not {len(names)}.")
        others = [other for other in range(players) if other != seat]
        self._bots = {other: find_bot(name) for other, name in zip(others, names, strict=True)}
        self.seat = seat
        actions = self.config.game.actions
        self.observation_space = observation_space(self.config, actions)
        self.action_space = spaces.Discrete(actions)
        self._streams: list[Stream] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts the game of `schatzkammer.new` with this seed; without one, draws the next seed."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**63)) if seed is None else seed
        self._state = self.config.start(chosen)
        self._streams = streams(f"{chosen}", self.config.players)
        self._let_others_play(self._state)
        return self._observation(self._state), {}

    def step(self, action: SupportsIndex | None) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays the agent's decision, then the bots' until the agent has to decide again."""
        state = self.game_state
        if state.seat < 0:
            raise BadInput("The game is over; the environment has to be reset.")
        info: dict[str, Any] = {}
        number = self.config.legal_action(state, self.seat, action, self.np_random, info)
        if number is None:
            return self._observation(state), self.config.penalties(self.seat)[self.seat], True, False, info
        state.game.apply(state, self.seat, number)
        self._let_others_play(state)
        if self.render_mode == "human":
            self.render()
        reward = 0.0
        if state.seat < 0:
            reward = self.config.rewards(state)[self.seat]
            info["scores"] = state.game.scores(state)
        return self._observation(state), reward, state.seat < 0, False, info

    def _let_others_play(self, state: State) -> None:
        """Plays the bots until the agent owes a decision; its own simultaneous choice stays hidden from them."""
        game = state.game
        while state.seat >= 0 and state.seat != self.seat:
            seat = int(state.seat)
            game.apply(state, seat, self._bots[seat].choose(glimpse_of(state, seat), self._streams[seat]))

    def _observation(self, state: State) -> Observation:
        return self.config.observe_with_mask(state, self.seat)
