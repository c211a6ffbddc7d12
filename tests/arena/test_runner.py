"""Runs give the same results on one core, on several and on a Ray cluster, and can be resumed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.processes import children_of, command_of, environment, finish, free_port, is_alive, start
from tests.waiting import PATIENCE, wait_for

ARENA = ("arena", "ali-baba", "--bots", "random,random,random", "--seed", "s", "--option", "variant=small")
FEW = (*ARENA, "--games", "30")
MANY = (*ARENA, "--games", "600000")  # more than are played before the run is stopped


def summary_of(process: subprocess.Popen) -> dict[str, object]:
    """The summary that a run prints as JSON, without the times."""
    code, out, err = finish(process)
    assert (code, err) == (0, "")
    summary = json.loads(out)
    for standing in summary["standings"]:
        del standing["thinking"]
    return summary


def games_in(path: Path) -> list[dict[str, object]]:
    """The results in the order of their numbers, without the times."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()[1:]]
    for line in lines:
        del line["pace"]
    return sorted(lines, key=lambda line: line["number"])


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def started(path: Path, *arguments: str) -> subprocess.Popen:
    """A long run that has stored some games."""
    process = start(*MANY, *arguments, "--out", str(path))
    wait_for(lambda: lines_in(path) > 20)
    return process


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    path = tmp_path_factory.mktemp("one") / "out.jsonl"
    return summary_of(start(*FEW, "--json", "--out", str(path))), games_in(path)


def test_two_processes_play_the_same_games(expected, tmp_path):
    path = tmp_path / "out.jsonl"
    summary = summary_of(start(*FEW, "--jobs", "2", "--json", "--out", str(path)))
    assert (summary, games_in(path)) == expected


@pytest.fixture(scope="module")
def cluster():
    """A Ray cluster of one machine, by Ray's own command."""
    port = free_port()
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # Ray's socket paths must be short
    command = [str(Path(sys.executable).parent / "ray"), "start", "--head", "--block", "--disable-usage-stats"]
    command += ["--node-ip-address=127.0.0.1", f"--port={port}", "--num-cpus=2", "--include-dashboard=false"]
    command += [f"--temp-dir={folder}", "--object-store-memory=80000000"]
    with open(f"{folder}/log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment(), start_new_session=True)
    try:
        wait_for(lambda: b"Ray runtime started" in Path(f"{folder}/log").read_bytes() or process.poll() is not None)
        assert process.poll() is None, Path(f"{folder}/log").read_text()
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def test_a_ray_cluster_plays_the_same_games(expected, tmp_path, cluster):
    path = tmp_path / "out.jsonl"
    summary = summary_of(start(*FEW, "--ray", cluster, "--json", "--out", str(path)))
    assert (summary, games_in(path)) == expected


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_is_resumed(tmp_path, jobs):
    path = tmp_path / "out.jsonl"
    process = started(path, "--jobs", jobs)
    process.kill()
    process.communicate()
    stored = path.read_bytes()
    assert lines_in(path) > 20
    games = str(lines_in(path) + 60)
    summary_of(start(*ARENA, "--games", games, "--jobs", jobs, "--json", "--out", str(path)))
    assert path.read_bytes().startswith(stored[: stored.rfind(b"\n") + 1])
    whole = games_in(path)
    assert [line["number"] for line in whole] == list(range(len(whole)))
    fresh = tmp_path / "fresh.jsonl"
    summary_of(start(*FEW, "--json", "--out", str(fresh)))
    assert whole[:30] == games_in(fresh)


def test_workers_end_when_the_run_is_killed(tmp_path):
    path = tmp_path / "out.jsonl"
    process = started(path, "--jobs", "2")
    children = children_of(process.pid)
    assert len(children) >= 2
    process.kill()
    process.communicate()
    wait_for(lambda: not any(is_alive(child) for child in children))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_says_how_to_resume(tmp_path, jobs):
    interrupt(tmp_path / "out.jsonl", "--jobs", jobs)


def test_ctrl_c_on_a_cluster_says_how_to_resume(tmp_path, cluster):
    interrupt(tmp_path / "out.jsonl", "--ray", cluster)


def interrupt(path: Path, *where: str) -> None:
    process = started(path, *where, "--lang", "en")
    os.killpg(process.pid, signal.SIGINT)  # the whole group, as a terminal does
    code, out, err = finish(process)
    assert (code, out) == (130, "")
    assert f"{lines_in(path) - 1} of {MANY[-1]} games are stored in {path}" in err
    # Ray's core may also write a line when it is interrupted; nothing prevents that.
    assert len([line for line in err.splitlines() if not re.match(r"\[.*\] \w+\.cc:\d+: ", line)]) == 1


def test_a_worker_that_dies_is_reported_in_one_sentence(tmp_path):
    path = tmp_path / "out.jsonl"
    process = started(path, "--jobs", "2")
    workers = [child for child in children_of(process.pid) if b"spawn_main" in command_of(child)]
    os.kill(workers[0], signal.SIGKILL)
    code, out, err = finish(process)
    assert (code, out) == (2, "")
    assert "has died" in err
    assert len(err.splitlines()) == 1
