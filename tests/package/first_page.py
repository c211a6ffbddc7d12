"""Seconds from nothing to the first page, as a newcomer waits for it: `python -m tests.package.first_page`.

A fresh clone with and without a C compiler (`make play`), and the pure wheel in an empty environment. Packages come
from wherever pip and npm get them here; nothing else is prepared.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.package.building import clone, clone_with_client, empty_environment, pythons, run, wheel, without_compiler
from tests.package.opened import open_table
from tests.processes import free_port


class Waited(NamedTuple):
    """How long somebody waits, and how much of it a processor works."""

    seconds: float
    processor: float


def from_clone(folder: Path, **environment: str) -> Waited:
    """`make play` in a fresh clone; what it goes on to compile is ended."""
    project = clone(folder / "clone")
    before = _processor_time()
    try:
        opened = open_table(["make", "play", f"PORT={free_port()}"], folder / "opened", project, **environment)
        return Waited(opened.seconds, _processor_time() - before)
    finally:
        _end_all_in(project)


def from_wheel(folder: Path) -> Waited:
    """`pip install` of the pure wheel into an empty environment, and `schatzkammer`."""
    python = next(iter(pythons().values()))
    builder = empty_environment(python, folder / "builder")
    built = wheel(clone_with_client(folder / "source"), folder / "dist", builder, **without_compiler(builder))
    started, before = time.monotonic(), _processor_time()
    installed = empty_environment(python, folder / "env")
    run(installed, "-m", "pip", "--quiet", "install", built, **without_compiler(installed))
    waited = time.monotonic() - started
    program = str(installed.parent / "schatzkammer")
    opened = open_table([program], folder / "opened", **without_compiler(installed))
    return Waited(waited + opened.seconds, _processor_time() - before)


def _end_all_in(folder: Path) -> None:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").resolve().is_relative_to(folder):
                os.kill(int(process.name), signal.SIGKILL)


def main() -> None:
    """Prints a line for each way."""
    ways = {
        "fresh clone, make play, with a C compiler": lambda folder: from_clone(folder),
        "fresh clone, make play, without one": lambda folder: from_clone(folder, SCHATZKAMMER_NO_COMPILE="1"),
        "wheel, pip install, schatzkammer": from_wheel,
    }
    if shutil.which("cc") is None:
        ways.pop("fresh clone, make play, with a C compiler")
    for way, measure in ways.items():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            waited = measure(Path(folder))
        load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        sys.stdout.write(f"{way}: {waited.seconds:.0f} s, {waited.processor:.0f} s of processor time ({load})\n")
        sys.stdout.flush()


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
