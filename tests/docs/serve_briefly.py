"""Starts `schatzkammer` with the arguments given, waits until it is healthy, stops it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.server.services import is_healthy
from tests.waiting import PATIENCE, wait_for

if __name__ == "__main__":
    process = subprocess.Popen([sys.executable, "-m", "schatzkammer", *sys.argv[1:]])
    try:
        wait_for(
            lambda: process.poll() is not None or is_healthy(int(os.environ["SCHATZKAMMER_PORT"])), "a healthy server"
        )
        assert process.poll() is None, "the server has ended"
    finally:
        process.terminate()
    sys.exit(0 if process.wait(PATIENCE) in (0, -signal.SIGTERM) else 1)
