"""Two workers on one PostgreSQL and one Redis: players at different workers, a worker killed, Redis restarted."""

from __future__ import annotations

import asyncio
import random

import pytest

import schatzkammer as sk
from tests.server.clients import Guest, Place, Refused
from tests.server.services import Postgres, Redis, Served

pytestmark = pytest.mark.anyio


@pytest.fixture
def workers(postgres: Postgres, redis: Redis):
    database = postgres.new_database()
    one, two = (Served(database, "--bot-patience", "10", redis=redis.url) for _ in range(2))
    with one, two:
        yield [one, two]


async def test_a_game_goes_on_whatever_dies(workers: list[Served], redis: Redis) -> None:
    one, two = workers
    async with Guest(one.url, "Anna") as anna, Guest(two.url, "Bruno") as bruno, Guest(two.url, "Carla") as carla:
        table = await anna.open(3, [None, "random"])
        first, second, beside = await anna.at(table), await bruno.at(table), await carla.at(table)
        await second.ask("sit")
        await first.ask("start")
        await first.until(lambda place: place.presence.get("seats") == [0, 1] and place.presence["spectators"] == 1)
        await second.ask("say", text="From the other worker")
        await first.until(lambda place: place.chat)
        rngs = random.Random(1), random.Random(2)

        def reached(version: int):
            return lambda place: place.over or place.version >= version

        await asyncio.gather(first.play_on(rngs[0], reached(12)), second.play_on(rngs[1], reached(12)))
        assert not first.over

        # Redis dies and comes back: the game goes on meanwhile, only a little slower.
        await asyncio.to_thread(redis.stop)
        await asyncio.gather(first.play_on(rngs[0], reached(18)), second.play_on(rngs[1], reached(18)))
        await asyncio.to_thread(redis.start)
        await asyncio.gather(first.play_on(rngs[0], reached(24)), second.play_on(rngs[1], reached(24)))

        # A worker dies: its client carries on at the other, under the same cookie.
        playing = asyncio.create_task(second.play_on(rngs[1]))
        one.kill()
        await first.again(two.url)
        await first.play_on(rngs[0])
        await playing
        await beside.until(lambda place: place.over)
        record = (await bruno.http.get(f"/api/tables/{table}/record")).json()
        assert sk.replay(record).scores() == beside.state["table"]["result"]["scores"]
        versions = [entry["version"] for entry in beside.entries]
        assert versions == list(range(1, beside.version + 1))
        for place in (first, second, beside):
            await place.close()


async def test_two_workers_behind_one_port(postgres: Postgres, redis: Redis) -> None:
    with Served(postgres.new_database(), "--workers", "2", redis=redis.url) as server:
        async with Guest(server.url, "Anna") as anna, Guest(server.url, "Bruno") as bruno:
            table = await anna.open(2)
            places = [await guest.at(table) for guest in (anna, bruno, anna, bruno)]
            await places[1].ask("sit")
            await places[0].ask("start")
            await asyncio.gather(places[0].play_on(random.Random(1)), places[1].play_on(random.Random(2)))
            for place in places:
                await place.until(lambda place: place.over)
                await place.close()


async def test_the_same_seat_at_two_workers_moves_once(workers: list[Served]) -> None:
    async with Guest(workers[0].url, "Anna") as anna:
        table = await anna.open(2, ["random"])
        places = [await anna.at(table), await anna.at(table, url=workers[1].url)]
        await places[0].ask("start")
        for _ in range(8):
            latest = max(place.version for place in places)
            for place in places:
                await place.until(lambda place, latest=latest: (place.version >= latest and place.legal) or place.over)
            await _race(places)
        versions = [entry["version"] for entry in places[0].entries]
        assert versions == list(range(1, len(versions) + 1))
        for place in places:
            await place.close()


async def test_an_undo_at_one_worker_reaches_the_other(workers: list[Served]) -> None:
    """Against bots any move can be undone; spectators at another worker, old and new, see it."""

    async with Guest(workers[0].url, "Anna") as anna, Guest(workers[1].url, "Bruno") as bruno:
        table = await anna.open(2, ["random"])
        place, beside = await anna.at(table), await bruno.at(table)
        await place.ask("start")
        rng = random.Random(5)
        for _ in range(6):
            version = place.version
            await place.play_on(rng, lambda place, version=version: place.over or place.version > version + 3)
            await place.until(lambda place: place.legal or place.over)
            assert not place.over
            for _ in range(2):
                await place.ask("undo", version=place.version)
                await place.until(lambda place: place.legal)
            latest = place.version
            await beside.until(lambda beside, latest=latest: beside.version >= latest)
            newcomer = await bruno.at(table)
            await newcomer.until(lambda newcomer, latest=latest: newcomer.version >= latest)
            await newcomer.close()
        for one in (place, beside):
            await one.close()


async def _race(places: list[Place]) -> None:
    """Both send a move for the same situation at once: one of them is granted."""
    answers = await asyncio.gather(
        *(place.move(place.legal[at % len(place.legal)]) for at, place in enumerate(places)), return_exceptions=True
    )
    granted = [answer for answer in answers if isinstance(answer, dict)]
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert (len(granted), [refusal.code for refusal in refused]) == (1, ["stale"]), answers
