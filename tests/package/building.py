"""Sources, wheels and empty environments, made as users make them: by pip, with an isolated build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.package.opened import open_table

ROOT = Path(__file__).parents[2]
CLIENT = "src/schatzkammer/web"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
UNOPTIMISED = {"MYPYC_OPT_LEVEL": "0"}  # the same code, compiled in a third of the time
SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def clone(folder: Path) -> Path:
    """The files under version control as they are now, without anything built."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def clone_with_client(folder: Path) -> Path:
    """The same after `make web`."""
    clone(folder)
    assert (ROOT / CLIENT / "index.html").is_file(), "the web table is part of the package: make web builds it"
    shutil.copytree(ROOT / CLIENT, folder / CLIENT)
    return folder


def run(*command: str | Path, cwd: Path | None = None, **changes: str) -> str:
    """The output of a program that must succeed; it does not see this environment's packages."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SCHATZKAMMER_PURE")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env | changes, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    return done.stdout


def without_compiler(python: Path) -> dict[str, str]:
    """Changes to the environment of a user who has Python, but no C compiler."""
    return {"PATH": str(python.parent)}


def sdist(source: Path, folder: Path) -> Path:
    """The source distribution of a folder."""
    run(sys.executable, "-c", SDIST, folder, cwd=source)
    return next(folder.glob("*.tar.gz"))


def wheel(source: Path, folder: Path, python: Path = Path(sys.executable), **changes: str) -> Path:
    """The wheel that pip builds in isolation from a folder or a source distribution."""
    run(python, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", folder, source, **changes)
    return next(folder.glob("*.whl"))


def empty_environment(python: Path, folder: Path) -> Path:
    """A new virtual environment; returns its Python."""
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


def pythons() -> dict[str, Path]:
    """The supported versions of Python that this machine has, on its path or in pyenv, and that make environments."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found: dict[str, Path] = {}
    for version in VERSIONS:
        for program in (f"python{version}", *sorted(pyenv.glob(f"{version}.*/bin/python"))):
            code = f"import ensurepip, sys; assert sys.version.startswith('{version}.'); print(sys.executable)"
            with suppress(OSError):
                done = subprocess.run([program, "-c", code], capture_output=True, text=True, cwd="/", check=False)
                if done.returncode == 0:
                    found.setdefault(version, Path(done.stdout.strip()))
    return found


def check_installed(python: Path, folder: Path, rules: str) -> None:
    """Opens the table with the program of an environment, whose rules must be `compiled` or `interpreted`."""
    program = python.parent / "schatzkammer"
    assert f"({rules} rules)" in run(program, "--version", cwd=folder)
    opened = open_table([str(program)], folder / "opened", **without_compiler(python))
    assert "<title>" in opened.page
    assert opened.visited.startswith("http://127.0.0.1:")
    assert "Traceback" not in opened.messages
