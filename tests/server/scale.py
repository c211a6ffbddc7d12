"""What a move costs each process, with one worker and with two: `make bench-server` runs it.

    python -m tests.server.scale --seconds 5 --runs 3

Tables play in a closed loop, with two sockets of each table at either worker. Workers, PostgreSQL, Redis and the load
share the cores of this machine, so that moves per second say little where there are only two; what counts is the CPU
time that a move takes of the busiest worker, because each could have a core of its own. The scenes run by turns.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from schatzkammer.bench.server.load import Loaded, cpu_of, cpu_of_family, drive, install
from tests.server.services import Postgres, Redis, Served

SCENES = {"1 worker, SQLite": 1, "1 worker, PostgreSQL": 1, "2 workers, PostgreSQL and Redis": 2}
SQLITE, ONE, TWO = SCENES
QUIET = ("--no-limits", "--api-only")


class Scene(NamedTuple):
    """Running workers, and the services beside them."""

    workers: list[Served]
    postgres: Postgres | None = None
    redis: Redis | None = None

    def used(self) -> list[float]:
        """CPU seconds of the database, of Redis and of each worker."""
        database = 0.0 if self.postgres is None else cpu_of_family(self.postgres.pid)
        redis = 0.0 if self.redis is None else cpu_of(self.redis.process.pid)
        return [database, redis, *(cpu_of(worker.process.pid) for worker in self.workers)]


@contextmanager
def staged(name: str) -> Iterator[Scene]:
    """The workers and services of a scene, with an empty database."""
    with ExitStack() as stack:
        if name == SQLITE:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            yield Scene([stack.enter_context(Served(f"sqlite:///{folder}/tables.db", *QUIET))])
            return
        postgres = Postgres()
        stack.callback(postgres.stop)
        redis = Redis() if name == TWO else None
        if redis is not None:
            stack.callback(redis.stop)
        url, bus = postgres.new_database(), None if redis is None else redis.url
        workers = [stack.enter_context(Served(url, *QUIET, redis=bus)) for _ in range(SCENES[name])]
        yield Scene(workers, postgres, redis)


def measure(name: str, tables: int, seconds: float) -> Loaded:
    with staged(name) as scene:
        return drive("ours", [worker.port for worker in scene.workers], tables, seconds, 0, scene.used)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of moves, in each run")
    parser.add_argument("--runs", type=int, default=3, help="of each scene, by turns")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--scenes", type=int, nargs="*", default=[*range(len(SCENES))], help="their numbers")
    given = parser.parse_args()
    install()
    names = [[*SCENES][number] for number in given.scenes]
    runs: dict[str, list[Loaded]] = defaultdict(list)
    for _ in range(given.runs):
        for name in names:
            runs[name].append(measure(name, given.tables, given.seconds))
    console = Console(width=120)
    table = Table(title=f"{given.tables} tables in a closed loop", title_justify="left")
    headings = ("scene", "moves/s", "p50 ms", "p99 ms", "busiest worker", "all workers", "database", "Redis", "load")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "scene" else "right")
    for name, found in runs.items():
        rate, p50, p99 = (median(one[at] for one in found) for at in (1, 2, 3))
        workers = [one.cpu[2:-1] for one in found]
        cpu = [
            median(map(max, workers)),
            median(map(sum, workers)),
            *(median(one.cpu[at] for one in found) for at in (0, 1, -1)),
        ]
        table.add_row(name, f"{rate:,.0f}", f"{p50:.1f}", f"{p99:.1f}", *(f"{one:.3f}" for one in cpu))
    console.print(table)
    console.print("From the busiest worker on: milliseconds of CPU per move.")
    _compare(console, runs, ONE, SQLITE, "target 0.8")
    _compare(console, runs, TWO, ONE, "target 1.5")
    return 0


def _compare(console: Console, runs: dict[str, list[Loaded]], one: str, other: str, target: str) -> None:
    """Prints how one scene compares with another, turn by turn: when the machine is slow for a while, both are."""
    turns = list(zip(runs[one], runs[other], strict=False))
    if turns:
        cores = median(max(b.cpu[2:-1]) / max(a.cpu[2:-1]) for a, b in turns)
        rate = median(a.rate / b.rate for a, b in turns)
        console.print(
            f"{one}, beside {other}: {cores:.2f}x the moves with a core for each worker ({target}); "
            f"{rate:.2f}x the moves/s while all share this machine."
        )


if __name__ == "__main__":
    sys.exit(main())
