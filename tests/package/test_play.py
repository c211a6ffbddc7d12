"""`make play` in a fresh clone: serves at once, and runs compiled from the next start on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.package.building import UNOPTIMISED, clone, run
from tests.package.opened import open_table
from tests.processes import free_port

pytestmark = [pytest.mark.install, pytest.mark.slow]


@pytest.mark.skipif(shutil.which("cc") is None, reason="NO C COMPILER HERE: nothing is compiled")
def test_the_first_start_is_interpreted_and_the_next_one_compiled(tmp_path: Path) -> None:
    project = clone(tmp_path / "clone")
    play = ["make", "play", f"PORT={free_port()}"]
    first = open_table(play, tmp_path / "opened", project, **UNOPTIMISED)
    assert "<title>" in first.page
    assert "This start runs interpreted" in first.messages
    assert "WARNING" not in first.messages
    before = first.messages.partition("Schatzkammer is running")[0].splitlines()
    assert len(before) <= 8, "one line for each step"
    assert not (project / ".venv" / ".built").exists(), "nobody waited for the compiler"
    run("make", ".venv/.built", cwd=project, **UNOPTIMISED)  # waits for the one beside it
    second = open_table(play, tmp_path / "opened", project)
    assert second.messages.startswith("Schatzkammer is running")
    assert "(compiled rules)" in run(project / ".venv/bin/schatzkammer", "--version")


def test_without_a_compiler_the_next_start_says_nothing_more(tmp_path: Path) -> None:
    project = clone(tmp_path / "clone")
    play = ["make", "play", f"PORT={free_port()}"]
    first = open_table(play, tmp_path / "opened", project, SCHATZKAMMER_NO_COMPILE="1")
    assert "No C compiler" in first.messages
    second = open_table(play, tmp_path / "opened", project, SCHATZKAMMER_NO_COMPILE="1")
    assert second.messages.startswith("Schatzkammer is running")
    assert "(interpreted rules)" in run(project / ".venv/bin/schatzkammer", "--version")
