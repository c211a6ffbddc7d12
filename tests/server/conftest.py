"""One server for all tests of a process; PostgreSQL and Redis where they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.services import Postgres, Redis, Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without limits: tests play as fast as they can."""
    yield from _served(tmp_path_factory.mktemp("served"), "--no-limits")


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with its usual limits."""
    yield from _served(tmp_path_factory.mktemp("guarded"))


def _served(folder: Path, *arguments: str) -> Iterator[Served]:
    with Served(f"sqlite:///{folder / 'tables.db'}", "--bot-patience", "5", *arguments) as server:
        yield server
        check_log(server)


def check_log(server: Served) -> None:
    """Stops a server and looks for errors in its log."""
    lines = server.stop().splitlines()
    assert not [line for line in lines if '"level": "error"' in line or "Traceback" in line]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()
