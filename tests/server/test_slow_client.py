"""A client that does not take what it is sent: the others notice nothing, and it gets the sum of it later."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.server.in_process import in_process

pytestmark = pytest.mark.anyio

MOVES = 12
SAID = ["Clara?", "Are you there?", "It is your turn to watch."]


async def test_who_does_not_keep_up_gets_the_sum_of_it_later(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        readers = [await app.enter(name) for name in ("Anna", "Bruno", "Clara")]
        terms = {"game": "ali-baba", "players": 2}
        name = (await readers[0].http.post("/api/tables", json={"terms": terms})).json()["id"]
        for reader in readers:
            await reader.connect(name)
        await readers[1].ask("sit")
        await readers[0].ask("start")
        table = app.worker.tables._cache[name].table
        slow = readers[2]
        before, mark = table.version, len(slow.sent)
        slow.keeps_up.clear()
        for _ in range(MOVES):
            seat = table.to_act[0]
            move = table.match.legal(seat)[0]
            assert '"ack"' in await readers[seat].ask("move", version=table.version, move=move)
        assert len(slow.sent) == mark, "no change is kept waiting for a client that takes none"
        for text in SAID:
            await readers[0].ask("say", text=text)
        assert len(slow.sent) == mark
        slow.keeps_up.set()
        caught_up = msgspec.json.decode(await slow.until(lambda raw: raw.startswith('{"t":"update"'), mark))
        assert (caught_up["since"], caught_up["version"]) == (before, before + MOVES)
        assert [told["version"] for told in caught_up["entries"]] == list(range(before + 1, before + MOVES + 1))
        # From here on it is told every change again, and has missed no word.
        seat = table.to_act[0]
        mark = len(slow.sent)
        await readers[seat].ask("move", version=table.version, move=table.match.legal(seat)[0])
        latest = msgspec.json.decode(await slow.until(lambda raw: raw.startswith('{"t":"update"'), mark))
        assert latest["since"] == before + MOVES
        heard = [msgspec.json.decode(raw) for raw in slow.sent if raw.startswith('{"t":"chat"')]
        assert [line["text"] for chat in heard for line in chat["lines"]] == SAID
        for reader in readers:
            await reader.close()
