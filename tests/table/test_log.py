"""The log and its snapshots: a loaded table equals the one in memory, with everything that can be taken back."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import schatzkammer as sk
from schatzkammer.core.errors import IllegalMove
from schatzkammer.table import service
from schatzkammer.table.errors import NotFound, NotSaved, Stale
from schatzkammer.table.model import BotMove, Move, Person, Terms, Undo
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import METADATA
from schatzkammer.table.table import Table
from tests.conformance.cases import ALL, Case
from tests.table.helpers import Recorder, next_move, open_tables, person, start_game

pytestmark = pytest.mark.anyio

CASES = [next(case for case in ALL if case.game == game) for game in sk.games()] + [ALL[-1]]


def everything(table: Table) -> list[object]:
    match = table.match
    seats = [None, *range(len(table.state.seats))]
    legal = [match.legal(seat) for seat in range(len(table.state.seats))]
    return [
        table.version,
        msgspec.to_builtins(table.snapshot().state),
        match.position(),
        [match.view(seat) for seat in seats],
        legal,
    ]


def undoing(table: Table, seat: int) -> object:
    """The table after a seat takes back its last decision, or why it may not."""
    if table.state.status == "over":
        return everything(table)
    reason = table.undo_refusal(seat)
    if reason is not None:
        return reason
    table.match.undo(seat)
    return everything(table)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_loaded_table_equals_the_table_in_memory(case: Case, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 5)
    loads = await _walk(case, tmp_path)
    assert max(loads) < 40, "the number of entries to replay does not grow with the game"


async def _walk(case: Case, folder: Path) -> list[int]:
    rng, loads = random.Random(9), []
    terms = Terms(case.game, case.players, dict(case.options))
    async with open_tables(folder) as tables:
        table_id, people = await start_game(tables, terms, [f"Guest {seat}" for seat in range(case.players)], [])
        while True:
            status, to_act, version = await tables.read(
                table_id, lambda table: (table.state.status, table.to_act, table.version)
            )
            if status == "over":
                return loads
            if rng.random() < 0.15:
                await _take_back(tables, table_id, people[rng.randrange(case.players)], version)
                continue
            seat = rng.choice(to_act)
            legal = await tables.read(table_id, lambda table, seat=seat: table.match.legal(seat))
            await tables.run(table_id, Move(version=version, move=rng.choice(legal)), people[seat])
            if rng.random() < 0.3:
                loads.append(await _check_loading(tables, table_id, rng.randrange(case.players)))


async def _take_back(tables: Tables, table_id: str, who: Person, version: int) -> None:
    try:
        await tables.run(table_id, Undo(version=version), who)
    except IllegalMove:
        assert await tables.read(table_id, lambda table: table.version) == version


async def _check_loading(tables: Tables, table_id: str, seat: int) -> int:
    """Compares a loaded table with the cached and the replayed one; returns how many entries loading has replayed."""
    loaded = await tables.database.read(lambda connection: store.load(connection, table_id))
    assert everything(loaded) == await tables.read(table_id, everything)
    again = await tables.database.read(lambda connection: store.load(connection, table_id))
    tables._cache.clear()
    whole = Table(table_id, loaded.opened, loaded.seed, 0)
    for entry in await tables.history(table_id):
        whole.apply(entry.body, entry.at)
    assert undoing(again, seat)[3:] == undoing(whole, seat)[3:]
    return loaded.version - loaded.snapshot_version


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("evicts", [False, True], ids=["cached", "evicted"])
async def test_against_bots_every_decision_can_be_taken_back(
    case: Case, evicts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 20)
    assert await _against_bots(case, tmp_path, evicts) > 20


async def _against_bots(case: Case, folder: Path, evicts: bool) -> int:
    """One person among bots plays and takes back decisions, some twice in a row, and finally all; returns how many."""
    rng, undone = random.Random(4), 0
    async with open_tables(folder) as tables:
        terms = Terms(case.game, case.players, dict(case.options))
        table_id, (anna,) = await start_game(tables, terms, ["Anna"], ["random"] * (case.players - 1))

        def situation(table: Table) -> tuple[tuple[int, ...], int, int]:
            """Who is to act, the version, and the number of the person's decisions in force."""
            return table.to_act, table.version, table.snapshot().state.decisions.get(0, 0)

        async def take_back() -> None:
            _, version, decisions = await tables.read(table_id, situation)
            entry = await tables.run(table_id, Undo(version=version), anna)
            assert entry.body.undone
            to_act, _, left = await tables.read(table_id, situation)
            assert left == decisions - 1
            assert 0 in to_act
            loaded = await tables.database.read(lambda connection: store.load(connection, table_id))
            assert everything(loaded) == await tables.read(table_id, everything)

        for _ in range(120):
            to_act, version, decisions = await tables.read(table_id, situation)
            if not to_act:
                break
            if evicts and rng.random() < 0.3:
                tables._cache.clear()
            if decisions and rng.random() < 0.25:
                await take_back()
                undone += 1
                continue
            seat = to_act[0]
            legal, fresh = await tables.read(
                table_id, lambda table, seat=seat: (table.match.legal(seat), table.state.fresh[seat])
            )
            move = rng.choice(legal)
            command = Move(version=version, move=move) if seat == 0 else BotMove(seat, move, fresh)
            await tables.run(table_id, command, anna)
        if await tables.read(table_id, lambda table: table.state.status) == "over":
            return undone
        while (await tables.read(table_id, situation))[2]:
            await take_back()
            undone += 1
        with pytest.raises(IllegalMove):
            await tables.run(table_id, Undo(version=(await tables.read(table_id, situation))[1]), anna)
        assert await tables.read(table_id, lambda table: table.undo_refusal(0)) == "undo.none"
        with tables.database.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM snapshots").scalar() == 1
    return undone


