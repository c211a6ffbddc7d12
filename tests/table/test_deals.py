"""Deals that several tables play: the same moves meet the same answers, and nothing is told before it is published."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from schatzkammer.core.errors import IllegalMove
from schatzkammer.table import deals
from schatzkammer.table.archive import LeftOut, export_games, import_game
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import AskUndo, Leave, Move, Person, RematchAmong, Resign, Seat, Terms, Undo
from schatzkammer.table.own_data import own_data
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import Tables
from schatzkammer.table.settling import Settling
from schatzkammer.table.store import results
from schatzkammer.table.store import tables as store
from tests.table.helpers import open_tables, person, scheduled
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


async def deal(tables: Tables, who: Person, terms: Terms, bots: Sequence[str], deal_id: str = "one") -> str:
    """A table of a deal for a person in the first seat."""
    seats = [Seat("human", who.identity, who.name), *(Seat("bot", bot=bot) for bot in bots)]

    def work(connection: object) -> str:
        deals.draw(connection, deal_id, tables.now())
        return deals.deal_table(connection, deal_id, terms, seats, tables.now()).id

    return await tables.database.write(work)


async def play(tables: Tables, table_id: str, who: Person, moves: int, *, hasty: bool) -> list[tuple[int, str]]:
    """Plays so many decisions, each the first or last one legal; returns all decisions by seat.

    Who is hasty chooses at once where others choose in secret at the same time, else after them.
    """
    rng = random.Random(7)
    async with asyncio.timeout(PATIENCE):
        for _ in range(moves):
            while True:
                to_act, version = await tables.read(table_id, lambda table: (table.to_act, table.version))
                if 0 in to_act and (hasty or to_act == (0,)):
                    break
                await asyncio.sleep(0.005)
            legal = await tables.read(table_id, lambda table: table.match.legal(0))
            await tables.run(table_id, Move(version=version, move=rng.choice(legal)), who)
        while await tables.read(table_id, lambda table: table.bots_to_act):
            await asyncio.sleep(0.005)
    log = await tables.history(table_id)
    return [(entry.body.seat, entry.body.move) for entry in log]


def by_seat(moves: list[tuple[int, str]], seats: int) -> list[list[str]]:
    return [[move for seat, move in moves if seat == one] for one in range(seats)]


@pytest.mark.parametrize("game", ["solomon", "ali-baba", "monte-cristo"])
async def test_the_same_moves_meet_the_same_answers(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = iter(("the first deal", "the second deal"))
    monkeypatch.setattr(deals, "fresh_seed", lambda: next(seeds))
    async with open_tables(tmp_path) as tables, scheduled(tables):
        terms, bots = Terms(game, 3), ["casual", "beginner"]
        ada, bea = await person(tables, "Ada"), await person(tables, "Bea")
        one, other = await deal(tables, ada, terms, bots), await deal(tables, bea, terms, bots)
        hers = await play(tables, one, ada, 4, hasty=True)
        theirs = await play(tables, other, bea, 4, hasty=False)
        assert {seat for seat, _ in hers} == {0, 1, 2}, "the bots have answered"
        assert by_seat(hers, 3) == by_seat(theirs, 3)
        third = await deal(tables, ada, terms, bots, "two")
        assert by_seat(await play(tables, third, ada, 4, hasty=True), 3) != by_seat(hers, 3)


async def test_nothing_is_told_before_the_deal_is_published(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    async with open_tables(tmp_path) as tables:
        ada = await person(tables, "Ada")
        table_id = await deal(tables, ada, Terms("ali-baba", 3), ["random", "random"])
        with closing(sqlite3.connect(file)) as database:
            [(seed,)] = database.execute("SELECT seed FROM deals").fetchall()
        await tables.run(table_id, Resign(), ada)
        settling, read = Settling(tables.database, tables.now), tables.database.read
        assert await settling.work() == 0

        async def record() -> dict:
            table = await tables.read(table_id, lambda found: found)
            return record_of(table, await tables.history(table_id))

        secret = await record()
        assert secret["unfinished"]
        assert secret["commitment"] == (await read(lambda connection: deals.find_deal(connection, "one"))).commitment
        [left] = await read(lambda connection: list(export_games(connection)))
        assert isinstance(left, LeftOut)
        assert left.reason.code == "concealed"
        assert seed not in (await own_data(tables.database, ada.identity, [])).decode()
        assert (await read(lambda connection: deals.find_deal(connection, "one"))).seed is None
        found = await read(lambda connection: store.access(connection, table_id, ada.identity))
        assert found.concealed
        assert await read(lambda connection: store.lobby(connection, 0, 10)) == []

        await deals.publish(tables, "one")
        assert (await record())["seed"] == seed
        assert (await read(lambda connection: deals.find_deal(connection, "one"))).seed == seed
        assert await settling.work() == 1
        kept = await read(results.kept)
        assert len(kept) == 3
        [archived] = await read(lambda connection: list(export_games(connection)))
        assert archived["record"]["seed"] == seed
        assert seed in (await own_data(tables.database, ada.identity, [])).decode()
        with pytest.raises(Refused) as refused:
            await deal(tables, ada, Terms("ali-baba", 3), ["random", "random"])
        assert refused.value.code == "published"
        await deals.publish(tables, "one")  # once more: nothing changes
        assert await tables.read(table_id, lambda table: table.version) == 2
    (tmp_path / "other").mkdir()
    async with open_tables(tmp_path / "other") as elsewhere:
        assert await elsewhere.database.write(lambda connection: import_game(connection, archived))


async def test_publishing_ends_games_that_are_not_over_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables, scheduled(tables):
        ada, bea = await person(tables, "Ada"), await person(tables, "Bea")
        found = [await deal(tables, who, Terms("ali-baba", 3), ["random", "random"]) for who in (ada, bea)]
        await play(tables, found[0], ada, 1, hasty=True)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            database.execute("UPDATE deals SET published = 5")  # and then the worker was killed
            database.commit()
        await deals.publish_tables(tables)
        for table_id in found:
            state = await tables.read(table_id, lambda table: table.state)
            assert (state.status, state.result, state.published) == ("over", None, True)
        assert await Settling(tables.database, tables.now).work() == 2
        assert await tables.database.read(results.kept) == {}
        version = await tables.read(found[0], lambda table: table.version)
        with pytest.raises(Refused) as refused:
            await tables.run(found[0], Move(version=version, move="pass"), ada)
        assert refused.value.code == "not_playing"


async def test_an_event_says_what_is_possible(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables, scheduled(tables):
        ada = await person(tables, "Ada")
        table_id = await deal(tables, ada, Terms("ali-baba", 3, aids=True), ["random", "random"])
        await play(tables, table_id, ada, 2, hasty=True)
        assert not await tables.read(table_id, lambda table: table.aids)
        for command, code in ((Leave(), "dealt"), (AskUndo(), "dealt")):
            with pytest.raises(Refused) as refused:
                await tables.run(table_id, command, ada)
            assert refused.value.code == code
        version = await tables.read(table_id, lambda table: table.version)
        assert await tables.read(table_id, lambda table: table.undo_refusal(0)) is not None
        with pytest.raises(IllegalMove):
            await tables.run(table_id, Undo(version=version), ada)
        await tables.run(table_id, Resign(), ada)
        with pytest.raises(Refused) as refused:
            await tables.run(table_id, RematchAmong([0]), ada)
        assert refused.value.code == "dealt"
