"""A pool of bot processes. One that hangs or dies is replaced, and its question is asked again."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from schatzkammer.table.bot_queue import BotQueue, Turn
from schatzkammer.table.bot_worker import Answer, Question
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.bots")
ATTEMPTS = 2
BUSY_AFTER = 1.5  # seconds in line after which people are told
_SECRET_VARIABLES = ("DATABASE_URL", "REDIS_URL", "SCHATZKAMMER_SETTINGS")
_SETUP = ("game", "rules", "players", "options", "components")


class NoAnswer(Exception):
    """The bot hung or died more than once."""


def question(table: Table, seat: int) -> Question:
    """A bot's pending decision, with only what its seat may know."""
    match = table.match
    if match is None:
        raise NoAnswer
    sampled = match.state.sample(seat, random.SystemRandom())
    common = {name: value for name, value in match.position().items() if name in _SETUP}
    return Question(match.game, common | table.game.position(sampled), seat, table.bot_of(seat), secrets.token_hex(16))


class BotPool:
    """A limited number of processes, each started when first needed.

    Addresses share the time, so that one with fifty tables does not keep the others waiting.
    """

    def __init__(self, processes: int, timeout: float) -> None:
        self._timeout = timeout
        self._idle: list[Process | None] = [None] * processes
        self._queue = BotQueue()
        self._running: set[Process] = set()
        self.restarts = 0

    @property
    def pids(self) -> list[int]:
        """The process ids of the running bots."""
        return [process.pid for process in self._running]

    @property
    def waiting(self) -> int:
        """The number of questions in line."""
        return self._queue.waiting

    async def choose(self, question: Question, address: str, keep_waiting: Callable[[bool], None] | None = None) -> str:
        """The move that a bot chooses for people of an address; raises NoAnswer when it cannot, or BotsBusy.

        `keep_waiting` is called with True when the question has been in line for a while, and with False after that.
        """
        process = await self._acquire(address, keep_waiting or _nobody)
        started = time.monotonic()
        try:
            for _ in range(ATTEMPTS):
                try:
                    process = process or await self._start()
                    async with asyncio.timeout(self._timeout):
                        return await _ask(process, question)
                except (OSError, EOFError, TimeoutError, msgspec.DecodeError) as error:
                    LOG.warning("replaced a bot process", extra={"bot": question.bot, "reason": type(error).__name__})
                    self.restarts += 1
                    await self._kill(process)
                    process = None
                except asyncio.CancelledError:
                    await self._kill(process)
                    process = None
                    raise
            raise NoAnswer
        finally:
            self._queue.charge(address, time.monotonic() - started)
            self._release(process)

    async def _acquire(self, address: str, keep_waiting: Callable[[bool], None]) -> Process | None:
        """Waits for an idle process; None permits to start one."""
        if self._idle:
            return self._idle.pop()
        loop = asyncio.get_running_loop()
        turn: Turn = loop.create_future()
        self._queue.join(address, turn)
        tell = loop.call_later(BUSY_AFTER, keep_waiting, True)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release(turn.result())
            raise
        finally:
            tell.cancel()
            if loop.time() >= tell.when():
                keep_waiting(False)

    def _release(self, process: Process | None) -> None:
        """Gives a process to the next in line."""
        turn = self._queue.next()
        if turn is None:
            self._idle.append(process)
        else:
            turn.set_result(process)

    async def close(self) -> None:
        """Kills all processes."""
        for process in list(self._running):
            await self._kill(process)

    async def _start(self) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable, "-m", "schatzkammer.table.bot_worker", stdin=PIPE, stdout=PIPE, env=environment()
            )
        )
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The process being started must not be left behind.
            await self._kill(await starting)
            raise
        self._running.add(process)
        return process

    async def _kill(self, process: Process | None) -> None:
        if process is None:
            return
        self._running.discard(process)
        if process.returncode is None:
            process.kill()
        await process.wait()


def _nobody(_: bool) -> None:
    """Nobody has to be told."""


def environment() -> dict[str, str]:
    """Environment without credentials, in case a bot is compromised."""
    return {name: value for name, value in os.environ.items() if name not in _SECRET_VARIABLES}


async def _ask(process: Process, question: Question) -> str:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    return msgspec.json.decode(line, type=Answer).move
