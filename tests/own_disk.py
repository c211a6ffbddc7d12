"""A small file system of its own for a shell script, which nobody else sees and which ends with it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

ISOLATED = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
MOUNT = 'mount -t tmpfs -o size=2m none "$1" && cd "$1" && '  # of a script whose first argument is a folder


def _allowed() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*ISOLATED, "true"], capture_output=True, check=False).returncode == 0


needs_own_disk = pytest.mark.skipif(
    not _allowed(), reason="NO FILE SYSTEM MAY BE MOUNTED HERE: its faults are not tested"
)
