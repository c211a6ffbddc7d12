"""A batch in several processes plays the same games, and leaves nothing behind however it ends."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

import schatzkammer as sk
from schatzkammer import envs
from tests.envs.cases import position

PATIENCE = 30.0
SHARED_MEMORY = Path("/dev/shm")  # lists shared memory that has a name


def workers(batch: envs.Batch) -> list[int]:
    return [worker.process.pid for worker in batch._games._workers]


def alive(pid: int) -> bool:
    """Whether the process exists, even as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pids: list[int]) -> bool:
    end = time.monotonic() + PATIENCE
    while any(map(alive, pids)) and time.monotonic() < end:
        time.sleep(0.01)
    return not any(map(alive, pids))


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("ali-baba", 2, {}),
        ("ali-baba", 4, {"variant": "lamp"}),
        ("monte-cristo", 3, {}),
        ("solomon", 2, {}),
        ("solomon", 5, {"edition": "designer"}),
    ],
)
def test_the_same_games_in_any_number_of_processes(game: str, players: int, options: dict[str, str | bool]) -> None:
    rows = 7
    batches = [
        envs.batch(game, rows, players, options, rewards="margin", seed="p", processes=processes)
        for processes in (1, 2, 3)
    ]
    assert [batch.processes for batch in batches] == [1, 2, 3]
    ended = np.zeros(rows, int)
    while ended.min() < 2:
        one, *others = [batch.random_actions() for batch in batches]
        assert all((one == other).all() and one.dtype == other.dtype for other in others)
        first, *more = [batch.step(one) for batch in batches]
        for step in more:
            for array, expected in zip(step.arrays(), first.arrays(), strict=True):
                assert array.dtype == expected.dtype
                assert array.tobytes() == expected.tobytes()
                assert not array.flags.writeable
        ended += first.over
    for row in range(rows):
        one, *others = [position(batch.state(row)) for batch in batches]
        assert all(one == other for other in others)
    for batch in batches:
        batch.close()


def test_a_row_plays_the_games_of_its_own_seeds() -> None:
    with envs.batch("ali-baba", 5, seed="s", processes=2) as batch:
        begun = [0] * 5
        while min(begun) < 3:
            step = batch.step(batch.random_actions())
            for row in np.flatnonzero(step.over):
                begun[row] += 1
                match = sk.new("ali-baba", players=2, seed=f"s/{row}/{begun[row]}")
                assert position(batch.state(int(row))) == position(match.state)


def test_later_steps_do_not_change_earlier_arrays() -> None:
    for processes in (1, 2):
        with envs.batch("ali-baba", 6, processes=processes) as batch:
            steps = [batch.last]
            pickled = [pickle.dumps(batch.last)]
            for _ in range(20):
                steps.append(batch.step(batch.random_actions()))
                pickled.append(pickle.dumps(steps[-1]))
            assert [pickle.dumps(step) for step in steps] == pickled


def test_an_illegal_action_in_any_row_changes_no_row() -> None:
    with envs.batch("monte-cristo", 6, players=3, processes=3) as batch:
        for _ in range(10):
            batch.step(batch.random_actions())
        before = [position(batch.state(row)) for row in range(6)]
        actions = batch.random_actions()
        last = batch.last
        for row in range(6):
            for wrong in (int(np.flatnonzero(last.masks[row] == 0)[0]), -1, 10**6, 2**40):
                with pytest.raises(sk.IllegalMove) as refused:
                    batch.step(np.where(np.arange(6) == row, wrong, actions.astype(np.int64)))
                assert refused.value.rule.startswith("M")
            assert [position(batch.state(row)) for row in range(6)] == before
        with pytest.raises(sk.BadInput):
            batch.step(actions[:5])
        with pytest.raises(sk.BadInput):
            batch.state(6)
        assert batch.last is last
        batch.step(actions)


def test_a_reset_restarts_every_process() -> None:
    with envs.batch("solomon", 5, seed="a", processes=2) as batch, envs.batch("solomon", 5, seed="b") as other:
        for _ in range(5):
            batch.step(batch.random_actions())
        assert (batch.reset("b").observations == other.last.observations).all()
        assert (batch.random_actions() == other.random_actions()).all()
        with pytest.raises(sk.BadSeed):
            batch.reset("\ud800")
        assert (batch.last.observations == other.last.observations).all()


def test_the_number_of_processes_is_limited_and_checked() -> None:
    with envs.batch("ali-baba", 2, processes=9) as batch:
        assert batch.processes == 2
    with envs.batch("ali-baba", 1000, processes=None) as batch:
        assert batch.processes == min(len(os.sched_getaffinity(0)), 10)
    with envs.batch("ali-baba", 64, processes=None) as batch:
        assert batch.processes == 1
    for wrong in (0, -1, "x", True, 1.0):
        with pytest.raises(sk.BadInput):
            envs.batch("ali-baba", 4, processes=wrong)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_closed_batch_refuses_all_calls(processes: int) -> None:
    batch = envs.batch("ali-baba", 4, processes=processes)
    actions = batch.random_actions()
    pids = workers(batch) if processes > 1 else []
    with batch:
        batch.step(actions)
    assert not any(map(alive, pids)), "no zombies either"
    batch.close()
    for call in (batch.random_actions, lambda: batch.step(actions), batch.reset, lambda: batch.state(0)):
        with pytest.raises(envs.BatchClosed):
            call()


