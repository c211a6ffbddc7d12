"""The line in front of the bots: the address whose questions have taken the least time lately is next."""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable

MOST_WAITING = 96  # questions in line,
MOST_OF_ONE = 12  # and those of one address
HALF_LIFE = 20.0  # seconds after which half of the time taken is forgotten

Turn = asyncio.Future[Process | None]


class BotsBusy(Exception):
    """Too many questions are waiting: ask again later."""


class BotQueue:
    """Questions that wait for a bot process, by the address for whose people the bots play.

    Time is shared, not the number of questions: whoever has twenty tables of strong bots waits longer, and those whose
    bots answer quickly hardly wait at all. In a full line, the address with the most questions gives way.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._turns: dict[str, deque[Turn]] = {}
        self._taken: dict[str, tuple[float, float]] = {}  # by address: seconds of thinking, and when that was
        self.waiting = 0

    def join(self, address: str, turn: Turn) -> None:
        """Puts a question at the end of its address's line; raises BotsBusy if there are too many."""
        mine = len(self._turns.get(address, ()))
        if mine >= MOST_OF_ONE:
            raise BotsBusy
        if self.waiting >= MOST_WAITING:
            crowd = max(self._turns.values(), key=len)
            if len(crowd) <= mine + 1:
                raise BotsBusy
            last = crowd.pop()
            self.waiting -= 1
            if not last.done():
                last.set_exception(BotsBusy())
        self._turns.setdefault(address, deque()).append(turn)
        self.waiting += 1

    def next(self) -> Turn | None:
        """Takes the next question that still waits out of the line."""
        while self._turns:
            address = min(self._turns, key=self._time_taken)  # of several the one that came first
            turns = self._turns[address]
            turn = turns.popleft()
            self.waiting -= 1
            if not turns:
                del self._turns[address]
            if not turn.done():
                return turn
        return None

    def charge(self, address: str, seconds: float) -> None:
        """Adds the time that a question has taken."""
        self._taken[address] = self._time_taken(address) + seconds, self._now()
        if len(self._taken) > 2 * MOST_WAITING:
            self._taken = {one: taken for one, taken in self._taken.items() if self._time_taken(one) > 0.01}

    def _time_taken(self, address: str) -> float:
        seconds, at = self._taken.get(address, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._now() - at) / HALF_LIFE)) if seconds else 0.0
