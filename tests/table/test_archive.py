"""Export and import of games, with their terms and results."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.cli import run
from schatzkammer.table.archive import export_games, import_game
from schatzkammer.table.model import BotMove, Clock, Move, Person, Resign, Result, Terms, TimeOut
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.table import Table
from tests.table.helpers import open_tables, start_game

pytestmark = pytest.mark.anyio

SMALL = {"variant": "small"}
NAMES = ["Anna", "Bruno", "Carla"]


async def play_on(tables: Tables, table_id: str, rng: random.Random, decisions: int = 10_000) -> None:
    """Plays random moves for people and bots."""
    for _ in range(decisions):
        table = await tables.read(table_id, lambda found: found)
        if table.state.status == "over":
            return
        seat = table.to_act[0]
        move = rng.choice(table.match.legal(seat))
        identity = table.state.seats[seat].identity
        if seat in table.bots_to_act:
            await tables.run(table_id, BotMove(seat, move, table.state.fresh[seat]))
        else:
            await tables.run(table_id, Move(version=table.version, move=move), Person(identity, ""))


def archived(folder: Path) -> dict:
    engine = connect(address(f"sqlite:///{folder / 'tables.db'}"))
    with engine.connect() as connection:
        (game,) = export_games(connection)
    engine.dispose()
    return json.loads(json.dumps(game))


def imported(folder: Path, game: object) -> tuple[Table, list]:
    """The table in another database, and its log."""
    engine = connect(address(f"sqlite:///{folder / 'other.db'}"))
    migrate(engine)
    with engine.begin() as connection:
        assert import_game(connection, game)
        table = store.load(connection, game["id"])
        log = store.entries(connection, game["id"])
    engine.dispose()
    return table, log


@pytest.fixture(scope="module")
async def forfeited(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Table]:
    """A game for three that was played to its end after the best player resigned, and its table."""
    folder = tmp_path_factory.mktemp("forfeited")

    async with open_tables(folder) as tables:
        for number in range(100):
            table_id, people = await start_game(tables, Terms("ali-baba", 3), NAMES, [])
            await play_on(tables, table_id, random.Random(number), 5)
            await tables.run(table_id, Resign(), people[1])
            await play_on(tables, table_id, random.Random(number))
            table = await tables.read(table_id, lambda found: found)
            if 1 in table.match.winners():
                return archived(folder), table
            await tables.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM tables"))
    raise AssertionError


async def test_the_record_names_no_winner_who_forfeited(forfeited, tmp_path: Path, capsys) -> None:
    game, table = forfeited
    record, result = game["record"], table.state.result
    assert (record["forfeited"], record["winners"], record["scores"]) == ([1], result.winners, result.scores)
    assert 1 not in result.winners
    assert sk.replay(record).over
    path = tmp_path / "line.jsonl"
    path.write_text(json.dumps(game))
    assert run(["verify", str(path), "--lang", "en"]) == 0
    output = capsys.readouterr().out
    points = ", ".join(map(str, result.scores))
    winners = " and ".join(f"seat {seat}" for seat in result.winners)
    assert "– According to the record, seat 1 forfeited" in output
    assert f"✓ The result is right. Points by seat: {points}. Won by {winners}." in output
    assert run(["replay", str(path), "--lang", "en"]) == 0
    assert "Seat 1 forfeited.\nSeat" in capsys.readouterr().out
    again, log = imported(tmp_path, game)
    assert again.state.result == result
    assert [seat.forfeited for seat in again.state.seats] == [False, True, False]
    assert record_of(again, log) == record


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
async def test_a_forged_result_is_refused(forfeited, tmp_path: Path, capsys, forged: dict) -> None:
    game, _ = forfeited
    record = {**game["record"], **forged}
    with pytest.raises(sk.BadRecord):
        sk.replay(record)
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(record))
    assert run(["verify", str(path)]) == 2
    assert "does not hold" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"forfeited|winners"):
        imported(tmp_path, {**game, "record": record})


@pytest.mark.parametrize("end", ["resigned", "timed out"])
async def test_a_game_that_ended_early_has_a_winner(tmp_path: Path, capsys, end: str) -> None:
    clock = Clock("live", base=60, expiry="forfeit")
    hour = [0]

    async with open_tables(tmp_path, lambda: 1_700_000_000_000 + hour[0] * 3_600_000) as tables:
        terms = Terms("ali-baba", 2, SMALL, private=True, clock=clock)
        table_id, people = await start_game(tables, terms, NAMES[:2], [])
        if end == "resigned":
            await tables.run(table_id, Resign(), people[0])
        else:
            hour[0] = 1
            await tables.run(table_id, TimeOut())
        table = await tables.read(table_id, lambda found: found)
    game = archived(tmp_path)
    assert game["private"]
    assert (game["record"]["forfeited"], game["record"]["winners"]) == ([0], [1])
    path = tmp_path / "early.json"
    path.write_text(json.dumps(game["record"]))
    assert run(["verify", str(path), "--lang", "en"]) == 0
    assert "✓ The result is right: the game ended early. Won by" in capsys.readouterr().out
    assert run(["replay", str(path), "--lang", "de"]) == 0
    assert "Vorzeitig ausgeschieden: Platz 0.\nPlatz 1 gewinnt." in capsys.readouterr().out
    again, log = imported(tmp_path, game)
    assert again.state.result == table.state.result == Result([1], None)
    assert (again.state.status, again.owing, again.due) == ("over", [], None)
    assert again.opened.terms.private
    assert record_of(again, log) == game["record"]


def test_archives_of_early_releases_name_neither_forfeits_nor_private_tables(tmp_path: Path) -> None:
    match = sk.new("ali-baba", 2, "old", SMALL)
    match.play(0, match.legal(0)[0])
    old = {"id": "old", "created": 1, "finished": 2, "players": ["Anna", "Bruno"], "record": match.record()}
    table, _ = imported(tmp_path, old)
    assert (table.state.status, table.state.result, table.opened.terms.private) == ("over", None, False)


def test_imported_names_and_times_are_checked(tmp_path: Path) -> None:
    match = sk.new("ali-baba", 2, "names", SMALL)
    names = ["An\u202ena\x1b[31m", "B" * 5000]
    game = {"id": "ok-Name_1", "created": 1, "finished": 2, "players": names, "record": match.record()}
    table, _ = imported(tmp_path, game)
    assert [seat.name for seat in table.state.seats] == ["An na [31m", "B" * 24]
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
            imported(tmp_path, {**game, "id": "other", **wrong})
