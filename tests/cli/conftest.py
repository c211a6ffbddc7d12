"""A command line as a user has it: 80 columns, no colour, no language set."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.random import Random
from schatzkammer.cli import run


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    for name in ("SCHATZKAMMER_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def cli(capsys) -> Callable[..., Outcome]:
    def call(*arguments: str) -> Outcome:
        code = run(arguments)
        output = capsys.readouterr()
        return Outcome(code, output.out, output.err)

    return call


@pytest.fixture
def refused(cli) -> Callable[..., str]:
    """Calls a command that must fail with one sentence, and returns it."""

    def call(*arguments: str) -> str:
        outcome = cli(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert len(outcome.err.splitlines()) == 1
        return outcome.err

    return call


@pytest.fixture
def record() -> dict[str, object]:
    match = sk.new("ali-baba", players=2, seed="record", options={"variant": "small"})
    play_out(match, [Random()] * 2, streams("record", 2))
    return match.record()


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, object], str]:
    def write(name: str, value: object) -> str:
        path = tmp_path / name
        path.write_text(json.dumps(value), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def record_file(written, record) -> str:
    return written("game.json", record)
