"""Games side by side in several processes: the caller's own, and helpers that wait for its word.

Rows are divided among them. What a helper has to show it writes into memory that all share; a word of a byte or two
through a pipe sets it going, and another says that it is done. Whoever dies closes its end of the pipe, and the other
end takes note. The shared memory has no name that could outlive it.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from itertools import pairwise
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
from schatzkammer.core.processes import deaf, usable_cores
from schatzkammer.envs.setting import Setting
from schatzkammer.envs.share import ACTION, Actions, Share, Step

# Words to a helper; a seed follows the first, a row the last.
RESET, PLAY, PICK, STATE = b"r", b"p", b"a", b"s"
DONE = b""
PATIENCE = 2.0  # seconds for a helper to finish its step and leave
AWAKE = 0.0002  # seconds
BELL = 8  # words that a bell takes, so that no two are in the way of each other in the caches
YIELD: Callable[[], None] = getattr(os, "sched_yield", lambda: None)  # not every system has it

Memory = ctypes.Array[ctypes.c_ubyte]


class BatchClosed(Error):
    """A batch was closed, by its user or because one of its processes has died, and plays no more."""


class End:
    """One end of a line with bells: who waits awake looks at a bell in shared memory, which is faster than the pipe."""

    def __init__(self, line: Connection, own: NDArray[Any], other: NDArray[Any], awake: float) -> None:
        self.line = line
        self._own = own  # how many words have come from here
        self._other = other  # and from the other end
        self._awake = awake
        self._heard = 0

    def say(self, word: bytes) -> None:
        """Sends a word; OSError when nobody is there."""
        self.line.send_bytes(word)
        self._own += 1

    def hear(self) -> bytes:
        """The next word; EOFError or OSError when nobody is there.

        It is waited for awake at first, because being woken takes longer than a small step.
        """
        end = perf_counter() + self._awake
        while self._other[0] == self._heard and perf_counter() < end:
            YIELD()  # to whoever has work for this core
        word = self.line.recv_bytes()
        self._heard += 1
        return word


class Helper:
    """A process that plays some of the rows, seen from the caller."""

    def __init__(self, process: BaseProcess, end: End) -> None:
        self.process = process
        self.end = end

    def tell(self, word: bytes) -> None:
        """Sets it going."""
        try:
            self.end.say(word)
        except OSError:
            raise self._lost() from None

    def told(self) -> bytes:
        """What it answers when it is done."""
        try:
            return self.end.hear()
        except (EOFError, OSError):
            raise self._lost() from None

    def _lost(self) -> BatchClosed:
        self.process.join(PATIENCE)
        return BatchClosed(f"A process of the batch has died (exit code {self.process.exitcode}); the batch is closed.")


class Sheet:
    """The arrays of a step, the actions, and for each process two bells, in shared memory."""

    def __init__(self, memory: Memory, setting: Setting, n: int, processes: int) -> None:
        at = 0

        def array(kind: DTypeLike, *shape: int) -> NDArray[Any]:
            nonlocal at
            found: NDArray[Any] = np.ndarray(shape, kind, memoryview(memory), at)
            at += found.nbytes
            return found

        # The widest first: so all lie where processors like them.
        self.bells = array(np.int64, processes, 2, BELL)
        scores, rewards = array(np.int64, n, setting.players), array(np.float32, n, setting.players)
        self.actions = array(ACTION, n)
        observations, masks = array(np.uint8, n, setting.layout.size), array(np.int8, n, setting.game.actions)
        self.step = (observations, masks, array(np.uint8, n), array(np.bool_, n), rewards, scores)

    @staticmethod
    def size(setting: Setting, n: int, processes: int) -> int:
        """How many bytes it takes."""
        return 16 * BELL * processes + n * (setting.layout.size + setting.game.actions + 12 * setting.players + 6)


class Crew:
    """All rows of a batch: the first ones are played here, the others by helpers."""

    def __init__(self, setting: Setting, n: int, processes: int) -> None:
        if current_process().daemon:
            raise BadInput("A process that may not start others can play a batch with processes=1 only.")
        context = get_context("spawn")  # the same on every system, and no lock of another thread is copied
        firsts = [n * each // processes for each in range(processes + 1)]
        memory = context.RawArray(ctypes.c_ubyte, Sheet.size(setting, n, processes))
        self._own = firsts[1]
        self._share = Share(setting, 0, self._own)
        self._sheet = Sheet(memory, setting, n, processes)
        self._firsts = firsts[1:-1]
        self._helpers: list[Helper] = []
        self._end = finalize(self, _dismiss, self._helpers, os.getpid())
        awake = AWAKE if processes <= usable_cores() else 0.0  # else whoever waits would be in the way
        given = (setting.game.id, setting.players, setting.setup.options, setting.rewards_by)
        bells = self._sheet.bells
        with deaf(), _without_script():
            for number, (first, end) in enumerate(pairwise(firsts[1:]), 1):
                line, far = context.Pipe()
                rows = range(first, end)
                process = context.Process(
                    target=serve, args=(far, given, memory, n, processes, number, rows, awake), daemon=True
                )
                process.start()
                far.close()
                self._helpers.append(Helper(process, End(line, bells[number, 0], bells[number, 1], awake)))

    def reset(self, seed: str) -> Step:
        """Starts all games anew."""
        self._tell(RESET + seed.encode())
        return self._joined(self._share.reset(seed))

    def play(self, actions: Actions) -> Step:
        """Plays a legal action in every game."""
        self._sheet.actions[:] = actions
        self._tell(PLAY)
        return self._joined(self._share.play(actions[: self._own]))

    def picks(self) -> Actions:
        """A legal action of every game, each as likely."""
        self._tell(PICK)
        own = self._share.picks()
        self._wait()
        return np.concatenate([own, self._sheet.actions[self._own :]], dtype=ACTION)

    def state(self, row: int) -> State:
        """A copy of one game's state."""
        if row < self._own:
            return self._share.state(row)
        helper = self._helpers[sum(first <= row for first in self._firsts) - 1]
        helper.tell(STATE + str(row).encode())
        state: State = pickle.loads(helper.told())  # noqa: S301  our own process
        return state

    def close(self) -> None:
        """Ends the helpers; a second time does nothing."""
        self._end()

    def _tell(self, word: bytes) -> None:
        for helper in self._helpers:
            helper.tell(word)

    def _wait(self) -> None:
        for helper in self._helpers:
            helper.told()

    def _joined(self, own: Step) -> Step:
        """Arrays of the caller's: the own rows, and what the helpers write meanwhile."""
        pairs = list(zip(own.arrays(), self._sheet.step, strict=True))
        joined = [np.empty(shared.shape, shared.dtype) for _, shared in pairs]
        for array, (mine, _) in zip(joined, pairs, strict=True):
            array[: self._own] = mine
        self._wait()
        for array, (_, shared) in zip(joined, pairs, strict=True):
            array[self._own :] = shared[self._own :]
            array.flags.writeable = False
        return Step(*joined)


