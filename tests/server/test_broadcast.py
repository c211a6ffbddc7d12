"""What a client knows of a table beside its game is not told again, and whatever has changed of it is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.server.in_process import Reader, in_process

pytestmark = pytest.mark.anyio


async def _update(reader: Reader, mark: int) -> dict:
    return msgspec.json.decode(await reader.until(lambda raw: raw.startswith('{"t":"update"'), mark))


async def test_the_table_is_told_when_it_has_changed(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, bruno = [await app.enter(name) for name in ("Anna", "Bruno")]
        terms = {"game": "ali-baba", "players": 2}
        name = (await anna.http.post("/api/tables", json={"terms": terms})).json()["id"]
        for reader in (anna, bruno):
            await reader.connect(name)
        await bruno.ask("sit")
        await anna.ask("start")
        table = app.worker.tables._cache[name].table

        async def next_update(asker: Reader, kind: str, **fields: object) -> dict:
            mark = len(anna.sent)
            await asker.ask(kind, **fields)
            return await _update(anna, mark)

        def move() -> tuple[Reader, dict]:
            seat = table.to_act[0]
            return (anna, bruno)[seat], {"version": table.version, "move": table.match.legal(seat)[0]}

        asker, fields = move()
        assert (await next_update(asker, "move", **fields))["table"] is None
        left = await next_update(bruno, "leave")
        assert left["table"]["seats"][1]["away"]
        back = await next_update(bruno, "return")
        assert "away" not in back["table"]["seats"][1]
        while table.state.status == "playing":
            asker, fields = move()
            latest = await next_update(asker, "move", **fields)
        assert latest["table"]["status"] == "over"
        assert latest["table"]["result"]["scores"] == table.match.scores()
        for reader in (anna, bruno):
            await reader.close()


async def test_a_change_that_was_not_saved_is_told_when_it_is(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, bruno = [await app.enter(name) for name in ("Anna", "Bruno")]
        terms = {"game": "ali-baba", "players": 3}
        name = (await anna.http.post("/api/tables", json={"terms": terms})).json()["id"]
        for reader in (anna, bruno):
            await reader.connect(name)
        await bruno.ask("sit")
        engine = app.worker.database.engine
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE entries RENAME TO elsewhere")
        mark = len(bruno.sent)
        assert '"not_saved"' in await anna.ask("bot", seat=2, bot="casual")
        assert not [raw for raw in bruno.sent[mark:] if raw.startswith('{"t":"update"')]
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO entries")
        assert '"ack"' in await anna.ask("bot", seat=2, bot="casual")
        assert (await _update(bruno, mark))["table"]["seats"][2]["bot"] == "casual"
        for reader in (anna, bruno):
            await reader.close()
