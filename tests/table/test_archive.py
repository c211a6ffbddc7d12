"""Games out of a database and into another: what was agreed and how it ended comes with them."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.cli import run
from schatzkammer.table import wishes
from schatzkammer.table.archive import exported, imported
from schatzkammer.table.model import Clock, Moved, Result, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.table import Table
from schatzkammer.table.wishes import Wish
from tests.table.setting import kept_in, started

SMALL = {"variant": "small"}
NAMES = ["Anna", "Bruno", "Carla"]


async def play_on(tables: Tables, name: str, rng: random.Random, decisions: int = 10_000) -> None:
    """Random moves for everybody, whoever plays the seat."""
    for _ in range(decisions):
        table = await tables.read(name, lambda found: found)
        if table.standing.status == "over":
            return
        seat = table.to_act[0]
        move = rng.choice(table.match.legal(seat))
        await tables.run(name, decision(seat, move))


def decision(seat: int, move: str) -> Wish:
    return lambda _table, _at: Moved(seat, move)


def archived(folder: Path) -> dict:
    engine = connect(address(f"sqlite:///{folder / 'tables.db'}"))
    with engine.connect() as connection:
        (game,) = exported(connection)
    engine.dispose()
    return json.loads(json.dumps(game))


def moved_to(folder: Path, game: object) -> tuple[Table, list]:
    """The table in another database, and its log."""
    engine = connect(address(f"sqlite:///{folder / 'other.db'}"))
    migrate(engine)
    with engine.begin() as connection:
        assert imported(connection, game)
        table = store.load(connection, game["id"])
        log = store.entries(connection, game["id"])
    engine.dispose()
    return table, log


@pytest.fixture(scope="module")
def given_up(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Table]:
    """A game for three that was played on to its end after the best had given up, and its table."""
    folder = tmp_path_factory.mktemp("given-up")

    async def scene() -> Table:
        async with kept_in(folder) as tables:
            for number in range(100):
                name, people = await started(tables, Terms("ali-baba", 3), NAMES, [])
                await play_on(tables, name, random.Random(number), 5)
                await tables.run(name, wishes.resign(people[1]))
                await play_on(tables, name, random.Random(number))
                table = await tables.read(name, lambda found: found)
                if 1 in table.match.winners():
                    return table
                await tables.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM tables"))
        raise AssertionError

    table = asyncio.run(scene())
    return archived(folder), table


def test_who_gave_up_has_not_won_in_the_record_either(given_up, tmp_path: Path, capsys) -> None:
    game, table = given_up
    record, result = game["record"], table.standing.result
    assert (record["forfeited"], record["winners"], record["scores"]) == ([1], result.winners, result.scores)
    assert 1 not in result.winners
    assert sk.replay(record).over
    path = tmp_path / "line.jsonl"
    path.write_text(json.dumps(game))
    assert run(["verify", str(path), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "– Seat 1 has given up" in told
    assert (
        f"✓ The result is right: {', '.join(map(str, result.scores))} points, won by seat {result.winners[0]}" in told
    )
    assert run(["replay", str(path), "--lang", "en"]) == 0
    assert "Seat 1 has given up.\nSeat" in capsys.readouterr().out
    again, log = moved_to(tmp_path, game)
    assert again.standing.result == result
    assert [seat.forfeited for seat in again.seats] == [False, True, False]
    assert again.record(log) == record


@pytest.mark.parametrize(
    "forged",
    [
        {"winners": [1]},
        {"winners": []},
        {"forfeited": []},
        {"forfeited": [0, 1]},
        {"forfeited": [1, 1]},
        {"forfeited": [3]},
        {"forfeited": "1"},
        {"forfeited": [0]},
    ],
    ids=str,
)
def test_a_forged_result_is_refused(given_up, tmp_path: Path, capsys, forged: dict) -> None:
    game, _ = given_up
    record = {**game["record"], **forged}
    with pytest.raises(sk.BadRecord):
        sk.replay(record)
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(record))
    assert run(["verify", str(path)]) == 2
    assert "does not hold" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"forfeited|winners"):
        moved_to(tmp_path, {**game, "record": record})


@pytest.mark.parametrize("way", ["resigned", "timed out"])
def test_a_game_that_ended_early_has_a_winner(tmp_path: Path, capsys, way: str) -> None:
    clock = Clock("live", base=60, expiry="forfeit")
    hour = [0]

    async def scene() -> Table:
        async with kept_in(tmp_path, lambda: 1_700_000_000_000 + hour[0] * 3_600_000) as tables:
            terms = Terms("ali-baba", 2, SMALL, private=True, clock=clock)
            name, people = await started(tables, terms, NAMES[:2], [])
            if way == "resigned":
                await tables.run(name, wishes.resign(people[0]))
            else:
                hour[0] = 1
                await tables.run(name, wishes.time_out)
            return await tables.read(name, lambda found: found)

    table = asyncio.run(scene())
    game = archived(tmp_path)
    assert game["private"]
    assert (game["record"]["forfeited"], game["record"]["winners"]) == ([0], [1])
    path = tmp_path / "early.json"
    path.write_text(json.dumps(game["record"]))
    assert run(["verify", str(path), "--lang", "en"]) == 0
    assert "✓ The result is right: the game was not played to its end, and was won by" in capsys.readouterr().out
    assert run(["replay", str(path), "--lang", "de"]) == 0
    assert "Platz 0 hat aufgegeben.\nPlatz 1 gewinnt." in capsys.readouterr().out
    again, log = moved_to(tmp_path, game)
    assert again.standing.result == table.standing.result == Result([1], None)
    assert (again.standing.status, again.owing, again.due()) == ("over", [], None)
    assert again.opened.terms.private
    assert again.record(log) == game["record"]


def test_archives_of_old_do_not_tell_who_gave_up_or_what_was_private(tmp_path: Path) -> None:
    match = sk.new("ali-baba", 2, "old", SMALL)
    match.play(0, match.legal(0)[0])
    old = {"id": "old", "created": 1, "finished": 2, "players": ["Anna", "Bruno"], "record": match.record()}
    table, _ = moved_to(tmp_path, old)
    assert (table.standing.status, table.standing.result, table.opened.terms.private) == ("over", None, False)


def test_what_comes_in_can_be_shown(tmp_path: Path) -> None:
    match = sk.new("ali-baba", 2, "names", SMALL)
    names = ["An\u202ena\x1b[31m", "B" * 5000]
    game = {"id": "ok-Name_1", "created": 1, "finished": 2, "players": names, "record": match.record()}
    table, _ = moved_to(tmp_path, game)
    assert [seat.name for seat in table.seats] == ["An na [31m", "B" * 24]
    for wrong in (
        {"id": ""},
        {"id": "x" * 100_000},
        {"id": "\x1b[2J"},
        {"id": "a\n"},
        {"created": 10**30},
        {"created": 2**63},
        {"created": -1},
        {"finished": 2**62},
        {"players": ["\u202e", "Anna"]},
    ):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            moved_to(tmp_path, {**game, "id": "other", **wrong})
