"""Many games of one kind side by side: one call steps all of them, arrays in and out."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.core.opening import checked_seed
from schatzkammer.core.processes import usable_cores
from schatzkammer.envs.crew import BatchClosed, Crew
from schatzkammer.envs.setting import Setting
from schatzkammer.envs.share import ACTION, Actions, Share, Step

WORTH = 100  # games: so many take about as long as it takes to set a process going twice


class Batch:
    """n games. One that is over makes room for a new one in the same step.

    They are played here and in `processes` - 1 other processes, and are the same games however many these are.
    """

    last: Step  # how all games stand

    def __init__(self, setting: Setting, n: int, seed: object = 0, processes: int | None = 1) -> None:
        if type(n) is not int or n < 1:
            raise BadInput("A batch has at least one game.")
        if processes is not None and (type(processes) is not int or processes < 1):
            raise BadInput("A batch has at least one process; None stands for as many as make sense.")
        self.setting = setting
        self.n = n
        self.processes = min(n, sensible_processes(n) if processes is None else processes)
        self._closed = False
        self._offsets = np.arange(n) * setting.game.actions  # of the rows in the masks
        self._games = Share(setting, 0, n) if self.processes == 1 else Crew(setting, n, self.processes)
        self.reset(seed)

    def reset(self, seed: object = 0) -> Step:
        """Starts all games anew: row i with the game of the seed `<seed>/<i>`, then `<seed>/<i>/1` and so on."""
        sown = checked_seed(f"{seed}")
        with self._wholly():
            self.last = self._games.reset(sown)
        return self.last

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game; IllegalMove, and nothing has changed, if one of them is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(f"One action number for each of the {self.n} games is needed.")
        numbers = given.astype(np.int64)
        known = (numbers >= 0) & (numbers < self.setting.game.actions)
        legal = known & (self.last.masks.take(self._offsets + numbers, mode="clip") == 1)
        if not legal.all():
            row = int(legal.argmin())
            state = self.state(row)
            raise self.setting.game.refusal(state, int(state.seat), int(given[row]))
        with self._wholly():
            self.last = self._games.play(numbers.astype(ACTION))
        return self.last

    def random_actions(self) -> Actions:
        """A legal action of every game, each as likely: the random policy at the speed of the rules."""
        with self._wholly():
            return self._games.picks()

    def state(self, at: int) -> State:
        """A copy of one game's state, hidden things included."""
        if not 0 <= at < self.n:
            raise BadInput(f"The games are numbered from 0 to {self.n - 1}.")
        with self._wholly():
            return self._games.state(at)

    def close(self) -> None:
        """Ends the processes that were started; so does whatever ends the batch itself or its program."""
        self._closed = True
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _wholly(self) -> Generator[None, None, None]:
        """What is broken off half way, by Ctrl-C for one, would leave rows of different steps: the batch is closed."""
        if self._closed:
            raise BatchClosed("The batch is closed.")
        try:
            yield
        except BaseException:
            self.close()
            raise


def sensible_processes(n: int) -> int:
    """One on each core, unless there are too few games to be worth a word to each."""
    return max(1, min(usable_cores(), n // WORTH))


def batch(
    game: str,
    n: int,
    players: int = 2,
    options: Mapping[str, str | bool] | None = None,
    rewards: str = "win",
    seed: object = 0,
    processes: int | None = 1,
) -> Batch:
    """n games of a kind side by side, in so many processes (None: all cores); `last` shows how they stand."""
    return Batch(Setting(game, players, options, rewards), n, seed, processes)
