"""Passwords: what may be one, and how it is kept and compared."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from schatzkammer.table.errors import Refused

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_WAITING = 8  # behind the one that is being hashed

T = TypeVar("T")

_HASHER = PasswordHasher(parallelism=1)
# Compared with when a name is unknown, so that the time taken tells nothing: it costs what a new hash does.
NOBODYS = "$argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHRzYWx0c2FsdA$0000000000000000000000000000000000000000000"


class Passwords:
    """Hashes one password after the other in a thread of its own: it takes long, and nobody else is to wait for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="password")
        self._asked = 0

    async def hashed(self, password: str) -> str:
        """A password as it may be kept."""
        return await self._one(lambda: hashed_password(password))

    async def is_right(self, password: str, hashed: str) -> bool:
        """Whether that is the one that was hashed."""
        return await self._one(lambda: _is_right(password, hashed))

    def close(self) -> None:
        """Ends; nobody waits any more."""
        self._thread.shutdown(cancel_futures=True)

    async def _one(self, work: Callable[[], T]) -> T:
        if self._asked > MOST_WAITING:
            raise Refused("too_fast")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._asked -= 1


def check_password(password: str) -> None:
    """Refused unless somebody may have that password."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("bad_password", fewest=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def hashed_password(password: str) -> str:
    """A password as it may be kept."""
    check_password(password)
    return _HASHER.hash(password)


def _is_right(password: str, hashed: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False
