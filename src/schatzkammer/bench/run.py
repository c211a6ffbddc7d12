"""One run: the median of three rounds over all measurements, so that a slow minute affects them all alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from statistics import median

from schatzkammer.core.processes import usable_cores

ROUNDS = 3
CORES = "cores"  # the only side that is not pinned to one core
SIDES = {
    "compiled": ("games", {"SCHATZKAMMER_PURE": "0"}),
    "interpreted": ("games", {"SCHATZKAMMER_PURE": "1"}),
    "peer": ("peers", {"SCHATZKAMMER_PURE": "0"}),
    "env": ("envs", {"SCHATZKAMMER_PURE": "0"}),
    CORES: ("cores", {"SCHATZKAMMER_PURE": "0"}),
}

Rates = dict[str, float]


def measure(seconds: float, progress: Callable[[str], None]) -> Rates:
    """The median rate of every measurement, by names such as "compiled ali-baba driven" and "peer hearts clone"."""
    rounds: dict[str, list[float]] = {}
    for turn in range(ROUNDS):
        for side, (tasks, environment) in SIDES.items():
            if side == CORES and usable_cores() == 1:
                continue
            progress(f"round {turn + 1} of {ROUNDS}: {side}")
            with nullcontext() if side == CORES else _one_core():
                measured = _worker(tasks, seconds, environment)
            if side == "compiled" and not measured["compiled"]:
                continue
            for name, rate in measured["rates"].items():
                rounds.setdefault(f"{side} {name}", []).append(rate)
    return {name: median(rates) for name, rates in rounds.items()}


def _worker(tasks: str, seconds: float, environment: dict[str, str]) -> dict[str, dict[str, float]]:
    ended = subprocess.run(  # noqa: S603  our own interpreter and module
        [sys.executable, "-m", "schatzkammer.bench.worker", tasks, str(seconds)],
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )
    measured: dict[str, dict[str, float]] = json.loads(ended.stdout)
    return measured


@contextmanager
def _one_core() -> Iterator[None]:
    """Pins this process and the workers that it starts to one core, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
