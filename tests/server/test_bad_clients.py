"""Clients that do what they should not: each is refused with a clear error, and the others notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schatzkammer.server.socket import POLICY
from tests.server.clients import Guest, Place, Refused
from tests.server.in_process import in_process
from tests.server.services import Served

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def intrusion(served: Served) -> AsyncIterator[tuple[Place, Place, Guest]]:
    """A game of two and a stranger who acts; checks afterwards that the two can play on undisturbed."""
    async with (
        Guest(served.url, "Anna") as anna,
        Guest(served.url, "Bruno") as bruno,
        Guest(served.url, "Mallory") as bad,
    ):
        table = await anna.open(2)
        first, second = await anna.at(table), await bruno.at(table)
        await second.ask("sit")
        await first.ask("start")
        await first.until(lambda place: place.legal)
        version, refused = first.version, len(first.unasked)
        intruder = await bad.at(table)
        await intruder.until(lambda place: place.state)
        yield intruder, first, bad
        assert (first.version, len(first.unasked)) == (version, refused)
        rng = random.Random(1)
        enough = lambda place: place.over or place.version >= version + 4  # noqa: E731
        await asyncio.gather(first.play_on(rng, enough), second.play_on(rng, enough))
        for place in (first, second, intruder):
            await place.close()


async def test_commands_for_the_seat_of_another(served: Served) -> None:
    async with intrusion(served) as (intruder, victim, _):
        for kind, fields in (
            ("move", {"move": victim.legal[0], "version": victim.version}),
            ("undo", {"version": victim.version}),
            ("resign", {}),
            ("leave", {}),
            ("return", {}),
        ):
            with pytest.raises(Refused) as refused:
                await intruder.ask(kind, **fields)
            assert refused.value.code == "not_seated"
        for kind, fields in (("sit", {}), ("sit", {"seat": 0}), ("start", {})):
            with pytest.raises(Refused) as refused:
                await intruder.ask(kind, **fields)
            assert refused.value.code == "not_waiting"
        for kind, fields in (("clear", {"seat": 0}), ("bot", {"seat": 0, "bot": "random"})):
            with pytest.raises(Refused) as refused:
                await intruder.ask(kind, **fields)
            assert refused.value.code == "not_host"


async def test_a_replayed_move_counts_once(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        place = await anna.at(await anna.open(2, ["random"]))
        await place.ask("start")
        await place.until(lambda place: place.legal)
        version, move = place.version, place.legal[0]
        await place.move(move)
        for _ in range(5):
            with pytest.raises(Refused) as refused:
                await place.move(move, version)
            assert refused.value.code == "stale"
        assert [entry["seat"] for entry in place.entries if entry["version"] == version + 1] == [0]
        await place.close()


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"origin": "https://evil.example"}, 403, "origin"),
        ({"origin": "null"}, 403, "origin"),
        ({"host": "evil.example"}, 421, "host"),
    ],
)
async def test_foreign_origins_and_hosts(served: Served, headers: dict[str, str], status: int, code: str) -> None:
    async with Guest(served.url, "Anna") as anna:
        table = await anna.open(2)
        address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"cookie": anna.cookie, **headers})
        assert refused.value.response.status_code == status
        answer = await anna.http.post("/api/tables", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/ws/nowhere", 404, "not_found"),
        ("/ws/tables/any?since=x", 400, "malformed"),
        ("/ws/tables/any?look=1.5", 400, "malformed"),
        ("/ws/tables/any?since=99999999999999999999", 400, "malformed"),
        ("/ws/tables/any?since=-1", 400, "malformed"),
        ("/ws/tables/any?said=99999999999999999999", 400, "malformed"),
        ("/ws/tables/any?look=20", 400, "malformed"),
        ("/ws/tables/any?" + "&".join(["a=1"] * 30), 400, "malformed"),
    ],
)
async def test_socket_addresses_that_are_not_valid(served: Served, address: str, status: int, code: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(served.url.replace("http", "ws") + address)
    response = refused.value.response
    assert (response.status_code, json.loads(response.body)["code"]) == (status, code)


@pytest.mark.parametrize("token", ["", "0" * 64, "x" * 5000])
async def test_changes_need_the_csrf_token(served: Served, token: str) -> None:
    async with Guest(served.url, "Anna") as anna:
        answer = await anna.http.post("/api/tables", json={}, headers={"x-csrf-token": token})
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


async def test_huge_frames_close_the_socket_that_sent_them(served: Served) -> None:
    async with intrusion(served) as (intruder, _, bad):
        await intruder.socket.send(json.dumps({"t": "say", "ref": 1, "text": "x" * 9000}))
        await intruder.until(lambda place: place.unasked)
        assert intruder.unasked[-1]["code"] == "too_long"
        other = await bad.at(intruder.table)
        await other.socket.send("x" * 100_000)
        assert await other.closed() == 1009


async def test_huge_bodies(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        answer = await anna.http.post(
            "/api/tables", content=b" " * 200_000, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


async def test_many_query_parameters(served: Served) -> None:
    async with Guest(served.url, "Anna", "de") as anna:
        many = "&".join(["a=1"] * 30)
        assert (await anna.http.get(f"/api/tables?{many}")).status_code == 200
        answer = await anna.http.get(f"/api/tables/nothing?lang=en&{many}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
        assert answer.json()["sentence"] == "Diesen Tisch gibt es nicht."
        assert "content-security-policy" in answer.headers


async def test_deeply_nested_bodies(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        headers = {"content-type": "application/json"}
        for method, path in (("POST", "/api/tables"), ("PATCH", "/api/me")):
            answer = await anna.http.request(method, path, content=b"[" * 8000, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_log_that_cannot_be_read_closes_the_socket(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}") as served:
        async with Guest(served.url, "Anna") as anna:
            table = await anna.open(2, ["random"])
            place = await anna.at(table)
            await place.ask("start")
            await place.close()
            with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as kept, kept:
                kept.execute("UPDATE entries SET body = 'nonsense' WHERE version = 1")
            place = await anna.at(table)
            assert await place.closed() == 1011


async def test_under_its_public_name_only_https_is_the_same_origin(tmp_path: Path) -> None:
    async with in_process(tmp_path, public_url="https://play.example") as app:
        for host, origin, status in (
            ("play.example", "https://play.example", 200),
            ("play.example", "http://play.example", 403),
            ("play.example:80", "http://play.example:80", 403),
            ("localhost", "http://localhost", 200),
            ("127.0.0.1:8000", "http://127.0.0.1:8000", 200),
        ):
            transport, headers = httpx.ASGITransport(app.app), {"origin": origin}
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
                answer = await client.post("/api/me", json={"name": "Anna"}, headers=headers)
                assert answer.status_code == status, (host, origin)


async def test_a_flood_is_slowed_down_and_disconnected(guarded: Served) -> None:
    async with intrusion(guarded) as (intruder, _, _):
        for _ in range(300):
            await intruder.socket.send('{"t": "ping", "ref": 1}')
        assert await intruder.closed() == POLICY
        assert {message["code"] for message in intruder.unasked} == {"too_fast"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KINDS = [
    "move",
    "undo",
    "sit",
    "look",
    "bot",
    "clear",
    "start",
    "leave",
    "return",
    "resign",
    "rematch",
    "say",
    "ping",
    "x",
]
MESSAGES = st.one_of(
    st.text(max_size=100),
    st.binary(max_size=100),
    JSON.map(json.dumps),
    st.fixed_dictionaries(
        {"t": st.sampled_from(KINDS)},
        optional=dict.fromkeys(("ref", "version", "move", "seat", "bot", "text"), JSON),
    ).map(json.dumps),
    st.just("[" * 2000),
)


async def test_malformed_messages(served: Served) -> None:
    batches: list[list[str | bytes]] = []

    @settings(max_examples=40, database=None)
    @given(st.lists(MESSAGES, min_size=1, max_size=15))
    def draw(messages: list[str | bytes]) -> None:
        batches.append(messages)

    draw()

    async with intrusion(served) as (intruder, _, bad):
        for messages in batches:
            place = await bad.at(intruder.table)
            for message in messages:
                await place.socket.send(message)
            # The socket still answers, with messages of known kinds.
            await place.ask("ping")
            kinds = {msgspec.json.decode(raw)["t"] for raw in place.raw}
            assert kinds <= {"snapshot", "update", "ack", "refused", "chat", "presence", "pong"}
            assert all(message["code"] != "internal" for message in place.unasked)
            await place.close()


CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]


def test_every_route_withstands_schemathesis(served: Served) -> None:
    with httpx.Client(base_url=served.url, verify=False) as client:
        me = client.post("/api/me", json={"name": "Fuzz"})
        headers = {"x-csrf-token": me.json()["csrf"], "cookie": f"schatzkammer={client.cookies['schatzkammer']}"}
        schema = schemathesis.openapi.from_dict(client.get("/api/schema/openapi.json").json())
        schema.config.update(base_url=served.url)
        statuses: set[int] = set()

        for operation in schema.get_all_operations():
            _fuzz(operation.ok(), client, headers, statuses)
    assert statuses
    assert max(statuses) < 500, statuses


def _fuzz(operation: object, client: httpx.Client, headers: dict[str, str], statuses: set[int]) -> None:
    @settings(max_examples=15, database=None)
    @given(operation.as_strategy())
    def run(case: Case) -> None:
        wanted = case.as_transport_kwargs(base_url=str(client.base_url))
        ours = ("authorization", "cookie", "x-csrf-token")  # or nobody would get past the door
        given_headers = {
            name: str(value) for name, value in dict(wanted.get("headers") or {}).items() if name.lower() not in ours
        }
        answer = client.request(
            wanted["method"],
            wanted["url"],
            params=wanted.get("params"),
            json=wanted.get("json"),
            headers={**given_headers, **headers},
        )
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            problem = msgspec.json.decode(answer.content)
            assert set(problem) <= {"code", "sentence", "rule"}
            assert problem["code"] != "internal"

    run()
