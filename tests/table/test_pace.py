"""Bots at a table with people answer no sooner than its terms say; tables without people lose no time."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from schatzkammer.table.entries import LogEntry, Moved
from schatzkammer.table.model import HOUR, Leave, Move, Person, Resign, Start, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from tests.table.helpers import next_move, open_tables, person, scheduled, start_game
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio
PACE = 250


async def until(tables: Tables, table_id: str, version: int) -> list[LogEntry]:
    """The log, once it has that version."""
    async with asyncio.timeout(PATIENCE):
        while await tables.read(table_id, lambda table: table.version) < version:
            await asyncio.sleep(0.005)
    return await tables.history(table_id)


async def test_bots_answer_people_no_sooner_than_the_terms_say(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables, scheduled(tables):
        terms = Terms("ali-baba", 3, pace=PACE)
        table_id, people = await start_game(tables, terms, ["Anna"], ["random", "random"])
        await tables.run(*await next_move(tables, table_id, people))
        log = await until(tables, table_id, 4)
    decisions = [entry for entry in log if isinstance(entry.body, Moved)]
    bots = [(before, after) for before, after in pairwise(decisions) if after.body.seat > 0]
    assert bots
    assert all(after.at - before.at >= PACE for before, after in bots)


async def test_secret_choices_of_bots_do_not_add_up(tmp_path: Path) -> None:
    """Each bot waits from the moment it was asked, not from the choice of the bot before it."""
    async with open_tables(tmp_path) as tables, scheduled(tables):
        pace = 1000
        terms = Terms("solomon", 4, pace=pace)
        table_id, _ = await start_game(tables, terms, ["Anna"], ["random"] * 3)
        log = await until(tables, table_id, 4)
    started, *choices = log
    assert [entry.body.seat for entry in choices] == [1, 2, 3]
    assert all(entry.at - started.at >= pace for entry in choices)
    assert choices[-1].at - choices[0].at < pace


async def test_tables_without_people_lose_no_time(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 2, pace=PACE), ["Anna"], ["random"])
        assert await tables.read(table_id, lambda table: table.answer_at(1)) > 0
        await tables.run(table_id, Leave(), people[0])
        assert await tables.read(table_id, lambda table: [table.answer_at(0), table.answer_at(1)]) == [0, 0]
        program = Person((await person(tables, "Robot")).identity, "Robot", remote=True)
        other, _ = await tables.open(Terms("ali-baba", 2, pace=PACE), program, ["random"])
        await tables.run(other, Start(), program)
        assert await tables.read(other, lambda table: table.answer_at(1)) == 0


async def test_without_a_pace_bots_answer_at_once(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
        assert await tables.read(table_id, lambda table: (table.answer_at(1), table.state.fresh_at)) == (0, [])


async def test_every_worker_computes_the_same_times(tmp_path: Path) -> None:
    now = [HOUR]
    async with open_tables(tmp_path, lambda: now[0]) as tables:
        table_id, people = await start_game(tables, Terms("solomon", 3, pace=PACE), ["Anna", "Bruno"], ["random"])
        for _ in range(2):
            now[0] += 40
            await tables.run(*await next_move(tables, table_id, people))
        assert await tables.read(table_id, lambda table: table.answer_at(2)) == HOUR + PACE

        def loaded(table: Table) -> list[int]:
            again = Table(table.id, table.opened, table.seed, HOUR)
            again.restore(table.version, table.at, table.snapshot())
            return [again.answer_at(seat) for seat in range(3)]

        times = await tables.read(table_id, lambda table: [table.answer_at(seat) for seat in range(3)])
        assert await tables.read(table_id, loaded) == times


async def test_setting_the_clock_back_delays_a_bot_by_no_more_than_the_longest_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schatzkammer.table.scheduler.LONGEST_PACE", PACE)
    now = [10 * HOUR]
    async with open_tables(tmp_path, lambda: now[0]) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 2, pace=PACE), ["Anna"], ["random"])
        await tables.run(table_id, Move(version=1, move=(await next_move(tables, table_id, people))[1].move), people[0])
        now[0] = 2 * HOUR
        async with scheduled(tables):
            await until(tables, table_id, 3)
            await tables.run(table_id, Resign(), people[0])
