"""The processes in which bots think. One that hangs or dies is replaced, and its question asked again."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque

import msgspec

from schatzkammer.table.table import Table
from schatzkammer.table.thinker import Answer, Question

LOG = logging.getLogger("schatzkammer.bots")
ATTEMPTS = 2


class NoAnswer(Exception):
    """The bot hung or died, more than once."""


def question(table: Table, seat: int) -> Question:
    """What the bot on a seat has to decide now, and no more than it may know."""
    match = table.match
    if match is None:
        raise NoAnswer
    drawn = match.state.sample(seat, _Chance())
    common = {name: value for name, value in match.position().items() if name in _SETUP}
    return Question(match.game, common | table.game.position(drawn), seat, table.bot_of(seat), secrets.token_hex(16))


_SETUP = ("game", "rules", "players", "options", "components")


class _Chance:
    """Bytes that nobody can guess."""

    def randbytes(self, n: int, /) -> bytes:
        return secrets.token_bytes(n)


class Thinkers:
    """So many processes at most; each is started when it is first needed.

    Those whose tables need bots get one in turns: somebody with fifty tables does not keep the others waiting.
    """

    def __init__(self, processes: int, patience: float) -> None:
        self._patience = patience
        self._idle: list[Process | None] = [None] * processes
        self._waiting: OrderedDict[str, deque[asyncio.Future[Process | None]]] = OrderedDict()  # by whose table it is
        self._running: set[Process] = set()
        self.restarts = 0

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [process.pid for process in self._running]

    async def choose(self, asked: Question, whose: str) -> str:
        """The move that the bot at somebody's table decides on; NoAnswer when it cannot."""
        process = await self._turn(whose)
        try:
            for _ in range(ATTEMPTS):
                try:
                    process = process or await self._start()
                    async with asyncio.timeout(self._patience):
                        return await _ask(process, asked)
                except (OSError, EOFError, TimeoutError, msgspec.DecodeError) as error:
                    LOG.warning("a bot is replaced", extra={"bot": asked.bot, "reason": type(error).__name__})
                    self.restarts += 1
                    await self._end(process)
                    process = None
                except asyncio.CancelledError:
                    await self._end(process)
                    process = None
                    raise
            raise NoAnswer
        finally:
            self._free(process)

    async def _turn(self, whose: str) -> Process | None:
        """A process, or the leave to start one."""
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Process | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free(turn.result())
            raise

    def _free(self, process: Process | None) -> None:
        """Somebody else's turn."""
        while self._waiting:
            whose, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[whose] = turns  # after everybody else
            if not turn.done():
                turn.set_result(process)
                return
        self._idle.append(process)

    async def close(self) -> None:
        """Ends all processes."""
        for process in list(self._running):
            await self._end(process)

    async def _start(self) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(sys.executable, "-m", "schatzkammer.table.thinker", stdin=PIPE, stdout=PIPE)
        )
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # A start that is given up half-way would leave a process that nobody ends.
            await self._end(await starting)
            raise
        self._running.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        self._running.discard(process)
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _ask(process: Process, asked: Question) -> str:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(msgspec.json.encode(asked) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    return msgspec.json.decode(line, type=Answer).move
