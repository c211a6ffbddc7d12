"""A data set holds what was known, legal, done and gained, and is the same however it was made."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import schatzkammer as sk
from schatzkammer.cli import run
from schatzkammer.envs import layout

ARGUMENTS = ["--games", "2", "--bots", "value,random", "--seed", "data", "--option", "variant=small"]


def written(path: Path, *arguments: str) -> dict[str, np.ndarray]:
    assert run(["dataset", "ali-baba", "--out", str(path), *ARGUMENTS, *arguments]) == 0
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    return written(tmp_path_factory.mktemp("data") / "games.npz")


def test_games_can_be_played_again_from_it(dataset: dict[str, np.ndarray]) -> None:
    about = json.loads(str(dataset["about"]))
    assert (about["format"], about["bots"], about["games"]) == ("schatzkammer dataset 1", ["value", "random"], 2)
    legal = np.unpackbits(dataset["legal"], axis=1, count=len(about["actions"]))
    shape = layout("ali-baba", 2)
    assert dataset["observation"].shape[1] == shape.size == sum(field["length"] for field in about["fields"])
    for number in range(2):
        rows = np.flatnonzero(dataset["game"] == number)
        match = sk.new("ali-baba", players=2, seed=f"data/{number}", options=about["options"])
        for row in rows:
            seat, action = int(dataset["seat"][row]), int(dataset["action"][row])
            assert seat in match.to_act
            assert [*np.flatnonzero(legal[row])] == match.legal_actions(seat)
            match.play(seat, about["actions"][action])
        assert match.over
        for row in rows:
            seat = int(dataset["seat"][row])
            assert dataset["points"][row] == match.scores()[seat]
            assert dataset["win"][row] == (1 / len(match.winners()) if seat in match.winners() else 0)


def test_estimates_are_shares_where_the_position_is_quiet(dataset: dict[str, np.ndarray]) -> None:
    known = dataset["estimate"][~np.isnan(dataset["estimate"])]
    assert 0.5 < len(known) / len(dataset["estimate"]) < 1
    assert (known > 0).all()
    assert (known < 1).all()


def test_several_processes_write_the_same(dataset: dict[str, np.ndarray], tmp_path: Path) -> None:
    again = written(tmp_path / "again.npz", "--jobs", "2")
    assert {name: part.tobytes() for name, part in again.items()} == {
        name: part.tobytes() for name, part in dataset.items()
    }


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "there.npz"
    path.write_text("a letter")
    assert run(["dataset", "ali-baba", "--out", str(path), *ARGUMENTS]) == 2
    assert "there.npz cannot be written: file exists." in capsys.readouterr().err
    assert path.read_text() == "a letter"
