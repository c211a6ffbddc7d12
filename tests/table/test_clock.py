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
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR, SECOND, Clock, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from schatzkammer.table.wishes import Person
from tests.table.setting import kept_in, seen_to, started


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
        async with kept_in(folder, time) as tables, seen_to(tables):
            _, people = await started(tables, terms, ["Anna", "Bruno"], [])
            await scene(tables, people, time)

    asyncio.run(run())


async def until(tables: Tables, so: Callable[[Table], bool], name: str | None = None) -> None:
    name = name or next(iter(tables._held))
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


def test_nobodys_live_clock_runs_while_the_server_is_away(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with kept_in(tmp_path, time) as tables:
            live, _ = await started(tables, terms(kind="live", base=10), ["Anna", "Bruno"], [])
            slow, _ = await started(tables, terms(kind="slow", hours=1), ["Anna", "Bruno"], [])
        time.now += 2 * HOUR
        async with kept_in(tmp_path, time) as tables, seen_to(tables):
            timers = await tables.read(live, lambda table: table.standing.timers)
            assert (timers[0].left, timers[0].since) == (10 * SECOND, time.now)
            await until(tables, lambda table: table.seats[0].away, slow)
            assert not await tables.read(live, lambda table: table.seats[0].away)

    asyncio.run(scene())


def test_clocks_and_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async def scene(tables: Tables, people: list[Person], time: Time) -> None:
        (name,) = tables._held
        other = Tables(tables.database, Alone(), "later", time)
        time.now += 10 * SECOND + 1
        await until(tables, lambda table: table.seats[0].away)
        assert await other.read(name, lambda table: table.seats[0].away)

    play(tmp_path, scene, terms(kind="live", base=10, increment=0))


STEPS = st.lists(
    st.tuples(st.integers(0, 20_000), st.sets(st.integers(0, 2)), st.none() | st.integers(0, 2)), max_size=30
)


@given(st.sampled_from(["live", "slow"]), STEPS)
def test_time_is_never_made_out_of_nothing(kind: str, steps: list[tuple[int, set[int], int | None]]) -> None:
    rules = Clock(kind=kind, base=60, increment=2, hours=1)
    timers, broken_off, at, turns = clock.wound_up(rules, 3), [], 0, 0
    used = [0] * 3  # of the hours of a turn, since the last that was played to its end
    for passed, owing, mover in steps:
        at += passed
        used = [time + passed * (timer.since is not None) for time, timer in zip(used, timers, strict=True)]
        turns += mover is not None and mover not in owing and timers[mover].since is not None
        timers, broken_off = clock.ticked(rules, timers, owing, at, mover, broken_off)
        used = [0 if seat == mover and seat not in owing else time for seat, time in enumerate(used)]
        assert all(timer.left >= 0 for timer in timers)
        assert {seat for seat, timer in enumerate(timers) if timer.since is not None} == owing
        if kind == "slow":
            left = [timer.left - (at - timer.since) for timer in timers if timer.since is not None]
            assert left == [HOUR - used[seat] for seat in sorted(owing)]
    if kind == "live":
        assert sum(timer.left for timer in timers) <= 3 * 60 * SECOND + turns * 2 * SECOND


async def left(tables: Tables) -> list[int]:
    (name,) = tables._held
    timers, now = await tables.read(name, lambda table: table.standing.timers), tables.now()
    return [timer.left - (0 if timer.since is None else now - timer.since) for timer in timers]


@pytest.mark.parametrize(
    ("chosen", "thought", "rest"),
    [({"kind": "live", "base": 60, "increment": 30}, 50 * SECOND, 10 * SECOND), ({"kind": "slow"}, 23 * HOUR, HOUR)],
    ids=["live", "slow"],
)
def test_leaving_and_coming_back_brings_no_time(tmp_path: Path, chosen: dict, thought: int, rest: int) -> None:
    async def scene() -> None:
        time = Time()
        async with kept_in(tmp_path, time) as tables:
            name, people = await started(tables, terms(**chosen), ["Anna", "Bruno"], [])
            time.now += thought
            assert (await left(tables))[0] == rest
            for _ in range(3):
                await tables.run(name, wishes.leave(people[0]))
                await tables.run(name, wishes.come_back(people[0]))
            assert (await left(tables))[0] == rest

    asyncio.run(scene())


@pytest.mark.parametrize(
    "chosen", [{"kind": "live", "base": 60, "increment": 30}, {"kind": "slow"}], ids=["live", "slow"]
)
def test_taking_back_the_end_of_a_turn_brings_no_time(tmp_path: Path, chosen: dict) -> None:
    async def scene() -> None:
        time = Time()
        async with kept_in(tmp_path, time) as tables:
            name, people = await started(tables, terms(**chosen), ["Anna", "Bruno"], [])

            async def move() -> int:
                seat, version = await tables.read(name, lambda table: (table.to_act[0], table.version))
                legal = await tables.read(name, lambda table: table.match.legal(seat))
                await tables.run(name, wishes.move(people[seat], legal[-1], version))
                return seat

            while True:  # until somebody ends his turn with what can be taken back
                time.now += SECOND
                before = await left(tables)
                seat = await move()
                passed_on, no_undo = await tables.read(
                    name, lambda table, seat=seat: (seat not in table.to_act, table.no_undo(seat))
                )
                if passed_on and no_undo is None:
                    break
            after = await left(tables)
            for _ in range(3):
                await tables.undo(name, people[seat], await tables.read(name, lambda table: table.version))
                now = await left(tables)
                assert (now[seat], now[1 - seat]) == (before[seat], after[1 - seat])
                await move()
                assert await left(tables) == after

    asyncio.run(scene())
