"""Changes that a worker missed are published once they can be read, together with the table they belong to."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from schatzkammer.table.model import Person, Terms
from schatzkammer.table.service import Tables
from tests.table.helpers import Recorder, next_move, open_tables, start_game
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


class Scene:
    """Two workers at one table, without notes between them: one watches, the other moves."""

    def __init__(self, watching: Tables, moving: Tables, table_id: str, people: list[Person]) -> None:
        self.watching, self.moving, self.table_id, self.people = watching, moving, table_id, people
        self.published = Recorder(watching).versions

    async def move(self) -> int:
        return (await self.moving.run(*await next_move(self.moving, self.table_id, self.people))).version

    async def reload(self) -> None:
        """Reloads the table, as after a commit whose outcome is unknown."""
        cached = self.watching._cache[self.table_id]
        cached.table = None
        await asyncio.wait_for(self.watching._reload(cached), PATIENCE)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with open_tables(tmp_path) as watching, open_tables(tmp_path) as moving:
        table_id, people = await start_game(moving, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        await watching.read(table_id, lambda _: None, watch=True)
        yield Scene(watching, moving, table_id, people)


def _before_second_read(tables: Tables, action) -> None:
    """Does something before the database is read for the second time from now on."""
    reads = itertools.count(1)
    event.listen(tables.database.engine, "engine_connect", lambda _: action() if next(reads) == 2 else None)


async def test_changes_that_could_not_be_read_are_published_later(scene: Scene) -> None:
    def fail() -> None:
        raise OperationalError(None, None, Exception("gone for a moment"))

    version = await scene.move()
    _before_second_read(scene.watching, fail)
    await scene.reload()
    assert scene.published == [(version, [version])]


async def test_entries_newer_than_the_table_are_not_published_with_it(scene: Scene) -> None:
    loop = asyncio.get_running_loop()
    version = await scene.move()
    _before_second_read(scene.watching, lambda: asyncio.run_coroutine_threadsafe(scene.move(), loop).result(PATIENCE))
    await scene.reload()
    assert scene.published == [(version, [version])]


async def test_refreshing_loads_a_table_that_was_dropped(scene: Scene) -> None:
    version = await scene.move()
    scene.watching._cache[scene.table_id].table = None
    await scene.watching.refresh_watched()
    assert scene.published == [(version, [version])]
