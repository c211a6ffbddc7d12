"""Runs many games: in this process, in several processes, or on a Ray cluster.

Results are yielded in the order in which games end. Each game is one task on one core, so no bot takes thinking time
from another.
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

from schatzkammer.arena.formatting import ARENA
from schatzkammer.core.errors import BadInput, Error
from schatzkammer.core.processes import sigint_blocked
from schatzkammer.core.text import Phrase

P = TypeVar("P")
R = TypeVar("R")
Play = Callable[[P, int], R]  # plays the game with this number of a plan

TASKS_PER_PROCESS = 2  # the next task is ready when one ends
PENDING_TASKS = 1000  # submitted to Ray at a time
CONNECT_TIMEOUT = 5.0  # seconds


class WorkerDied(Error):
    """A process that played games died."""


class BadCluster(BadInput):
    """Ray is not installed, there is no cluster at the address, or --jobs was given as well."""


def run(
    play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int = 1, ray: str | None = None
) -> Generator[R, None, None]:
    """Plays the games with these numbers, in any order; closing the generator stops all processes it has started."""
    if ray is not None and jobs > 1:
        raise BadCluster(Phrase(ARENA, "error.jobs_and_ray"))
    if ray is not None:
        return _on_ray(play, plan, numbers, ray)
    if jobs > 1 and len(numbers) > 1:
        return _in_processes(play, plan, numbers, min(jobs, len(numbers)))
    return (play(plan, number) for number in numbers)


def _in_processes(play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int) -> Generator[R, None, None]:
    unrelated = set(active_children())
    remaining = iter(numbers)
    # `spawn` works on every system and copies no locks of other threads.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_init_worker)
    try:
        waiting: set[Future[R]] = set()
        while True:
            while len(waiting) < TASKS_PER_PROCESS * jobs and (number := next(remaining, None)) is not None:
                with sigint_blocked():  # the first task starts the processes
                    waiting.add(pool.submit(play, plan, number))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise WorkerDied("A process that played games has died; a run with --out can be continued.") from None
    finally:
        # Games that are still being played are abandoned.
        for child in set(active_children()) - unrelated:
            child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _init_worker() -> None:
    """Leaves Ctrl-C to the parent process, and exits when that one dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _on_ray(play: Play[P, R], plan: P, numbers: Sequence[int], address: str) -> Generator[R, None, None]:
    ray = _connected(address)
    try:
        task = ray.remote(num_cpus=1, max_retries=3)(play)
        shared = ray.put(plan)
        remaining = iter(numbers)
        waiting: list[Any] = []
        while True:
            while len(waiting) < PENDING_TASKS and (number := next(remaining, None)) is not None:
                waiting.append(task.remote(shared, number))
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            for reference in done:
                yield ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Error) else error) from None
    except ray.exceptions.RayError as error:
        raise WorkerDied(f"The Ray cluster failed: {type(error).__name__}.") from None
    finally:
        ray.shutdown()  # ends our tasks only


def _connected(address: str) -> Any:  # noqa: ANN401  ray is optional
    try:
        import ray
    except ImportError:
        raise BadCluster(Phrase(ARENA, "error.no_ray")) from None
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:  # Ray itself would wait for minutes
        try:
            socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
        except (OSError, ValueError):
            raise BadCluster(Phrase(ARENA, "error.no_cluster", address=address)) from None
    elif address != "auto":
        raise BadCluster(Phrase(ARENA, "error.ray_address", address=address))
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError):
        raise BadCluster(Phrase(ARENA, "error.not_joined", address=address)) from None
    return ray
