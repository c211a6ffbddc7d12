"""Answers about finished games come from a process of their own, are kept, and never hold up the event loop."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import signal
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.core.match import Match
from schatzkammer.table import answers as answers_module
from schatzkammer.table.answer_worker import Answerable
from schatzkammer.table.answers import MOST_OF_ONE, Answers
from schatzkammer.table.entries import Moved
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Move, Person
from tests.server.in_process import InProcess, in_process

pytestmark = pytest.mark.anyio


async def finished(app: InProcess) -> tuple[str, list]:
    """A finished game, and a client."""
    readers = [await app.enter("Anna"), await app.enter("Bruno")]
    table = await app.start_game(readers, game="ali-baba", players=2, options={"variant": "small"})
    rng, tables = random.Random(4), app.worker.tables
    people = [seat.identity for seat in table.state.seats]
    while table.state.status == "playing":
        seat = table.to_act[0]
        move = Move(version=table.version, move=rng.choice(table.match.legal(seat)))
        await tables.run(table.id, move, Person(people[seat], ""))
    return table.id, readers


def question(seed: str = "any", moves: int = 0) -> Answerable:
    match, played = sk.new("ali-baba", players=2, seed=seed), []
    for _ in range(moves):
        seat = match.to_act[0]
        played.append((seat, match.legal(seat)[0]))
        match.play(*played[-1])
    return Answerable("replay", "ali-baba", match.rules, 2, match.options, seed, played)


async def test_finished_games_are_not_replayed_in_the_servers_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_process(tmp_path) as app:
        table, readers = await finished(app)
        log = await app.worker.tables.history(table)

        def not_here(*_: object) -> None:
            raise AssertionError("the event loop waits for this")

        with monkeypatch.context() as patched:
            patched.setattr(Match, "play", not_here)
            replays = [await readers[0].http.get(f"/api/tables/{table}/replay", params={"seat": 0}) for _ in range(2)]
            plain = await readers[0].http.get(
                f"/api/tables/{table}/replay", params={"seat": 0}, headers={"accept-encoding": "identity"}
            )
            record = (await readers[0].http.get(f"/api/tables/{table}/record")).json()
            await app.worker.answers._end()  # what is kept needs no process
            assert (await readers[1].http.get(f"/api/tables/{table}/record")).json() == record
        assert replays[0].headers["content-encoding"] == "gzip"
        assert replays[0].json() == replays[1].json() == plain.json()
        assert len(replays[0].json()["steps"]) == sum(isinstance(entry.body, Moved) for entry in log)
        match = sk.replay(record)
        assert match.over
        assert replays[0].json()["steps"][-1]["view"]["scores"] == match.scores() == record["scores"]
        for reader in readers:
            await reader.close()


async def test_the_same_question_is_asked_once_and_one_address_asks_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, go = [], asyncio.Event()

    async def slowly(self: Answers, question: Answerable) -> bytes:
        asked.append(question.seed)
        await go.wait()
        return gzip.compress(b"{}")

    monkeypatch.setattr(Answers, "_from_process", slowly)
    answers = Answers()
    same = [asyncio.create_task(answers.ask("a", question("a"), "192.0.2.1")) for _ in range(5)]
    keys = [f"{number}" for number in range(1, MOST_OF_ONE)]
    others = [asyncio.create_task(answers.ask(key, question(key), "192.0.2.1")) for key in keys]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await answers.ask("more", question("more"), "192.0.2.1")
    assert refused.value.code == "too_fast"
    elsewhere = asyncio.create_task(answers.ask("f", question("f"), "198.51.100.1"))
    go.set()
    await asyncio.gather(*same, *others, elsewhere)
    assert asked == ["a", *keys, "f"]
    assert answers.kept("a") == gzip.compress(b"{}")
    await answers.close()


async def test_what_is_kept_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def large(self: Answers, question: Answerable) -> bytes:
        return bytes(300)

    monkeypatch.setattr(Answers, "_from_process", large)
    monkeypatch.setattr(answers_module, "MOST_BYTES", 1000)
    answers = Answers()
    for key in range(10):
        await answers.ask(key, question(), "192.0.2.1")
    assert [key for key in range(10) if answers.kept(key) is not None] == [7, 8, 9]


async def test_a_process_that_dies_is_replaced() -> None:
    answers = Answers()
    before = await answers.ask(1, question(moves=3), "192.0.2.1")
    os.kill(answers._process.pid, signal.SIGKILL)
    await answers._process.wait()
    assert await answers.ask(3, question(moves=3), "192.0.2.1") == before
    assert len(json.loads(gzip.decompress(before))["steps"]) == 3
    await answers.close()
