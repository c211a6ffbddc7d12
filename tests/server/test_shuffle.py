"""The joint shuffle over real sockets: promised, opened, played, and proven by what the server publishes."""

from __future__ import annotations

import random

import pytest

import schatzkammer as sk
from schatzkammer.core.shuffle import chain, mixed
from schatzkammer.core.stream import commitment
from tests.server.clients import Guest, Place, Refused
from tests.server.services import Served

pytestmark = pytest.mark.anyio

CHAINS = [chain("Anna"), chain("Bruno")]
TERMS = {"options": {"variant": "small"}}


async def drawing(anna: Guest, bruno: Guest) -> tuple[Place, Place]:
    """A table whose host has started the game, and whose shares are awaited."""
    table = await anna.open(2, **TERMS)
    first, second = await anna.at(table), await bruno.at(table)
    await second.ask("sit", commitment=commitment(CHAINS[1][0]))
    await first.until(lambda place: len(place.presence.get("seats", [])) == 2)
    await first.ask("start", commitment=commitment(CHAINS[0][0]))
    for place in (first, second):
        await place.until(lambda place: place.state["table"].get("draw", {}).get("awaited") == [0, 1])
    return first, second


async def test_the_record_of_a_game_proves_its_shuffle(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        first, second = await drawing(anna, bruno)
        with pytest.raises(Refused, match="just starting"):
            await first.ask("start")
        await second.ask("open", round=0, share=CHAINS[1][0])
        await first.ask("open", round=0, share=CHAINS[0][0])
        rng = random.Random(1)
        for place in (first, second):
            await place.until(lambda place: place.state["view"])
        while not first.over:
            acting = first if first.legal else second
            version = acting.version
            await acting.move(rng.choice(acting.legal))
            for place in (first, second):
                await place.until(lambda place, version=version: place.version > version)
        server = first.state["table"]["seed"]
        record = (await bruno.http.get(f"/api/tables/{first.table}/record")).json()
        assert record["seed"] == mixed(server, [links[0] for links in CHAINS]) != server
        assert record["shuffle"]["commitment"] == first.state["table"]["commitment"] == commitment(server)
        assert sk.replay(record).record() == record
        assert record["scores"] == first.state["table"]["result"]["scores"]
        replay = (await bruno.http.get(f"/api/tables/{first.table}/replay")).json()
        assert [[step["seat"], step["move"]] for step in replay["steps"]] == record["moves"]
        assert replay["steps"][-1]["scores"] == record["scores"]
        await first.close()
        await second.close()


async def test_a_seat_that_stays_silent_does_not_keep_the_table_from_starting(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        first, second = await drawing(anna, bruno)
        await first.ask("open", round=0, share=CHAINS[0][0])
        await first.until(lambda place: place.state["table"]["draw"].get("round") == 1)
        assert first.state["table"]["draw"]["silent"] == [1]
        await first.ask("open", round=1, share=CHAINS[0][1])
        await second.until(lambda place: place.state["view"])
        assert second.state["table"]["draw"]["shares"] == [CHAINS[0][1], None]
        await first.close()
        await second.close()
