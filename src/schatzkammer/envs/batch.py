"""A batch of games: one call steps all of them, arrays in and out."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import State
from schatzkammer.core.loading import checked_seed
from schatzkammer.core.processes import usable_cores
from schatzkammer.envs.batch_inline import ACTION, Actions, InlineGames, Step
from schatzkammer.envs.batch_processes import BatchClosed, ProcessGames
from schatzkammer.envs.config import EnvConfig

GAMES_PER_PROCESS = 100  # fewer games take less time than signalling a process


class Batch:
    """n games; one that ends is replaced by a new one in the same step.

    They are played here and in `processes` - 1 other processes; the games do not depend on the number of processes.
    """

    last: Step  # the result of the last step

    def __init__(self, config: EnvConfig, n: int, seed: object = 0, processes: int | None = 1) -> None:
        if type(n) is not int or n < 1:
            raise BadInput("A batch has at least one game.")
        if processes is not None and (type(processes) is not int or processes < 1):
            raise BadInput("A batch has at least one process; None means one per core.")
        self.config = config
        self.n = n
        self.processes = min(n, sensible_processes(n) if processes is None else processes)
        self._closed = False
        self._offsets = np.arange(n) * config.game.actions  # of the rows in the masks
        self._games = InlineGames(config, 0, n) if self.processes == 1 else ProcessGames(config, n, self.processes)
        self.reset(seed)

    def reset(self, seed: object = 0) -> Step:
        """Restarts all games: row i plays the game of the seed `<seed>/<i>`, then `<seed>/<i>/1` and so on."""
        text = checked_seed(f"{seed}")
        with self._atomically():
            self.last = self._games.reset(text)
        return self.last

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game; raises IllegalMove before anything changes if one is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(f"One action number for each of the {self.n} games is needed.")
        numbers = given.astype(np.int64)
        known = (numbers >= 0) & (numbers < self.config.game.actions)
        legal = known & (self.last.masks.take(self._offsets + numbers, mode="clip") == 1)
        if not legal.all():
            row = int(legal.argmin())
            state = self.state(row)
            raise self.config.game.refusal(state, int(state.seat), int(given[row]))
        with self._atomically():
            self.last = self._games.play(numbers.astype(ACTION))
        return self.last

    def random_actions(self) -> Actions:
        """A uniformly random legal action for each game."""
        with self._atomically():
            return self._games.random_actions()

    def state(self, at: int) -> State:
        """A copy of one game's state, hidden things included."""
        if not 0 <= at < self.n:
            raise BadInput(f"The games are numbered from 0 to {self.n - 1}.")
        with self._atomically():
            return self._games.state(at)

    def close(self) -> None:
        """Ends the worker processes; they also end with the batch or its program."""
        self._closed = True
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _atomically(self) -> Generator[None, None, None]:
        """Closes the batch if a step is interrupted, since its rows would be out of step."""
        if self._closed:
            raise BatchClosed("The batch is closed.")
        try:
            yield
        except BaseException:
            self.close()
            raise


def sensible_processes(n: int) -> int:
    """One per core, but not for too few games."""
    return max(1, min(usable_cores(), n // GAMES_PER_PROCESS))


def batch(
    game: str,
    n: int,
    players: int = 2,
    options: Mapping[str, str | bool] | None = None,
    rewards: str = "win",
    seed: object = 0,
    processes: int | None = 1,
) -> Batch:
    """A batch of n games in so many processes (None: all cores); `last` holds their current step."""
    return Batch(EnvConfig(game, players, options, rewards), n, seed, processes)
