"""Reviews at the server: computed in the background, once, kept with the game, the same for everybody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.review.data import unproven
from schatzkammer.core.game import Json
from schatzkammer.table.archive import import_game
from schatzkammer.table.store import reviews
from tests.server.in_process import InProcess, Reader, in_process
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

ID = "reviewed"


def finished_game() -> Json:
    match = sk.new("ali-baba", players=2, seed="server", options={"variant": "small"})
    play_out(match, [find("random"), find("greedy")], streams("server", 2))
    record = match.record()
    return {"id": ID, "created": 1, "finished": 2, "players": ["Anna", "Bruno"], "record": record}


async def imported(app: InProcess) -> str:
    assert await app.worker.database.write(lambda connection: import_game(connection, finished_game()))
    return f"/api/tables/{ID}/review"


async def complete(reader: Reader, path: str) -> Json:
    """Asks until the review is complete."""
    seen: list[Json] = [{"status": "running", "done": 0, "parts": 0}]
    async with asyncio.timeout(2 * PATIENCE):
        while seen[-1]["status"] == "running":
            await asyncio.sleep(0.05)
            seen.append((await reader.http.get(path)).json())
    assert seen[-1]["status"] == "done"
    assert all(one["done"] <= one["parts"] == seen[-1]["parts"] for one in seen[1:])
    return seen[-1]


async def test_a_review_is_computed_once_and_kept(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        path = await imported(app)
        anna, carla = await app.enter("Anna"), await app.enter("Carla")
        assert (await anna.http.get(path)).json()["status"] == "none"
        asked = (await anna.http.post(path)).json()
        assert asked["status"] == "running"
        assert asked["review"] is None
        found = await complete(carla, path)
        assert unproven(found["review"]) == []
        assert [seat["result"] for seat in found["review"]["seats"]] == finished_game()["record"]["scores"]
        marked = [decision for decision in found["review"]["seats"][0]["decisions"] if decision["mark"]]
        assert marked
        assert all(decision["sentence"].endswith(".") for decision in marked)
        assert (await anna.http.post(path)).json() == found
        german = (await anna.http.get(path, params={"lang": "de"})).json()
        (wrong,) = (one for one in german["review"]["seats"][0]["decisions"] if one["ply"] == marked[0]["ply"])
        assert wrong | {"sentence": marked[0]["sentence"]} == marked[0]
        assert wrong["sentence"] != marked[0]["sentence"]
    async with in_process(tmp_path) as app:
        dora = await app.enter("Dora")
        assert (await dora.http.get(path)).json() == found


async def test_a_review_that_was_broken_off_starts_anew(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        path = await imported(app)
        anna = await app.enter("Anna")
        assert (await anna.http.post(path)).json()["status"] == "running"
    async with in_process(tmp_path) as app:
        row = await app.worker.reviewer.find(ID)
        assert row is not None
        assert row.lease is None
        assert row.data is None
        anna = await app.enter("Anna")
        assert (await anna.http.get(path)).json()["status"] == "running"
        begun = await app.worker.reviewer.find(ID)
        assert begun is not None
        assert begun.lease is not None


async def test_no_two_workers_compute_the_same_review(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        await imported(app)
        database = app.worker.database

        async def claimed(now: int) -> bool:
            return await database.write(lambda connection: reviews.claim(connection, ID, now, now + 10, 3))

        assert [await claimed(now) for now in (100, 105, 110, 111)] == [True, False, True, False]
        await database.write(
            lambda connection: reviews.finish(connection, ID, b'{"seats": [{"seat": 0, "decisions": []}]}')
        )
        assert not await claimed(1000)


async def test_games_that_were_not_played_to_their_end_have_none(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        readers = [await app.enter(name) for name in ("Anna", "Bruno")]
        table = await app.start_game(readers, game="ali-baba", players=2)
        path = f"/api/tables/{table.id}/review"
        refused = await readers[0].http.post(path)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
        assert (await readers[0].http.get(path)).json()["status"] == "none"
        await readers[0].ask("resign")
        refused = await readers[1].http.post(path)
        assert (refused.status_code, refused.json()["code"]) == (409, "no_review")
