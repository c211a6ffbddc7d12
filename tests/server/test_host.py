"""What a host may do about people: remove them, mute them, keep them out, renew the invitation, open the chat."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator

import pytest

from tests.server.clients import Guest, Place, couple
from tests.server.services import Postgres, Redis, Served
from tests.server.test_company import company, refused

pytestmark = pytest.mark.anyio

EXPELLED = 4403


async def someone(host: Place, name: str) -> dict:
    """A person as the host's list has them."""
    answer = await host.guest.http.get(f"/api/tables/{host.table}/people")
    assert answer.status_code == 200, answer.text
    (found,) = [one for one in answer.json() if one["name"] == name]
    return found


async def restrict(host: Place, name: str, status: int = 200, **what: bool) -> None:
    who = (await someone(host, name))["who"]
    answer = await host.guest.http.patch(f"/api/tables/{host.table}/people/{who}", json=what)
    assert answer.status_code == status, answer.text


async def remove(host: Place, name: str, status: int = 204) -> None:
    who = (await someone(host, name))["who"]
    answer = await host.guest.http.delete(f"/api/tables/{host.table}/people/{who}")
    assert answer.status_code == status, answer.text


@contextlib.asynccontextmanager
async def watching(url: str, table: str, name: str = "Mallory") -> AsyncIterator[Place]:
    async with Guest(url, name) as guest:
        place = await guest.at(table)
        await place.until(lambda here: here.state)
        yield place
        await place.close()


async def told(place: Place) -> str:
    """Waits until the server closes the socket; returns why it did."""
    assert await place.closed() == EXPELLED
    return str(place.unasked[-1]["code"])


