"""Finds processes that a test session started and did not end. Works on Linux only."""

from __future__ import annotations

import os
import time
from pathlib import Path

MARK = "SCHATZKAMMER_TEST_SESSION"  # an environment variable that every child inherits
ENDS_WITH_PYTEST = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
PATIENCE = 60.0  # seconds for processes to end that were told to


def mark() -> None:
    """Marks all processes that this one starts from now on."""
    os.environ[MARK] = str(os.getpid())


def still_alive() -> list[str]:
    """Ids and commands of marked processes and descendants that do not end for a while."""
    end = time.monotonic() + PATIENCE
    while (found := _alive()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def _alive() -> list[str]:
    parents = {int(path.name): _parent(path) for path in Path("/proc").glob("[0-9]*")}
    marked = f"{MARK}={os.getpid()}\0".encode()
    found = []
    for process in parents:
        folder = Path(f"/proc/{process}")
        command = _read(folder / "cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
        ours = marked in _read(folder / "environ") or _descends(process, parents)
        if command and ours and process != os.getpid() and not any(name in command for name in ENDS_WITH_PYTEST):
            found.append(f"{process}: {command[:200]}")
    return found


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False


def _parent(folder: Path) -> int:
    """The parent's id; 0 if the process has ended meanwhile."""
    stat = _read(folder / "stat")
    return int(stat.rpartition(b")")[2].split()[1]) if stat else 0


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended, or belongs to another user
        return b""
