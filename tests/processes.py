"""Processes that tests start: `schatzkammer` as a terminal starts it, free ports, and what is alive."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

SOURCE = Path(__file__).parents[1] / "src"

PORTS = range(20_000, 32_000)  # below those that systems assign to clients and to servers that ask for any port
_reservations: list[socket.socket] = []


def free_port() -> int:
    """A TCP port for a server; no test of this machine gets it again while this process lives.

    The UDP port of the same number, bound until the process ends, is the reservation.
    """
    for port in PORTS:
        reservation = socket.socket(type=socket.SOCK_DGRAM)
        try:
            reservation.bind(("127.0.0.1", port))
            with socket.create_server(("127.0.0.1", port)):
                pass
        except OSError:  # taken
            reservation.close()
        else:
            _reservations.append(reservation)
            return port
    raise AssertionError("no port is free")


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process that runs the sources of this folder."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), **changes}


def start(*arguments: str, **changes: str) -> subprocess.Popen[bytes]:
    """Starts `schatzkammer` in a process group of its own, where Ctrl-C works even if it is ignored here."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "schatzkammer", *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment(**changes),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def finish(process: subprocess.Popen[bytes], typed: str = "") -> tuple[int, str, str]:
    """Waits for the end of a process; returns its exit code, stdout and stderr. Kills a process that does not end."""
    try:
        out, err = process.communicate(typed.encode(), timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, out.decode(), err.decode()


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
