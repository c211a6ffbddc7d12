"""`make wheels`: a source distribution, a pure wheel, one compiled wheel per Python found; each is tried out."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.package.building import (
    ROOT,
    check_installed,
    clone_with_client,
    empty_environment,
    pythons,
    run,
    sdist,
    wheel,
    without_compiler,
)

DIST = ROOT / "dist"
TIMES = {"interpreted": "less than a minute", "compiled": "some minutes"}


def build(archive: Path, python: Path, folder: Path, rules: str) -> Path:
    """Builds a wheel, installs it into an environment without a compiler, opens the table, and keeps the wheel."""
    builder = empty_environment(python, folder / "builder")
    changes = {} if rules == "compiled" else without_compiler(builder)
    built = wheel(archive, folder / "dist", builder, **changes)
    installed = empty_environment(python, folder / "env")
    run(installed, "-m", "pip", "--quiet", "install", built, **without_compiler(installed))
    check_installed(installed, folder, rules)
    return Path(shutil.copy(built, DIST))


def main(versions: list[str]) -> None:
    """Builds for the versions of Python given, or for all that are found."""
    found = {version: python for version, python in pythons().items() if not versions or version in versions}
    if not found:
        sys.exit(f"None of these versions of Python is found: {', '.join(versions)}.")
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = Path(shutil.copy(sdist(clone_with_client(folder / "source"), folder), DIST))
        _say(f"{archive.name}")
        plans = [("interpreted", next(iter(found)))]
        if shutil.which("cc") is None:
            _say("No C compiler found: only the pure wheel is built.")
        else:
            plans += [("compiled", version) for version in found]
        for rules, version in plans:
            _say(f"Python {version}, {rules} rules: building and trying, {TIMES[rules]} ...")
            started = time.monotonic()
            built = build(archive, found[version], folder / f"{rules}-{version}", rules)
            _say(f"{built.name}: the table opens ({time.monotonic() - started:.0f} s)")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
