"""PostgreSQL: nobody waits long for one that has fallen silent, and it does not wait long for us."""

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

ANSWER = 15.0  # seconds for an answer; the server gives a statement less than that

# A connection that is cut, as the system of either side notices it.
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
    "tcp_keepalives_idle": "10",  # else the locks of a worker that is cut off are held for hours
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


class Silent(OperationalError):
    """No answer has come for too long."""


class Patient(Driver[Any]):
    """A connection that is given up when an answer does not come.

    The system notices when a machine or the way to it is gone, but not a server that is stopped, or one behind a proxy.
    """

    patience = ANSWER

    def wait(self, gen: Generator[Any, Any, T], *given: Any, **named: Any) -> T:  # noqa: ANN401  as the driver has it
        """Waits for the answer, as for every command."""
        try:
            return super().wait(_until(gen, time.monotonic() + self.patience), *given, **named)
        except Silent:
            self.close()
            raise


def _until(steps: Generator[Any, Any, T], latest: float) -> Generator[Any, Any, T]:
    """The same steps of waiting, up to a moment; the driver takes one at least every tenth of a second."""
    ready: Any = None
    while True:
        try:
            wanted = steps.send(ready)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        ready = yield wanted
        if not ready and time.monotonic() > latest:
            raise Silent("no answer")


def prepare(engine: Engine) -> None:
    """Lets an engine make such connections only."""
    event.listen(engine, "do_connect", _connect)
    event.listen(engine, "connect", _set_up)


def take_time(connection: Connection) -> None:
    """Lets work take as long as it needs, as a migration does, on a connection that nobody gets afterwards."""
    connection.detach()
    driver = connection.connection.driver_connection
    if isinstance(driver, Patient):
        driver.patience = math.inf
        driver.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")


def _connect(_: Dialect, __: ConnectionPoolEntry, given: list[Any], named: dict[str, Any]) -> Patient:
    return Patient.connect(*given, **named)


def _set_up(connection: Driver[Any], _: ConnectionPoolEntry) -> None:
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in _SETTINGS.items()))
    connection.commit()
