"""Gymnasium: one agent against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
from gymnasium import spaces

from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import streams
from schatzkammer.bots.protocol import glimpse_of
from schatzkammer.core.errors import BadInput, BadSeat
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.envs.config import EnvConfig, action_number, one_of
from schatzkammer.envs.spaces import observation_space
from schatzkammer.render.modes import MODES, render

Observation = dict[str, Any]


class GameEnv(gymnasium.Env[Observation, Any]):
    """A game for one agent; bots play the other seats.

    `opponents` names the bots in the order of their seats; a single name stands for all. An illegal action loses the
    game (`illegal`: "replace" plays a legal one instead, "raise" refuses it).
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        options: Mapping[str, str | bool] | None = None,
        rewards: str = "win",
        encoding: str = "codes",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.config = EnvConfig(game, players, options, rewards, encoding, illegal)
        if type(seat) is not int or not 0 <= seat < players:
            raise BadSeat(f"There is no such seat; the seats are 0 to {players - 1}.")
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise BadInput(f"{players} players need {players - 1} opponents, not {len(names)}.")
        bots = [find_bot(name) for name in names]
        self._bots = {other: bots.pop(0) for other in range(players) if other != seat}
        self.seat = seat
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)
        self.observation_space = observation_space(self.config)
        self.action_space = spaces.Discrete(self.config.game.actions)
        self._state: State | None = None
        self._streams: list[Stream] = []

    @property
    def game_state(self) -> State:
        """The state of the rules, hidden things included."""
        if self._state is None:
            raise BadInput("The environment has to be reset before anything else.")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts the game of `schatzkammer.new` with the same seed; without one, the next of the environment."""
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
        number = action_number(action)
        info: dict[str, Any] = {}
        legal = state.game.legal(state, self.seat)
        if number not in legal:
            if self.config.illegal == "raise":
                raise state.game.refusal(state, self.seat, number)
            if self.config.illegal == "lose":
                return self._observation(state), self.config.penalties(self.seat)[self.seat], True, False, info
            number = int(self.np_random.choice(legal))
            info["replaced"] = number
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

    def render(self) -> Any:  # noqa: ANN401  the library's own type
        """The board as a spectator sees it: text, a picture, or on the terminal."""
        return render(self.game_state, self.render_mode)
