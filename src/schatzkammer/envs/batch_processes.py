"""A batch in several processes: the caller's own and worker processes, each with a slice of the rows.

Results go through shared memory, commands and acknowledgements through a pipe. When a process dies, its end of the pipe
closes, and the other end notices. The shared memory has no name, so it cannot outlive the processes.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import pairwise
from math import prod
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import perf_counter
from types import ModuleType
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import DTypeLike, NDArray

from schatzkammer.core.errors import BadInput, Error
from schatzkammer.core.game import State
from schatzkammer.core.processes import sigint_blocked, usable_cores
from schatzkammer.envs.batch_inline import ACTION, Actions, InlineGames, Step
from schatzkammer.envs.config import EnvConfig

# Commands to a worker; a seed follows RESET, a row follows STATE.
RESET, PLAY, RANDOM, STATE = b"r", b"p", b"a", b"s"
DONE = b""
PATIENCE = 2.0  # seconds for a worker to finish its step and exit
SPIN = 0.0002  # seconds to wait actively before sleeping
COUNTER = 8  # 64-bit words per counter, a cache line
YIELD: Callable[[], None] = getattr(os, "sched_yield", lambda: None)  # not on every system

Memory = ctypes.Array[ctypes.c_ubyte]


class BatchClosed(Error):
    """The batch was closed, by its user or because one of its processes died."""


class Channel:
    """One end of a pipe, with message counters in shared memory: polling a counter is faster than waking up."""

    def __init__(self, pipe: Connection, sent: NDArray[Any], arrived: NDArray[Any], spin: float) -> None:
        self.pipe = pipe
        self._sent = sent  # counts the messages of this end
        self._arrived = arrived  # counts the messages of the other end
        self._spin = spin
        self._received = 0

    def send(self, message: bytes) -> None:
        """Sends a message; OSError if the other end is closed."""
        self.pipe.send_bytes(message)
        self._sent += 1

    def receive(self) -> bytes:
        """The next message; EOFError or OSError if the other end is closed."""
        end = perf_counter() + self._spin
        while self._arrived[0] == self._received and perf_counter() < end:
            YIELD()
        message = self.pipe.recv_bytes()
        self._received += 1
        return message


class Worker:
    """A worker process, seen from the caller."""

    def __init__(self, process: BaseProcess, channel: Channel) -> None:
        self.process = process
        self.channel = channel

    def send(self, command: bytes) -> None:
        """Sends a command."""
        try:
            self.channel.send(command)
        except OSError:
            raise self._lost() from None

    def receive(self) -> bytes:
        """Waits for the answer."""
        try:
            return self.channel.receive()
        except (EOFError, OSError):
            raise self._lost() from None

    def _lost(self) -> BatchClosed:
        self.process.join(PATIENCE)
        return BatchClosed(f"A process of the batch has died (exit code {self.process.exitcode}); the batch is closed.")


class SharedArrays:
    """The arrays of a step, the actions, and two message counters per process, in shared memory."""

    def __init__(self, memory: Memory, config: EnvConfig, n: int, processes: int) -> None:
        offset = 0
        arrays: list[NDArray[Any]] = []
        for dtype, shape in self._arrays(config, n, processes):
            arrays.append(np.ndarray(shape, dtype, memoryview(memory), offset))
            offset += arrays[-1].nbytes
        self.counters, scores, rewards, self.actions, observations, masks, seats, over = arrays
        self.step = (observations, masks, seats, over, rewards, scores)

    @classmethod
    def size(cls, config: EnvConfig, n: int, processes: int) -> int:
        """The number of bytes needed."""
        return sum(np.dtype(dtype).itemsize * prod(shape) for dtype, shape in cls._arrays(config, n, processes))

    @staticmethod
    def _arrays(config: EnvConfig, n: int, processes: int) -> list[tuple[DTypeLike, tuple[int, ...]]]:
        """Type and shape of each array, the widest types first so that all are aligned."""
        return [
            (np.int64, (processes, 2, COUNTER)),
            (np.int64, (n, config.players)),
            (np.float32, (n, config.players)),
            (ACTION, (n,)),
            (np.uint8, (n, config.layout.size)),
            (np.int8, (n, config.game.actions)),
            (np.uint8, (n,)),
            (np.bool_, (n,)),
        ]


class ProcessGames:
    """All rows of a batch: the first slice is played here, the others by workers."""

    def __init__(self, config: EnvConfig, n: int, processes: int) -> None:
        if current_process().daemon:
            raise BadInput("A daemonic process cannot start others: use processes=1.")
        context = get_context("spawn")  # works on every system and copies no locks of other threads
        firsts = [n * process // processes for process in range(processes + 1)]
        memory = context.RawArray(ctypes.c_ubyte, SharedArrays.size(config, n, processes))
        self._own = firsts[1]
        self._inline = InlineGames(config, 0, self._own)
        self._shared = SharedArrays(memory, config, n, processes)
        self._firsts = firsts[1:-1]
        self._workers: list[Worker] = []
        self._finalizer = finalize(self, _stop, self._workers, os.getpid())
        spin = SPIN if processes <= usable_cores() else 0.0
        counters = self._shared.counters
        with sigint_blocked(), _without_script():
            for number, (first, end) in enumerate(pairwise(firsts[1:]), 1):
                near, far = context.Pipe()
                rows = range(first, end)
                process = context.Process(
                    target=serve, args=(far, config, memory, n, processes, number, rows, spin), daemon=True
                )
                process.start()
                far.close()
                self._workers.append(Worker(process, Channel(near, counters[number, 0], counters[number, 1], spin)))

    def reset(self, seed: str) -> Step:
        """Restarts all games."""
        self._send(RESET + seed.encode())
        return self._joined(self._inline.reset(seed))

    def play(self, actions: Actions) -> Step:
        """Plays one legal action in every game."""
        self._shared.actions[:] = actions
        self._send(PLAY)
        return self._joined(self._inline.play(actions[: self._own]))

    def random_actions(self) -> Actions:
        """A uniformly random legal action for each game."""
        self._send(RANDOM)
        own = self._inline.random_actions()
        self._wait()
        return np.concatenate([own, self._shared.actions[self._own :]], dtype=ACTION)

    def state(self, row: int) -> State:
        """A copy of one game's state."""
        if row < self._own:
            return self._inline.state(row)
        worker = self._workers[sum(first <= row for first in self._firsts) - 1]
        worker.send(STATE + str(row).encode())
        state: State = pickle.loads(worker.receive())  # noqa: S301  our own process
        return state

    def close(self) -> None:
        """Ends the workers; further calls do nothing."""
        self._finalizer()

    def _send(self, command: bytes) -> None:
        for worker in self._workers:
            worker.send(command)

    def _wait(self) -> None:
        for worker in self._workers:
            worker.receive()

    def _joined(self, own: Step) -> Step:
        """Joins the rows of this process with those of the workers, in new arrays."""
        pairs = list(zip(own.arrays(), self._shared.step, strict=True))
        joined = [np.empty(shared.shape, shared.dtype) for _, shared in pairs]
        for array, (mine, _) in zip(joined, pairs, strict=True):
            array[: self._own] = mine
        self._wait()
        for array, (_, shared) in zip(joined, pairs, strict=True):
            array[self._own :] = shared[self._own :]
            array.flags.writeable = False
        return Step(*joined)


