"""What a worker has missed is told once it can be read, and never before the table it belongs to."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from schatzkammer.table import wishes
from schatzkammer.table.model import Terms
from schatzkammer.table.service import Tables
from tests.table.setting import kept_in, started


class Scene:
    """Two workers at one table; the first watches, and hears of a move of the other only by looking."""

    def __init__(self, watching: Tables, moving: Tables, name: str, people: list[wishes.Person]) -> None:
        self.watching, self.moving, self.name, self.people = watching, moving, name, people
        self.told: list[tuple[int, list[int]]] = []
        watching.listen(
            lambda table, entries: lambda: self.told.append((table.version, [entry.version for entry in entries]))
        )

    async def move(self) -> int:
        seat, legal, version = await self.moving.read(
            self.name, lambda table: (table.to_act[0], table.match.legal(table.to_act[0]), table.version)
        )
        return (await self.moving.run(self.name, wishes.move(self.people[seat], legal[0], version))).version

    async def look_again(self) -> None:
        """As after a commit of which nobody knows what has become of it."""
        held = self.watching._held[self.name]
        held.table = None
        await asyncio.wait_for(self.watching._look_again(held), 10)


def _run(folder: Path, act) -> None:
    async def scene() -> None:
        async with kept_in(folder) as watching, kept_in(folder) as moving:
            name, people = await started(moving, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
            await watching.watch(name, lambda _: None)
            await act(Scene(watching, moving, name, people))

    asyncio.run(scene())


def _when_read(tables: Tables, number: int, act) -> None:
    """Does something before the database is read for the given time from now on."""
    left = [number]

    def read(_: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            act()

    event.listen(tables.database.engine, "engine_connect", read)


def test_what_could_not_be_read_is_told_later(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        def fail() -> None:
            raise OperationalError(None, None, Exception("gone for a moment"))

        version = await scene.move()
        _when_read(scene.watching, 2, fail)
        await scene.look_again()
        assert scene.told == [(version, [version])]

    _run(tmp_path, act)


def test_nothing_is_told_that_the_table_does_not_show(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        loop = asyncio.get_running_loop()
        version = await scene.move()
        _when_read(scene.watching, 2, lambda: asyncio.run_coroutine_threadsafe(scene.move(), loop).result(10))
        await scene.look_again()
        assert scene.told == [(version, [version])]

    _run(tmp_path, act)


def test_a_table_that_was_dropped_is_loaded_by_the_next_look(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        version = await scene.move()
        scene.watching._held[scene.name].table = None
        await scene.watching.refresh_watched()
        assert scene.told == [(version, [version])]

    _run(tmp_path, act)
