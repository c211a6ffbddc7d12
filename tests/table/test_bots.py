"""Bots think in processes of their own: one that hangs or dies is replaced and the game goes on; none sees a secret."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from schatzkammer.table import wishes
from schatzkammer.table.model import HOUR, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.table import Table
from schatzkammer.table.thinker import Question
from schatzkammer.table.thinkers import Thinkers, question
from tests.table.setting import kept_in, seen_to, started


async def bots_alone(tables: Tables) -> str:
    """A table that its one person has left."""
    name, people = await started(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
    await tables.run(name, wishes.leave(people[0]))
    return name


async def goes_on(tables: Tables, name: str) -> None:
    async with asyncio.timeout(60):
        while await tables.read(name, lambda table: table.version) < 6:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path, blow: signal.Signals) -> None:
    async def scene() -> int:
        async with kept_in(tmp_path) as tables, seen_to(tables, patience=3.0) as thinkers:
            terms = Terms("ali-baba", 2, {"variant": "small"})
            name, people = await started(tables, terms, ["Anna"], ["random"])
            rng, struck = random.Random(1), set()
            async with asyncio.timeout(120):
                while True:
                    status, to_act, version = await tables.read(
                        name, lambda table: (table.standing.status, table.to_act, table.version)
                    )
                    if status == "over":
                        break
                    if 0 in to_act:
                        for pid in set(thinkers.pids) - struck:
                            if len(struck) < 2:
                                os.kill(pid, blow)
                                struck.add(pid)
                        legal = await tables.read(name, lambda table: table.match.legal(0))
                        await tables.run(name, wishes.move(people[0], rng.choice(legal), version))
                    else:
                        await asyncio.sleep(0.005)
            assert len(struck) == 2
            return thinkers.restarts

    assert asyncio.run(scene()) == 2


def test_a_bot_that_never_answers_is_stood_in_for(tmp_path: Path) -> None:
    async def scene() -> int:
        # No process that has just been started answers that fast.
        async with kept_in(tmp_path) as tables, seen_to(tables, patience=0.01) as thinkers:
            await goes_on(tables, await bots_alone(tables))
            return thinkers.restarts

    assert asyncio.run(scene()) >= 6


def test_a_clock_that_is_set_back_does_not_keep_bots_waiting(tmp_path: Path) -> None:
    async def scene() -> None:
        hours = [10]
        async with kept_in(tmp_path, lambda: hours[0] * HOUR) as tables:
            name = await bots_alone(tables)
            hours[0] = 2
            async with seen_to(tables):
                await goes_on(tables, name)

    asyncio.run(scene())


def test_a_bot_that_wants_what_is_not_legal_is_stood_in_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nonsense(self: Thinkers, asked: Question, whose: str) -> str:
        return "take 9z9"

    monkeypatch.setattr(Thinkers, "choose", nonsense)

    async def scene() -> None:
        async with kept_in(tmp_path) as tables, seen_to(tables):
            await goes_on(tables, await bots_alone(tables))

    asyncio.run(scene())


def test_bots_think_for_everybody_in_turns(tmp_path: Path) -> None:
    """Somebody with many tables waits for himself, not the others for him."""

    async def scene() -> list[str]:
        async with kept_in(tmp_path) as tables:
            name, _ = await started(tables, Terms("ali-baba", 2), ["Anna"], ["random"])
            asked = await tables.read(name, lambda table: question(table, table.to_act[0]))
            thinkers, order = Thinkers(1, 20.0), []

            async def think(whose: str) -> None:
                await thinkers.choose(asked, whose)
                order.append(whose)

            many = [asyncio.create_task(think("greedy")) for _ in range(8)]
            await asyncio.sleep(0)
            given_up = asyncio.create_task(think("impatient"))
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(*many, think("Bruno"), think("Carla"))
            await thinkers.close()
            assert given_up.cancelled()
            return order

    order = asyncio.run(scene())
    assert len(order) == 10
    assert max(order.index("Bruno"), order.index("Carla")) <= 3


def test_a_question_holds_nothing_that_the_seat_may_not_know(tmp_path: Path) -> None:
    """The position in a question is drawn: where anything is hidden, it is the true one only by chance."""

    async def scene() -> list[bool]:
        async with kept_in(tmp_path) as tables:
            name, _ = await started(tables, Terms("ali-baba", 2), ["Anna"], ["random"])

            def ask(table: Table) -> bool:
                return question(table, 1).position == table.match.position()

            return [await tables.read(name, ask) for _ in range(20)]

    assert not any(asyncio.run(scene()))


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="NO /proc HERE: what bots are given is not seen")
def test_no_bot_knows_the_way_to_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "SCHATZKAMMER_SETTINGS"):
        monkeypatch.setenv(name, "postgresql://table:secret@database/table")

    async def scene() -> str:
        async with kept_in(tmp_path) as tables, seen_to(tables) as thinkers:
            await goes_on(tables, await bots_alone(tables))
            (pid,) = thinkers.pids
            return Path(f"/proc/{pid}/environ").read_text()

    given = asyncio.run(scene())
    assert "PATH=" in given
    assert "secret" not in given
