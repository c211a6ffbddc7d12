"""A client that does not read gets all changes together later; the others do not wait for it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.server.in_process import in_process

pytestmark = pytest.mark.anyio

MOVES = 12
LINES = ["Clara?", "Are you there?", "It is your turn to watch."]


async def test_a_slow_client_gets_all_changes_together_later(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        readers = [await app.enter(name) for name in ("Anna", "Bruno", "Clara")]
        table = await app.start_game(readers, game="ali-baba", players=2)
        slow = readers[2]
        before, mark = table.version, len(slow.sent)
        slow.keeps_up.clear()
        for _ in range(MOVES):
            seat = table.to_act[0]
            move = table.match.legal(seat)[0]
            assert '"ack"' in await readers[seat].ask("move", version=table.version, move=move)
        assert len(slow.sent) == mark, "nothing is sent to a client that does not read"
        for text in LINES:
            await readers[0].ask("say", text=text)
        assert len(slow.sent) == mark
        slow.keeps_up.set()
        caught_up = msgspec.json.decode(await slow.update(mark))
        assert (caught_up["since"], caught_up["version"]) == (before, before + MOVES)
        assert [entry["version"] for entry in caught_up["entries"]] == list(range(before + 1, before + MOVES + 1))
        # From here on it gets every change again, and it has missed no chat line.
        seat = table.to_act[0]
        mark = len(slow.sent)
        await readers[seat].ask("move", version=table.version, move=table.match.legal(seat)[0])
        latest = msgspec.json.decode(await slow.update(mark))
        assert latest["since"] == before + MOVES
        chats = [msgspec.json.decode(raw) for raw in slow.sent if raw.startswith('{"t":"chat"')]
        assert [line["text"] for chat in chats for line in chat["lines"]] == LINES
        for reader in readers:
            await reader.close()
