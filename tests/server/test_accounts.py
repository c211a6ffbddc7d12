"""Permissions of guests, accounts and programs; invitations, names, headers and logs."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Awaitable

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.clients import Guest, Place, Refused
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def test_an_account_plays_on_from_another_device(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Other") as device:
        table = await anna.open(2, ["random"])
        credentials = {"name": "Anna Alt", "password": "correct horse"}
        await anna.register(credentials)
        taken = await device.http.post("/api/account", json={**credentials, "name": "anna  ALT"})
        assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
        short = await device.http.post("/api/account", json={"name": "Someone", "password": "short"})
        assert short.json()["code"] == "bad_password"
        wrong = await device.http.post("/api/session", json={**credentials, "password": "wrong horse"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_login")
        signed_in = await device.http.post("/api/session", json=credentials)
        device.http.headers["x-csrf-token"] = signed_in.json()["csrf"]
        assert [one["id"] for one in (await device.http.get("/api/tables/mine")).json()] == [table]
        place = await device.at(table)
        await place.ask("start")
        await place.until(lambda place: place.legal)
        assert place.seat == 0
        await place.close()
        everywhere = await device.http.delete("/api/session", params={"everywhere": "true"})
        assert everywhere.status_code == 204
        assert (await anna.http.get("/api/me")).json() is None


async def test_cookies_are_signed_and_hidden_from_scripts(served: Served) -> None:
    async with httpx.AsyncClient(base_url=served.url) as anna:
        header = (await anna.post("/api/me", json={"name": "Anna"})).headers["set-cookie"]
        assert "HttpOnly" in header
        assert "SameSite=Lax" in header
        assert f"Max-Age={365 * 24 * 3600}" in header
        value = anna.cookies["schatzkammer"]
        for forged in (value[:-1] + ("0" if value[-1] != "0" else "1"), "x", "a.b.c", "a.0." + "0" * 64, "é"):
            headers = {"cookie": f"schatzkammer={forged}".encode()}
            async with Guest(served.url, "Nobody") as nobody:
                nobody.http.cookies.clear()
                assert (await nobody.http.get("/api/me", headers=headers)).json() is None


async def test_a_private_table_needs_its_invitation(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
        table = await anna.open(2, private=True)
        invite = (await anna.http.get(f"/api/tables/{table}")).json()["invite"]
        assert table not in [one["id"] for one in (await bruno.http.get("/api/tables")).json()]
        for path in ("", "/record", "/replay"):
            refused = await bruno.http.get(f"/api/tables/{table}{path}")
            assert (refused.status_code, refused.json()["code"]) == (403, "invite")
        place = Place(bruno, table, served.url)
        await place.connect()
        await place.socket.wait_closed()
        assert place.socket.close_code == 4404
        assert len(place.raw) == 1
        wrong = await bruno.http.post(f"/api/tables/{table}/join", json={"invite": "wrong"})
        assert wrong.status_code == 403
        right = await bruno.http.post(f"/api/tables/{table}/join", json={"invite": invite})
        assert right.status_code == 200
        assert "invite" not in right.json()
        place = await bruno.at(table)
        await place.ask("sit")
        await place.close()


async def test_a_program_plays_with_its_token(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        refused = await anna.http.post("/api/tokens", json={"name": "Robot"})
        assert (refused.status_code, refused.json()["code"]) == (403, "accounts_only")
        await anna.register({"name": "Bot owner", "password": "correct horse"})
        token = (await anna.http.post("/api/tokens", json={"name": "Robot"})).json()["token"]
        table = await anna.open(2)
        address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
        place = await anna.at(table)
        async with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as robot:
            await robot.send('{"t":"sit","ref":1}')
            await place.until(lambda place: place.state and place.state["table"]["seats"][1]["kind"] == "human")
            seat = place.state["table"]["seats"][1]
            assert (seat["name"], seat["remote"]) == ("Robot", True)
        async with connect(address, additional_headers={"authorization": "Bearer sk_wrong"}) as unknown:
            assert '"sign_in"' in await unknown.recv()
        await place.close()


async def test_security_headers_and_logs_without_secrets(tmp_path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}") as served:
        async with Guest(served.url, "Anna") as anna:
            table = await anna.open(2, ["random"], private=True)
            page = await anna.http.get(f"/api/tables/{table}?invite=secretly")
            policy = page.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert page.headers["x-content-type-options"] == "nosniff"
            assert "server" not in page.headers
            assert (await anna.http.get("/metrics")).text.count("schatzkammer_") > 10
            password = "correct horse battery"
            await anna.register({"name": "Anna", "password": password})
            place = await anna.at(table)
            await place.ask("start")
            await place.play_on(random.Random(1))
            await place.close()
            secrets = [anna.http.cookies["schatzkammer"], page.json()["invite"], "secretly", password]
            secrets = [*secrets, anna.http.headers["x-csrf-token"], place.state["table"]["seed"]]
        log = served.stop()
    assert '"path": "/api/tables"' in log
    assert not [secret for secret in secrets if secret in log]


async def test_password_guesses_are_limited(guarded: Served) -> None:
    async with Guest(guarded.url, "Eve") as eve:
        statuses = []
        for number in range(26):
            answer = await eve.http.post("/api/session", json={"name": "Anna", "password": f"guess {number}"})
            statuses.append(answer.status_code)
        assert statuses[0] == 401
        assert statuses[-1] == 429


async def test_signing_out_closes_the_sockets_of_that_browser(served: Served) -> None:
    async with Guest(served.url, "Frida") as one, Guest(served.url, "Franz") as other:
        account = {"name": "Frida Out", "password": "a long secret"}
        await one.register(account)
        await other.sign_in(account)
        table = await one.open(2)
        here, there = await one.at(table), await other.at(table)
        for place in (here, there):
            await place.until(lambda place: place.state)
            assert place.seat == 0
        assert (await one.http.delete("/api/session")).status_code == 204
        assert await here.closed() == 4401
        await there.ask("ping")
        again = await other.at(table)
        await again.until(lambda place: place.state)
        assert (await other.http.delete("/api/session", params={"everywhere": True})).status_code == 204
        assert [await there.closed(), await again.closed()] == [4401, 4401]


async def test_blocking_an_account_closes_its_sockets(served: Served) -> None:
    async with Guest(served.url, "Gustav") as gustav, Guest(served.url, "Hanna") as hanna:
        account = {"name": "Gustav Bad", "password": "a long secret"}
        await gustav.register(account)
        table = await hanna.open(2)
        bad, good = await gustav.at(table), await hanna.at(table)
        await bad.ask("sit")
        command = [sys.executable, "-m", "schatzkammer", "admin", "block", "Gustav Bad"]
        await asyncio.to_thread(subprocess.run, command, env=served.environment, check=True)
        assert await bad.closed() == 4401
        await good.ask("ping")
        assert good.state["table"]["seats"][1]["name"] == "Gustav Bad"
        await good.close()


async def test_a_guest_who_signs_in_keeps_their_seats(served: Served) -> None:
    async with Guest(served.url, "Ida") as ida, Guest(served.url, "Ida") as phone, Guest(served.url, "Jo") as jo:
        account = {"name": "Ida Named", "password": "a long secret"}
        await ida.register(account)
        shared = await ida.open(2)
        mine = await phone.open(2, private=True)
        screen = await phone.open(3, local=["Kim", "Lee"], hot_seat=True)
        place = await phone.at(shared)
        await place.ask("sit")
        terms = {"game": "solomon", "players": 2, "private": True}
        invited = (await jo.http.post("/api/tables", json={"terms": terms})).json()
        joined = await phone.http.post(f"/api/tables/{invited['id']}/join", json={"invite": invited["invite"]})
        assert joined.status_code == 200
        await phone.sign_in(account)
        assert await place.closed() == 4401
        for table, seats in ((mine, [0]), (screen, [0, 1, 2]), (shared, [0]), (invited["id"], [])):
            page = await phone.http.get(f"/api/tables/{table}")
            assert page.status_code == 200
            assert page.json()["seats"] == seats
        names = [seat["name"] for seat in (await ida.http.get(f"/api/tables/{screen}")).json()["table"]["seats"]]
        assert names == ["Ida Named", "Kim", "Lee"]
        assert {mine, screen} <= {one["id"] for one in (await ida.http.get("/api/tables/mine")).json()}
        host = await phone.at(mine)
        await host.ask("bot", seat=1, bot="random")
        assert host.entries[0]["kind"] == "handed"
        await host.close()


async def test_invisible_names_and_messages_are_refused(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        for name in ("", "x", "a" * 25, "a\u202eb", "\u200b\u200b\u200b", "\u3164\u3164", "\u2800\u2800"):
            answer = await anna.http.patch("/api/me", json={"name": name})
            assert answer.json()["code"] == "bad_name", repr(name)
        table = await anna.open(2)
        place = await anna.at(table)
        for text in ("", "   ", "\u202eabc"):
            with pytest.raises(Refused):
                await place.ask("say", text=text)
        await place.close()


async def test_the_name_of_an_account_is_protected(served: Served) -> None:
    async with (
        Guest(served.url, "Vera") as vera,
        Guest(served.url, "Vera Named") as same,
        Guest(served.url, "Wanda") as wanda,
    ):
        await vera.register({"name": "Vera Named", "password": "a long secret"})
        assert (await same.http.get("/api/me")).json()["name"] == "Vera Named"  # taken before
        for name in ("Vera Named", "vera  named", "\uff36era Named"):
            async with httpx.AsyncClient(base_url=served.url) as stranger:
                await _taken(stranger.post("/api/me", json={"name": name}))
            await _taken(wanda.http.patch("/api/me", json={"name": name}))
        await wanda.register({"name": "Wanda Named", "password": "a long secret"})
        await _taken(wanda.http.post("/api/tokens", json={"name": "Vera Named"}))
        body = {"terms": {"game": "ali-baba", "players": 3, "hot_seat": True}, "local": ["Vera Named"]}
        await _taken(wanda.http.post("/api/tables", json=body))
        place = await wanda.at(await wanda.open(3, local=["Wanda Named"], hot_seat=True))
        with pytest.raises(Refused) as refused:
            await place.ask("sit", name="VERA NAMED")
        assert refused.value.code == "name_taken"
        await place.ask("sit", name="Vera")
        await place.close()
        # Names that the web client gives to guests without a name.
        for name in ("Du", "YOU"):
            await _taken(same.http.post("/api/account", json={"name": name, "password": "a long secret"}))


async def _taken(request: Awaitable[httpx.Response]) -> None:
    answer = await request
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


async def test_a_bot_takes_over_when_a_guest_signs_in_to_an_account_already_seated(served: Served) -> None:
    async with Guest(served.url, "Xaver") as xaver, Guest(served.url, "Phone") as phone:
        account = {"name": "Xaver Named", "password": "a long secret"}
        await xaver.register(account)
        playing, waiting = await xaver.open(2), await xaver.open(2)
        first = await xaver.at(playing)
        for table in (playing, waiting):
            place = await phone.at(table)
            await place.ask("sit")
            await place.close()
        await first.ask("start")
        await phone.sign_in(account)
        seat = (await xaver.http.get(f"/api/tables/{playing}")).json()["table"]["seats"][1]
        assert (seat["name"], seat.get("away")) == ("Phone", True)
        assert (await xaver.http.get(f"/api/tables/{waiting}")).json()["table"]["seats"][1]["kind"] == "open"
        await first.play_on(random.Random(1), lambda place: place.over or place.version > 12)
        await first.close()
