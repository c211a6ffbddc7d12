"""Clocks, with a time of their own: stocks, increments, hours for a turn, and what happens at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schatzkammer.table import clock, wishes
from schatzkammer.table.bus import Alone
from schatzkammer.table.duties import Duties
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR, SECOND, Clock, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from schatzkammer.table.thinkers import Thinkers
from schatzkammer.table.wishes import Person
from tests.table.setting import kept_in, started


class Time:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


Scene = Callable[[Tables, list[Person], Time], Awaitable[None]]


def play(folder: Path, scene: Scene, terms: Terms) -> None:
    """A table with two people, started, and the duties that see to it."""

    async def run() -> None:
        time = Time()
        async with kept_in(folder, time) as tables:
            thinkers = Thinkers(1, 20.0)
            duties = Duties(tables, thinkers)
            await duties.start()
            _, people = await started(tables, terms, ["Anna", "Bruno"], [])
            try:
                await scene(tables, people, time)
            finally:
                await duties.close()
                await thinkers.close()

    asyncio.run(run())


async def until(tables: Tables, so: Callable[[Table], bool]) -> None:
    (name,) = tables._held
    async with asyncio.timeout(30):
        while not await tables.read(name, so):
            await asyncio.sleep(0.01)


def terms(**chosen: object) -> Terms:
    return Terms("ali-baba", 2, clock=Clock(**chosen))


def test_at_the_end_of_the_time_a_bot_takes_over_and_the_player_may_come_back(tmp_path: Path) -> None:
    async def scene(tables: Tables, people: list[Person], time: Time) -> None:
        (name,) = tables._held
        time.now += 10 * SECOND + 1
        legal = await tables.read(name, lambda table: table.match.legal(0))
        with pytest.raises(Refused) as refused:
            await tables.run(name, wishes.move(people[0], legal[0], 2))
        assert refused.value.code in ("time_up", "away")
        await until(tables, lambda table: table.seats[0].away)
        await until(tables, lambda table: table.to_act == (1,))
        await tables.run(name, wishes.come_back(people[0]))
        assert not await tables.read(name, lambda table: table.seats[0].away)
        assert await tables.read(name, lambda table: table.standing.timers[0].left) >= 30 * SECOND

    play(tmp_path, scene, terms(kind="live", base=10, increment=5, expiry="bot"))


def test_or_the_seat_forfeits(tmp_path: Path) -> None:
    async def scene(tables: Tables, people: list[Person], time: Time) -> None:
        time.now += 24 * HOUR + 1
        await until(tables, lambda table: table.standing.status == "over")
        (name,) = tables._held
        result = await tables.read(name, lambda table: table.standing.result)
        assert (result.winners, result.scores) == ([1], None)

    play(tmp_path, scene, terms(kind="slow", hours=24, expiry="forfeit"))


def test_a_turn_costs_its_time_and_brings_the_increment(tmp_path: Path) -> None:
    async def scene(tables: Tables, people: list[Person], time: Time) -> None:
        (name,) = tables._held
        time.now += 3 * SECOND
        while await tables.read(name, lambda table: table.to_act) == (0,):
            legal, version = await tables.read(name, lambda table: (table.match.legal(0), table.version))
            await tables.run(name, wishes.move(people[0], legal[-1], version))
        timers = await tables.read(name, lambda table: table.standing.timers)
        assert (timers[0].left, timers[0].since) == (12 * SECOND, None)
        assert (timers[1].left, timers[1].since) == (10 * SECOND, time.now)

    play(tmp_path, scene, terms(kind="live", base=10, increment=5))


def test_clocks_and_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async def scene(tables: Tables, people: list[Person], time: Time) -> None:
        (name,) = tables._held
        other = Tables(tables.database, Alone(), "later", time)
        time.now += 10 * SECOND + 1
        await until(tables, lambda table: table.seats[0].away)
        assert await other.read(name, lambda table: table.seats[0].away)

    play(tmp_path, scene, terms(kind="live", base=10, increment=0))


STEPS = st.lists(st.tuples(st.integers(0, 20_000), st.sets(st.integers(0, 2))), max_size=30)


@given(st.sampled_from(["live", "slow"]), STEPS)
def test_time_is_never_made_out_of_nothing(kind: str, steps: list[tuple[int, set[int]]]) -> None:
    rules = Clock(kind=kind, base=60, increment=2, hours=1)
    timers, at, turns = clock.wound_up(rules, 3), 0, 0
    for passed, owing in steps:
        at += passed
        before = timers
        timers = clock.ticked(rules, timers, owing, at)
        turns += sum(old.since is not None and new.since is None for old, new in zip(before, timers, strict=True))
        assert all(timer.left >= 0 for timer in timers)
        assert {seat for seat, timer in enumerate(timers) if timer.since is not None} == owing
    if kind == "live":
        assert sum(timer.left for timer in timers) <= 3 * 60 * SECOND + turns * 2 * SECOND
