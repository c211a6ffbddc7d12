"""A pool of bot processes. One that hangs or dies is replaced, and its question is asked again."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from schatzkammer.bots.advice import Advice
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.games import find
from schatzkammer.table.bot_queue import BotQueue, Turn
from schatzkammer.table.bot_worker import BACKGROUND, Answer, Question, ReviewPart, ReviewSum
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.bots")
ATTEMPTS = 2
LONGEST_ANSWER = 16 * 1024 * 1024  # bytes
BUSY_AFTER = 1.5  # seconds in line after which people are told
_SECRET_VARIABLES = ("DATABASE_URL", "REDIS_URL", "SCHATZKAMMER_SETTINGS", "SCHATZKAMMER_SMTP_URL")
_SETUP = ("game", "rules", "players", "options", "components")


Asked = Question | ReviewPart | ReviewSum
T = TypeVar("T")


class NoAnswer(Exception):
    """The bot hung or died more than once."""


def question(table: Table, seat: int) -> Question:
    """A bot's pending decision, with only what its seat may know.

    Its chance follows from the server's share of the shuffle, which was promised before the game.
    """
    if table.match is None:
        raise NoAnswer
    chance = seeded(table.seed, f"bot {seat} {table.decisions_of(seat)}")
    return asked(table.match, seat, table.bot_of(seat), chance, counted=table.opened.deal is not None)


def asked(match: Match, seat: int, bot: str, chance: Stream, *, counted: bool) -> Question:
    """A decision for a bot; if it is counted, the same moves and the same chance get the same answer."""
    sampled = (match.asked() if counted else match.state).sample(seat, chance)
    common = {name: value for name, value in match.position().items() if name in _SETUP}
    position = common | find(match.game).position(sampled)
    return Question(match.game, position, seat, bot, chance.randbytes(16).hex(), counted=counted)


def advice_question(table: Table, seat: int, bot: str) -> Question:
    """The same decision for a bot that a player asks for advice. The same knowledge gives the same advice."""
    return replace(question(table, seat), bot=bot, chance=f"{table.id} {table.state.fresh[seat]}", advice=True)


class BotPool:
    """A limited number of processes, each started when first needed.

    Addresses share the time, so that one with fifty tables does not keep the others waiting.
    """

    def __init__(self, processes: int, timeout: float, *, background: bool = False) -> None:
        self._timeout = timeout
        self._background = background  # whether the processes leave the cores to all others
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
        return (await self.ask(question, address, Answer, keep_waiting)).move

    async def advise(self, question: Question, address: str) -> Advice:
        """What a bot would do and why; raises NoAnswer when it does not say, or BotsBusy."""
        advice = (await self.ask(question, address, Answer)).advice
        if advice is None:
            raise NoAnswer
        return advice

    async def ask(
        self, question: Asked, address: str, kind: type[T], keep_waiting: Callable[[bool], None] | None = None
    ) -> T:
        """The answer to any question, charged to an address; raises NoAnswer when there is none, or BotsBusy."""
        process = await self._acquire(address, keep_waiting or _nobody)
        started = time.monotonic()
        try:
            for _ in range(ATTEMPTS):
                try:
                    process = process or await self._start()
                    async with asyncio.timeout(self._timeout):
                        return msgspec.json.decode(await _ask(process, question), type=kind)
                except (OSError, EOFError, TimeoutError, ValueError, msgspec.DecodeError) as error:
                    LOG.warning("replaced a bot process", extra=_about(question) | {"reason": type(error).__name__})
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
        command = [sys.executable, "-m", "schatzkammer.table.bot_worker", *([BACKGROUND] if self._background else [])]
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment(), limit=LONGEST_ANSWER)
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


def _about(question: Asked) -> dict[str, object]:
    return {"bot": question.bot if isinstance(question, Question) else "review"}


async def _ask(process: Process, question: Asked) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    return line
