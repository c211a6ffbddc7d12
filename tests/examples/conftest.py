"""Installs the example game for tests that run programs with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "wreck"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example game is installed, with its entry point."""
    return install_example(tmp_path_factory.mktemp("installed"))


def install_example(folder: Path) -> Path:
    """Installs the example game with pip, from a copy so that the repository stays clean."""
    source = shutil.copytree(EXAMPLE, folder / "source")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--no-index", "--target", folder, source], check=True)
    return folder
