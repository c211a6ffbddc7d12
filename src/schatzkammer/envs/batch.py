"""A batch of games: one call steps all of them, arrays in and out."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
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
    """n games; when one ends, the same step starts the next one in its row.

    This process and `processes` - 1 workers play them. The games do not depend on the number of processes.
    """

    last: Step  # the result of the last step

    def __init__(self, config: EnvConfig, n: int, seed: object = 0, processes: int | None = 1) -> None:
        if type(n) is not int or n < 1:
            raise BadInput("A batch has at least one game.")
        if processes is not None and (type(processes) is not int or processes < 1):
            raise BadInput("A batch has at least one process; None means one per core.")
        self.config = config
        self.n = n
        if processes is None:
            processes = max(1, min(usable_cores(), n // GAMES_PER_PROCESS))
        self.processes = min(n, processes)
        self._closed = False
        self._mask_offsets = np.arange(n) * config.game.actions  # of each row in the flattened masks
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
        in_range = (numbers >= 0) & (numbers < self.config.game.actions)
        legal = in_range & (self.last.masks.take(self._mask_offsets + numbers, mode="clip") == 1)
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

    def state(self, row: int) -> State:
        """A copy of one game's state, hidden parts included."""
        if not 0 <= row < self.n:
            raise BadInput(f"The games are numbered from 0 to {self.n - 1}.")
        with self._atomically():
            return self._games.state(row)

    def close(self) -> None:
        """Ends the worker processes; they also end with the batch or its program."""
        self._closed = True
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _atomically(self) -> Generator[None, None, None]:
        """Closes the batch if the call is interrupted, since its rows may be at different steps."""
        if self._closed:
            raise BatchClosed("The batch is closed.")
        try:
            yield
        except BaseException:
            self.close()
            raise


def batch(
    game: str,
    n: int,
    players: int = 2,
    options: Mapping[str, str | bool] | None = None,
    rewards: str = "win",
    seed: object = 0,
    processes: int | None = 1,
) -> Batch:
    """A batch of n games in the given number of processes (None: all cores); `last` holds the current step."""
    return Batch(EnvConfig(game, players, options, rewards), n, seed, processes)