def test_a_garbage_collected_batch_ends_its_processes() -> None:
    batch = envs.batch("ali-baba", 4, processes=3)
    pids = workers(batch)
    del batch
    gc.collect()
    assert not any(map(alive, pids))


@pytest.mark.parametrize("call", ["step", "random_actions", "reset", "state"])
def test_a_process_that_dies_closes_the_batch(call: str) -> None:
    batch = envs.batch("ali-baba", 6, processes=3)
    actions = batch.random_actions()
    pids = workers(batch)
    os.kill(pids[1], signal.SIGKILL)
    calls = {
        "step": lambda: batch.step(actions),
        "random_actions": batch.random_actions,
        "reset": batch.reset,
        "state": lambda: batch.state(5),
    }
    with pytest.raises(envs.BatchClosed, match="died"):
        calls[call]()
    assert not any(map(alive, pids)), "the other processes have ended, too"
    with pytest.raises(envs.BatchClosed):
        calls[call]()


PROGRAM = """
import os, signal, sys, time
from schatzkammer import envs
signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests may run with SIGINT ignored
batch = envs.batch("ali-baba", 100, processes=3)
print(*(worker.process.pid for worker in batch._games._workers), flush=True)
"""


class Program:
    """A user's program that has created a batch, without `if __name__ == "__main__"`."""

    started: ClassVar[list[Program]] = []

    def __init__(self, code: str) -> None:
        self.shared = self.named()
        program = PROGRAM + textwrap.dedent(code)
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.started.append(self)
        self.pids = [int(pid) for pid in self.process.stdout.readline().split()]

    def ended(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        assert gone(self.pids)
        assert not self.named() - self.shared
        return self.process.returncode, out, err

    def kill(self) -> None:
        """Kills the program and all its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    @staticmethod
    def named() -> set[str]:
        return {path.name for path in SHARED_MEMORY.glob("*") if path.name.startswith(("psm_", "pym-"))}


@pytest.fixture(autouse=True)
def kill_programs() -> Iterator[None]:
    yield
    while Program.started:
        program = Program.started.pop()
        if program.process.returncode is None:
            program.kill()


def test_workers_end_with_a_program_that_does_not_close_the_batch() -> None:
    program = Program("batch.step(batch.random_actions())")
    assert len(program.pids) == 2
    assert program.ended() == (0, "", "")


def test_workers_end_with_a_program_that_fails() -> None:
    code, out, err = Program("1 / 0").ended()
    assert (code, out) == (1, "")
    assert err.count("Traceback") == 1
    assert "ZeroDivisionError" in err


@pytest.mark.parametrize("code", ["time.sleep(60)", "while True: batch.step(batch.random_actions())"])
def test_workers_end_with_a_program_that_is_killed(code: str) -> None:
    program = Program(code)
    program.process.kill()
    assert program.ended() == (-signal.SIGKILL, "", "")


def test_workers_ignore_ctrl_c() -> None:
    program = Program("""
        try:
            print("ready", flush=True)
            while True:
                batch.step(batch.random_actions())
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert program.process.stdout.readline() == "ready\n"
    os.killpg(program.process.pid, signal.SIGINT)  # the whole group, as a terminal does
    assert program.ended() == (0, "interrupted\n", "")


def test_an_interrupted_step_closes_the_batch() -> None:
    program = Program("""
        worker = batch._games._workers[0].process.pid
        actions = batch.random_actions()
        os.kill(worker, signal.SIGSTOP)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            batch.step(actions)
        except KeyboardInterrupt:
            print("interrupted")
        try:
            batch.step(actions)
        except envs.BatchClosed as error:
            print(error)
    """)
    assert program.ended() == (0, "interrupted\nThe batch is closed.\n", "")


def test_a_fork_of_the_program_does_not_end_the_workers() -> None:
    program = Program("""
        import gc, warnings
        warnings.simplefilter("ignore")
        child = os.fork()
        if child == 0:
            batch.close()
            del batch
            gc.collect()
            os._exit(0)
        os.waitpid(child, 0)
        batch.step(batch.random_actions())
        print("played")
    """)
    assert program.ended() == (0, "played\n", "")


def test_a_daemonic_process_cannot_start_workers() -> None:
    code = """
import multiprocessing
from schatzkammer import envs

def make() -> None:
    try:
        envs.batch("ali-baba", 4, processes=2)
    except ValueError as error:
        print(error)

child = multiprocessing.get_context("fork").Process(target=make, daemon=True)
child.start()
child.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "A daemonic process cannot start others: use processes=1.\n"
