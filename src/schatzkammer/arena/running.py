"""Many games at once: in this process, in processes of this machine, or on a Ray cluster.

Each of them yields results as they come in; which game is which is in the result. One game is one task on one
core, so that a bot that thinks for a second has that second.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from schatzkammer.core.errors import BadInput, Error
from schatzkammer.core.processes import deaf

P = TypeVar("P")
R = TypeVar("R")
Play = Callable[[P, int], R]  # plays the game of a number by a plan

AHEAD = 2  # tasks a process, so that none waits for its next
PENDING = 1000  # tasks that Ray is given to schedule at a time
PATIENCE = 5.0  # seconds for a cluster to answer


class LostPlayer(Error):
    """A process in which games were played has died; a run with --out can be continued."""


class NoCluster(BadInput):
    """Ray is not installed, there is no cluster at the address, or none is wanted."""


def run(
    play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int = 1, ray: str | None = None
) -> Generator[R, None, None]:
    """Plays the games of these numbers, in any order; closing the iterator ends all that it has started."""
    if ray is not None and jobs > 1:
        raise NoCluster(
            "Games are played in processes of this machine (--jobs) or on a Ray cluster (--ray), not on both."
        )
    if ray is not None:
        return _on_ray(play, plan, numbers, ray)
    if jobs > 1 and len(numbers) > 1:
        return _in_processes(play, plan, numbers, min(jobs, len(numbers)))
    return (play(plan, number) for number in numbers)


def _in_processes(play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int) -> Generator[R, None, None]:
    others = set(active_children())
    left = iter(numbers)
    # Started afresh, not forked: the same on every system, and no lock of another thread is copied.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_settle_in)
    try:
        waiting: set[Future[R]] = set()
        while True:
            while len(waiting) < AHEAD * jobs and (number := next(left, None)) is not None:
                with deaf():  # the first one starts the processes
                    waiting.add(pool.submit(play, plan, number))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise LostPlayer("A process in which games were played has died; a run with --out can be continued.") from None
    finally:
        # What still plays would play on to the end of its game; nobody waits for that.
        for child in set(active_children()) - others:
            child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _settle_in() -> None:
    """Ctrl-C is for the process that started us to handle; when that one is gone, so are we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _on_ray(play: Play[P, R], plan: P, numbers: Sequence[int], address: str) -> Generator[R, None, None]:
    ray = _connected(address)
    try:
        task = ray.remote(num_cpus=1, max_retries=3)(play)
        shared = ray.put(plan)
        left = iter(numbers)
        waiting: list[Any] = []
        while True:
            while len(waiting) < PENDING and (number := next(left, None)) is not None:
                waiting.append(task.remote(shared, number))
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            for reference in done:
                yield ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Error) else error) from None
    except ray.exceptions.RayError as error:
        raise LostPlayer(f"The Ray cluster could not go on: {type(error).__name__}.") from None
    finally:
        ray.shutdown()  # ends what it still plays for us, and nothing else


def _connected(address: str) -> Any:  # noqa: ANN401  ray is imported only where it is asked for
    try:
        import ray
    except ImportError:
        raise NoCluster("Ray is not installed; it comes with schatzkammer[ray].") from None
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:  # Ray itself would wait for minutes
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, ValueError):
            raise NoCluster(f"There is no Ray cluster at {address}.") from None
    elif address != "auto":
        raise NoCluster(f"The address of a Ray cluster is HOST:PORT or auto, not {address}.")
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError):
        raise NoCluster(f"There is no Ray cluster at {address} that can be joined.") from None
    return ray
