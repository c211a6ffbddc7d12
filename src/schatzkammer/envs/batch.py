"""Many games of one kind side by side: one call steps all of them, arrays in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.core.stream import seeded
from schatzkammer.envs.layout import Bytes
from schatzkammer.envs.setting import Mask, Setting
from schatzkammer.observe.kernel import Table


@dataclass(frozen=True)
class Step:
    """How all games stand; row i belongs to game i. The arrays are read-only."""

    observations: Bytes  # of the seat that decides
    masks: Mask  # 1 for its legal actions
    seats: Bytes  # who that is
    over: NDArray[np.bool_]  # whether the last action ended a game; the row then shows the next one
    rewards: NDArray[np.float32]  # by seat, of games that are over; else 0
    scores: NDArray[np.int64]  # by seat, of games that are over; else 0


class Batch:
    """n games. One that is over makes room for a new one in the same step."""

    def __init__(self, setting: Setting, n: int, seed: object = 0) -> None:
        if type(n) is not int or n < 1:
            raise BadInput("A batch has at least one game.")
        self.setting = setting
        self.n = n
        self.reset(seed)

    def reset(self, seed: object = 0) -> Step:
        """Starts all games anew: game i is that of the seed `<seed>/<i>`, those after them are drawn from the seed."""
        setting = self.setting
        states = [setting.start(f"{seed}/{at}") for at in range(self.n)]
        later = setting.stream(f"{seed}/later")
        self._table = Table(setting.encoder, states, setting.setup, later, setting.no_action)
        self._policy = seeded(f"{seed}", "batch/random")
        return self._shown()

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game; IllegalMove, and nothing has changed, if one of them is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(f"One action number for each of the {self.n} games is needed.")
        numbers = given.tolist()
        illegal = self._table.first_illegal(numbers)
        if illegal >= 0:
            state = self._table.states[illegal]
            raise self.setting.game.refusal(state, int(state.seat), numbers[illegal])
        self._table.play(numbers)
        return self._shown()

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action of every game, each as likely: the random policy at the speed of the rules."""
        return np.frombuffer(self._table.picks(self._policy), np.dtype("<i4"))

    def state(self, at: int) -> State:
        """A copy of one game's state, hidden things included."""
        return self._table.states[at].copy()

    def _shown(self) -> Step:
        seen = self._table
        n, players = self.n, self.setting.players
        over = np.zeros(n, np.bool_)
        rewards = np.zeros((n, players), np.float32)
        scores = np.zeros((n, players), np.int64)
        for at, state in seen.ended:
            over[at] = True
            rewards[at] = self.setting.rewards(state)
            scores[at] = self.setting.game.scores(state)
        for array in (over, rewards, scores):
            array.flags.writeable = False
        self.last = Step(
            np.frombuffer(seen.observations, np.uint8).reshape(n, -1),
            np.frombuffer(seen.masks, np.int8).reshape(n, -1),
            np.frombuffer(seen.seats, np.uint8),
            over,
            rewards,
            scores,
        )
        return self.last


def batch(
    game: str,
    n: int,
    players: int = 2,
    options: Mapping[str, str | bool] | None = None,
    rewards: str = "win",
    seed: object = 0,
) -> Batch:
    """n games of a kind side by side; `Batch.last` shows how they stand."""
    return Batch(Setting(game, players, options, rewards), n, seed)
