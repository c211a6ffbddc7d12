"""The load on a server in another process, and what processes use meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
FOLDER = Path(".venv", "bench-server").absolute()  # where the Node programs are installed
TICKS = os.sysconf("SC_CLK_TCK")


class Loaded(NamedTuple):
    """What one run of the load found."""

    moves: int
    rate: float  # moves per second
    p50: float  # milliseconds from a move until all four sockets have it
    p99: float
    open: float  # milliseconds to open a table and connect four sockets
    cpu: list[float]  # milliseconds per move, of what was asked for


def install() -> None:
    """Installs the Node programs where they are missing."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("Node and npm are needed to measure the server.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in (*HERE.glob("*.js"), HERE / "package.json"):
        shutil.copy(file, FOLDER)
    if not (FOLDER / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent"], cwd=FOLDER, check=True)


def drive(
    side: str,
    ports: Sequence[int],
    tables: int,
    seconds: float,
    period: int,
    used: Callable[[], list[float]],
    prefix: Sequence[str] = (),
) -> Loaded:
    """Plays at tables, whose four sockets are spread over the ports; `used` counts seconds of CPU while they move."""
    joined = ",".join(map(str, ports))
    load = subprocess.Popen(
        [*prefix, "node", "load.js", side, joined, str(tables), str(seconds), str(period)],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if load.stdin is None or load.stdout is None or "WARM\n" not in iter(load.stdout.readline, ""):
        sys.exit(f"The load on {side} failed.")
    load.stdin.write("go\n")
    load.stdin.flush()
    cpu: list[float] = []
    while (line := load.stdout.readline()) in ("PLAY\n", "OPEN\n"):
        sign = 1 if line == "OPEN\n" else -1
        now = [*used(), cpu_of(load.pid)]
        cpu = [sum(pair) for pair in zip(cpu or [0.0] * len(now), [sign * one for one in now], strict=True)]
    load.wait()
    found: dict[str, Any] = json.loads(line)
    return Loaded(**found, cpu=[one * 1000 / found["moves"] for one in cpu])


def pinned(core: int) -> list[str]:
    """A prefix that pins a command to the server's or the load's core, if there are two and the system can pin."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return ["taskset", "-c", str(cores[core])] if shutil.which("taskset") and len(cores) > 1 else []


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used."""
    return _times(pid, 2)


def cpu_of_family(pid: int) -> float:
    """CPU seconds of a process and its children, also of those that have ended."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _times(pid, 4) + sum(_times(int(child), 2) for child in children)


def _times(pid: int, most: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0  # it has ended
    return sum(map(int, fields[11 : 11 + most])) / TICKS


def memory_of(pid: int) -> float:
    """Resident memory of a process, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
