"""Answers about finished games, which take long to compute: from a process of their own, and kept compressed."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, OrderedDict
from collections.abc import Hashable

import msgspec

from schatzkammer.table.answer_worker import Answerable
from schatzkammer.table.bot_pool import environment
from schatzkammer.table.errors import Refused

LOG = logging.getLogger("schatzkammer.answers")

MOST_BYTES = 24 * 1024 * 1024  # of answers that are kept
MOST_WAITING = 48  # questions in line,
MOST_OF_ONE = 12  # and those of one address, from which several may play
PATIENCE = 20.0  # seconds
ATTEMPTS = 2


class Answers:
    """Asks the process, one question at a time. The same question at the same time is asked once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._asked: dict[Hashable, asyncio.Task[bytes]] = {}
        self._waiting: Counter[str] = Counter()  # by address
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    def kept(self, key: Hashable) -> bytes | None:
        """The answer to a question that was asked before."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def ask(self, key: Hashable, question: Answerable, address: str) -> bytes:
        """The answer, compressed; too_fast when too many wait for theirs, internal when there is none."""
        task = self._asked.get(key)
        if task is None:
            if self._waiting[address] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
                raise Refused("too_fast")
            self._waiting[address] += 1
            task = self._asked[key] = asyncio.create_task(self._answer(key, question, address))
        answer = await asyncio.shield(task)
        if not answer:
            raise Refused("internal")
        return answer

    async def close(self) -> None:
        """Stops what is under way and ends the process."""
        for task in list(self._asked.values()):
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        await self._end()

    async def _answer(self, key: Hashable, question: Answerable, address: str) -> bytes:
        try:
            async with self._turn:
                answer = await self._from_process(question)
            if answer:
                self._keep(key, answer)
            return answer
        finally:
            del self._asked[key]
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def _from_process(self, question: Answerable) -> bytes:
        """Asks the process; one that dies or hangs is replaced and asked once more."""
        for _ in range(ATTEMPTS):
            try:
                async with asyncio.timeout(PATIENCE):
                    process = self._process = self._process or await _start()
                    if process.stdin is None or process.stdout is None:
                        raise EOFError
                    process.stdin.write(msgspec.json.encode(question) + b"\n")
                    await process.stdin.drain()
                    return await process.stdout.readexactly(int(await process.stdout.readline()))
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                LOG.error("replaced the process for finished games", extra={"reason": type(error).__name__})
                await self._end()
            except asyncio.CancelledError:
                await self._end()
                raise
        return b""

    def _keep(self, key: Hashable, answer: bytes) -> None:
        self._kept[key] = answer
        self._size += len(answer)
        while self._size > MOST_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def _start() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "schatzkammer.table.answer_worker", stdin=PIPE, stdout=PIPE, env=environment()
    )
