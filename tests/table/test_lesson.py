"""Tables opened as a lesson."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from schatzkammer.core.lesson import lesson_of
from schatzkammer.core.stream import commitment
from schatzkammer.games import GAMES
from schatzkammer.table import terms as table_terms
from schatzkammer.table.commands import rematch_of
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Opened, Start, Terms
from schatzkammer.table.store import tables as store
from tests.table.helpers import open_tables, person

pytestmark = pytest.mark.anyio


async def test_a_lesson_fixes_seed_seats_options_and_bots(tmp_path: Path) -> None:
    lesson = lesson_of(GAMES["ali-baba"])
    assert lesson
    async with open_tables(tmp_path) as tables:
        who = await person(tables, "Anna")
        asked = Terms("ali-baba", 4, {"variant": "lamp"}, rated=True, pace=300, lesson=True)
        table_id, _ = await tables.open(asked, who, ["expert"])
        await tables.run(table_id, Start(), who)
        terms, seats, seed, sealed = await tables.read(
            table_id, lambda table: (table.opened.terms, table.state.seats, table.seed, table.commitment)
        )
        listed = await tables.database.read(lambda connection: store.lobby(connection, 0, 10))
        own = await tables.database.read(lambda connection: store.tables_of(connection, who.identity, 10))
    assert (terms.players, terms.options) == (lesson.players, lesson.options)
    assert terms.private
    assert not terms.rated
    assert terms.pace == 300
    assert [seat.bot for seat in seats] == [None, *lesson.bots]
    assert seed == lesson.seed
    assert sealed == commitment(lesson.seed)
    assert listed == []
    assert [table.id for table in own] == [table_id]


async def test_the_rematch_of_a_lesson_is_a_game_like_any_other(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        who = await person(tables, "Anna")
        table_id, _ = await tables.open(Terms("ali-baba", 2, lesson=True), who, [])
        rematch = await tables.read(table_id, lambda table: (table.state.wishes.append(0), rematch_of(table, 0))[1])
    assert not rematch.terms.lesson


async def test_a_game_without_a_lesson_refuses_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_terms, "lesson_of", lambda _: None)
    async with open_tables(tmp_path) as tables:
        with pytest.raises(Refused) as refusal:
            await tables.open(Terms("ali-baba", 2, lesson=True), await person(tables, "Anna"), [])
    assert refusal.value.code == "no_lesson"


def test_logs_from_before_lessons_still_load() -> None:
    """The field is new: tables opened before it have none."""
    old = b'{"terms":{"game":"ali-baba","players":2},"rules":1,"seats":[],"host":"x"}'
    assert not msgspec.json.decode(old, type=Opened).terms.lesson
