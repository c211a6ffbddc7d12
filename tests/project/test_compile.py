"""tools/: compiling once at a time and beside the server, and steps that print only what matters."""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import is_alive
from tests.waiting import wait_for

TOOLS = Path(__file__).parents[2] / "tools"

# Stands for the real one: compiles when told to go on, and counts how often.
SETUP = """
import os, pathlib, sys, time
here = pathlib.Path(__file__).parent

def can_compile():
    return not (here / "no-compiler").exists()

if __name__ == "__main__":
    (here / "priority").write_text(str(os.nice(0)))
    (here / "pid").write_text(str(os.getpid()))
    while not (here / "go").exists():
        time.sleep(0.01)
    with (here / "compiled").open("a") as count:
        count.write("x")
    (here / "src" / "rules.so").write_text("new")
    sys.exit((here / "fails").exists())
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one source and what an earlier compilation left."""
    for name in ("tools", "src", ".venv"):
        (tmp_path / name).mkdir()
    shutil.copy(TOOLS / "compile.py", tmp_path / "tools")
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "src" / "rules.py").write_text("")
    (tmp_path / ".venv" / ".installed").touch()
    (tmp_path / "src" / "gone.so").touch()
    past = time.time() - 60
    for path in (tmp_path / "setup.py", *tmp_path.glob("src/*"), tmp_path / ".venv" / ".installed"):
        os.utime(path, (past, past))
    return tmp_path


def compile_rules(project: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "tools/compile.py", *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def stamp(project: Path) -> Path:
    return project / ".venv" / ".built"


def test_beside_returns_at_once_and_compiles_at_low_priority(project: Path) -> None:
    code, said = compile_rules(project, "--beside")
    assert (code, len(said.splitlines())) == (0, 1)
    assert "for the next start" in said
    assert not stamp(project).exists()
    wait_for((project / "pid").exists)
    assert compile_rules(project, "--beside") == (0, said), "a second start waits for the first one's compilation"
    (project / "go").touch()
    wait_for(stamp(project).exists)
    wait_for(lambda: not is_alive(int((project / "pid").read_text())))
    assert (project / "priority").read_text() == "19"
    assert [path.name for path in project.glob("src/*.so")] == ["rules.so"], "what is stale is removed"
    assert compile_rules(project)[0] == 0
    assert (project / "compiled").read_text() == "x", "it was waited for, and nothing was compiled again"


def test_a_source_changed_meanwhile_is_compiled_next_time(project: Path) -> None:
    compile_rules(project, "--beside")
    wait_for((project / "pid").exists)
    (project / "src" / "rules.py").write_text("changed = True")
    (project / "go").touch()
    assert compile_rules(project)[0] == 0
    assert (project / "compiled").read_text() == "xx"
    assert stamp(project).stat().st_mtime > (project / "src" / "rules.py").stat().st_mtime


def test_without_a_compiler_nothing_stale_is_left(project: Path) -> None:
    (project / "no-compiler").touch()
    code, said = compile_rules(project, "--beside")
    assert (code, len(said.splitlines())) == (0, 1)
    assert "No C compiler" in said
    assert stamp(project).exists()
    assert not [*project.glob("src/*.so")]


def test_a_compilation_that_fails_is_mentioned_at_the_next_start(project: Path) -> None:
    (project / "fails").touch()
    (project / "go").touch()
    assert compile_rules(project)[0] == 1
    compile_rules(project, "--beside")
    wait_for((project / ".venv" / "compile.log").exists)
    with (project / ".venv" / ".compiling").open() as lock:
        wait_for(lambda: (project / "compiled").read_text() == "xx")
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits for its end
    assert not stamp(project).exists()
    (project / "fails").unlink()
    code, said = compile_rules(project, "--beside")
    assert code == 0
    assert "did not finish: see .venv/compile.log" in said
    wait_for(stamp(project).exists)


# Steps -----------------------------------------------------------------------------------------------
def step(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([TOOLS / "step", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_step_that_succeeds_prints_one_line() -> None:
    assert step("Installing", "sh", "-c", "echo out; echo WARNING >&2") == (0, "", "Installing ...\n")


def test_a_step_that_fails_prints_everything() -> None:
    assert step("Installing", "sh", "-c", "echo out; echo why >&2; exit 3") == (3, "", "Installing ...\nout\nwhy\n")


def test_a_step_counts_seconds_on_a_terminal(tmp_path: Path) -> None:
    """The step lasts until its second second is shown."""
    leader, follower = pty.openpty()
    go = tmp_path / "go"
    waits = ["sh", "-c", f"while [ ! -e {go} ]; do sleep 0.05; done"]
    process = subprocess.Popen([TOOLS / "step", "Installing", *waits], stderr=follower)
    os.close(follower)
    shown = b""
    while b"Installing ... 1 s" not in shown:
        shown += os.read(leader, 100)
    go.touch()
    assert process.wait() == 0
    os.close(leader)
