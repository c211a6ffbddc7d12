"""Passwords: checking, hashing and verifying them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from schatzkammer.table.errors import Refused

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_WAITING = 48  # passwords being hashed or waiting: some seconds' work,
MOST_OF_ONE = 4  # of them from one address, so that a flood from there leaves room for others

T = TypeVar("T")

_HASHER = PasswordHasher(parallelism=1)
# Verified against when a name is unknown, so that the response time does not reveal which names exist.
UNKNOWN_HASH = "$argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHRzYWx0c2FsdA$0000000000000000000000000000000000000000000"


class Passwords:
    """Hashes passwords one at a time in a separate thread, since hashing is slow on purpose."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="password")
        self._waiting: Counter[str] = Counter()  # by address

    async def hashed(self, password: str, address: str) -> str:
        """Hashes a password for storage, on behalf of a client at an address."""
        return await self._run(lambda: hashed_password(password), address)

    async def matches(self, password: str, hashed: str, address: str) -> bool:
        """Whether a password matches a hash."""
        return await self._run(lambda: _matches(password, hashed), address)

    def close(self) -> None:
        """Stops; waiting requests are cancelled."""
        self._thread.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[], T], address: str) -> T:
        if self._waiting[address] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise Refused("too_fast")
        self._waiting[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # drops addresses without any


def check_password(password: str) -> None:
    """Refuses passwords that are too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("bad_password", fewest=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def hashed_password(password: str) -> str:
    """Hashes a password for storage."""
    check_password(password)
    return _HASHER.hash(password)


def _matches(password: str, hashed: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False
