"""One server for all tests of a module; PostgreSQL and Redis where they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Postgres, Redis, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("served")
    server = Served(f"sqlite:///{folder / 'tables.db'}", "--bot-patience", "5")
    server.start()
    yield server
    told = server.stop()
    assert not [line for line in told.splitlines() if '"level": "error"' in line or "Traceback" in line]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()
