"""Hints for players: a bot thinks about a position sampled from what the seat knows, once for each decision."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from schatzkammer.bots.advice import Advice
from schatzkammer.table.bot_pool import BotPool, advice_question
from schatzkammer.table.bot_worker import Question
from schatzkammer.table.table import Table

ADVISER = "master@700ms"
MOST_KEPT = 256  # decisions


class Asked(NamedTuple):
    """A decision that a player asks about."""

    key: tuple[str, int, int]  # table, seat, and the version since which the decision is pending
    question: Question
    address: str


class Adviser:
    """Asks the bots for advice; who asks again, or in another window, gets the same."""

    def __init__(self, bots: BotPool, bot: str = ADVISER) -> None:
        self._bots = bots
        self._bot = bot
        self._kept: OrderedDict[tuple[str, int, int], asyncio.Task[Advice]] = OrderedDict()

    def question(self, table: Table, seat: int, address: str) -> Asked:
        """The decision of a seat, with only what the seat may know; asked for by somebody at an address."""
        key = (table.id, seat, table.state.fresh[seat])
        return Asked(key, advice_question(table, seat, self._bot), address)

    def knows(self, asked: Asked) -> bool:
        """Whether the advice is there already, or being thought about."""
        return asked.key in self._kept

    async def advise(self, asked: Asked) -> Advice:
        """What a bot would do, and why; raises NoAnswer when it does not say, or BotsBusy."""
        task = self._kept.get(asked.key)
        if task is None:
            task = self._kept[asked.key] = asyncio.ensure_future(self._bots.advise(asked.question, asked.address))
            task.add_done_callback(lambda done: self._forget_failed(asked.key, done))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return await asyncio.shield(task)

    def _forget_failed(self, key: tuple[str, int, int], done: asyncio.Task[Advice]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._kept.pop(key, None)

    async def close(self) -> None:
        """Stops thinking."""
        for task in list(self._kept.values()):
            task.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
