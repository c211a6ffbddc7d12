"""Clients that do what they should not: each is refused with a clear error, and the others notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable

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
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.guest import Guest, Place, Refused
from tests.server.serving import Served


def at_a_table(served: Served, act: Callable[[Place, Place, Guest], Awaitable[None]]) -> None:
    """A game of two, a stranger who acts, and proof that the two can play on as if nothing had happened."""

    async def scene() -> None:
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
            await act(intruder, first, bad)
            assert (first.version, len(first.unasked)) == (version, refused)
            rng = random.Random(1)
            enough = lambda place: place.over or place.version >= version + 4  # noqa: E731
            await asyncio.gather(first.play_on(rng, enough), second.play_on(rng, enough))
            for place in (first, second, intruder):
                await place.close()

    asyncio.run(scene())


def test_somebody_elses_seat(served: Served) -> None:
    async def act(intruder: Place, victim: Place, _: Guest) -> None:
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
        for kind, fields in (("sit", {}), ("sit", {"seat": 0}), ("start", {}), ("clear", {"seat": 0})):
            with pytest.raises(Refused) as refused:
                await intruder.ask(kind, **fields)
            assert refused.value.code == "not_waiting"

    at_a_table(served, act)


def test_a_replayed_move_counts_once(served: Served) -> None:
    async def scene() -> None:
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

    asyncio.run(scene())


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"origin": "null"}, {"host": "evil.example"}], ids=str
)
def test_foreign_origins_and_names(served: Served, headers: dict[str, str]) -> None:
    async def scene() -> None:
        async with Guest(served.url, "Anna") as anna:
            table = await anna.open(2)
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, additional_headers={"cookie": anna.cookie, **headers})
            assert refused.value.response.status_code in (403, 421)
            answer = await anna.http.post("/api/tables", json={}, headers=headers)
            assert answer.status_code in (403, 421)
            assert answer.json()["code"] in ("origin", "host")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/ws/nowhere", 404, "not_found"),
        ("/ws/tables/any?since=x", 400, "malformed"),
        ("/ws/tables/any?look=1.5", 400, "malformed"),
        ("/ws/tables/any?" + "&".join(["a=1"] * 30), 400, "malformed"),
    ],
)
def test_addresses_that_lead_nowhere(served: Served, address: str, status: int, code: str) -> None:
    async def scene() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(served.url.replace("http", "ws") + address)
        response = refused.value.response
        assert (response.status_code, json.loads(response.body)["code"]) == (status, code)

    asyncio.run(scene())


@pytest.mark.parametrize("token", ["", "0" * 64, "x" * 5000])
def test_changes_need_the_token_of_our_own_page(served: Served, token: str) -> None:
    async def scene() -> None:
        async with Guest(served.url, "Anna") as anna:
            answer = await anna.http.post("/api/tables", json={}, headers={"x-csrf-token": token})
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf")

    asyncio.run(scene())


def test_huge_frames_close_the_socket_that_sent_them(served: Served) -> None:
    async def act(intruder: Place, _: Place, bad: Guest) -> None:
        await intruder.socket.send(json.dumps({"t": "say", "ref": 1, "text": "x" * 9000}))
        await intruder.until(lambda place: place.unasked)
        assert intruder.unasked[-1]["code"] in ("too_long", "malformed")
        other = await bad.at(intruder.table)
        with contextlib.suppress(ConnectionClosed):
            await other.socket.send("x" * 10_000_000)
        await other.close()
        assert other.socket.close_code in (1006, 1009)

    at_a_table(served, act)


def test_huge_bodies(served: Served) -> None:
    async def scene() -> None:
        async with Guest(served.url, "Anna") as anna:
            answer = await anna.http.post(
                "/api/tables", content=b" " * 200_000, headers={"content-type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (413, "too_long")

    asyncio.run(scene())


def test_a_flood_is_slowed_down_and_cut_off(guarded: Served) -> None:
    async def act(intruder: Place, _: Place, __: Guest) -> None:
        ping = json.dumps({"t": "ping", "ref": 1})
        with contextlib.suppress(ConnectionClosed):
            for _ in range(3000):
                await intruder.socket.send(ping)
        await intruder.until(lambda place: any(message["code"] == "too_fast" for message in place.unasked))
        with contextlib.suppress(ConnectionError):
            await intruder.until(lambda _: False)
        assert intruder.socket.close_code in (1006, 1008)

    at_a_table(guarded, act)


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


def test_malformed_messages(served: Served) -> None:
    batches: list[list[str | bytes]] = []

    @settings(max_examples=40, database=None)
    @given(st.lists(MESSAGES, min_size=1, max_size=15))
    def draw(messages: list[str | bytes]) -> None:
        batches.append(messages)

    draw()

    async def act(intruder: Place, _: Place, bad: Guest) -> None:
        for messages in batches:
            place = await bad.at(intruder.table)
            for message in messages:
                await place.socket.send(message)
            # The socket still answers, or was closed for good reason; what it said is of a known kind.
            try:
                await place.ask("ping")
            except (ConnectionError, ConnectionClosed):
                assert place.socket.protocol.close_rcvd is not None
                assert place.socket.protocol.close_rcvd.code in (1007, 1008)
            except Refused as refused:
                assert refused.code == "too_fast"
            kinds = {msgspec.json.decode(raw)["t"] for raw in place.raw}
            assert kinds <= {"snapshot", "update", "ack", "refused", "chat", "presence", "pong"}
            assert all(message["code"] != "internal" for message in place.unasked)
            await place.close()

    at_a_table(served, act)


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
