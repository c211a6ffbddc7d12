"""Bot processes: one that hangs or dies is replaced and the game goes on; none gets a secret."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from schatzkammer.table.bot_pool import BotPool, question
from schatzkammer.table.bot_worker import Question
from schatzkammer.table.model import HOUR, Leave, Move, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from tests.table.helpers import open_tables, scheduled, start_game
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


async def bots_alone(tables: Tables) -> str:
    """A table whose only person is away."""
    table_id, people = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
    await tables.run(table_id, Leave(), people[0])
    return table_id


async def until_bots_moved(tables: Tables, table_id: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await tables.read(table_id, lambda table: table.version) < 6:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("failure", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
async def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path, failure: signal.Signals) -> None:
    async with open_tables(tmp_path) as tables, scheduled(tables, timeout=PATIENCE) as bots:
        start = bots._start

        async def start_patiently() -> Process:
            """Starts a process, which takes long on a busy machine."""
            bots._timeout = PATIENCE
            return await start()

        bots._start = start_patiently
        terms = Terms("ali-baba", 2, {"variant": "small"})
        table_id, people = await start_game(tables, terms, ["Anna"], ["random"])
        rng, failed = random.Random(1), set()
        async with asyncio.timeout(PATIENCE):
            while True:
                status, to_act, version = await tables.read(
                    table_id, lambda table: (table.state.status, table.to_act, table.version)
                )
                if status == "over":
                    break
                if 0 in to_act:
                    for pid in set(bots.pids) - failed:
                        if len(failed) < 2:
                            os.kill(pid, failure)
                            failed.add(pid)
                            bots._timeout = 0.2  # of the next question, which this process does not answer
                    legal = await tables.read(table_id, lambda table: table.match.legal(0))
                    await tables.run(table_id, Move(version=version, move=rng.choice(legal)), people[0])
                else:
                    await asyncio.sleep(0.005)
        assert len(failed) == 2
        assert bots.restarts == 2


async def test_a_random_move_replaces_a_bot_that_never_answers(tmp_path: Path) -> None:
    # No new process answers that fast.
    async with open_tables(tmp_path) as tables, scheduled(tables, timeout=0.01) as bots:
        await until_bots_moved(tables, await bots_alone(tables))
        assert bots.restarts >= 6


async def test_setting_the_clock_back_does_not_keep_bots_waiting(tmp_path: Path) -> None:
    hours = [10]
    async with open_tables(tmp_path, lambda: hours[0] * HOUR) as tables:
        table_id = await bots_alone(tables)
        hours[0] = 2
        async with scheduled(tables):
            await until_bots_moved(tables, table_id)


async def test_a_random_move_replaces_an_illegal_one_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nonsense(self: BotPool, question: Question, address: str, keep_waiting: object) -> str:
        return "take 9z9"

    monkeypatch.setattr(BotPool, "choose", nonsense)

    async with open_tables(tmp_path) as tables, scheduled(tables):
        await until_bots_moved(tables, await bots_alone(tables))


async def test_addresses_share_the_bots(tmp_path: Path) -> None:
    """An address with many tables does not delay the others."""

    async with open_tables(tmp_path) as tables:
        table_id, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
        asked = await tables.read(table_id, lambda table: question(table, table.to_act[0]))
        bots, order = BotPool(1, 20.0), []

        async def think(host: str) -> None:
            await bots.choose(asked, host)
            order.append(host)

        many = [asyncio.create_task(think("greedy")) for _ in range(8)]
        await asyncio.sleep(0)
        cancelled = asyncio.create_task(think("impatient"))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(*many, think("Bruno"), think("Carla"))
        await bots.close()
        assert cancelled.cancelled()
    assert len(order) == 10
    assert max(order.index("Bruno"), order.index("Carla")) <= 3


async def test_a_question_holds_a_sampled_position(tmp_path: Path) -> None:
    """A bot gets the true position only by chance, as long as anything is hidden."""

    async with open_tables(tmp_path) as tables:
        table_id, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])

        def is_true(table: Table) -> bool:
            return question(table, 1).position == table.match.position()

        assert not any([await tables.read(table_id, is_true) for _ in range(20)])


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="NO /proc: environments cannot be read")
async def test_bots_get_no_credentials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "SCHATZKAMMER_SETTINGS"):
        monkeypatch.setenv(name, "postgresql://table:secret@database/table")

    async with open_tables(tmp_path) as tables, scheduled(tables) as bots:
        await until_bots_moved(tables, await bots_alone(tables))
        (pid,) = bots.pids
        environment = Path(f"/proc/{pid}/environ").read_text()
    assert "PATH=" in environment
    assert "secret" not in environment