def serve(
    line: Connection,
    given: tuple[str, int, Mapping[str, str | bool], str],
    memory: Memory,
    n: int,
    processes: int,
    number: int,
    rows: range,
    awake: float,
) -> None:
    """The life of a helper: plays its rows at every word, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the caller
    setting = Setting(*given)
    sheet = Sheet(memory, setting, n, processes)
    caller = End(line, sheet.bells[number, 1], sheet.bells[number, 0], awake)
    share = Share(setting, rows.start, len(rows))
    own = slice(rows.start, rows.stop)
    while True:
        try:
            word = caller.hear()
        except (EOFError, OSError):
            return
        answer = DONE
        if word == PLAY:
            _write(share.play(sheet.actions[own]), sheet, own)
        elif word == PICK:
            sheet.actions[own] = share.picks()
        elif word.startswith(RESET):
            _write(share.reset(word[1:].decode()), sheet, own)
        else:
            answer = pickle.dumps(share.state(int(word[1:])))
        try:
            caller.say(answer)
        except OSError:
            return


def _write(step: Step, sheet: Sheet, own: slice) -> None:
    for array, shared in zip(step.arrays(), sheet.step, strict=True):
        shared[own] = array


def _dismiss(helpers: list[Helper], creator: int) -> None:
    """Hangs up, waits for the helpers to leave, and helps those that do not."""
    if os.getpid() != creator:  # a copy of the caller's process has no say in this
        return
    for helper in helpers:
        helper.end.line.close()
    for helper in helpers:
        helper.process.join(PATIENCE)
        if helper.process.is_alive():
            helper.process.kill()
            helper.process.join()
        helper.process.close()
    helpers.clear()


@contextmanager
def _without_script() -> Generator[None, None, None]:
    """Helpers need nothing of the script that runs here; as it is, Python would run it once more in each of them."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