# Keeping out -------------------------------------------------------------------------------------------
async def test_who_is_kept_out_does_not_come_in_again(served: Served) -> None:
    async with couple(served.url) as (anna, bruno):
        assert (await someone(anna, "Bruno"))["seats"] == [1]
        await restrict(anna, "Bruno", kept_out=True)
        assert await told(bruno) == "removed"
        await anna.until(lambda here: here.state["table"]["seats"][1]["kind"] == "open")
        await bruno.again()
        assert await told(bruno) == "kept_out"
        invite = (await anna.guest.http.get(f"/api/tables/{anna.table}")).json()["invite"]
        for answer in (
            await bruno.guest.http.get(f"/api/tables/{anna.table}"),
            await bruno.guest.http.get(f"/api/tables/{anna.table}/record"),
            await bruno.guest.http.post(f"/api/tables/{anna.table}/join", json={"invite": invite}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "kept_out")
        await restrict(anna, "Bruno", kept_out=False)
        await bruno.again()
        await bruno.ask("sit")


async def test_who_is_kept_out_stays_out_with_an_account_and_in_the_rematch(served: Served) -> None:
    async with company(served) as (anna, bruno), watching(served.url, anna.table) as mallory:
        await restrict(anna, "Mallory", kept_out=True)
        assert await told(mallory) == "removed"
        account = {"name": "Mallory Kept Out", "password": "correct horse"}
        async with Guest(served.url, "Other") as other:
            await other.register(account)
        await mallory.guest.sign_in(account)
        await mallory.again()
        assert await told(mallory) == "kept_out"
        await bruno.ask("resign")
        for place in (anna, bruno):
            await place.until(lambda here: here.over)
            await place.ask("rematch")
        await anna.until(lambda here: here.state["table"].get("next"))
        rematch = await mallory.guest.at(anna.state["table"]["next"])
        assert await told(rematch) == "kept_out"


# Removing ----------------------------------------------------------------------------------------------
async def test_a_bot_plays_on_for_a_player_who_was_removed(served: Served) -> None:
    async with company(served) as (anna, bruno):
        await anna.ask("ask_undo") if anna.state["undo"]["possible"] else None
        await remove(anna, "Bruno")
        assert await told(bruno) == "removed"
        await anna.until(lambda here: here.state["table"]["seats"][1]["kind"] == "bot")
        assert anna.entries[-1]["kind"] in ("removed", "moved")
        await anna.play_on(random.Random(1), lambda here: here.version > 8)
        await bruno.again()  # a public table: as a spectator
        await bruno.until(lambda here: here.state)
        assert bruno.state["seats"] == []
        await anna.ask("clear", seat=1)
        await bruno.ask("sit")


async def test_who_was_removed_from_a_private_table_needs_an_invitation(served: Served) -> None:
    async with Guest(served.url, "Anna") as host, Guest(served.url, "Bruno") as guest:
        table = await host.open(2, private=True)
        anna, path = await host.at(table), f"/api/tables/{table}"
        old = (await host.http.get(path)).json()["invite"]
        assert (await guest.http.post(f"{path}/join", json={"invite": old})).status_code == 200
        bruno = await guest.at(table)
        await bruno.until(lambda here: here.state)
        await remove(anna, "Bruno")
        assert await told(bruno) == "removed"
        assert (await guest.http.get(path)).json()["code"] == "invite"
        new = (await host.http.post(f"{path}/invite")).json()["invite"]
        assert (await guest.http.post(f"{path}/join", json={"invite": old})).json()["code"] == "invite"
        assert (await guest.http.post(f"{path}/join", json={"invite": new})).status_code == 200
        assert (await host.http.get(path)).json()["invite"] == new
        await anna.close()


async def test_nobody_is_removed_from_a_rated_game(served: Served) -> None:
    async with company(served, rated=True) as (anna, bruno):
        await remove(anna, "Bruno", 400)
        await restrict(anna, "Bruno", 400, kept_out=True)
        await restrict(anna, "Bruno", muted=True)
        assert await refused(bruno, "say", text="unfair") == "muted"
        await bruno.ask("resign")


async def test_only_the_host_has_power_and_nobody_over_the_host(served: Served) -> None:
    async with couple(served.url) as (anna, bruno):
        path = f"/api/tables/{anna.table}"
        who = (await someone(anna, "Bruno"))["who"]
        for answer in (
            await bruno.guest.http.get(f"{path}/people"),
            await bruno.guest.http.patch(f"{path}/people/{who}", json={"muted": True}),
            await bruno.guest.http.delete(f"{path}/people/{who}"),
            await bruno.guest.http.post(f"{path}/invite"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "not_host")
        assert await refused(bruno, "open_chat", open=True) == "not_host"
        listed = (await anna.guest.http.get(f"{path}/people")).json()
        assert [one["name"] for one in listed] == ["Bruno"]
        answer = await anna.guest.http.delete(f"{path}/people/nobody")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_person")


async def test_a_person_has_another_handle_at_every_table(served: Served) -> None:
    async with couple(served.url) as (anna, bruno):
        other = await anna.guest.at(await anna.guest.open(2))
        watcher = await bruno.guest.at(other.table)
        await watcher.until(lambda here: here.state)
        assert (await someone(anna, "Bruno"))["who"] != (await someone(other, "Bruno"))["who"]
        await other.close()
        await watcher.close()


# Speaking ----------------------------------------------------------------------------------------------
async def test_guests_without_a_seat_chat_only_where_the_host_lets_them(served: Served) -> None:
    async with couple(served.url) as (anna, bruno), watching(served.url, anna.table) as carla:
        await bruno.ask("say", text="I have a seat")
        assert await refused(carla, "say", text="I have none") == "chat_closed"
        await anna.ask("open_chat", open=True)
        await carla.until(lambda here: here.state["table"].get("open_chat"))
        await carla.ask("say", text="now I may")
        await anna.ask("open_chat", open=False)
        assert await refused(carla, "say", text="no longer") == "chat_closed"
        await anna.until(lambda here: len(here.chat) == 2)
        await carla.guest.register({"name": "Carla of the gallery", "password": "correct horse"})
        with_account = await carla.guest.at(anna.table)
        await with_account.ask("say", text="an account may")
        await with_account.close()


async def test_who_is_muted_reads_and_plays_on(served: Served) -> None:
    async with company(served) as (anna, bruno):
        await restrict(anna, "Bruno", muted=True)
        assert (await someone(anna, "Bruno"))["muted"]
        assert await refused(bruno, "say", text="hello") == "muted"
        await anna.ask("say", text="peace")
        await bruno.until(lambda here: here.chat)
        await restrict(anna, "Bruno", muted=False)
        await bruno.ask("say", text="thank you")


async def test_all_workers_keep_out(postgres: Postgres, redis: Redis) -> None:
    url = postgres.new_database()
    with (
        Served(url, "--no-limits", redis=redis.url) as one,
        Served(url, "--no-limits", redis=redis.url) as other,
    ):
        async with couple(one.url) as (anna, bruno):
            await bruno.again(other.url)
            await bruno.until(lambda here: here.state)
            async with watching(other.url, anna.table) as mallory:
                await anna.until(lambda here: here.presence.get("spectators") == 1)
                await restrict(anna, "Mallory", kept_out=True)
                assert await told(mallory) == "removed"
            await restrict(anna, "Bruno", muted=True, kept_out=True)
            assert await told(bruno) == "removed"
            await bruno.again(other.url)
            assert await told(bruno) == "kept_out"
