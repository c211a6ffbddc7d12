"""Messages arrive as sent, however their bytes are split: the fast path and websockets' parser agree."""

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

from schatzkammer.server import ws_protocol
from schatzkammer.server.ws_protocol import MOST_WAITING, WebSocketProtocol
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

TEXT = Opcode.TEXT
NO_CLOSE_FRAME = 1005


class Socket:
    """A protocol instance with an application that only receives, and the client at the other end."""

    def __init__(self) -> None:
        self.received: list[str | bytes] = []
        self.gone: int | None = None
        self.events: list[object] = []
        self.receiving = asyncio.Event()
        self.receiving.set()
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/"))

    async def app(self, scope: object, receive: Callable[[], Awaitable[dict]], send: Callable) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while self.gone is None:
            await self.receiving.wait()
            event = await receive()
            if event["type"] == "websocket.disconnect":
                self.gone = event["code"]
            else:
                self.received.append(event.get("text") or event.get("bytes") or "")

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        here, self.there = socket.socketpair()
        self.there.setblocking(False)
        config = Config(
            self.app, interface="asgi3", ws_per_message_deflate=False, ws_ping_interval=None, log_config=None
        )
        self.protocol = WebSocketProtocol(config=config, server_state=ServerState(), app_state={})
        await loop.connect_accepted_socket(lambda: self.protocol, here)
        self.client.send_request(self.client.connect())
        self.protocol.data_received(b"".join(self.client.data_to_send()))
        assert isinstance(await self.next_event(), Response)

    async def next_event(self) -> object:
        """The next event at the client."""
        while not self.events:
            data = await asyncio.get_running_loop().sock_recv(self.there, 65536)
            assert data, "closed without a close frame"
            self.client.receive_data(data)
            self.events += self.client.events_received()
        return self.events.pop(0)

    async def until(self, predicate: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not predicate():
                await asyncio.sleep(0)


@asynccontextmanager
async def connected() -> AsyncIterator[Socket]:
    one = Socket()
    await one.connect()
    try:
        yield one
    finally:
        one.protocol.transport.close()
        await one.until(lambda: one.protocol.disconnected)
        one.there.close()


def frame(data: bytes, opcode: Opcode = TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


TEXTS = st.one_of(st.text(max_size=30), st.integers(120, 130).map("x".__mul__), st.just("ü" * 70_000))


@st.composite
def messages(draw: st.DrawFn) -> tuple[list[str], bytes]:
    """Texts, and frames that carry them: whole or fragmented, with pings between."""
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
@given(sent=messages(), cuts=st.lists(st.integers(0, 400), max_size=12))
async def test_texts_arrive_however_they_are_split(sent: tuple[list[str], bytes], cuts: list[int]) -> None:
    texts, data = sent

    async with connected() as one:
        splits = sorted({cut for cut in cuts if cut < len(data)})
        for begin, end in zip([0, *splits], [*splits, len(data)], strict=True):
            one.protocol.data_received(data[begin:end])
        await one.until(lambda: len(one.received) == len(texts))
        assert one.received == texts


@settings(max_examples=50)
@given(texts=st.lists(TEXTS, min_size=1, max_size=6))
async def test_texts_arrive_one_by_one(texts: list[str]) -> None:
    async with connected() as one:
        for text in texts:
            one.protocol.data_received(frame(text.encode()))
            one.protocol.data_received(frame(b"?", Opcode.PING))
            answer = await one.next_event()
            assert isinstance(answer, Frame)
            assert (answer.opcode, bytes(answer.data)) == (Opcode.PONG, b"?")
        await one.until(lambda: len(one.received) == len(texts))
        assert one.received == texts


BAD = {
    "no text": ([b"\xff"], 1007),
    "no text, long": ([b"\xff" * 200], 1007),
    "a text before the last has ended": ([(b"a", TEXT, False), b"b"], 1002),
    "not masked": ([b"\x81\x01a"], 1002),
}


@pytest.mark.parametrize("what", BAD)
async def test_invalid_frames_close_the_connection(what: str) -> None:
    sent, code = BAD[what]

    async with connected() as one:
        for piece in sent:
            if isinstance(piece, tuple):
                one.protocol.data_received(frame(*piece[:2], fin=piece[2]))
            else:
                one.protocol.data_received(piece if piece[:1] == b"\x81" else frame(piece))
        one.protocol.data_received(frame(b"nobody hears this"))
        await one.until(lambda: one.gone is not None)
        assert (one.gone, one.received) == (code, [])


SMALLEST = {
    "pongs": frame(b"", Opcode.PONG),
    "pings": frame(b"", Opcode.PING),
    "parts": frame(b"", Opcode.CONT, fin=False),
}


@pytest.mark.parametrize("what", SMALLEST)
async def test_a_flood_of_control_frames_is_cut_off_at_once(what: str) -> None:
    # Parsing all of it would keep other clients waiting.
    async with connected() as one:
        if what == "parts":
            one.protocol.data_received(frame(b"a", fin=False))
        read, receive = [0], one.protocol.conn.receive_data

        def count(data: bytes) -> None:
            read[0] += len(data)
            receive(data)

        one.protocol.conn.receive_data = count
        one.protocol.data_received(SMALLEST[what] * 40_000)
        await one.until(lambda: one.gone is not None)
        assert one.protocol._unparsed == b""
        assert (one.gone, read) == (NO_CLOSE_FRAME, [ws_protocol.CHUNK])


async def test_a_client_that_reads_nothing_is_not_read_from_and_then_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ws_protocol, "TIMEOUT", 0.3)

    async with connected() as one:
        while not one.protocol._writer.full:
            one.protocol._writer.send(b"x" * 50_000)
            await asyncio.sleep(0)
        assert not one.protocol.transport.is_reading()
        await one.until(lambda: one.gone is not None)
        assert one.gone == NO_CLOSE_FRAME


async def test_a_client_that_reads_after_a_while_stays_connected() -> None:
    async with connected() as one:
        sent = 0
        while not one.protocol._writer.full:
            one.protocol._writer.send(b"x" * 50_000)
            sent += 1
            await asyncio.sleep(0)
        for _ in range(sent):
            answer = await one.next_event()
            assert isinstance(answer, Frame)
            assert len(answer.data) == 50_000
        await one.until(one.protocol.transport.is_reading)
        assert one.protocol._disconnect is None
        await asyncio.get_running_loop().sock_sendall(one.there, frame(b"here I am"))
        await one.until(lambda: one.received == ["here I am"])


async def test_reading_pauses_while_messages_wait() -> None:
    async with connected() as one:
        one.receiving.clear()
        one.protocol.data_received(frame(b"the last that is awaited"))
        await one.until(lambda: bool(one.received))
        many = MOST_WAITING * 20
        loop = asyncio.get_running_loop()
        for number in range(many):
            await loop.sock_sendall(one.there, frame(b"%d" % number))
        await one.until(lambda: not one.protocol.transport.is_reading())
        # A little more than eight may have been read at once, but not everything.
        one.receiving.set()
        await one.until(lambda: len(one.received) == many + 1)
        assert one.received[1:] == [str(number) for number in range(many)]
