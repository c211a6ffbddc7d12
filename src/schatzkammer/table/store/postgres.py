"""PostgreSQL connections with timeouts on both sides."""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from typing import Any, TypeVar

from psycopg import Connection as Driver
from psycopg import OperationalError
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import Dialect
from sqlalchemy.pool import ConnectionPoolEntry

T = TypeVar("T")

TIMEOUT = 15.0  # seconds for an answer; longer than statement_timeout

# How each side's system detects a broken connection.
ARGUMENTS: dict[str, object] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
_SETTINGS = {
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    "tcp_keepalives_idle": "10",  # else a worker that is cut off holds its locks for hours
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


class NoAnswer(OperationalError):
    """The server did not answer in time."""


class TimeoutConnection(Driver[Any]):
    """A connection that closes when the server does not answer in time.

    TCP keepalives detect a lost machine or network, but not a stopped server or one behind a proxy.
    """

    timeout = TIMEOUT

    def wait(self, gen: Generator[Any, Any, T], *given: Any, **named: Any) -> T:  # noqa: ANN401  as the driver has it
        """Waits for an answer; the driver calls this for every command."""
        try:
            return super().wait(_until(gen, time.monotonic() + self.timeout), *given, **named)
        except NoAnswer:
            self.close()
            raise


def _until(steps: Generator[Any, Any, T], deadline: float) -> Generator[Any, Any, T]:
    """Takes the driver's steps of waiting until a deadline; there are at least ten a second."""
    ready: Any = None
    while True:
        try:
            wanted = steps.send(ready)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        ready = yield wanted
        if not ready and time.monotonic() > deadline:
            raise NoAnswer("no answer")


def prepare(engine: Engine) -> None:
    """Makes an engine use connections with timeouts."""
    event.listen(engine, "do_connect", _connect)
    event.listen(engine, "connect", _set_up)


def disable_timeouts(connection: Connection) -> None:
    """Removes all timeouts, for a migration; the connection does not return to the pool."""
    connection.detach()
    driver = connection.connection.driver_connection
    if isinstance(driver, TimeoutConnection):
        driver.timeout = math.inf
        driver.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")


def _connect(_: Dialect, __: ConnectionPoolEntry, given: list[Any], named: dict[str, Any]) -> TimeoutConnection:
    return TimeoutConnection.connect(*given, **named)


def _set_up(connection: Driver[Any], _: ConnectionPoolEntry) -> None:
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in _SETTINGS.items()))
    connection.commit()
