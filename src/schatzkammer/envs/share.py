"""Games side by side in one process: all rows of a batch, or those that this process plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schatzkammer.core.game import State
from schatzkammer.envs.layout import Bytes
from schatzkammer.envs.setting import Mask, Setting
from schatzkammer.observe.kernel import Table

Actions = NDArray[np.int32]
ACTION = np.dtype("<i4")


@dataclass(frozen=True)
class Step:
    """How all games stand; row i belongs to game i. The arrays are read-only, and nothing changes them later."""

    observations: Bytes  # of the seat that decides
    masks: Mask  # 1 for its legal actions
    seats: Bytes  # who that is
    over: NDArray[np.bool_]  # whether the last action ended a game; the row then shows the next one
    rewards: NDArray[np.float32]  # by seat, of games that are over; else 0
    scores: NDArray[np.int64]  # by seat, of games that are over; else 0

    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """All of them, in this order."""
        return self.observations, self.masks, self.seats, self.over, self.rewards, self.scores


class Share:
    """So many rows from a first one on."""

    def __init__(self, setting: Setting, first: int, rows: int) -> None:
        self._setting = setting
        self._first = first
        self._rows = rows

    def reset(self, seed: str) -> Step:
        """Starts all games anew."""
        setting = self._setting
        self._table = Table(setting.encoder, setting.game, setting.setup, seed, self._first, self._rows)
        return self._shown()

    def play(self, actions: Actions) -> Step:
        """Plays a legal action in every game."""
        self._table.play(actions.tobytes())
        return self._shown()

    def picks(self) -> Actions:
        """A legal action of every game, each as likely."""
        return np.frombuffer(self._table.picks(), ACTION)

    def state(self, row: int) -> State:
        """A copy of one game's state."""
        return self._table.states[row - self._first].copy()

    def close(self) -> None:
        """Nothing is held that would not go by itself."""

    def _shown(self) -> Step:
        table = self._table
        rows, players = self._rows, self._setting.players
        over = np.zeros(rows, np.bool_)
        rewards = np.zeros((rows, players), np.float32)
        scores = np.zeros((rows, players), np.int64)
        for at, state in table.ended:
            over[at] = True
            rewards[at] = self._setting.rewards(state)
            scores[at] = self._setting.game.scores(state)
        for array in (over, rewards, scores):
            array.flags.writeable = False
        return Step(
            np.frombuffer(table.observations, np.uint8).reshape(rows, -1),
            np.frombuffer(table.masks, np.int8).reshape(rows, -1),
            np.frombuffer(table.seats, np.uint8),
            over,
            rewards,
            scores,
        )