async def test_watched_tables_do_not_keep_others_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_CACHED", 20)

    async with open_tables(tmp_path) as tables:
        anna = await person(tables, "Anna")
        table_ids = [(await tables.open(Terms("ali-baba", 2), anna, []))[0] for _ in range(60)]
        for number, table_id in enumerate(table_ids):
            await tables.read(table_id, lambda table: table.version, watch=number < 10)
        assert len(tables._cache) < 35


async def test_simultaneous_secret_choices_do_not_make_each_other_stale(tmp_path: Path) -> None:
    rng, tested = random.Random(2), 0
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 4), ["Anna", "Bruno", "Carla", "David"], [])
        while await tables.read(table_id, lambda table: table.state.status) == "playing":
            version, to_act, secret = await tables.read(
                table_id, lambda table: (table.version, table.to_act, table.game.secret(table.match.state))
            )
            # All who choose in secret send their choice for the same version.
            for seat in to_act:
                legal = await tables.read(table_id, lambda table, seat=seat: table.match.legal(seat))
                await tables.run(table_id, Move(version=version, move=rng.choice(legal)), people[seat])
            tested += secret and len(to_act) > 1
    assert tested > 0


async def test_two_workers_cannot_write_the_same_version(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        other = Tables(tables.database, tables._bus, "other")
        legal, version = await other.read(table_id, lambda table: (table.match.legal(0), table.version))
        await tables.run(table_id, Move(version=version, move=legal[0]), people[0])
        # The other worker does not know of the move: the database refuses its version, and the command is stale.
        with pytest.raises(Stale):
            await other.run(table_id, Move(version=version, move=legal[1]), people[0])
        assert await other.read(table_id, lambda table: table.version) == version + 1


async def test_a_move_that_is_not_committed_changes_nothing(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        recorder = Recorder(tables)
        before = await tables.read(table_id, everything)
        with tables.database.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE entries RENAME TO elsewhere")
        with pytest.raises(NotSaved):
            await tables.run(table_id, Move(version=before[0], move=before[4][0][0]), people[0])
        with tables.database.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO entries")
        assert recorder.versions == []
        assert await tables.read(table_id, everything) == before
        await tables.run(table_id, Move(version=before[0], move=before[4][0][0]), people[0])
        assert recorder.versions == [(before[0] + 1, [before[0] + 1])]


async def test_an_unknown_table_is_not_found(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        with pytest.raises(NotFound):
            await tables.read("nothing", everything)


async def test_migrations_create_the_schema(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        with tables.database.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


async def test_commits_of_several_tables_are_grouped(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        games = [await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(20)]
        before = tables.database.batches, tables.database.jobs

        async def play(table_id: str, people: list[Person]) -> None:
            for _ in range(5):
                await tables.run(*await next_move(tables, table_id, people))

        await asyncio.gather(*(play(*game) for game in games))
        assert tables.database.jobs - before[1] == 100
        assert tables.database.batches - before[0] == 5
