"""Bots think in processes of their own: one that hangs or dies is replaced and the game goes on; none sees a secret."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from schatzkammer.table.bot_pool import BotPool, question
from schatzkammer.table.bot_worker import Question
from schatzkammer.table.model import HOUR, Leave, Move, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from tests.table.helpers import open_tables, scheduled, start_game

pytestmark = pytest.mark.anyio


async def bots_alone(tables: Tables) -> str:
    """A table that its one person has left."""
    name, people = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
    await tables.run(name, Leave(), people[0])
    return name


async def goes_on(tables: Tables, name: str) -> None:
    async with asyncio.timeout(60):
        while await tables.read(name, lambda table: table.version) < 6:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
async def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path, blow: signal.Signals) -> None:
    async with open_tables(tmp_path) as tables, scheduled(tables, timeout=3.0) as bots:
        terms = Terms("ali-baba", 2, {"variant": "small"})
        name, people = await start_game(tables, terms, ["Anna"], ["random"])
        rng, struck = random.Random(1), set()
        async with asyncio.timeout(120):
            while True:
                status, to_act, version = await tables.read(
                    name, lambda table: (table.state.status, table.to_act, table.version)
                )
                if status == "over":
                    break
                if 0 in to_act:
                    for pid in set(bots.pids) - struck:
                        if len(struck) < 2:
                            os.kill(pid, blow)
                            struck.add(pid)
                    legal = await tables.read(name, lambda table: table.match.legal(0))
                    await tables.run(name, Move(version=version, move=rng.choice(legal)), people[0])
                else:
                    await asyncio.sleep(0.005)
        assert len(struck) == 2
        assert bots.restarts == 2


async def test_a_bot_that_never_answers_is_stood_in_for(tmp_path: Path) -> None:
    # No process that has just been started answers that fast.
    async with open_tables(tmp_path) as tables, scheduled(tables, timeout=0.01) as bots:
        await goes_on(tables, await bots_alone(tables))
        assert bots.restarts >= 6


async def test_a_clock_that_is_set_back_does_not_keep_bots_waiting(tmp_path: Path) -> None:
    hours = [10]
    async with open_tables(tmp_path, lambda: hours[0] * HOUR) as tables:
        name = await bots_alone(tables)
        hours[0] = 2
        async with scheduled(tables):
            await goes_on(tables, name)


async def test_a_bot_that_wants_what_is_not_legal_is_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(self: BotPool, question: Question, host: str) -> str:
        return "take 9z9"

    monkeypatch.setattr(BotPool, "choose", nonsense)

    async with open_tables(tmp_path) as tables, scheduled(tables):
        await goes_on(tables, await bots_alone(tables))


async def test_bots_think_for_everybody_in_turns(tmp_path: Path) -> None:
    """Players with many tables wait for their own bots and delay nobody else."""

    async with open_tables(tmp_path) as tables:
        name, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
        asked = await tables.read(name, lambda table: question(table, table.to_act[0]))
        bots, order = BotPool(1, 20.0), []

        async def think(host: str) -> None:
            await bots.choose(asked, host)
            order.append(host)

        many = [asyncio.create_task(think("greedy")) for _ in range(8)]
        await asyncio.sleep(0)
        given_up = asyncio.create_task(think("impatient"))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(*many, think("Bruno"), think("Carla"))
        await bots.close()
        assert given_up.cancelled()
    assert len(order) == 10
    assert max(order.index("Bruno"), order.index("Carla")) <= 3


async def test_a_question_holds_nothing_that_the_seat_may_not_know(tmp_path: Path) -> None:
    """The position in a question is drawn: where anything is hidden, it is the true one only by chance."""

    async with open_tables(tmp_path) as tables:
        name, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna"], ["random"])

        def ask(table: Table) -> bool:
            return question(table, 1).position == table.match.position()

        assert not any([await tables.read(name, ask) for _ in range(20)])


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="NO /proc HERE: what bots are given is not seen")
async def test_no_bot_knows_the_way_to_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "SCHATZKAMMER_SETTINGS"):
        monkeypatch.setenv(name, "postgresql://table:secret@database/table")

    async with open_tables(tmp_path) as tables, scheduled(tables) as bots:
        await goes_on(tables, await bots_alone(tables))
        (pid,) = bots.pids
        given = Path(f"/proc/{pid}/environ").read_text()
    assert "PATH=" in given
    assert "secret" not in given
