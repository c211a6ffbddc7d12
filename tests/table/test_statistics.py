"""Statistics of a person's play: by the number of players, by seat, in a row, and what reviews say of decisions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, select

from schatzkammer.table.model import Person
from schatzkammer.table.service import Tables
from schatzkammer.table.store import careers, reviews
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import migrate, upgrade
from schatzkammer.table.store.schema import DECISIONS, REVIEWS
from tests.table.helpers import open_tables, person
from tests.table.test_ratings import resigned, settled

pytestmark = pytest.mark.anyio

GAME = "ali-baba"


def review(*losses: float, obvious: int = 1) -> bytes:
    """A review of a game for two in which the first seat made these decisions, and some obvious ones."""
    made = [{"real": True, "loss_win": loss} for loss in losses] + [{"real": False, "loss_win": 0.0}] * obvious
    return msgspec.json.encode({"seats": [{"seat": 0, "decisions": made}, {"seat": 1, "decisions": []}]})


async def reviewed(tables: Tables, table_id: str, data: bytes) -> None:
    def work(connection) -> None:
        assert reviews.claim(connection, table_id, 1, 2, 1)
        reviews.finish(connection, table_id, data)

    await tables.database.write(work)


async def statistics(tables: Tables, who: Person) -> careers.Statistics:
    return await tables.database.read(lambda connection: careers.statistics(connection, who.identity, GAME))


async def test_games_are_split_by_players_and_seats_and_wins_in_a_row_counted(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        ada, bea, cleo = [await person(tables, name) for name in ("Ada", "Bea", "Cleo")]
        for people, winner in (
            ([ada, bea], 0),
            ([ada, bea], 0),
            ([bea, ada], 0),
            ([ada, bea, cleo], 0),
            ([bea, ada, cleo], 2),
        ):
            await resigned(tables, people, winner)
        await settled(tables)
        found = await statistics(tables, ada)
        assert [(one.of, one.games, one.wins, one.points) for one in found.players] == [
            (2, 3, 2, None),
            (3, 2, 1, None),
        ]
        assert [(one.of, one.games, one.wins) for one in found.seats] == [(0, 3, 3), (1, 2, 0)]
        assert (found.streak, found.longest, found.decisions) == (0, 2, None)
        assert (await statistics(tables, cleo)).streak == 1


async def test_reviews_rate_decisions_but_not_where_hints_were_allowed_or_the_game_was_left(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        ada, bea = [await person(tables, name) for name in ("Ada", "Bea")]
        rated = await resigned(tables, [ada, bea])
        plain = await resigned(tables, [ada, bea], rated=False)
        helped = await resigned(tables, [ada, bea], rated=False, aids=True)
        left = await resigned(tables, [ada, bea], winner=1)
        await settled(tables)
        await reviewed(tables, rated, review(0.02, 0.04))
        await reviewed(tables, plain, review(0.0, 0.0, obvious=5))
        for table_id in (helped, left):
            await reviewed(tables, table_id, review(0.9, 0.9))
        found = (await statistics(tables, ada)).decisions
        assert found is not None
        assert round(found.loss, 6) == 0.015
        assert (found.decisions, found.games, found.provisional) == (4, 2, True)
        assert (await statistics(tables, bea)).decisions is None


async def test_the_migration_counts_the_decisions_of_reviews_that_are_kept(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        ada, bea = [await person(tables, name) for name in ("Ada", "Bea")]
        table_id = await resigned(tables, [ada, bea])
        await reviewed(tables, table_id, review(0.02, 0.04))
        expected = await tables.database.read(lambda connection: connection.execute(select(DECISIONS)).all())
        tables_row = await tables.database.read(
            lambda connection: connection.exec_driver_sql("SELECT * FROM tables").mappings().one()
        )
    assert len(expected) == 2
    before = connect(address(f"sqlite:///{tmp_path / 'before.db'}"))
    with before.connect().execution_options(writes=True) as connection, connection.begin():
        upgrade(connection, "0007")
        columns = {row.name for row in connection.exec_driver_sql("PRAGMA table_info(tables)")}
        old = {name: value for name, value in tables_row.items() if name in columns}
        names = ", ".join(old)
        marks = ", ".join("?" * len(old))
        connection.exec_driver_sql(f"INSERT INTO tables ({names}) VALUES ({marks})", tuple(old.values()))
        row = {"table_id": table_id, "asked": 1, "lease": None, "done": 1, "parts": 1, "data": review(0.02, 0.04)}
        connection.execute(insert(REVIEWS), row)
    migrate(before)
    with before.connect() as connection:
        assert connection.execute(select(DECISIONS)).all() == expected
    before.dispose()
