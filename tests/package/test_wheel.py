"""The wheel: compiled with a C compiler, pure Python without one; both play the same games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import schatzkammer as sk

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SOURCES = ["pyproject.toml", "setup.py", "README.md", "LICENSE", "src"]
PLAY = ["-m", "schatzkammer", "simulate", "ali-baba", "--games", "5", "--bots", "random", "--seed", "wheel", "--json"]


def build(folder: Path, **environment: str) -> Path:
    """Builds a wheel from a clean copy of the sources."""
    for name in SOURCES:
        source, target = ROOT / name, folder / "source" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(folder), str(folder / "source")],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def games_of(wheel: Path, **environment: str) -> tuple[str, bool]:
    """The games that the unpacked wheel plays, and whether its rules are compiled."""
    home = wheel.parent / "unpacked"
    if not home.exists():
        zipfile.ZipFile(wheel).extractall(home)
    env = {**os.environ, "PYTHONPATH": str(home), "SCHATZKAMMER_PURE": "0", **environment}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], env=env, cwd=home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = run("-c", "import schatzkammer as sk; print(sk.__file__); print(sk.compiled())").splitlines()
    assert Path(where[0]).is_relative_to(home)
    return run(*PLAY), where[1] == "True"


def test_a_wheel_built_without_a_compiler_is_pure_and_complete(tmp_path: Path) -> None:
    wheel = build(tmp_path, CC="/no/such/compiler", CXX="/no/such/compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    for source in (ROOT / "src/schatzkammer").rglob("*"):
        if source.suffix in (".py", ".toml", ".typed") or (source.is_file() and source.parent.name == "assets"):
            assert source.relative_to(ROOT / "src").as_posix() in names
    assert "schatzkammer/web/index.html" in names, "the web table is part of the package: make builds it"
    played, compiled = games_of(wheel)
    assert not compiled
    assert len(played.splitlines()) == 5


@pytest.mark.skipif(not sk.compiled(), reason="NO C COMPILER HERE: the compiled wheel is not built and not tested")
def test_a_wheel_built_with_a_compiler_is_compiled_and_plays_the_same(tmp_path: Path) -> None:
    wheel = build(tmp_path, MYPYC_OPT_LEVEL="0")  # the same code, built in a third of the time
    names = zipfile.ZipFile(wheel).namelist()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert f"schatzkammer/games/ali_baba/steps{suffix}" in names
    assert "schatzkammer/games/ali_baba/steps.py" in names, "the sources are there for SCHATZKAMMER_PURE=1"
    played, compiled = games_of(wheel)
    assert compiled
    assert games_of(wheel, SCHATZKAMMER_PURE="1") == (played, False)
