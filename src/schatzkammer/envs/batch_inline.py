"""The rows of a batch that one process plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schatzkammer.core.game import State
from schatzkammer.envs.config import EnvConfig, Mask
from schatzkammer.envs.layout import Bytes
from schatzkammer.observe.batch import GameBatch

Actions = NDArray[np.int32]
ACTION = np.dtype("<i4")


@dataclass(frozen=True)
class Step:
    """The result of a step; row i belongs to game i. The arrays are read-only and never change."""

    observations: Bytes  # of the seat that decides
    masks: Mask  # 1 for its legal actions
    seats: Bytes  # the seat that decides
    over: NDArray[np.bool_]  # whether the last action ended a game; the row then shows the next game
    rewards: NDArray[np.float32]  # by seat; 0 unless the game is over
    scores: NDArray[np.int64]  # by seat; 0 unless the game is over

    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """All arrays, in this order."""
        return self.observations, self.masks, self.seats, self.over, self.rewards, self.scores


class InlineGames:
    """Consecutive rows of a batch, played in this process; `first` is the number of the first row."""

    def __init__(self, config: EnvConfig, first: int, rows: int) -> None:
        self._config = config
        self._first = first
        self._rows = rows

    def reset(self, seed: str) -> Step:
        """Restarts all games."""
        config = self._config
        self._batch = GameBatch(config.encoder, config.game, config.setup, seed, self._first, self._rows)
        return self._step()

    def play(self, actions: Actions) -> Step:
        """Plays one legal action in every game."""
        self._batch.play(actions.tobytes())
        return self._step()

    def random_actions(self) -> Actions:
        """A uniformly random legal action for each game."""
        return np.frombuffer(self._batch.random_actions(), ACTION)

    def state(self, row: int) -> State:
        """A copy of one game's state."""
        return self._batch.states[row - self._first].copy()

    def close(self) -> None:
        """Has nothing to release."""

    def _step(self) -> Step:
        batch = self._batch
        rows, players = self._rows, self._config.players
        over = np.zeros(rows, np.bool_)
        rewards = np.zeros((rows, players), np.float32)
        scores = np.zeros((rows, players), np.int64)
        for row, state in batch.ended:
            over[row] = True
            rewards[row] = self._config.rewards(state)
            scores[row] = self._config.game.scores(state)
        for array in (over, rewards, scores):
            array.flags.writeable = False
        return Step(
            np.frombuffer(batch.observations, np.uint8).reshape(rows, -1),
            np.frombuffer(batch.masks, np.int8).reshape(rows, -1),
            np.frombuffer(batch.seats, np.uint8),
            over,
            rewards,
            scores,
        )
