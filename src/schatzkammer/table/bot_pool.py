"""A pool of bot processes. One that hangs or dies is replaced, and its question is asked again."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque

import msgspec

from schatzkammer.table.bot_worker import Answer, Question
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.bots")
ATTEMPTS = 2
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

    Hosts take turns, so that one with fifty tables does not keep the others waiting.
    """

    def __init__(self, processes: int, timeout: float) -> None:
        self._timeout = timeout
        self._idle: list[Process | None] = [None] * processes
        self._waiting: OrderedDict[str, deque[asyncio.Future[Process | None]]] = OrderedDict()  # by host
        self._running: set[Process] = set()
        self.restarts = 0

    @property
    def pids(self) -> list[int]:
        """The process ids of the running bots."""
        return [process.pid for process in self._running]

    async def choose(self, question: Question, host: str) -> str:
        """The move that a bot at a host's table chooses; raises NoAnswer when it cannot."""
        process = await self._acquire(host)
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
            self._release(process)

    async def _acquire(self, host: str) -> Process | None:
        """Waits for an idle process; None permits to start one."""
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Process | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(host, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            raise

    def _release(self, process: Process | None) -> None:
        """Gives a process to the next host in line."""
        while self._waiting:
            host, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[host] = turns  # at the end of the line
            if not turn.done():
                turn.set_result(process)
                return
        self._idle.append(process)

    async def close(self) -> None:
        """Kills all processes."""
        for process in list(self._running):
            await self._kill(process)

    async def _start(self) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable, "-m", "schatzkammer.table.bot_worker", stdin=PIPE, stdout=PIPE, env=_environment()
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


def _environment() -> dict[str, str]:
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
