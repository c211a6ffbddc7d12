"""What a client sends is heard as it was sent, however its bytes are cut: the short way and websockets' own agree."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from schatzkammer.server import cable
from schatzkammer.server.cable import MOST_UNHEARD, Cable

TEXT = Opcode.TEXT


class Line:
    """A cable with an application that only listens, and the client at its other end."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.gone: int | None = None
        self.untold: list[object] = []
        self.listens = asyncio.Event()
        self.listens.set()
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/"))

    async def listen(self, scope: object, receive: Callable[[], Awaitable[dict]], send: Callable) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while self.gone is None:
            await self.listens.wait()
            event = await receive()
            if event["type"] == "websocket.disconnect":
                self.gone = event["code"]
            else:
                self.heard.append(event.get("text") or event.get("bytes") or "")

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        here, self.there = socket.socketpair()
        self.there.setblocking(False)
        config = Config(
            self.listen, interface="asgi3", ws_per_message_deflate=False, ws_ping_interval=None, log_config=None
        )
        self.cable = Cable(config=config, server_state=ServerState(), app_state={})
        await loop.connect_accepted_socket(lambda: self.cable, here)
        self.client.send_request(self.client.connect())
        self.cable.data_received(b"".join(self.client.data_to_send()))
        assert isinstance(await self.told(), Response)

    async def told(self) -> object:
        """The next that the client gets."""
        while not self.untold:
            data = await asyncio.get_running_loop().sock_recv(self.there, 65536)
            assert data, "the socket was closed without a word"
            self.client.receive_data(data)
            self.untold += self.client.events_received()
        return self.untold.pop(0)

    async def until(self, seen: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not seen():
                await asyncio.sleep(0)


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    made = Line()
    await made.connect()
    try:
        yield made
    finally:
        made.cable.transport.close()
        await made.until(lambda: made.cable.disconnected)
        made.there.close()


def frame(data: bytes, opcode: Opcode = TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


TEXTS = st.one_of(st.text(max_size=30), st.integers(120, 130).map("x".__mul__), st.just("ü" * 70_000))


@st.composite
def messages(draw: st.DrawFn) -> tuple[list[str], bytes]:
    """What is to be heard, and the frames that say it: texts whole and in parts, and pings between."""
    texts, frames = draw(st.lists(TEXTS, min_size=1, max_size=6)), []
    for text in texts:
        data = text.encode()
        parts = draw(st.lists(st.integers(0, len(data)), max_size=2).map(sorted))
        for number, (begin, end) in enumerate(zip([0, *parts], [*parts, len(data)], strict=True)):
            if draw(st.booleans()):
                frames.append(frame(b"?", Opcode.PING))
            last = number == len(parts)
            frames.append(frame(data[begin:end], Opcode.CONT if number else TEXT, fin=last))
    return texts, b"".join(frames)


@settings(max_examples=150)
@given(said=messages(), cuts=st.lists(st.integers(0, 400), max_size=12))
def test_texts_are_heard_however_they_are_cut(said: tuple[list[str], bytes], cuts: list[int]) -> None:
    texts, data = said

    async def scene() -> None:
        async with line() as one:
            places = sorted({cut for cut in cuts if cut < len(data)})
            for begin, end in zip([0, *places], [*places, len(data)], strict=True):
                one.cable.data_received(data[begin:end])
            await one.until(lambda: len(one.heard) == len(texts))
            assert one.heard == texts

    asyncio.run(scene())


@settings(max_examples=50)
@given(texts=st.lists(TEXTS, min_size=1, max_size=6))
def test_texts_that_come_one_by_one_are_heard(texts: list[str]) -> None:
    async def scene() -> None:
        async with line() as one:
            for text in texts:
                one.cable.data_received(frame(text.encode()))
                one.cable.data_received(frame(b"?", Opcode.PING))
                answer = await one.told()
                assert isinstance(answer, Frame)
                assert (answer.opcode, bytes(answer.data)) == (Opcode.PONG, b"?")
            await one.until(lambda: len(one.heard) == len(texts))
            assert one.heard == texts

    asyncio.run(scene())


BAD = {
    "no text": ([b"\xff"], 1007),
    "no text, long": ([b"\xff" * 200], 1007),
    "a text before the last has ended": ([(b"a", TEXT, False), b"b"], 1002),
    "not masked": ([b"\x81\x01a"], 1002),
}


@pytest.mark.parametrize("what", BAD)
def test_what_makes_no_sense_ends_it(what: str) -> None:
    sent, code = BAD[what]

    async def scene() -> None:
        async with line() as one:
            for piece in sent:
                if isinstance(piece, tuple):
                    one.cable.data_received(frame(*piece[:2], fin=piece[2]))
                else:
                    one.cable.data_received(piece if piece[:1] == b"\x81" else frame(piece))
            one.cable.data_received(frame(b"nobody hears this"))
            await one.until(lambda: one.gone is not None)
            assert (one.gone, one.heard) == (code, [])

    asyncio.run(scene())


SMALLEST = {
    "pongs": frame(b"", Opcode.PONG),
    "pings": frame(b"", Opcode.PING),
    "parts": frame(b"", Opcode.CONT, fin=False),
}


@pytest.mark.parametrize("what", SMALLEST)
def test_a_flood_of_what_is_no_message_is_cut_off_at_once(what: str) -> None:
    async def scene() -> int:
        async with line() as one:
            if what == "parts":
                one.cable.data_received(frame(b"a", fin=False))
            read, receive = [0], one.cable.conn.receive_data

            def count(data: bytes) -> None:
                read[0] += len(data)
                receive(data)

            one.cable.conn.receive_data = count
            one.cable.data_received(SMALLEST[what] * 40_000)
            await one.until(lambda: one.gone is not None)
            assert one.cable._unread == b""
            return read[0]

    # To read all of it would keep everybody waiting.
    assert asyncio.run(scene()) <= 2 * cable.PIECE


def test_a_client_that_takes_nothing_is_not_read_and_then_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cable, "PATIENCE", 0.3)

    async def scene() -> None:
        async with line() as one:
            while not one.cable._mouth.full:
                one.cable._mouth.say(b"x" * 50_000)
                await asyncio.sleep(0)
            assert not one.cable.transport.is_reading()
            await one.until(lambda: one.gone is not None)
            assert one.cable.transport.is_closing()

    asyncio.run(scene())


def test_a_client_that_takes_it_after_a_while_stays() -> None:
    async def scene() -> None:
        async with line() as one:
            said = 0
            while not one.cable._mouth.full:
                one.cable._mouth.say(b"x" * 50_000)
                said += 1
                await asyncio.sleep(0)
            for _ in range(said):
                answer = await one.told()
                assert isinstance(answer, Frame)
                assert len(answer.data) == 50_000
            await one.until(one.cable.transport.is_reading)
            assert one.cable._cut is None
            await asyncio.get_running_loop().sock_sendall(one.there, frame(b"here I am"))
            await one.until(lambda: one.heard == ["here I am"])

    asyncio.run(scene())


def test_no_more_is_read_than_is_heard() -> None:
    async def scene() -> None:
        async with line() as one:
            one.listens.clear()
            one.cable.data_received(frame(b"the last that is awaited"))
            await one.until(lambda: bool(one.heard))
            many = MOST_UNHEARD * 20
            loop = asyncio.get_running_loop()
            for number in range(many):
                await loop.sock_sendall(one.there, frame(b"%d" % number))
            await one.until(lambda: not one.cable.transport.is_reading())
            # What was read at once may be a little more than eight; all that was sent it is not.
            one.listens.set()
            await one.until(lambda: len(one.heard) == many + 1)
            assert one.heard[1:] == [str(number) for number in range(many)]

    asyncio.run(scene())