def serve(
    pipe: Connection,
    config: EnvConfig,
    memory: Memory,
    n: int,
    processes: int,
    number: int,
    rows: range,
    spin: float,
) -> None:
    """The main loop of a worker: plays its rows at every command until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller handles Ctrl-C
    shared = SharedArrays(memory, config, n, processes)
    caller = Channel(pipe, shared.counters[number, 1], shared.counters[number, 0], spin)
    games = InlineGames(config, rows.start, len(rows))
    own = slice(rows.start, rows.stop)
    while True:
        try:
            command = caller.receive()
        except (EOFError, OSError):
            return
        answer = DONE
        if command == PLAY:
            _write(games.play(shared.actions[own]), shared, own)
        elif command == RANDOM:
            shared.actions[own] = games.random_actions()
        elif command.startswith(RESET):
            _write(games.reset(command[1:].decode()), shared, own)
        else:
            answer = pickle.dumps(games.state(int(command[1:])))
        try:
            caller.send(answer)
        except OSError:
            return


def _write(step: Step, shared: SharedArrays, own: slice) -> None:
    for array, target in zip(step.arrays(), shared.step, strict=True):
        target[own] = array


def _stop(workers: list[Worker], creator: int) -> None:
    """Closes the pipes, waits for the workers to exit, and kills those that do not."""
    if os.getpid() != creator:  # a fork of the caller does not own the workers
        return
    for worker in workers:
        worker.channel.pipe.close()
    for worker in workers:
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()
    workers.clear()


@contextmanager
def _without_script() -> Generator[None, None, None]:
    """Hides the main script, which `spawn` would otherwise run again in every worker."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
