"""The check for processes left behind finds them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import left_behind
from tests.waiting import wait_for


@pytest.mark.skipif(sys.platform != "linux", reason="NO /proc HERE: processes left behind are not found")
def test_a_process_left_behind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_behind, "PATIENCE", 0.0)
    child = subprocess.Popen(["/bin/sleep", "60"])
    try:
        # The command of a process that has just started is empty for a moment.
        wait_for(lambda: f"{child.pid}: /bin/sleep 60" in left_behind.still_alive())
    finally:
        child.kill()
        child.wait()
    assert not [found for found in left_behind.still_alive() if found.startswith(f"{child.pid}:")]
