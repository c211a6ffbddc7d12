"""Commands as processes of their own, started the way a terminal starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"


def start(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """`schatzkammer` in a process group of its own. Ctrl-C works in it, even if it is ignored here."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "schatzkammer", *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def finish(process: subprocess.Popen[bytes], typed: str = "") -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a process at its end; kills the process if it does not end."""
    try:
        out, err = process.communicate(typed.encode(), timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, out.decode(), err.decode()


def wait_for(condition: Callable[[], bool], seconds: float = 120.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
