"""Chat services, told by processes of their own: one that hangs or dies is replaced."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from schatzkammer.server.notices.chat_worker import READY, ChatMessage, Outcome
from schatzkammer.server.notices.outgoing import Answer, Forbidden, Unreachable
from schatzkammer.table.bot_pool import environment

PROCESSES = 2
START_WITHIN = 120.0  # seconds, on however slow a machine
TIMEOUT = 20.0  # seconds for a message
MOST_WAITING = 100
_DECODE = msgspec.json.Decoder(Outcome).decode


class ChatServices:
    """Tells chat services, a few at a time."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._allowed = allowed
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()
        self._all: set[Process] = set()
        self._waiting = 0
        for _ in range(PROCESSES):
            self._idle.put_nowait(None)  # started when they are needed

    async def service(self, url: str) -> str | None:
        """The name of the service that an address belongs to."""
        return (await self._ask(ChatMessage(url, "", ""))).service

    async def tell(self, url: str, title: str, body: str) -> Answer:
        """Tells a service; raises Forbidden or Unreachable."""
        outcome = await self._ask(ChatMessage(url, title, body))
        if outcome.service is None:
            raise Forbidden
        if not outcome.good:
            raise Unreachable(outcome.answer)
        return Answer(200, f"{outcome.service}: {outcome.answer}")

    async def close(self) -> None:
        """Ends the processes."""
        for process in list(self._all):
            await self._end(process)

    async def _ask(self, message: ChatMessage) -> Outcome:
        if self._waiting >= MOST_WAITING:
            raise Unreachable("too many messages are waiting")
        self._waiting += 1
        try:
            process = await self._idle.get()
        finally:
            self._waiting -= 1
        answered: Process | None = None
        try:
            if process is None:
                process = await self._start()
                async with asyncio.timeout(START_WITHIN):
                    if process.stdout is None or await process.stdout.readline() != READY:
                        raise EOFError
            async with asyncio.timeout(TIMEOUT):
                if process.stdin is None or process.stdout is None:
                    raise EOFError
                process.stdin.write(msgspec.json.encode(message) + b"\n")
                await process.stdin.drain()
                outcome = _DECODE(await process.stdout.readline())
                answered = process
                return outcome
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            raise Unreachable(type(error).__name__) from None
        finally:
            if process is not None and answered is None:
                await asyncio.shield(self._end(process))
            self._idle.put_nowait(answered)

    async def _start(self) -> Process:
        name = "schatzkammer.server.notices.chat_worker"
        mine = {key: value for key, value in environment().items() if not key.lower().endswith("_proxy")}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", name, *self._allowed, stdin=PIPE, stdout=PIPE, env=mine
        )
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        if process.returncode is None:
            process.kill()
        await process.wait()
