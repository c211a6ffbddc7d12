"""`make bench-server`: the table server beside boardgame.io in one run; server and load have a core each.

Closed loop: every table sends its next move as soon as all four sockets have the last one. Paced: every table makes two
moves per second. Our server commits every move (synchronous FULL) before it sends updates; boardgame.io keeps moves in
memory. Opening a table is measured apart from its moves: ours needs a request and four sockets, boardgame.io four
messages.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from schatzkammer.bench.server.load import FOLDER, HERE, cpu_of, drive, install, memory_of, pinned

SCENES = [("1 table, closed loop", 1, 0), ("50 tables, closed loop", 50, 0), ("50 tables, paced", 50, 500)]
NAMES = {"ours": "schatzkammer", "peer": "boardgame.io"}
BESIDE_PEER, OF_SYNC_ONLY = 2.5, 0.8  # targets for moves/s: of 50 tables, and of one
LONG = 500  # length of the log at which a move is compared with one at the beginning


class Measured(NamedTuple):
    """One run of one server, or the median of several."""

    rate: float
    p50: float
    p99: float
    cpu: float  # the server's milliseconds per move
    memory: float  # megabytes per table
    opening: float  # milliseconds to open a table and connect four sockets


def main() -> int:
    """Measures; returns exit code 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="of moves, in each run")
    parser.add_argument("--runs", type=int, default=3, help="of each server in each scene, by turns")
    parser.add_argument("--data", type=Path, default=None, help="the folder for our database; else a temporary one")
    arguments = parser.parse_args()
    install()
    console, ratios, missed = Console(width=110), [], []
    table = Table(title="The table server beside boardgame.io", title_justify="left")
    for heading in ("scene", "server", "moves/s", "p50 ms", "p99 ms", "CPU ms/move", "MB/table", "ms to open"):
        table.add_column(heading, justify="left" if heading in ("scene", "server") else "right")
    for scene, tables, period in SCENES:
        runs: dict[str, list[Measured]] = {"ours": [], "peer": []}
        sync_only = []
        for _ in range(arguments.runs):
            for side, measured in runs.items():
                measured.append(_measure(side, tables, arguments.seconds, period, arguments.data))
            if tables == 1:
                sync_only.append(_measure_sync_only(arguments.seconds, arguments.data))
        medians = {side: Measured(*map(median, zip(*measured, strict=True))) for side, measured in runs.items()}
        for side, one in medians.items():
            row = [f"{one.rate:,.0f}", f"{one.p50:.2f}", f"{one.p99:.2f}", f"{one.cpu:.3f}", f"{one.memory:.2f}"]
            table.add_row(scene, NAMES[side], *row, f"{one.opening:.1f}")
        table.add_section()
        # Turn by turn: when the machine is slow for a while, both servers are.
        turns = list(zip(runs["ours"], runs["peer"], strict=True))
        faster = median(ours.rate / peer.rate for ours, peer in turns)
        cheaper = median(peer.cpu / ours.cpu for ours, peer in turns)
        ratios.append(f"{scene}: {faster:.2f}x the moves/s, {cheaper:.2f}x the moves for the same CPU")
        if sync_only:
            bound = median(rate / peer.rate for rate, peer in zip(sync_only, runs["peer"], strict=True))
            share = median(ours.rate / rate for ours, rate in zip(runs["ours"], sync_only, strict=True))
            ratios.append(f"  {median(sync_only):,.0f} moves/s, {bound:.2f}x, by a server that only syncs and answers")
            ratios.append(f"  Ours makes {share:.2f} of these")
            missed += [f"share of a server that only syncs, {scene}"] if share < OF_SYNC_ONLY else []
        elif not period:
            missed += [f"moves/s of {scene}"] if faster < BESIDE_PEER else []
        if medians["ours"].p99 > medians["peer"].p99:
            missed.append(f"p99 of {scene}")
    console.print(table)
    for ratio in ratios:
        console.print(f"{ratio}.")
    early, late = _measure_long_game(arguments.data)
    console.print(
        f"A move near version {LONG} takes {late:.2f} ms, near the beginning {early:.2f} ms: ratio {late / early:.2f}."
    )
    wanted = f"{BESIDE_PEER}x the moves/s with 50 tables, {OF_SYNC_ONLY} of what only syncs with one, no slower p99"
    console.print(f"Targets: {wanted}. {'MISSED:' if missed else 'Met.'}")
    for target in missed:
        console.print(f"  {target}")
    return 1 if missed else 0


def _measure(side: str, tables: int, seconds: float, period: int, data: Path | None) -> Measured:
    with _served(side, data) as (server, port):
        before = memory_of(server.pid)
        found = drive(side, [port], tables, seconds, period, lambda: [cpu_of(server.pid)], pinned(1))
        memory = (memory_of(server.pid) - before) / tables
        return Measured(found.rate, found.p50, found.p99, found.cpu[0], memory, found.open)


def _measure_long_game(data: Path | None) -> tuple[float, float]:
    """Milliseconds from a move to all clients, at the beginning of a table's log and late in it."""
    with _served("ours", data) as (_, port):
        command = [*pinned(1), "node", "long.js", str(port), str(LONG)]
        result = json.loads(subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, check=True).stdout)
    if result["version"] < LONG:
        sys.exit(f"The long game ended at version {result['version']}.")
    return result["early"], result["late"]


def _measure_sync_only(seconds: float, data: Path | None) -> float:
    """Moves per second of one table at a server that only syncs moves: an upper bound for ours."""
    port = _free_port()
    with tempfile.TemporaryDirectory(dir=data) as folder:
        command = [*pinned(0), sys.executable, str(HERE / "sync_only.py"), str(port), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            if server.stdout is None or server.stdout.readline() != "READY\n":
                sys.exit("The server that only syncs does not start.")
            load = [*pinned(1), "node", "sync_only.js", str(port), str(seconds)]
            return float(subprocess.run(load, cwd=FOLDER, stdout=subprocess.PIPE, check=True).stdout)


@contextmanager
def _served(side: str, data: Path | None) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A running server and its port."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        port = _free_port()
        server = _start(side, port, folder)
        try:
            _wait_for(port)
            yield server, port
        finally:
            server.terminate()
            server.wait()


def _free_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def _start(side: str, port: int, folder: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PORT": str(port), "DATABASE_URL": f"sqlite:///{folder}/tables.db"}
    environment.pop("REDIS_URL", None)
    if side == "peer":
        command = ["node", str(FOLDER / "peer_server.js")]
    else:
        command = [sys.executable, "-m", "schatzkammer", "serve", "--port", str(port), "--no-limits", "--api-only"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*pinned(0), *command], env=environment, cwd=FOLDER, stdout=quiet, stderr=quiet)


def _wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end:
                sys.exit("The server does not start.")
            time.sleep(0.05)
        else:
            return


if __name__ == "__main__":
    sys.exit(main())
