"""`schatzkammer` without a command, started as a user starts it: the page it serves, and the browser it opens."""

from __future__ import annotations

import os
import re
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from tests.waiting import PATIENCE, wait_for

INSTALLING = 900.0  # seconds; the program may install what it needs before it starts
RUNNING = re.compile(r"Schatzkammer is running at (http://127\.0\.0\.1:\d+)")


class Opened(NamedTuple):
    """What a user sees."""

    page: str  # the first page, as the server sends it
    visited: str  # the address that the browser was told to open
    messages: str
    seconds: float  # from the start of the program to its first page


def open_table(command: list[str], folder: Path, cwd: Path | None = None, **environment: str) -> Opened:
    """Starts a program that serves the table and opens the browser; ends it as soon as both have happened.

    What the program keeps is in the folder, and so is a second start's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    visited, log = folder / "visited", folder / "log"
    visited.unlink(missing_ok=True)
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{visited}\n')
    browser.chmod(0o755)
    unset = ("DATABASE_URL", "REDIS_URL", "PYTHONPATH", "LC_ALL", "LC_MESSAGES", "LANG")
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(folder / "data"), **environment}
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=cwd or folder, env=env, stdout=output, stderr=output)
        try:
            found: list[str] = []

            def running() -> bool:
                assert process.poll() is None, log.read_text()[-3000:]
                found[:] = RUNNING.findall(log.read_text())
                return bool(found)

            wait_for(running, "the start of the server", INSTALLING)
            page: list[str] = []
            wait_for(lambda: page.append(_get(found[0])) or page[-1], "the first page")
            seconds = time.monotonic() - started
            wait_for(lambda: visited.exists() and visited.read_text().endswith("\n"), "opening the browser")
        finally:
            process.terminate()
            process.wait(PATIENCE)
    return Opened(page[-1], visited.read_text().strip(), log.read_text(), seconds)


def _get(url: str) -> str:
    """The page at an address, or nothing while nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.read().decode()
    except OSError:
        return ""
