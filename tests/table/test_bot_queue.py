"""The line in front of the bots: time is shared by address, lines are short, and nobody thinks for nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from schatzkammer.table import bot_pool
from schatzkammer.table.bot_pool import BotPool
from schatzkammer.table.bot_queue import MOST_OF_ONE, MOST_WAITING, BotQueue, BotsBusy
from schatzkammer.table.bot_worker import Question, answer
from schatzkammer.table.model import Clock, Leave, Terms
from schatzkammer.table.scheduler import Scheduler
from schatzkammer.table.service import Tables
from schatzkammer.table.store.schema import TABLES
from tests.table.helpers import next_move, open_tables, start_game
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio


class Line:
    """A line before one process, in simulated time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.queue = BotQueue(lambda: self.now)
        self._asked: dict[asyncio.Future, tuple[str, float, float]] = {}
        self.waited: dict[str, list[float]] = {}

    def ask(self, address: str, takes: float) -> None:
        turn = asyncio.get_running_loop().create_future()
        self.queue.join(address, turn)
        self._asked[turn] = address, takes, self.now

    def serve(self) -> str:
        """Lets the process answer the next question; returns whose it was."""
        turn = self.queue.next()
        address, takes, asked = self._asked.pop(turn)
        self.waited.setdefault(address, []).append(self.now - asked)
        self.now += takes
        self.queue.charge(address, takes)
        return address


async def test_a_crowd_at_one_address_keeps_nobody_else_waiting() -> None:
    """With one line for each of 20 hosts, as it was, a quiet player waited for 20 questions of a second each."""
    line = Line()
    for _ in range(MOST_OF_ONE):
        line.ask("crowd", 1.0)
    for _ in range(60):
        if line.serve() == "crowd":
            line.ask("crowd", 1.0)
        if len(line.waited.get("quiet", [])) < 20 and not line.queue._turns.get("quiet"):
            line.ask("quiet", 0.05)
    assert len(line.waited["quiet"]) == 20
    assert max(line.waited["quiet"]) <= 1.0  # the question that was being answered


async def test_equal_addresses_get_equal_time_not_equal_turns() -> None:
    line = Line()
    taken = {"slow": 0.0, "quick": 0.0}
    for address, takes in (("slow", 1.0), ("quick", 0.1)):
        line.ask(address, takes)
    for _ in range(400):
        address = line.serve()
        takes = 1.0 if address == "slow" else 0.1
        taken[address] += takes
        line.ask(address, takes)
    assert taken["slow"] == pytest.approx(taken["quick"], rel=0.15)


async def test_lines_are_short_and_the_most_crowded_gives_way() -> None:
    queue, loop = BotQueue(), asyncio.get_running_loop()
    turns = [loop.create_future() for _ in range(MOST_WAITING + 1)]
    addresses = [f"192.0.2.{number // MOST_OF_ONE}" for number in range(MOST_WAITING)]
    for address, turn in zip(addresses, turns, strict=False):
        queue.join(address, turn)
    with pytest.raises(BotsBusy):
        queue.join(addresses[0], loop.create_future())
    queue.join("198.51.100.1", turns[-1])
    assert queue.waiting == MOST_WAITING
    gave_way = [turn for turn in turns if turn.done()]
    assert [type(turn.exception()) for turn in gave_way] == [BotsBusy]
    served = []
    while (turn := queue.next()) is not None:
        served.append(turn)
    assert turns[-1] in served
    assert (len(served), queue.waiting) == (MOST_WAITING, 0)


async def test_who_waits_long_is_told_and_told_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "BUSY_AFTER", 0.01)
    pool, told = BotPool(1, 1.0), []
    assert await pool._acquire("busy", told.append) is None
    waiting = asyncio.create_task(pool._acquire("patient", told.append))
    await until(lambda: told)
    assert (told, pool.waiting) == ([True], 1)
    pool._release(None)
    await waiting
    assert told == [True, False]


class Nobody:
    """A company that a test changes."""

    def __init__(self) -> None:
        self.there: str | None = None
        self.waiting: list[bool] = []

    def payer(self, table_id: str) -> str | None:
        return self.there

    def keep_waiting(self, table_id: str, waiting: bool) -> None:
        self.waiting.append(waiting)


async def due(tables: Tables, table_id: str) -> int | None:
    query = TABLES.select().where(TABLES.c.id == table_id)
    return await tables.database.read(lambda connection: connection.execute(query).one().due)


@pytest.fixture
def busy_questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Bots answer at once, with their first legal move; the addresses that were charged."""
    asked: list[str] = []

    async def choose(self: BotPool, question: Question, address: str, _: object) -> str:
        asked.append(address)
        return answer(question).move

    monkeypatch.setattr(BotPool, "choose", choose)
    return asked


async def test_bots_pause_where_nobody_is_and_play_on_when_somebody_comes(
    tmp_path: Path, busy_questions: list[str]
) -> None:
    company = Nobody()
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
        scheduler = Scheduler(tables, BotPool(1, 1.0), company)
        await scheduler.start()
        await tables.run(table_id, Leave(), people[0])  # only bots are left
        async with asyncio.timeout(PATIENCE):
            while await due(tables, table_id) is not None:
                await asyncio.sleep(0.05)
        assert not busy_questions
        version = await tables.read(table_id, lambda table: table.version)
        company.there = "192.0.2.7"
        await tables.read(table_id, lambda _: None, watch=True)
        await scheduler.recheck()
        async with asyncio.timeout(PATIENCE):
            while await tables.read(table_id, lambda table: table.version) < version + 10:
                await asyncio.sleep(0.05)
        assert set(busy_questions) == {"192.0.2.7"}
        await scheduler.close()


async def test_bots_of_several_players_play_until_it_is_a_persons_turn(
    tmp_path: Path, busy_questions: list[str]
) -> None:
    async with open_tables(tmp_path) as tables:
        terms = Terms("ali-baba", 3, clock=Clock("slow"))
        table_id, people = await start_game(tables, terms, ["Anna", "Bruno"], ["random"])
        scheduler = Scheduler(tables, BotPool(1, 1.0), Nobody())
        await scheduler.start()
        async with asyncio.timeout(PATIENCE):
            while not busy_questions or not await tables.read(table_id, lambda table: table.owing):
                if await tables.read(table_id, lambda table: table.owing):
                    await tables.run(*await next_move(tables, table_id, people))
                await asyncio.sleep(0.01)
        host = await tables.read(table_id, lambda table: table.state.host)
        assert set(busy_questions) == {f"host {host}"}
        await scheduler.close()


async def test_a_paused_table_keeps_its_clocks(tmp_path: Path, busy_questions: list[str]) -> None:
    """Bots and a person choose in secret at the same time: the person's time runs out although bots pause."""
    async with open_tables(tmp_path) as tables:
        terms = Terms("solomon", 3, clock=Clock("live", base=5))
        table_id, _ = await start_game(tables, terms, ["Anna"], ["random", "random"])
        scheduler = Scheduler(tables, BotPool(1, 1.0), Nobody())
        owing = await tables.read(table_id, lambda table: (table.owing, table.bots_to_act, scheduler._next_due(table)))
        assert owing[0] == [0]
        assert owing[1] == [1, 2]
        assert owing[2] == await tables.read(table_id, lambda table: table.state.timers[0].since + 5000)
