"""The wheel, built in isolation: compiled with a C compiler, pure Python without one; both play the same games."""

from __future__ import annotations

import email
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import schatzkammer as sk
from tests.package.building import ROOT, UNOPTIMISED, clone, clone_with_client, run, sdist, wheel, without_compiler

PLAY = ["-m", "schatzkammer", "simulate", "ali-baba", "--games", "5", "--bots", "random", "--seed", "wheel", "--json"]
NO_CLIENT = "schatzkammer: The web client is not built: `make web` builds it, and `make wheels` does everything.\n"


def games_of(wheel: Path, **changes: str) -> tuple[str, bool]:
    """The games that the unpacked wheel plays, and whether its rules are compiled."""
    home = wheel.parent / "unpacked"
    if not home.exists():
        zipfile.ZipFile(wheel).extractall(home)
    changes = {"PYTHONPATH": str(home), **changes}
    code = "import schatzkammer as sk; print(sk.__file__); print(sk.compiled())"
    where = run(sys.executable, "-c", code, cwd=home, **changes).splitlines()
    assert Path(where[0]).is_relative_to(home)
    return run(sys.executable, *PLAY, cwd=home, **changes), where[1] == "True"


@pytest.mark.slow
def test_a_wheel_built_without_a_compiler_is_pure_and_complete(tmp_path: Path) -> None:
    source = clone_with_client(tmp_path / "source")
    built = wheel(source, tmp_path, **without_compiler(Path(sys.executable)))
    assert built.name.endswith("-py3-none-any.whl")
    archive = zipfile.ZipFile(built)
    names = archive.namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    for path in (source / "src/schatzkammer").rglob("*"):
        if path.is_file() and path.suffix not in (".pyc", ".txt"):
            assert path.relative_to(source / "src").as_posix() in names
    described = next(name for name in names if name.endswith(".dist-info/METADATA"))
    metadata = email.message_from_bytes(archive.read(described))
    assert (metadata["Name"], metadata["Requires-Python"]) == ("schatzkammer", ">=3.11")
    assert {"postgres", "redis", "ray", "envs", "openspiel", "train", "notices", "pictures"} == {
        *metadata.get_all("Provides-Extra", [])
    }
    assert not [name for name in metadata.get_all("Requires-Dist", []) if name.startswith(("mypy=", "setuptools"))]
    played, compiled = games_of(built)
    assert not compiled
    assert len(played.splitlines()) == 5


@pytest.mark.slow
@pytest.mark.skipif(not sk.compiled(), reason="NO C COMPILER HERE: the compiled wheel is not built and not tested")
def test_a_wheel_built_with_a_compiler_is_compiled_and_plays_the_same(tmp_path: Path) -> None:
    built = wheel(clone_with_client(tmp_path / "source"), tmp_path, **UNOPTIMISED)
    names = zipfile.ZipFile(built).namelist()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert f"schatzkammer/games/ali_baba/steps{suffix}" in names
    assert f"schatzkammer/server/hub{suffix}" in names
    assert "schatzkammer/games/ali_baba/steps.py" in names, "the sources are there for SCHATZKAMMER_PURE=1"
    played, compiled = games_of(built)
    assert compiled
    assert games_of(built, SCHATZKAMMER_PURE="1") == (played, False)


def test_a_source_distribution_has_the_client_and_what_a_build_needs(tmp_path: Path) -> None:
    source = clone_with_client(tmp_path / "source")
    with tarfile.open(sdist(source, tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {path for path in (source / "src/schatzkammer").rglob("*") if path.is_file()}
    assert {path.relative_to(source).as_posix() for path in needed} <= names
    assert {"pyproject.toml", "setup.py", "README.md", "LICENSE"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_nothing_is_built_without_the_web_client(tmp_path: Path, kind: str) -> None:
    source = clone(tmp_path / "source")
    code = f"from setuptools import build_meta; build_meta.build_{kind}({str(tmp_path)!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, NO_CLIENT)


def test_the_makefile_pins_what_an_isolated_build_gets() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = {line.split("==")[0] for line in (ROOT / "requirements/play.txt").read_text().splitlines() if "==" in line}
    required = {name.split("=")[0].rstrip(">") for name in project["build-system"]["requires"]}
    assert required <= pinned
