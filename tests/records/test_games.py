"""Records and positions of earlier releases give the same games today."""

from __future__ import annotations

from pathlib import Path

import pytest

import schatzkammer as sk
from tests.records.games import FOLDER, WITH_POSITION, observed, read, stop

pytestmark = pytest.mark.rules

FILES = sorted({*FOLDER.glob("*/*.jsonl.gz")} - {*FOLDER.glob("*/tables.jsonl.gz")})


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.name.partition('.')[0]}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_records_replay_to_the_same_game(path: Path) -> None:
    for line in read(path):
        record = line["record"]
        match = sk.replay(unplayed(record))
        for ply, (seat, move) in enumerate(record["moves"], 1):
            match.play(seat, move)
            if str(ply) in line["stops"]:
                assert stop(match) == line["stops"][str(ply)], (
                    f"move {ply} of {record['players']}, {record.get('seed')}"
                )
        assert match.record() == record
        assert sk.replay(record).record() == record


def unplayed(record: dict) -> dict:
    """A record of the same match before its first move."""
    return {name: value for name, value in record.items() if name not in ("scores", "winners")} | {"moves": []}


@pytest.mark.parametrize("path", FILES, ids=named)
def test_positions_load_and_play_on_the_same_way(path: Path) -> None:
    for line in read(path)[::WITH_POSITION]:
        record, halfway = line["record"], line["halfway"]
        match = sk.from_position(record["game"], halfway["position"])
        assert match.position() == halfway["position"]
        for seat, move in record["moves"][halfway["ply"] :]:
            match.play(seat, move)
        last = line["stops"][str(len(record["moves"]))]
        assert observed(match) == {name: last[name] for name in ("to_act", "legal", "views")}
        assert (match.scores(), list(match.winners())) == (record["scores"], record["winners"])


def test_there_are_records_of_all_games_of_the_first_release() -> None:
    assert [named(path) for path in FILES[:3]] == ["0.1.0-ali-baba", "0.1.0-monte-cristo", "0.1.0-solomon"]
