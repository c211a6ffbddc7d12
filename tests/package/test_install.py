"""Installing as users do: into an empty environment, with and without a C compiler, from a clone, an sdist and a wheel.

Takes many minutes, so `make test-install` runs it and not `make test`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.package.building import (
    UNOPTIMISED,
    check_installed,
    clone_with_client,
    empty_environment,
    pythons,
    run,
    sdist,
    wheel,
    without_compiler,
)

pytestmark = [pytest.mark.install, pytest.mark.slow]

FOUND = pythons()
SOURCES = ("clone", "sdist", "wheel")
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="NO C COMPILER HERE: nothing compiled is tested")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which the web client is built."""
    return clone_with_client(tmp_path_factory.mktemp("clone") / "source")


@pytest.fixture(scope="module")
def archive(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution."""
    return sdist(source, tmp_path_factory.mktemp("sdist"))


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("version", FOUND)
def test_without_a_compiler(version: str, kind: str, source: Path, archive: Path, tmp_path: Path) -> None:
    installed = empty_environment(FOUND[version], tmp_path / "env")
    changes = without_compiler(installed)
    given = {"clone": source, "sdist": archive}.get(kind) or wheel(archive, tmp_path / "dist", installed, **changes)
    run(installed, "-m", "pip", "--quiet", "install", given, **changes)
    check_installed(installed, tmp_path, "interpreted")


@needs_compiler
@pytest.mark.parametrize("version", FOUND)
def test_with_a_compiler(version: str, archive: Path, tmp_path: Path) -> None:
    """Pip builds a wheel from the source distribution; the wheel is installed where there is no compiler."""
    installed = empty_environment(FOUND[version], tmp_path / "env")
    built = wheel(archive, tmp_path / "dist", installed, **UNOPTIMISED)
    run(installed, "-m", "pip", "--quiet", "install", built, **without_compiler(installed))
    check_installed(installed, tmp_path, "compiled")


@needs_compiler
def test_a_clone_with_a_compiler(source: Path, tmp_path: Path) -> None:
    installed = empty_environment(FOUND[min(FOUND)], tmp_path / "env")
    run(installed, "-m", "pip", "--quiet", "install", source, **UNOPTIMISED)
    check_installed(installed, tmp_path, "compiled")
