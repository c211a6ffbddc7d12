"""Ratings over REST: what a rated game changes, and who is named."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.clients import Guest
from tests.server.services import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


async def changes(guest: Guest, table: str) -> list[dict]:
    """What the game changed, once the server has settled it."""
    async with asyncio.timeout(PATIENCE):
        while not (found := (await guest.http.get(f"/api/tables/{table}/ratings")).json()):
            pass
    return found


async def end(one: Guest, other: Guest, **terms: object) -> str:
    """A game that the other resigns."""
    table = await one.open(2, options={"variant": "small"}, **terms)
    host, guest = await one.at(table), await other.at(table)
    await guest.ask("sit")
    await host.ask("start")
    await guest.ask("resign")
    await host.close()
    await guest.close()
    return table


async def test_a_rated_game_changes_the_ratings_of_its_players(served: Served) -> None:
    async with Guest(served.url, "Ada Rated") as ada, Guest(served.url, "Bea Rated") as bea:
        plain, table = await end(ada, bea), await end(ada, bea, rated=True)
        won, lost = await changes(ada, table)
        assert won["before"] == lost["before"] == 1500
        assert won["after"] > 1500 > lost["after"]
        assert won["provisional"]
        assert (await ada.http.get(f"/api/tables/{plain}/ratings")).json() == []
        again = await end(ada, bea, rated=True)
        assert [one["before"] for one in await changes(ada, again)] == [won["after"], lost["after"]]
        ranked = (await ada.http.get("/api/ratings/ali-baba")).json()
        [own] = [one for one in ranked if one.get("you")]
        assert own["name"] == "Ada Rated"
        assert own["rating"]["games"] == 2
        assert own["rating"]["low"] < own["rating"]["value"] < own["rating"]["high"]
        assert "Bea Rated" not in {one.get("name") for one in ranked}
        refused = await ada.http.get("/api/ratings/chess")
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_game")


async def test_ratings_of_a_private_table_are_for_those_invited(served: Served) -> None:
    async with Guest(served.url, "Ada Private") as ada, Guest(served.url, "Cleo Curious") as cleo:
        table = await ada.open(2, private=True)
        answer = await cleo.http.get(f"/api/tables/{table}/ratings")
        assert (answer.status_code, answer.json()["code"]) == (403, "invite")
