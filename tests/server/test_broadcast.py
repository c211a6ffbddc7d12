"""The public part of a table is sent when it has changed, and only then."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.server.in_process import Reader, in_process

pytestmark = pytest.mark.anyio


async def test_the_public_part_is_sent_when_it_has_changed(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, bruno = [await app.enter(name) for name in ("Anna", "Bruno")]
        table = await app.start_game([anna, bruno], game="ali-baba", players=2)

        async def next_update(asker: Reader, kind: str, **fields: object) -> dict:
            mark = len(anna.sent)
            await asker.ask(kind, **fields)
            return msgspec.json.decode(await anna.update(mark))

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


async def test_a_change_is_sent_only_after_it_is_saved(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna, bruno = [await app.enter(name) for name in ("Anna", "Bruno")]
        terms = {"game": "ali-baba", "players": 3}
        table_id = (await anna.http.post("/api/tables", json={"terms": terms})).json()["id"]
        for reader in (anna, bruno):
            await reader.connect(table_id)
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
        update = msgspec.json.decode(await bruno.update(mark))
        assert update["table"]["seats"][2]["bot"] == "casual"
        for reader in (anna, bruno):
            await reader.close()
