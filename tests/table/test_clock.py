"""Clocks: stocks, increments, hours per turn, and what happens when time runs out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schatzkammer.table import clock
from schatzkammer.table.bus import LocalBus
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR, SECOND, Clock, Leave, Move, Person, Return, Terms, Undo
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from tests.table.helpers import next_move, open_tables, scheduled, start_game
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


class Time:
    """A time that only tests change."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def game(folder: Path, terms: Terms) -> AsyncIterator[tuple[Tables, str, list[Person], Time]]:
    """A scheduled table at which two people have started a game."""
    time = Time()
    async with open_tables(folder, time) as tables, scheduled(tables):
        table_id, people = await start_game(tables, terms, ["Anna", "Bruno"], [])
        yield tables, table_id, people, time


async def until(tables: Tables, predicate: Callable[[Table], bool], table_id: str | None = None) -> None:
    table_id = table_id or next(iter(tables._cache))
    async with asyncio.timeout(PATIENCE):
        while not await tables.read(table_id, predicate):
            await asyncio.sleep(0.01)


def terms(**clock_fields: object) -> Terms:
    return Terms("ali-baba", 2, clock=Clock(**clock_fields))


async def test_a_bot_plays_for_a_player_without_time_until_they_return(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        table_id, people = await start_game(tables, terms(kind="live", base=10, increment=5), ["Anna", "Bruno"], [])
        time.now += 10 * SECOND + 1
        legal = await tables.read(table_id, lambda table: table.match.legal(0))
        with pytest.raises(Refused) as refused:
            await tables.run(table_id, Move(version=2, move=legal[0]), people[0])
        assert refused.value.code == "time_up"
        # Not earlier: the scheduler might time out the seat before the move is refused. It restarts live clocks.
        async with scheduled(tables):
            time.now += 10 * SECOND + 1
            await until(tables, lambda table: table.state.seats[0].away)
            await until(tables, lambda table: table.to_act == (1,))
        await tables.run(table_id, Return(), people[0])
        assert not await tables.read(table_id, lambda table: table.state.seats[0].away)
        assert await tables.read(table_id, lambda table: table.state.timers[0].left) >= 30 * SECOND


async def test_a_seat_without_time_forfeits_if_the_terms_say_so(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="slow", hours=24, expiry="forfeit")) as (tables, table_id, _, time):
        time.now += 24 * HOUR + 1
        await until(tables, lambda table: table.state.status == "over")
        result = await tables.read(table_id, lambda table: table.state.result)
        assert (result.winners, result.scores) == ([1], None)


async def test_a_turn_takes_its_time_and_adds_the_increment(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="live", base=10, increment=5)) as (tables, table_id, people, time):
        time.now += 3 * SECOND
        while await tables.read(table_id, lambda table: table.to_act) == (0,):
            await tables.run(*await next_move(tables, table_id, people, itemgetter(-1)))
        timers = await tables.read(table_id, lambda table: table.state.timers)
        assert (timers[0].left, timers[0].since) == (12 * SECOND, None)
        assert (timers[1].left, timers[1].since) == (10 * SECOND, time.now)


async def test_another_worker_sees_a_timeout(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="live", base=10, increment=0)) as (tables, table_id, _, time):
        other = Tables(tables.database, LocalBus(), "later", time)
        time.now += 10 * SECOND + 1
        await until(tables, lambda table: table.state.seats[0].away)
        assert await other.read(table_id, lambda table: table.state.seats[0].away)


STEPS = st.lists(
    st.tuples(st.integers(0, 20_000), st.sets(st.integers(0, 2)), st.none() | st.integers(0, 2)), max_size=30
)


@given(st.sampled_from(["live", "slow"]), STEPS)
def test_timers_never_gain_time(kind: str, steps: list[tuple[int, set[int], int | None]]) -> None:
    rules = Clock(kind=kind, base=60, increment=2, hours=1)
    timers, broken_off, at, turns = clock.initial_timers(rules, 3), [], 0, 0
    used = [0] * 3  # time used in the current turn, by seat
    for passed, owing, mover in steps:
        at += passed
        used = [time + passed * (timer.since is not None) for time, timer in zip(used, timers, strict=True)]
        turns += mover is not None and mover not in owing and timers[mover].since is not None
        timers, broken_off = clock.update_timers(rules, timers, owing, at, mover, broken_off)
        used = [0 if seat == mover and seat not in owing else time for seat, time in enumerate(used)]
        assert all(timer.left >= 0 for timer in timers)
        assert {seat for seat, timer in enumerate(timers) if timer.since is not None} == owing
        if kind == "slow":
            left = [timer.left - (at - timer.since) for timer in timers if timer.since is not None]
            assert left == [HOUR - used[seat] for seat in sorted(owing)]
    if kind == "live":
        assert sum(timer.left for timer in timers) <= 3 * 60 * SECOND + turns * 2 * SECOND


async def left(tables: Tables) -> list[int]:
    (table_id,) = tables._cache
    timers, now = await tables.read(table_id, lambda table: table.state.timers), tables.now()
    return [timer.left - (0 if timer.since is None else now - timer.since) for timer in timers]


@pytest.mark.parametrize(
    ("clock_fields", "thought", "rest"),
    [({"kind": "live", "base": 60, "increment": 30}, 50 * SECOND, 10 * SECOND), ({"kind": "slow"}, 23 * HOUR, HOUR)],
    ids=["live", "slow"],
)
async def test_leaving_and_returning_gains_no_time(tmp_path: Path, clock_fields: dict, thought: int, rest: int) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        table_id, people = await start_game(tables, terms(**clock_fields), ["Anna", "Bruno"], [])
        time.now += thought
        assert (await left(tables))[0] == rest
        for _ in range(3):
            await tables.run(table_id, Leave(), people[0])
            await tables.run(table_id, Return(), people[0])
        assert (await left(tables))[0] == rest


@pytest.mark.parametrize(
    "clock_fields", [{"kind": "live", "base": 60, "increment": 30}, {"kind": "slow"}], ids=["live", "slow"]
)
async def test_taking_back_the_end_of_a_turn_gains_no_time(tmp_path: Path, clock_fields: dict) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        table_id, people = await start_game(tables, terms(**clock_fields), ["Anna", "Bruno"], [])

        async def move() -> int:
            entry = await tables.run(*await next_move(tables, table_id, people, itemgetter(-1)))
            return entry.body.seat

        while True:  # until a turn ends with a decision that can be taken back
            time.now += SECOND
            before = await left(tables)
            seat = await move()
            if await tables.read(
                table_id, lambda table, seat=seat: seat not in table.to_act and table.undo_refusal(seat) is None
            ):
                break
        after = await left(tables)
        for _ in range(3):
            await tables.run(
                table_id, Undo(version=await tables.read(table_id, lambda table: table.version)), people[seat]
            )
            now = await left(tables)
            assert (now[seat], now[1 - seat]) == (before[seat], after[1 - seat])
            await move()
            assert await left(tables) == after
