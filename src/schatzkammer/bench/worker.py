"""Measures in a separate process: `python -m schatzkammer.bench.worker SIDE SECONDS`, JSON on stdout."""

from __future__ import annotations

import json
import sys
from time import perf_counter

import schatzkammer
from schatzkammer.bench import envs, games, peers
from schatzkammer.bench.games import Task


def rate(task: Task, seconds: float) -> float:
    """Units per second, after one warm-up call."""
    task()
    units = 0
    start = now = perf_counter()
    while now - start < seconds:
        units += task()
        now = perf_counter()
    return units / (now - start)


def main() -> None:
    """Runs all tasks of one side."""
    side, seconds = sys.argv[1], float(sys.argv[2])
    tasks = {"games": games.tasks, "peers": peers.tasks, "envs": envs.tasks, "cores": envs.on_all_cores}[side]()
    rates = {name: rate(task, seconds) for name, task in tasks.items()}
    sys.stdout.write(json.dumps({"compiled": schatzkammer.compiled(), "rates": rates}))


if __name__ == "__main__":
    main()
