"""Groups: who belongs to them, who sees what, their tables and their seasons."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.server.clients import Guest, Place
from tests.server.services import Postgres, Redis, Served
from tests.server.test_people import own, profile, show
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
NOTHING = (404, "no_group")
SMALL = {"variant": "small"}


@contextlib.asynccontextmanager
async def people(served: Served, *names: str) -> AsyncIterator[list[Guest]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Guest(served.url, name)) for name in names]


async def asked(guest: Guest, method: str, path: str, **body: object) -> object:
    """The answer to a request that succeeds."""
    answer = await guest.http.request(method, path, **({"json": body} if body else {}))
    assert answer.status_code < 300, (method, path, answer.text)
    return answer.json() if answer.content else None


async def refused(guest: Guest, method: str, path: str, **body: object) -> tuple[int, str]:
    """Status and code of the answer to a request that is refused."""
    answer = await guest.http.request(method, path, **({"json": body} if body else {}))
    assert answer.status_code >= 400, (method, path, answer.text)
    return answer.status_code, answer.json()["code"]


async def found(owner: Guest, *others: Guest, name: str = "The Family") -> str:
    """A group of these people; returns its address."""
    group = await asked(owner, "POST", "/api/groups", name=name)
    for other in others:
        await asked(other, "POST", f"/api/groups/{group['id']}/join", invite=group["invite"])
    return f"/api/groups/{group['id']}"


async def members(guest: Guest, group: str) -> list[str]:
    return [one["name"] for one in (await asked(guest, "GET", group))["members"]]


async def who(guest: Guest) -> str:
    return (await own(guest))["id"]


async def open_for(guest: Guest, group: str, **terms: object) -> str:
    body = {"terms": {"game": "ali-baba", "players": 2, "options": SMALL, **terms}, "group": group.rpartition("/")[2]}
    return (await asked(guest, "POST", "/api/tables", **body))["id"]


async def lost_by(loser: Place, *others: Place) -> None:
    await loser.ask("resign")
    for place in (loser, *others):
        await place.until(lambda here: here.over)


async def play(host: Guest, other: Guest, group: str, *, host_loses: bool = False, **terms: object) -> str:
    """A game at a table of the group, which one resigns."""
    table = await open_for(host, group, **terms)
    first, second = await host.at(table), await other.at(table)
    await second.ask("sit")
    await first.ask("start")
    await first.until(lambda place: place.state["table"]["status"] == "playing")
    await (lost_by(first, second) if host_loses else lost_by(second, first))
    await first.close()
    await second.close()
    return table


async def season(guest: Guest, group: str, counted: int) -> dict:
    """The present season, once so many games count."""
    async with asyncio.timeout(PATIENCE):
        while (now := (await asked(guest, "GET", f"{group}/seasons"))[0])["counted"] < counted:
            await asyncio.sleep(0.05)
    return now


# Members -----------------------------------------------------------------------------------------------
async def test_an_invitation_makes_members(served: Served) -> None:
    async with people(served, "Ada Group", "Bea Group") as (ada, bea):
        group = await asked(ada, "POST", "/api/groups", name="  Family   and friends ")
        path = f"/api/groups/{group['id']}"
        assert (group["name"], group["owner"]) == ("Family and friends", True)
        door = await asked(bea, "GET", f"{path}/invitation?invite={group['invite']}")
        assert door == {"name": "Family and friends", "members": 1, "owner": "Ada Group"}
        assert await refused(bea, "GET", f"{path}/invitation?invite=wrong") == NOTHING
        assert await refused(bea, "POST", f"{path}/join", invite="wrong") == NOTHING
        joined = await asked(bea, "POST", f"{path}/join", invite=group["invite"])
        assert [(one["name"], one.get("owner", False), one.get("you", False)) for one in joined["members"]] == [
            ("Ada Group", True, False),
            ("Bea Group", False, True),
        ]
        assert await asked(bea, "POST", f"{path}/join", invite=group["invite"]) == joined
        [mine] = await asked(bea, "GET", "/api/groups")
        assert mine == {"id": group["id"], "name": "Family and friends", "members": 2, "running": 0}
        assert (await asked(bea, "GET", "/api/me/data"))["groups"] == ["Family and friends"]


async def test_a_stranger_learns_nothing(served: Served) -> None:
    async with people(served, "Ada Closed", "Bea Closed", "Mallory Closed") as (ada, bea, mallory):
        group = await found(ada, bea)
        table = await open_for(ada, group)
        person = await who(bea)
        requests = [
            ("GET", group, {}),
            ("GET", f"{group}/tables", {}),
            ("GET", f"{group}/seasons", {}),
            ("GET", f"{group}/invitation?invite=", {}),
            ("PATCH", group, {"name": "Mine now"}),
            ("DELETE", group, {}),
            ("POST", f"{group}/invite", {}),
            ("POST", f"{group}/join", {"invite": ""}),
            ("POST", f"{group}/seasons", {"start": 0}),
            ("PUT", f"{group}/owner", {"person": person}),
            ("DELETE", f"{group}/members/{person}", {}),
            ("DELETE", f"{group}/members/{await who(mallory)}", {}),
        ]
        for method, path, body in requests:
            assert await refused(mallory, method, path, **body) == NOTHING, (method, path)
        assert await asked(mallory, "GET", "/api/groups") == []
        terms = {"game": "ali-baba", "players": 2}
        assert await refused(mallory, "POST", "/api/tables", terms=terms, group=group.rpartition("/")[2]) == NOTHING
        assert await refused(mallory, "GET", f"/api/tables/{table}") == (403, "invite")
        listed = await asked(mallory, "GET", "/api/tables")
        assert table not in {one["id"] for one in listed}
        nobody = Guest(served.url, "Nobody")
        assert await refused(nobody, "GET", group) == (401, "sign_in")
        await nobody.http.aclose()


async def test_only_the_owner_changes_a_group(served: Served) -> None:
    async with people(served, "Ada Owns", "Bea Owns", "Cleo Owns") as (ada, bea, cleo):
        group = await found(ada, bea, cleo)
        for method, path, body in (
            ("PATCH", group, {"name": "Mine now"}),
            ("DELETE", group, {}),
            ("POST", f"{group}/invite", {}),
            ("POST", f"{group}/seasons", {"start": 0}),
            ("PUT", f"{group}/owner", {"person": await who(bea)}),
            ("DELETE", f"{group}/members/{await who(cleo)}", {}),
        ):
            assert await refused(bea, method, path, **body) == (403, "not_owner"), (method, path)
        assert await refused(ada, "PUT", f"{group}/owner", person="nobody") == (404, "no_member")
        assert await refused(ada, "DELETE", f"{group}/members/nobody") == (404, "no_member")
        assert await refused(ada, "PATCH", group, name="x") == (400, "bad_name")
        assert (await asked(ada, "PATCH", group, name="Renamed"))["name"] == "Renamed"
        handed = await asked(ada, "PUT", f"{group}/owner", person=await who(bea))
        assert handed["owner"] is False
        assert await refused(ada, "PATCH", group, name="Again") == (403, "not_owner")
        assert (await asked(bea, "PATCH", group, name="Hers"))["owner"] is True


async def test_who_was_removed_sees_nothing_and_comes_back_only_with_a_new_invitation(served: Served) -> None:
    async with people(served, "Ada Removes", "Bea Removed", "Cleo Stays") as (ada, bea, cleo):
        group = await found(ada, bea, cleo)
        old = (await asked(ada, "GET", group))["invite"]
        table = await open_for(ada, group)
        watching = await bea.at(table)
        await watching.until(lambda place: place.state)
        await asked(ada, "DELETE", f"{group}/members/{await who(bea)}")
        assert await watching.closed() == 4403
        for path in (group, f"{group}/tables", f"{group}/seasons", f"{group}/invitation?invite={old}"):
            assert await refused(bea, "GET", path) == NOTHING
        assert await refused(bea, "POST", f"{group}/join", invite=old) == NOTHING
        assert await refused(bea, "GET", f"/api/tables/{table}") == (403, "invite")
        assert await asked(bea, "GET", "/api/groups") == []
        assert await members(cleo, group) == ["Ada Removes", "Cleo Stays"]
        new = (await asked(ada, "GET", group))["invite"]
        await asked(bea, "POST", f"{group}/join", invite=new)
        assert await asked(bea, "GET", f"/api/tables/{table}")
        renewed = (await asked(ada, "POST", f"{group}/invite"))["invite"]
        assert renewed not in (old, new)
        assert (await asked(bea, "GET", group))["invite"] == renewed


async def test_a_group_passes_on_when_its_owner_leaves_and_ends_with_the_last(served: Served) -> None:
    async with people(served, "Ada Leaves", "Bea Leaves", "Cleo Leaves") as (ada, bea, cleo):
        group = await found(ada, bea, cleo)
        table = await open_for(ada, group)
        await asked(ada, "DELETE", f"{group}/members/{await who(ada)}")
        assert await refused(ada, "GET", group) == NOTHING
        assert (await asked(bea, "GET", group))["owner"] is True
        await asked(bea, "DELETE", f"{group}/members/{await who(bea)}")
        await asked(cleo, "DELETE", f"{group}/members/{await who(cleo)}")
        assert await refused(cleo, "GET", group) == NOTHING
        assert await asked(ada, "GET", f"/api/tables/{table}")  # a seat is left


async def test_a_dissolved_group_leaves_its_tables_to_those_who_sit_there(served: Served) -> None:
    async with people(served, "Ada Ends", "Bea Ends") as (ada, bea):
        group = await found(ada, bea)
        table = await open_for(ada, group)
        watching = await bea.at(table)
        await watching.until(lambda place: place.state)
        await asked(ada, "DELETE", group)
        assert await watching.closed() == 4403
        assert await refused(ada, "GET", group) == NOTHING
        assert await refused(bea, "GET", f"/api/tables/{table}") == (403, "invite")
        assert await asked(ada, "GET", f"/api/tables/{table}")


async def test_the_owners_deleted_account_leaves_the_group_to_the_next(served: Served) -> None:
    async with people(served, "Ada Deletes", "Bea Inherits") as (ada, bea):
        await ada.register({"name": "Ada Deletes It", "password": "correct horse"})
        group = await found(ada, bea)
        await season(bea, group, 0)
        await play(ada, bea, group)
        assert [row["name"] for row in (await season(bea, group, 1))["rows"]] == ["Ada Deletes It", "Bea Inherits"]
        await asked(ada, "POST", "/api/account/deletion", password="correct horse")
        assert await members(bea, group) == ["Bea Inherits"]
        assert (await asked(bea, "GET", group))["owner"] is True
        assert [row["name"] for row in (await season(bea, group, 1))["rows"]] == ["N. N.", "Bea Inherits"]


async def test_an_account_gets_the_groups_of_the_guest_who_signs_in(served: Served) -> None:
    async with people(served, "Ada Moves", "Bea Moves", "Bea Guest") as (ada, bea, guest):
        account = {"name": "Bea Moves Here", "password": "correct horse"}
        await bea.register(account)
        group = await found(ada, guest)
        other = await found(ada, bea, guest, name="Second")
        table = await play(ada, guest, group)
        await season(ada, group, 1)
        await guest.sign_in(account)
        assert await members(ada, group) == ["Ada Moves", "Bea Moves Here"]
        assert await members(ada, other) == ["Ada Moves", "Bea Moves Here"]
        assert [one["id"] for one in await asked(bea, "GET", f"{group}/tables")] == [table]
        async with asyncio.timeout(PATIENCE):  # the game is settled anew, for the account
            while "Bea Moves Here" not in {row["name"] for row in (await season(bea, group, 1))["rows"]}:
                await asyncio.sleep(0.05)


# Tables ------------------------------------------------------------------------------------------------
async def test_members_see_the_tables_of_the_group_and_join_them(served: Served) -> None:
    async with people(served, "Ada Opens", "Bea Joins", "Cleo Looks", "Dora Outside") as (ada, bea, cleo, dora):
        group = await found(ada, bea, cleo)
        table = await open_for(ada, group)
        [listed] = await asked(bea, "GET", f"{group}/tables")
        assert (listed["id"], listed["terms"]["private"], listed["mine"]) == (table, True, [])
        host, guest, watcher = await ada.at(table), await bea.at(table), await cleo.at(table)
        await guest.ask("sit")
        await host.ask("start")
        await watcher.until(lambda place: place.state and place.state["table"]["status"] == "playing")
        outside = await dora.at(table)
        assert await outside.closed() == 4404
        assert (await asked(ada, "GET", "/api/groups"))[0]["running"] == 1
        await lost_by(guest, host, watcher)
        for place in (host, guest):
            await place.ask("rematch")
        await watcher.until(lambda place: place.state["table"].get("next"))
        rematch = watcher.state["table"]["next"]
        assert {one["id"] for one in await asked(cleo, "GET", f"{group}/tables")} == {table, rematch}
        assert await asked(cleo, "GET", f"/api/tables/{rematch}")
        for place in (host, guest, watcher):
            await place.close()


async def test_all_workers_close_the_tables_of_a_group_to_who_was_removed(postgres: Postgres, redis: Redis) -> None:
    url = postgres.new_database()
    with (
        Served(url, "--no-limits", redis=redis.url) as one,
        Served(url, "--no-limits", redis=redis.url) as other,
    ):
        async with people(one, "Ada Everywhere", "Bea Everywhere") as (ada, bea):
            group = await found(ada, bea)
            table = await open_for(ada, group)
            watching = await bea.at(table, url=other.url)
            await watching.until(lambda place: place.state)
            await asked(ada, "DELETE", f"{group}/members/{await who(bea)}")
            assert await watching.closed() == 4403
            assert (await asked(ada, "GET", f"{group}/seasons"))[0]["rows"] == []


# Seasons -----------------------------------------------------------------------------------------------
async def test_a_season_counts_the_games_of_the_group(served: Served) -> None:
    async with people(served, "Ada Season", "Bea Season", "Cleo Season") as (ada, bea, cleo):
        group = await found(ada, bea)
        first = await season(ada, group, 0)
        assert (first["monthly"], first["points"], first["least"], first["rows"]) == (True, "mean", 3, [])
        start = first["start"]
        await play(ada, bea, group)
        await play(bea, ada, group, host_loses=True)
        table = await open_for(ada, group)  # Cleo does not belong to the group: nobody to compare with
        invite = (await asked(ada, "GET", f"/api/tables/{table}"))["invite"]
        await asked(cleo, "POST", f"/api/tables/{table}/join", invite=invite)
        host, guest = await ada.at(table), await cleo.at(table)
        await guest.ask("sit")
        await host.ask("start")
        await lost_by(guest, host)
        await play(ada, bea, group, host_loses=True)
        now = await season(bea, group, 3)
        assert now["counted"] == 3
        assert [(row["name"], row["games"], row["wins"], row["points"], row.get("place")) for row in now["rows"]] == [
            ("Ada Season", 3, 2, 66.67, 1),
            ("Bea Season", 3, 1, 33.33, 2),
        ]
        sums = await asked(ada, "POST", f"{group}/seasons", start=start, points="sum", least=4, games=["ali-baba"])
        assert [(row["points"], row.get("place")) for row in sums[0]["rows"]] == [(2, None), (1, None)]
        assert len(sums) == 1  # it began when the other did, and takes its place
        none = await asked(ada, "POST", f"{group}/seasons", start=start, games=["solomon"])
        assert (none[0]["counted"], none[0]["rows"]) == (0, [])
        await host.close()
        await guest.close()


async def test_a_new_season_begins_while_one_runs_and_what_is_over_stays(served: Served) -> None:
    async with people(served, "Ada History", "Bea History") as (ada, bea):
        group = await found(ada, bea)
        await play(ada, bea, group)
        past = await season(ada, group, 1)
        start = past["start"] + HOUR  # of the month: before the game, unless it has just begun
        now = (await asked(ada, "GET", group))["created"]
        begun = await asked(ada, "POST", f"{group}/seasons", start=now + 10 * HOUR, until=now + 20 * HOUR, least=1)
        assert [one["monthly"] for one in begun] == [False, True]
        assert begun[1]["until"] == begun[0]["start"]
        assert [row["name"] for row in begun[1]["rows"]] == ["Ada History", "Bea History"]
        assert begun[0]["rows"] == []
        for wrong in (
            {"start": now, "until": now - 1},
            {"start": now, "until": now},
            {"start": now - 3 * HOUR, "until": now - HOUR},
            {"start": now, "until": now + 500 * 24 * HOUR},
            {"start": now + 500 * 24 * HOUR},
        ):
            assert await refused(ada, "POST", f"{group}/seasons", **wrong) == (400, "bad_season")
        assert (await refused(ada, "POST", f"{group}/seasons", start=start, games=["chess"]))[1] == "unknown_game"
        assert (await refused(ada, "POST", f"{group}/seasons", start=start, points="most"))[1] == "malformed"


async def test_who_has_left_stays_in_the_table_of_the_season(served: Served) -> None:
    async with people(served, "Ada Remains", "Bea Parts") as (ada, bea):
        group = await found(ada, bea)
        await play(ada, bea, group)
        before = await season(ada, group, 1)
        await asked(bea, "DELETE", f"{group}/members/{await who(bea)}")
        assert await season(ada, group, 1) == before


# Friends -----------------------------------------------------------------------------------------------
async def test_friends_are_the_members_of_a_common_group(served: Served) -> None:
    async with people(served, "Ada Friend", "Bea Friend", "Cleo Met", "Dora Far") as (ada, bea, cleo, dora):
        group = await found(ada, bea)
        table = await ada.open(2, options=SMALL)
        met = await cleo.at(table)
        await met.ask("sit")
        me = await who(ada)
        seen = {}
        for choice in ("nobody", "friends", "met", "all"):
            await show(ada, choice)
            seen[choice] = [await profile(reader, me) is not None for reader in (bea, cleo, dora)]
        assert seen == {
            "nobody": [False, False, False],
            "friends": [True, False, False],
            "met": [True, True, False],
            "all": [True, True, True],
        }
        await show(ada, "friends")
        listed = {one["name"]: one.get("shown", False) for one in (await asked(bea, "GET", group))["members"]}
        assert listed == {"Ada Friend": True, "Bea Friend": True}
        private = await play(ada, bea, group)
        async with asyncio.timeout(PATIENCE):
            while not (games := (await profile(bea, me))["played"]):
                await asyncio.sleep(0.05)
        assert [one["table"] for one in games] == [private]
        await asked(bea, "DELETE", f"{group}/members/{await who(bea)}")
        assert await profile(bea, me) is None
        await met.close()
