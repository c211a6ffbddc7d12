"""Clocks, with a time of their own: stocks, increments, hours for a turn, and what happens at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
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
from tests.table.helpers import open_tables, scheduled, start_game

pytestmark = pytest.mark.anyio


class Time:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def game(folder: Path, terms: Terms) -> AsyncIterator[tuple[Tables, str, list[Person], Time]]:
    """A scheduled table at which two people have started a game."""
    time = Time()
    async with open_tables(folder, time) as tables, scheduled(tables):
        name, people = await start_game(tables, terms, ["Anna", "Bruno"], [])
        yield tables, name, people, time


async def until(tables: Tables, so: Callable[[Table], bool], name: str | None = None) -> None:
    name = name or next(iter(tables._cache))
    async with asyncio.timeout(30):
        while not await tables.read(name, so):
            await asyncio.sleep(0.01)


def terms(**chosen: object) -> Terms:
    return Terms("ali-baba", 2, clock=Clock(**chosen))


async def test_at_the_end_of_the_time_a_bot_takes_over_and_the_player_may_come_back(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        name, people = await start_game(tables, terms(kind="live", base=10, increment=5), ["Anna", "Bruno"], [])
        time.now += 10 * SECOND + 1
        legal = await tables.read(name, lambda table: table.match.legal(0))
        with pytest.raises(Refused) as refused:
            await tables.run(name, Move(version=2, move=legal[0]), people[0])
        assert refused.value.code == "time_up"
        # Started only now, or it might time the seat out before the move is refused; its start restarts live clocks.
        async with scheduled(tables):
            time.now += 10 * SECOND + 1
            await until(tables, lambda table: table.state.seats[0].away)
            await until(tables, lambda table: table.to_act == (1,))
        await tables.run(name, Return(), people[0])
        assert not await tables.read(name, lambda table: table.state.seats[0].away)
        assert await tables.read(name, lambda table: table.state.timers[0].left) >= 30 * SECOND


async def test_or_the_seat_forfeits(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="slow", hours=24, expiry="forfeit")) as (tables, name, _, time):
        time.now += 24 * HOUR + 1
        await until(tables, lambda table: table.state.status == "over")
        result = await tables.read(name, lambda table: table.state.result)
        assert (result.winners, result.scores) == ([1], None)


async def test_a_turn_costs_its_time_and_brings_the_increment(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="live", base=10, increment=5)) as (tables, name, people, time):
        time.now += 3 * SECOND
        while await tables.read(name, lambda table: table.to_act) == (0,):
            legal, version = await tables.read(name, lambda table: (table.match.legal(0), table.version))
            await tables.run(name, Move(version=version, move=legal[-1]), people[0])
        timers = await tables.read(name, lambda table: table.state.timers)
        assert (timers[0].left, timers[0].since) == (12 * SECOND, None)
        assert (timers[1].left, timers[1].since) == (10 * SECOND, time.now)


async def test_nobodys_live_clock_runs_while_the_server_is_away(tmp_path: Path) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        live, _ = await start_game(tables, terms(kind="live", base=10), ["Anna", "Bruno"], [])
        slow, _ = await start_game(tables, terms(kind="slow", hours=1), ["Anna", "Bruno"], [])
    time.now += 2 * HOUR
    async with open_tables(tmp_path, time) as tables, scheduled(tables):
        timers = await tables.read(live, lambda table: table.state.timers)
        assert (timers[0].left, timers[0].since) == (10 * SECOND, time.now)
        await until(tables, lambda table: table.state.seats[0].away, slow)
        assert not await tables.read(live, lambda table: table.state.seats[0].away)


async def test_clocks_and_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with game(tmp_path, terms(kind="live", base=10, increment=0)) as (tables, name, _, time):
        other = Tables(tables.database, LocalBus(), "later", time)
        time.now += 10 * SECOND + 1
        await until(tables, lambda table: table.state.seats[0].away)
        assert await other.read(name, lambda table: table.state.seats[0].away)


STEPS = st.lists(
    st.tuples(st.integers(0, 20_000), st.sets(st.integers(0, 2)), st.none() | st.integers(0, 2)), max_size=30
)


@given(st.sampled_from(["live", "slow"]), STEPS)
def test_time_is_never_made_out_of_nothing(kind: str, steps: list[tuple[int, set[int], int | None]]) -> None:
    rules = Clock(kind=kind, base=60, increment=2, hours=1)
    timers, broken_off, at, turns = clock.initial_timers(rules, 3), [], 0, 0
    used = [0] * 3  # of the hours of a turn, since the last that was played to its end
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
    (name,) = tables._cache
    timers, now = await tables.read(name, lambda table: table.state.timers), tables.now()
    return [timer.left - (0 if timer.since is None else now - timer.since) for timer in timers]


@pytest.mark.parametrize(
    ("chosen", "thought", "rest"),
    [({"kind": "live", "base": 60, "increment": 30}, 50 * SECOND, 10 * SECOND), ({"kind": "slow"}, 23 * HOUR, HOUR)],
    ids=["live", "slow"],
)
async def test_leaving_and_coming_back_brings_no_time(tmp_path: Path, chosen: dict, thought: int, rest: int) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        name, people = await start_game(tables, terms(**chosen), ["Anna", "Bruno"], [])
        time.now += thought
        assert (await left(tables))[0] == rest
        for _ in range(3):
            await tables.run(name, Leave(), people[0])
            await tables.run(name, Return(), people[0])
        assert (await left(tables))[0] == rest


@pytest.mark.parametrize(
    "chosen", [{"kind": "live", "base": 60, "increment": 30}, {"kind": "slow"}], ids=["live", "slow"]
)
async def test_taking_back_the_end_of_a_turn_brings_no_time(tmp_path: Path, chosen: dict) -> None:
    time = Time()
    async with open_tables(tmp_path, time) as tables:
        name, people = await start_game(tables, terms(**chosen), ["Anna", "Bruno"], [])

        async def move() -> int:
            seat, version = await tables.read(name, lambda table: (table.to_act[0], table.version))
            legal = await tables.read(name, lambda table: table.match.legal(seat))
            await tables.run(name, Move(version=version, move=legal[-1]), people[seat])
            return seat

        while True:  # until a turn ends with a decision that can be taken back
            time.now += SECOND
            before = await left(tables)
            seat = await move()
            passed_on, no_undo = await tables.read(
                name, lambda table, seat=seat: (seat not in table.to_act, table.undo_refusal(seat))
            )
            if passed_on and no_undo is None:
                break
        after = await left(tables)
        for _ in range(3):
            await tables.run(name, Undo(version=await tables.read(name, lambda table: table.version)), people[seat])
            now = await left(tables)
            assert (now[seat], now[1 - seat]) == (before[seat], after[1 - seat])
            await move()
            assert await left(tables) == after
