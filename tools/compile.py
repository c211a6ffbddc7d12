"""Compiles rules and table in place with mypyc, once at a time, and touches the stamp that the Makefile looks at.

`compile.py` returns when everything is compiled. `compile.py --beside` starts that at low priority in a process of its
own and returns at once; until it is done, everything has to run interpreted (SCHATZKAMMER_PURE=1).
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
INSTALLED = ROOT / ".venv" / ".installed"
STAMP = ROOT / ".venv" / ".built"
LOCK = ROOT / ".venv" / ".compiling"
LOG = ROOT / ".venv" / "compile.log"  # of a compilation beside the server
LOWEST_PRIORITY = 19
NO_COMPILER = "No C compiler with Python's headers is found, so everything runs interpreted."
BESIDE = "This start runs interpreted; a compiled version, many times as fast, is built beside it for the next start."
UNFINISHED = f"The last compilation did not finish: see {LOG.relative_to(ROOT)}."


def main(beside: bool) -> int:
    """Compiles now, or beside the caller; returns the exit code."""
    if not beside:
        with only_one(wait=True):
            return 0 if is_fresh() else compile_in_place()
    with only_one(wait=False) as free:
        if free and not _can_compile():
            _finish(time.time())
            _say(NO_COMPILER)
            return 0
    if free:
        if LOG.exists():
            _say(UNFINISHED)
        with LOG.open("wb") as log:
            command = [sys.executable, str(Path(__file__).absolute())]
            subprocess.Popen(command, stdin=log, stdout=log, stderr=log, start_new_session=True, preexec_fn=_yield)
    _say(BESIDE)
    return 0


@contextmanager
def only_one(*, wait: bool) -> Iterator[bool]:
    """Holds the lock that every compilation holds; False if another one does and it is not waited for."""
    with LOCK.open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def is_fresh() -> bool:
    """Whether sources and installed packages are unchanged since the last compilation began."""
    sources = [INSTALLED, ROOT / "setup.py", *SOURCE.rglob("*.py")]
    return STAMP.exists() and STAMP.stat().st_mtime > max(path.stat().st_mtime for path in sources)


def compile_in_place() -> int:
    """Compiles all modules; the finished ones are moved to their places at the end."""
    began = time.time()
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code == 0:
        _finish(began)
    return code


def _finish(began: float) -> None:
    """Removes what earlier compilations left, and says that the sources as they were at that time are compiled."""
    for path in SOURCE.rglob("*.so"):
        if path.stat().st_mtime < began:
            path.unlink()
    STAMP.touch()
    os.utime(STAMP, (began, began))
    LOG.unlink(missing_ok=True)


def _can_compile() -> bool:
    sys.path.insert(0, str(ROOT))
    from setup import can_compile

    return can_compile()


def _yield() -> None:
    """Leaves the processors to the server."""
    os.nice(LOWEST_PRIORITY)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(beside=sys.argv[1:] == ["--beside"]))
