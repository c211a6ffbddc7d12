"""What a worker has missed is told once it can be read, and never before the table it belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from schatzkammer.table.model import Person, Terms
from schatzkammer.table.service import Tables
from tests.table.helpers import Recorder, next_move, open_tables, start_game

pytestmark = pytest.mark.anyio


class Scene:
    """Two workers at one table; the first watches, and hears of a move of the other only by looking."""

    def __init__(self, watching: Tables, moving: Tables, name: str, people: list[Person]) -> None:
        self.watching, self.moving, self.name, self.people = watching, moving, name, people
        self.published = Recorder(watching).versions

    async def move(self) -> int:
        return (await self.moving.run(*await next_move(self.moving, self.name, self.people))).version

    async def look_again(self) -> None:
        """As after a commit of which nobody knows what has become of it."""
        held = self.watching._cache[self.name]
        held.table = None
        await asyncio.wait_for(self.watching._reload(held), 10)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with open_tables(tmp_path) as watching, open_tables(tmp_path) as moving:
        name, people = await start_game(moving, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        await watching.read(name, lambda _: None, watch=True)
        yield Scene(watching, moving, name, people)


def _when_read(tables: Tables, number: int, act) -> None:
    """Does something before the database is read for the given time from now on."""
    left = [number]

    def read(_: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            act()

    event.listen(tables.database.engine, "engine_connect", read)


async def test_what_could_not_be_read_is_told_later(scene: Scene) -> None:
    def fail() -> None:
        raise OperationalError(None, None, Exception("gone for a moment"))

    version = await scene.move()
    _when_read(scene.watching, 2, fail)
    await scene.look_again()
    assert scene.published == [(version, [version])]


async def test_nothing_is_told_that_the_table_does_not_show(scene: Scene) -> None:
    loop = asyncio.get_running_loop()
    version = await scene.move()
    _when_read(scene.watching, 2, lambda: asyncio.run_coroutine_threadsafe(scene.move(), loop).result(10))
    await scene.look_again()
    assert scene.published == [(version, [version])]


async def test_a_table_that_was_dropped_is_loaded_by_the_next_look(scene: Scene) -> None:
    version = await scene.move()
    scene.watching._cache[scene.name].table = None
    await scene.watching.refresh_watched()
    assert scene.published == [(version, [version])]
