"""The socket of one client at one table: runs its commands and answers them.

Bypasses the web framework, whose wrappers would cost time with every message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send
from msgspec.structs import replace

from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.server import wire
from schatzkammer.server.broadcast import encode, odds
from schatzkammer.server.connection import Connection
from schatzkammer.server.identity import SocketRequest, Visitor, check_access, language, visitor_of
from schatzkammer.server.limits import Bucket, rate_limit_key
from schatzkammer.server.worker import Worker
from schatzkammer.server.ws_frames import Writer
from schatzkammer.server.ws_protocol import writer_of
from schatzkammer.table import chat, commands
from schatzkammer.table.adviser import Asked
from schatzkammer.table.bot_pool import NoAnswer
from schatzkammer.table.bot_queue import BotsBusy
from schatzkammer.table.errors import NotFound, NotSaved, Refused, Stale
from schatzkammer.table.model import (
    ClientCommand,
    Move,
    Person,
    Rematch,
    RematchAmong,
    Sit,
    SitBot,
    SitBotAmong,
    Start,
    StartAmong,
)
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.tables import Access
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.socket")

PATH = "/ws/tables/"
LARGEST_MESSAGE = 8 * 1024
MISTAKES = 0.1, 20.0  # malformed or too fast messages before the socket is closed: per second, at once
FLOOD = 4  # waiting messages of a client that does not wait for answers
MOST_SOCKETS = 200  # per address

POLICY, FAILED, TRY_LATER, NOT_SIGNED_IN, EXPELLED, NO_TABLE, TOO_FAST = 1008, 1011, 1013, 4401, 4403, 4404, 4429

_DECODE = msgspec.json.Decoder(wire.ClientMessage).decode


def parse_request(scope: Scope) -> SocketRequest:
    """Parses the path and the query parameters of a socket; refuses invalid ones."""
    if not scope["path"].startswith(PATH):
        raise Refused("not_found")
    table_id = scope["path"].removeprefix(PATH)
    try:
        query = parse_qsl(scope.get("query_string", b"").decode("ascii"), max_num_fields=20)
        return msgspec.convert({**dict(query), "table": table_id}, SocketRequest, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise Refused("malformed", why=_reason(error)) from None


async def serve(worker: Worker, request: SocketRequest, scope: Scope, receive: Receive, send: Send) -> None:
    """Serves one client from the handshake to the end."""
    await receive()
    accept: Any = {"type": "websocket.accept"}
    await send(accept)
    code: int | None = FAILED
    closing: asyncio.Task[None] | None = None
    session: Session | None = None
    try:
        session = await _enter(worker, request, scope)
        closing = asyncio.create_task(_close_when_dismissed(session, send))
        code = await session.run(receive)
    except _Rejected as rejection:
        code = rejection.code
    except NotSaved:
        code = TRY_LATER
    except Exception:
        LOG.exception("a socket failed", extra={"table": request.table})
    finally:
        if session is not None and closing is not None:
            session.connection.stop()
            session.close()
            closing.cancel()
            worker.hub.leave(session.connection)
    if code is not None:
        await _close(send, code)


class _Rejected(Exception):
    """The client may not connect, and knows why."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


async def _enter(worker: Worker, request: SocketRequest, scope: Scope) -> Session:
    """Identifies the client and adds its connection to the table."""
    writer = writer_of(scope)
    asgi: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    try:
        _check_rate(worker, asgi)
        visitor = await visitor_of(asgi, worker)
    except Refused as refusal:
        writer.send(encode(wire.Refusal(0, refusal.code, refusal.sentence(language(asgi)))))
        raise _Rejected(TOO_FAST if refusal.code == "too_fast" else NOT_SIGNED_IN) from None
    connection = Connection(worker.hub, request, visitor, writer)
    session = Session(worker, visitor, connection, writer)
    try:
        await check_access(worker, visitor, request.table)
        await worker.hub.enter(connection)
    except Refused as refusal:
        writer.send(session.refusal(0, refusal))
        raise _Rejected(EXPELLED if refusal.code == "kept_out" else NO_TABLE) from None
    return session


def _check_rate(worker: Worker, asgi: ASGIConnection[Any, Any, Any, Any]) -> None:
    key = rate_limit_key(asgi.client.host if asgi.client else "")
    if worker.limits.enabled and worker.hub.sockets_of(key) >= MOST_SOCKETS:
        raise Refused("too_fast")
    worker.limits.check("connect", key)


async def _close(send: Send, code: int) -> None:
    message: Any = {"type": "websocket.close", "code": code}
    with suppress(OSError, RuntimeError):  # the client is gone
        await send(message)


async def _close_when_dismissed(session: Session, send: Send) -> None:
    connection = session.connection
    await connection.dismissed.wait()
    if connection.expelled:
        connection.send(session.refusal(0, Refused("removed")))
        await _close(send, EXPELLED)
    else:
        await _close(send, FAILED if connection.failed else NOT_SIGNED_IN)


