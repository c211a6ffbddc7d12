"""`python -m schatzkammer` as a process."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import environment, finish, start
from tests.waiting import PATIENCE


def test_a_game_through_pipes():
    code, out, err = finish(
        start("play", "ali-baba", "--option", "variant=small", "--bots", "random", "--seed", "pipe", "--lang", "de"),
        "1\n" * 80,
    )
    assert (code, err) == (0, "")
    assert "gewinnt." in out
    assert "\x1b" not in out


def test_interpreted_rules_give_the_same_games():
    arguments = ("simulate", "ali-baba", "--games", "5", "--players", "4", "--bots", "random", "--seed", "s", "--json")
    outputs = [finish(start(*arguments, SCHATZKAMMER_PURE=pure)) for pure in ("0", "1")]
    assert outputs[0] == outputs[1]
    assert outputs[0][0] == 0
    assert len(outputs[0][1].splitlines()) == 5


def test_a_thousand_random_games():
    arguments = ("simulate", "ali-baba", "--games", "1000", "--players", "3", "--bots", "random", "--seed", "s")
    code, out, err = finish(start(*arguments, "--json"))
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 1000


@pytest.mark.parametrize("arguments", [("replay", "missing.json"), ("play", "chess"), ("--nonsense",)])
def test_errors_are_one_line(arguments):
    code, out, err = finish(start(*arguments))
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


def test_a_closed_pipe_ends_quietly():
    process = start("simulate", "ali-baba", "--games", "2000", "--json")
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 1
    assert process.stderr.read() == b""
    process.stderr.close()
    process.stdin.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NO /dev/full HERE: a full disk is not tested")
def test_a_full_disk_is_one_sentence():
    for arguments in (["games"], ["simulate", "ali-baba", "--games", "1", "--json"]):
        with open("/dev/full", "w") as full:
            command = [sys.executable, "-m", "schatzkammer", *arguments]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=PATIENCE)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_an_interrupt_ends_quietly():
    process = start("play", "ali-baba", "--bots", "random")
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert code == 130
    assert "Traceback" not in err


def test_characters_that_a_terminal_cannot_show_become_question_marks():
    code, out, err = finish(start("verify", "/dev/null", PYTHONIOENCODING="ascii", PYTHONUTF8="0"))
    assert code == 2
    code, out, err = finish(start("play", "ali-baba", "--bots", "random", PYTHONIOENCODING="ascii", PYTHONUTF8="0"))
    assert (code, err) == (0, "")
    assert "?" in out
