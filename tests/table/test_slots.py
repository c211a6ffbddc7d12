"""A bot's answer time tells nothing of what it holds: it depends on the bot, not on how long it had to think."""

from __future__ import annotations

import random
from collections import Counter
from math import log2
from pathlib import Path
from types import SimpleNamespace

import pytest

from schatzkammer.bots import BOTS
from schatzkammer.table import scheduler as scheduler_module
from schatzkammer.table import slots
from schatzkammer.table.bot_pool import BotPool
from schatzkammer.table.bot_worker import Question, answer
from schatzkammer.table.model import Leave, Terms
from schatzkammer.table.scheduler import Scheduler
from tests.table.helpers import open_tables, start_game

pytestmark = pytest.mark.anyio


def information(pairs: list[tuple[int, int]]) -> float:
    """The bits that one of two numbers tells of the other."""
    both, ones, others = Counter(pairs), Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    size = len(pairs)
    return sum(count / size * log2(count * size / (ones[one] * others[other])) for (one, other), count in both.items())


@pytest.mark.parametrize("bot", ["gentle", "casual", "skilled", "expert", "master"])
def test_the_time_of_an_answer_tells_nothing_of_the_hand(bot: str) -> None:
    """Of 2000 decisions with one to four options, each of which takes time, as a search that stops early does."""
    rng = random.Random(bot)
    thought, answered = [], []
    for _ in range(2000):
        options = rng.randint(1, 4)
        taken = slots.slot(bot) * (0.1 + 0.2 * (options - 1)) * rng.uniform(0.9, 1.1)
        thought.append((options, round(1000 * taken / slots.slot(bot))))
        answered.append((options, round(1000 * (taken + slots.wait(bot, taken)) / slots.slot(bot))))
    assert information(thought) > 1.0
    assert information(answered) == pytest.approx(0.0, abs=1e-9)


def test_every_bot_has_a_slot_that_its_thinking_fits_in() -> None:
    for bot in BOTS:
        assert slots.slot(bot) > 0
        assert slots.wait(bot, 0.0) == 0.0
        assert 0.001 + slots.wait(bot, 0.001) == pytest.approx(slots.slot(bot))
        assert slots.slot(bot) * 1.5 + slots.wait(bot, slots.slot(bot) * 1.5) == pytest.approx(2 * slots.slot(bot))
    assert slots.slot("expert") > 1.0


class Clockwork:
    """Time in which only thinking and waiting take time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.mark.parametrize("in_company", [True, False])
async def test_bots_at_tables_with_people_answer_at_the_end_of_a_slot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_company: bool
) -> None:
    clockwork, rng, asked = Clockwork(), random.Random(9), []

    async def think(self: BotPool, question: Question, address: str, _: object) -> str:
        """Takes the longer the more it holds."""
        asked.append(clockwork.now)
        clockwork.now += rng.uniform(0.0, 0.35)
        return answer(question).move

    monkeypatch.setattr(BotPool, "choose", think)
    async with open_tables(tmp_path) as tables:
        table_id, people = await start_game(tables, Terms("solomon", 4), ["Anna"], ["casual"] * 3)
        if not in_company:
            await tables.run(table_id, Leave(), people[0])
        scheduler = Scheduler(tables, BotPool(1, 1.0))
        monkeypatch.setattr(scheduler_module, "time", clockwork)
        monkeypatch.setattr(scheduler_module, "asyncio", SimpleNamespace(sleep=clockwork.sleep))
        tables.on_bot_turn = None  # this test makes the moves
        due = await tables.read(table_id, scheduler._due)
        took = []
        for _ in range(3):
            began = clockwork.now
            await scheduler._move(table_id, due)
            took.append((clockwork.now - began) / slots.slot("casual"))
            due = await tables.read(table_id, scheduler._due)
            if due is None:
                break
    whole = [abs(one - round(one)) < 1e-6 for one in took]
    assert all(whole) if in_company else not any(whole)
