"""Profiles: what they show, and to whom."""

from __future__ import annotations

import pytest

from tests.server.clients import Guest
from tests.server.services import Served
from tests.server.test_ratings import changes, end

pytestmark = pytest.mark.anyio


async def profile(reader: Guest, person: str) -> dict | None:
    """A profile as somebody sees it; None if they do not."""
    answer = await reader.http.get(f"/api/people/{person}")
    if answer.status_code == 404:
        assert answer.json()["code"] == "no_profile"
        return None
    assert answer.status_code == 200
    return answer.json()


async def own(guest: Guest) -> dict:
    return (await guest.http.get("/api/profile")).json()


async def show(guest: Guest, seen_by: str) -> None:
    assert (await guest.http.put("/api/profile", json={"seen_by": seen_by})).status_code == 204


async def test_a_profile_is_seen_by_whom_its_owner_says(served: Served) -> None:
    async with (
        Guest(served.url, "Ada Profile") as ada,
        Guest(served.url, "Bea Profile") as bea,
        Guest(served.url, "Cleo Profile") as cleo,
    ):
        await changes(ada, await end(ada, bea, rated=True))
        mine = await own(ada)
        assert (mine["you"], mine["seen_by"]) == (True, "nobody")
        seen = {}
        for choice in ("nobody", "met", "all"):
            await show(ada, choice)
            found = [await profile(reader, mine["id"]) for reader in (ada, bea, cleo)]
            seen[choice] = [one is not None for one in found]
            assert all(one is None or one["seen_by"] is None for one in found[1:])
        assert seen == {"nobody": [True, False, False], "met": [True, True, False], "all": [True, True, True]}
        unknown = Guest(served.url, "Nobody")
        assert await profile(unknown, mine["id"]) is not None
        assert await profile(unknown, "nosuch") is None
        await unknown.http.aclose()
        ranked = (await cleo.http.get("/api/ratings/ali-baba")).json()
        named = {one.get("name") for one in ranked}
        assert "Ada Profile" in named
        assert "Bea Profile" not in named


async def test_a_profile_counts_titles_opponents_and_games(served: Served) -> None:
    async with Guest(served.url, "Ada Counts") as ada, Guest(served.url, "Bea Counts") as bea:
        won = await end(ada, bea, rated=True)
        lost = await end(bea, ada, rated=True)
        plain = await end(ada, bea)
        for table in (won, lost):
            await changes(ada, table)
        mine = await own(ada)
        while len(mine["played"]) < 3:  # the server settles the last game within seconds
            mine = await own(ada)
        [title] = mine["titles"]
        assert (title["game"], title["games"], title["wins"], title["left"]) == ("ali-baba", 3, 2, 1)
        assert title["place"] == 1.33
        assert title["rating"]["games"] == len(title["history"]) == 2
        assert title["history"][0]["value"] > 1500
        assert [one["table"] for one in mine["played"]] == [plain, lost, won]
        assert mine["played"][1] == {
            "table": lost,
            "game": "ali-baba",
            "seat": 1,
            "place": 2,
            "score": None,
            "left": True,
            "rated": True,
            "players": ["Bea Counts", "Ada Counts"],
            "ended": mine["played"][1]["ended"],
        }
        assert mine["opponents"] == []  # Bea shows nobody her profile
        await show(bea, "met")
        [opponent] = (await own(ada))["opponents"]
        assert (opponent["name"], opponent["games"], opponent["ahead"]) == ("Bea Counts", 3, 2)
        data = (await ada.http.get("/api/me/data")).json()
        assert [one["table"] for one in data["results"]] == [won, lost, plain]
        assert [one["rating"] for one in data["results"]][2] is None
        assert data["seen_by"] == "nobody"


async def test_games_at_private_tables_are_shown_to_those_who_were_there(served: Served) -> None:
    async with (
        Guest(served.url, "Ada Hides") as ada,
        Guest(served.url, "Bea Hides") as bea,
        Guest(served.url, "Cleo Looks") as cleo,
    ):
        table = await ada.open(2, private=True, options={"variant": "small"})
        invite = (await ada.http.get(f"/api/tables/{table}")).json()["invite"]
        await bea.http.post(f"/api/tables/{table}/join", json={"invite": invite})
        host, guest = await ada.at(table), await bea.at(table)
        await guest.ask("sit")
        await host.ask("start")
        await guest.ask("resign")
        await show(ada, "all")
        mine = await own(ada)
        while not mine["played"]:
            mine = await own(ada)
        assert [one["table"] for one in (await profile(bea, mine["id"]))["played"]] == [table]
        assert (await profile(cleo, mine["id"]))["played"] == []
        await host.close()
        await guest.close()


async def test_lists_say_when_a_clock_runs_out(served: Served) -> None:
    async with Guest(served.url, "Ada Waits") as ada, Guest(served.url, "Bea Waits") as bea:
        table = await ada.open(2, options={"variant": "small"}, clock={"kind": "slow", "hours": 48})
        host, guest = await ada.at(table), await bea.at(table)
        await guest.ask("sit")
        await host.ask("start")
        started = host.entries[-1]["at"]
        found = [one for one in (await ada.http.get("/api/tables/mine")).json() if one["id"] == table]
        (deadline,) = [one["deadline"] for one in found]
        assert abs(deadline - started - 48 * 3600 * 1000) < 1000  # clocks count a time of their own
        await host.close()
        await guest.close()
