"""The socket of one client at one table: wishes come in, what becomes of them goes out.

Sockets are spoken to without a framework: what it wraps around every message is paid for at every move.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from schatzkammer.core.errors import IllegalMove
from schatzkammer.server import seen, wire
from schatzkammer.server.cable import speaker_of
from schatzkammer.server.house import House
from schatzkammer.server.hub import Connection
from schatzkammer.server.limits import Bucket, key_of
from schatzkammer.server.talk import Speaker
from schatzkammer.server.visitors import Coming, Visitor, language, may_enter, visitor_of
from schatzkammer.table import chat, wishes
from schatzkammer.table.errors import NotFound, NotSaved, Refused, Stale
from schatzkammer.table.model import Entry
from schatzkammer.table.store import tables as store
from schatzkammer.table.wishes import Person

LOG = logging.getLogger("schatzkammer.socket")

PLACE = "/ws/tables/"
LARGEST_MESSAGE = 8 * 1024
MISTAKES = 0.1, 20.0  # what cannot be understood or comes too fast: a second, at once; then the door is shut
PRESSING = 4  # messages that wait to be heard: who sends so many does not wait for answers
MOST_SOCKETS = 200  # of one address

POLICY, FAILED, LATER, NOT_KNOWN, NO_TABLE, TOO_FAST = 1008, 1011, 1013, 4401, 4404, 4429

_DECODE = msgspec.json.Decoder(wire.ClientMessage).decode


def coming(scope: Scope) -> Coming:
    """What the address of a socket says; Refused where it makes no sense."""
    if not scope["path"].startswith(PLACE):
        raise Refused("not_found")
    table = scope["path"].removeprefix(PLACE)
    try:
        asked = parse_qsl(scope.get("query_string", b"").decode("ascii"), max_num_fields=20)
        return msgspec.convert({**dict(asked), "table": table}, Coming, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise Refused("malformed", why=_plain(error)) from None


async def attend(house: House, client: Coming, scope: Scope, receive: Receive, send: Send) -> None:
    """One client at one table, from his coming to his going."""
    await receive()
    accept: Any = {"type": "websocket.accept"}
    await send(accept)
    try:
        code = await _attend(house, client, scope, receive, send)
    except NotSaved:
        code = LATER
    except Exception:
        LOG.exception("a socket failed", extra={"table": client.table})
        code = FAILED
    if code is not None:
        await _close(send, code)


async def _attend(house: House, client: Coming, scope: Scope, receive: Receive, send: Send) -> int | None:
    """The code to send him away with; None when he went by himself."""
    speaker = speaker_of(scope)
    asked: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    try:
        _check_how_often(house, asked)
        visitor = await visitor_of(asked, house)
    except Refused as refusal:
        speaker.say(seen.text(wire.Refusal(0, refusal.code, refusal.sentence(language(asked)))))
        return TOO_FAST if refusal.code == "too_fast" else NOT_KNOWN
    connection = Connection(house.hub, client.table, visitor, speaker, client.since, client.said)
    connection.looked = client.look
    session = _Session(house, visitor, connection, speaker)
    try:
        await may_enter(house, visitor, client.table)
        await house.hub.enter(connection)
    except Refused as refusal:
        speaker.say(session.refusal(0, refusal))
        return NO_TABLE
    dismissal = asyncio.create_task(_dismiss(connection, send))
    try:
        return await session.listen(receive)
    finally:
        connection.stop()
        dismissal.cancel()
        house.hub.leave(connection)


def _check_how_often(house: House, asked: ASGIConnection[Any, Any, Any, Any]) -> None:
    who = key_of(asked.client.host if asked.client else "")
    many = house.limits.enabled and house.hub.sockets_of(who) >= MOST_SOCKETS
    if many or not house.limits.allow("connect", who):
        raise Refused("too_fast")


async def _close(send: Send, code: int) -> None:
    closing: Any = {"type": "websocket.close", "code": code}
    with suppress(OSError, RuntimeError):  # he has gone by himself
        await send(closing)


async def _dismiss(connection: Connection, send: Send) -> None:
    await connection.dismissed.wait()
    await _close(send, FAILED if connection.failed else NOT_KNOWN)


class _Session:
    """What one client wishes for."""

    def __init__(self, house: House, visitor: Visitor, connection: Connection, speaker: Speaker) -> None:
        self._house = house
        self._visitor = visitor
        self._connection = connection
        self._person = None if visitor.identity is None else visitor.person()
        self._speaker = speaker
        self._messages = house.limits.bucket("message")
        self._mistakes = Bucket(*MISTAKES)
        self._gone = False  # the table was removed

    async def listen(self, receive: Receive) -> int | None:
        """Grants and refuses until the client goes, or is sent away with a code."""
        while True:
            event = await receive()
            if event["type"] != "websocket.receive" or self._connection.stopped:
                return None
            data = event.get("text") or event.get("bytes") or ""
            try:
                if self._messages is not None:
                    await self._pace(self._messages)
                message = _understood(data)
            except Refused as refusal:
                self._refuse(0, refusal)
                if not self._mistakes.take():
                    return POLICY
            else:
                await self._hear(message)
            if self._gone:
                return NO_TABLE

    async def _pace(self, messages: Bucket) -> None:
        """Lets a client that is fast and waits for answers wait a little longer; a flood is refused."""
        wait = messages.wait()
        if wait > 0:
            flood = self._speaker.unheard() >= PRESSING
            await asyncio.sleep(wait)
            if flood:
                raise Refused("too_fast")
        messages.take()

    async def _hear(self, message: wire.ClientMessage) -> None:
        self._house.metrics.wishes.heard(message)
        started = time.perf_counter()
        try:
            await self._grant(message)
        except (Refused, IllegalMove) as refusal:
            self._refuse(message.ref, refusal)
            self._gone = isinstance(refusal, NotFound)
            if isinstance(refusal, Stale):
                self._connection.fall_behind(getattr(message, "version", 0))
        except NotSaved:
            self._gone = await self._is_gone()
            self._refuse(message.ref, NotFound() if self._gone else Refused("not_saved"))
        except Exception:
            LOG.exception("a wish failed", extra={"table": self._connection.table})
            self._refuse(message.ref, Refused("internal"))
        else:
            self._house.metrics.wishes.granted(time.perf_counter() - started)

    async def _is_gone(self) -> bool:
        """Whether something was not saved because the table was removed meanwhile."""
        table = self._connection.table
        try:
            found = await self._house.database.read(lambda connection: store.access(connection, table, None))
        except NotSaved:
            return False
        return found is None

    async def _grant(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            self._connection.tell(seen.text(wire.Pong(message.ref, self._house.tables.now())))
            return
        who = self._person or self._visitor.person()
        if isinstance(message, wire.Say):
            await self._say(who, message)
            return
        if isinstance(message, wire.Look):
            version = await self._connection.look(message.seat, message.since)
            self._connection.tell(seen.text(wire.Ack(message.ref, version)))
            return
        if not isinstance(message, wire.Move) and not self._house.limits.allow("seat", who.identity):
            raise Refused("too_fast")  # each of these is a line in the log, and told to everybody
        entry = await self._wish(who, message)
        self._connection.tell(seen.text(wire.Ack(message.ref, entry.version)))

    def _wish(self, who: Person, message: wire.ClientMessage) -> Coroutine[Any, Any, Entry]:
        tables, name = self._house.tables, self._connection.table
        match message:
            case wire.Move():
                return tables.run(name, wishes.move(who, message.move, message.version, message.seat))
            case wire.Undo():
                return tables.undo(name, who, message.version, message.seat)
            case wire.Sit():
                return self._sit(who, message)
            case wire.SitBot():
                return tables.run(name, wishes.sit_bot(who, message.seat, message.bot))
            case wire.Clear():
                return tables.run(name, wishes.clear(who, message.seat))
            case wire.Start():
                return tables.run(name, wishes.start(who))
            case wire.Leave():
                return tables.run(name, wishes.leave(who, message.seat))
            case wire.Return():
                return tables.run(name, wishes.come_back(who, message.seat))
            case wire.Resign():
                return tables.run(name, wishes.resign(who, message.seat))
            case wire.Rematch():
                return tables.rematch(name, who, self._house.hub.present(name))
        raise Refused("not_allowed")

    async def _sit(self, who: Person, message: wire.Sit) -> Entry:
        names = [] if message.name is None else [message.name]
        local = await self._house.people.beside(who.identity, names)
        wish = wishes.sit(who, message.seat, local[0] if local else None)
        return await self._house.tables.run(self._connection.table, wish)

    async def _say(self, who: Person, message: wire.Say) -> None:
        if not self._house.limits.allow("chat", who.identity):
            raise Refused("too_fast")
        table = self._connection.table
        await chat.say(self._house.database, table, who, message.text, self._house.tables.now())
        self._house.hub.said(table)
        self._connection.tell(seen.text(wire.Ack(message.ref, self._connection.since)))

    def _refuse(self, ref: int, refusal: Refused | IllegalMove) -> None:
        self._connection.tell(self.refusal(ref, refusal))

    def refusal(self, ref: int, refusal: Refused | IllegalMove) -> bytes:
        """A refusal in the client's language."""
        lang = self._visitor.lang
        if isinstance(refusal, IllegalMove):
            self._house.metrics.refused.labels("rules").inc()
            return seen.text(wire.Refusal(ref, "rules", refusal.sentence(lang), refusal.rule))
        self._house.metrics.refused.labels(refusal.code).inc()
        return seen.text(wire.Refusal(ref, refusal.code, refusal.sentence(lang)))


def _understood(data: str | bytes) -> wire.ClientMessage:
    if len(data) > LARGEST_MESSAGE:
        raise Refused("too_long")
    try:
        message: wire.ClientMessage = _DECODE(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", why=_plain(error)) from None
    return message


def _plain(error: Exception) -> str:
    return "nested too deeply." if isinstance(error, RecursionError) else f"{str(error)[:200].rstrip('.')}."