class Session:
    """Runs the commands of one client."""

    def __init__(self, worker: Worker, visitor: Visitor, connection: Connection, writer: Writer) -> None:
        self.connection = connection
        self._worker = worker
        self._visitor = visitor
        self._person = None if visitor.identity is None else visitor.person()
        self._writer = writer
        self._messages = worker.limits.bucket("message")
        self._mistakes = Bucket(*MISTAKES)
        self._table_removed = False
        self._hints: set[asyncio.Task[None]] = set()  # being thought about

    def close(self) -> None:
        """Forgets the hints that the client is no longer there to read."""
        for task in self._hints:
            task.cancel()

    async def run(self, receive: Receive) -> int | None:
        """Answers messages until the client disconnects (None) or must be disconnected with a code."""
        while True:
            event = await receive()
            if event["type"] != "websocket.receive" or self.connection.stopped:
                return None
            try:
                if self._messages is not None and not self._messages.take():
                    await self._slow_down(self._messages)
                message = _decoded(event.get("text") or event.get("bytes") or "")
            except Refused as refusal:
                self._refuse(0, refusal)
                if not self._mistakes.take():
                    return POLICY
            else:
                await self._answer(message)
            if self._table_removed:
                return NO_TABLE

    async def _slow_down(self, messages: Bucket) -> None:
        """Delays a fast client that waits for answers; refuses a flood."""
        flood = self._writer.pending() >= FLOOD
        await asyncio.sleep(messages.wait())
        if flood:
            raise Refused("too_fast")
        while not messages.take():  # a timer may end a little early
            await asyncio.sleep(messages.wait())

    async def _answer(self, message: wire.ClientMessage) -> None:
        started = time.perf_counter()
        seconds = -1.0
        try:
            handler = _HANDLERS.get(type(message), _COMMAND)
            version = await handler(self, message)
            if version is not None:
                self.connection.send(encode(wire.Ack(message.ref, version)))
            seconds = time.perf_counter() - started
        except (Refused, IllegalMove) as refusal:
            self._refuse(message.ref, refusal)
            self._table_removed = isinstance(refusal, NotFound)
            if isinstance(refusal, Stale):
                self.connection.fall_behind(getattr(message, "version", 0))
        except NotSaved:
            self._table_removed = await self._is_table_removed()
            self._refuse(message.ref, NotFound() if self._table_removed else Refused("not_saved"))
        except Exception:
            LOG.exception("a command failed", extra={"table": self.connection.table_id})
            self._refuse(message.ref, Refused("internal"))
        self._worker.metrics.messages.count(message, seconds)

    async def command(self, message: ClientCommand | RematchAmong | SitBotAmong | StartAmong) -> int:
        """Runs a command at the table; all but moves are rate-limited, since everybody at the table gets them."""
        who = self._person or self._visitor.person()
        if not isinstance(message, Move):
            self._worker.limits.check("seat", who.identity)
        entry = await self._worker.tables.run(self.connection.table_id, message, who)
        return entry.version

    async def sit(self, message: Sit) -> int:
        """Takes a seat; checks the name of another person at the client's screen first."""
        await self._access(self._visitor.person())
        if message.name is not None:
            who = self._visitor.person()
            names = await self._worker.accounts.check_local_names(who.identity, [message.name])
            message = replace(message, name=names[0])
        version = await self.command(message)
        status = await self._worker.tables.read(self.connection.table_id, lambda table: table.state.status)
        if status == "playing":
            self.connection.fall_behind(0)  # a newcomer also gets what the seat alone knows of the game so far
        return version

    async def sit_bot(self, message: SitBot) -> int:
        """Seats a bot; during the game only where no player is connected."""
        present = sorted(self._worker.hub.present(self.connection.table_id))
        return await self.command(SitBotAmong(message.seat, message.bot, present))

    async def start(self, message: Start) -> int:
        """Starts the game; waits for the shares of the players who are connected."""
        present = sorted(self._worker.hub.present(self.connection.table_id))
        return await self.command(StartAmong(present, message.share, message.commitment))

    async def rematch(self, message: Rematch) -> int:
        """Asks for a rematch among the players who are connected."""
        present = sorted(self._worker.hub.present(self.connection.table_id))
        return await self.command(RematchAmong(present, message.commitment))

    async def look(self, message: wire.Look) -> int:
        """Changes the point of view."""
        self._visitor.person()
        return await self.connection.look(message.seat, message.since)

    async def outcome(self, message: wire.AskOutcome) -> None:
        """Says what a move would bring; refused wherever the move would be."""
        who = self._visitor.person()
        command = Move(seat=message.seat, version=message.version, move=message.move)

        def of_move(table: Table) -> Outcome:
            seat = commands.move(table, command, who, self._worker.tables.now()).seat
            if table.match is None:
                raise Refused("not_playing")
            return table.match.outcome(seat, message.move)

        outcome = await self._worker.tables.read(self.connection.table_id, of_move)
        self.connection.send(encode(wire.MoveOutcome(message.ref, message.version, message.move, outcome)))

    async def hint(self, message: wire.AskHint) -> None:
        """Says what a bot would do, as soon as it knows; meanwhile the client can go on."""
        who, adviser, address = self._visitor.person(), self._worker.adviser, self._visitor.key

        def question(table: Table) -> Asked:
            return adviser.question(table, commands.check_hint(table, message, message.version, who), address)

        asked = await self._worker.tables.read(self.connection.table_id, question)
        if not adviser.knows(asked):
            self._worker.limits.check("hint", who.identity)
        task = asyncio.ensure_future(self._send_hint(message, asked))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _send_hint(self, message: wire.AskHint, asked: Asked) -> None:
        try:
            advice = await self._worker.adviser.advise(asked)
        except (NoAnswer, BotsBusy):
            self._refuse(message.ref, Refused("no_hint"))
            return
        sentence = advice.sentence(self._visitor.lang)
        hint = wire.Hint(message.ref, message.version, advice.move, advice.where, advice.turn, sentence, advice.second)
        self.connection.send(encode(hint))

    async def odds(self, message: wire.AskOdds) -> None:
        """Says what may lie hidden from a seat."""
        who = self._visitor.person()
        self._worker.limits.check("odds", who.identity)

        def of_seat(table: Table) -> wire.OddsOfSeat:
            seat = commands.check_aids(table, message, who)
            if table.match is None:
                raise Refused("not_playing")
            return wire.OddsOfSeat(message.ref, table.version, odds(table.match, seat))

        self.connection.send(encode(await self._worker.tables.read(self.connection.table_id, of_seat)))

    async def say(self, message: wire.Say) -> int:
        """Sends a chat message; guests without a seat only where the host lets them."""
        who, guest = self._visitor.person(), self._visitor.require_identity().kind == "guest"
        self._worker.limits.check("chat", who.identity)
        table_id = self.connection.table_id

        def is_open(table: Table) -> bool:
            state = table.state
            return not guest or state.open_chat or who.identity == state.host or bool(table.seats_of(who.identity))

        if not await self._worker.tables.read(table_id, is_open):
            raise Refused("chat_closed")
        if (await self._access(who)).muted:
            raise Refused("muted")
        await chat.say(self._worker.database, table_id, who, message.text, self._worker.tables.now())
        self._worker.hub.chatted(table_id)
        return self.connection.since

    async def _access(self, who: Person) -> Access:
        """What a person may do here; refuses whom the host keeps out, if this worker has not heard of it yet."""
        table_id = self.connection.table_id
        found = await self._worker.database.read(lambda connection: store.access(connection, table_id, who.identity))
        if found is None:
            raise NotFound
        if found.kept_out:
            raise Refused("kept_out")
        return found

    async def in_sight(self, message: wire.InSight) -> int:
        """Notes whether the client shows the table."""
        self._worker.hub.show(self.connection, message.visible)
        return self.connection.since

    async def ping(self, message: wire.Ping) -> None:
        """Answers with the server's time."""
        self.connection.send(encode(wire.Pong(message.ref, self._worker.tables.now(), self._worker.tables.clock())))

    async def _is_table_removed(self) -> bool:
        """Whether a change was not saved because the table was removed."""
        table_id = self.connection.table_id
        try:
            found = await self._worker.database.read(lambda connection: store.access(connection, table_id, None))
        except NotSaved:
            return False
        return found is None

    def _refuse(self, ref: int, refusal: Refused | IllegalMove) -> None:
        self.connection.send(self.refusal(ref, refusal))

    def refusal(self, ref: int, refusal: Refused | IllegalMove) -> bytes:
        """A refusal in the client's language."""
        code, rule = ("rules", refusal.rule) if isinstance(refusal, IllegalMove) else (refusal.code, None)
        self._worker.metrics.refused.labels(code).inc()
        return encode(wire.Refusal(ref, code, refusal.sentence(self._visitor.lang), rule))


Handler = Callable[[Session, wire.ClientMessage], Awaitable[int | None]]
_COMMAND = cast("Handler", Session.command)
_HANDLERS = cast(  # for messages that do not just run a command at the table
    "dict[type[wire.ClientMessage], Handler]",
    {
        Sit: Session.sit,
        SitBot: Session.sit_bot,
        Start: Session.start,
        Rematch: Session.rematch,
        wire.Look: Session.look,
        wire.AskOutcome: Session.outcome,
        wire.AskHint: Session.hint,
        wire.AskOdds: Session.odds,
        wire.Say: Session.say,
        wire.InSight: Session.in_sight,
        wire.Ping: Session.ping,
    },
)


def _decoded(data: str | bytes) -> wire.ClientMessage:
    if len(data) > LARGEST_MESSAGE:
        raise Refused("too_long")
    try:
        message: wire.ClientMessage = _DECODE(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", why=_reason(error)) from None
    return message


def _reason(error: Exception) -> str:
    return "nested too deeply." if isinstance(error, RecursionError) else f"{str(error)[:200].rstrip('.')}."
