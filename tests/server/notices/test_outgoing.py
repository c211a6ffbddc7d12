"""Requests of notices go to public addresses only, to the very one that was checked, and never for long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from schatzkammer.server.notices import outgoing
from schatzkammer.server.notices.chat import ChatServices
from schatzkammer.server.notices.outgoing import Allowed, Forbidden, Unreachable, post, resolve
from tests.processes import free_port
from tests.server.notices.receivers import WebServer, ended

pytestmark = pytest.mark.anyio

NOBODY = Allowed()
LOOPBACK = Allowed(("127.0.0.0/8",))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert NOBODY.address(address)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.0.0.1",
            "172.16.3.4",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "no address", ""),
    ],
)
def test_others_are_not(address: str) -> None:
    assert not NOBODY.address(address)


def test_the_operator_allows_hosts_and_networks() -> None:
    allowed = Allowed(("chat.lan", "192.168.1.0/24", "fd00::7"))
    assert allowed.names("CHAT.lan")
    assert allowed.address("192.168.1.9")
    assert allowed.address("fd00::7")
    assert not allowed.address("192.168.2.9")
    assert allowed.check("http://chat.lan:8080/hook").hostname == "chat.lan"
    with pytest.raises(Forbidden):
        allowed.check("http://other.lan:8080/hook")


async def test_a_name_that_leads_home_is_refused_when_it_is_called() -> None:
    with pytest.raises(Forbidden):
        await resolve("localhost", 443, NOBODY)
    with pytest.raises(Forbidden):
        await post("https://localhost:8443/", {}, b"", NOBODY)
    assert await resolve("localhost", 443, Allowed(("127.0.0.0/8", "::1"))) in ("127.0.0.1", "::1")


async def test_redirects_are_not_followed() -> None:
    async with WebServer() as web:
        web.answer = lambda *_: f"302 Found\r\nLocation: {web.url}/other"
        answer = await post(f"{web.url}/one", {}, b"{}", LOOPBACK)
        assert (answer.status, answer.good) == (302, False)
        assert web.refused == ["/one"]


async def test_how_long_a_service_asks_to_wait() -> None:
    async with WebServer() as web:
        web.answer = lambda *_: "429 Too Many Requests\r\nRetry-After: 30"
        assert await post(web.url, {}, b"{}", LOOPBACK) == (429, "429 Too Many Requests", 30_000)


@asynccontextmanager
async def talking(said: bytes, *, on: bool = False) -> AsyncIterator[str]:
    """A server that says something to everybody; with `on` it does not hang up."""
    serving: list[asyncio.Task[None] | None] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.append(asyncio.current_task())
        writer.write(said)
        if on:
            with suppress(OSError):
                await reader.read()
        await ended(writer)

    server = await asyncio.start_server(talk, "127.0.0.1", port := free_port())
    yield f"http://127.0.0.1:{port}/"
    server.close()
    await asyncio.gather(*serving)


async def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.2)
    async with talking(b"HTTP/1.1 200", on=True) as url:
        with pytest.raises(Unreachable, match="time-out"):
            await post(url, {}, b"{}", LOOPBACK)


@pytest.mark.parametrize("said", [b"nonsense\r\n\r\n", b"HTTP/1.1 200" + b"x" * 100_000, b""])
async def test_a_server_that_talks_nonsense_is_none(said: bytes) -> None:
    async with talking(said) as url:
        with pytest.raises(Unreachable):
            await post(url, {}, b"{}", LOOPBACK)


async def test_chat_services_reach_only_what_is_allowed() -> None:
    async with WebServer() as web:
        web.answer = lambda *_: "200 OK"
        url = f"gotify://127.0.0.1:{web.port}/token"
        closed, open_ = ChatServices(()), ChatServices(("127.0.0.1",))
        try:
            with pytest.raises(Unreachable):
                await closed.tell(url, "Title", "Text")
            assert web.arrived == []
            assert (await open_.tell(url, "Title", "Text")).good
            assert [one.content["message"] for one in web.arrived] == ["Text"]
            for other in (
                "syslog://",
                "json://127.0.0.1/",
                "discord://x",
                f"{url}?template=/etc/passwd",
                "mailto://a:b@c.d",
            ):
                assert await open_.service(other) is None, other
        finally:
            await closed.close()
            await open_.close()
