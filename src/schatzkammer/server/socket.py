"""The socket of one client at one table: wishes come in, what becomes of them goes out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from schatzkammer.core.errors import IllegalMove
from schatzkammer.server import seen, wire
from schatzkammer.server.house import House
from schatzkammer.server.hub import Connection
from schatzkammer.server.visitors import Visitor, language, may_enter, visitor_of
from schatzkammer.table import chat, wishes
from schatzkammer.table.errors import NotSaved, Refused, Stale
from schatzkammer.table.model import Entry
from schatzkammer.table.people import checked_name
from schatzkammer.table.wishes import Person

LOG = logging.getLogger("schatzkammer.socket")

LARGEST_MESSAGE = 8 * 1024
MOST_MISTAKES = 20  # messages that cannot be understood, or too many at once, before the door is shut

POLICY, NOT_KNOWN, NO_TABLE, TOO_FAST = 1008, 4401, 4404, 4429

_DECODE = msgspec.json.Decoder(wire.ClientMessage).decode


@websocket("/ws/tables/{table:str}")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table: FromPath[str],
    since: FromQuery[int] = 0,
    said: FromQuery[int] = 0,
    look: FromQuery[int | None] = None,
) -> None:
    """One client at one table; `since` is the version it has from an earlier connection, `said` the line of chat.

    `look` is the seat that a client with several looks through.
    """
    house = cast("House", socket.app.state["house"])
    await socket.accept()

    async def send(message: str) -> None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": message})

    try:
        visitor = await visitor_of(socket, house)
    except Refused as refusal:
        await send(seen.text(wire.Refusal(0, refusal.code, refusal.sentence(language(socket)))))
        await socket.close(NOT_KNOWN)
        return
    connection = Connection(house.hub, table, visitor, send, max(since, 0), max(said, 0))
    connection.looked = look
    session = _Session(house, visitor, connection)
    try:
        if not house.limits.allow("connect", visitor.key):
            raise Refused("too_fast")
        await may_enter(house, visitor, table)
        await house.hub.enter(connection)
    except Refused as refusal:
        await send(session.refusal(0, refusal))
        await socket.close(TOO_FAST if refusal.code == "too_fast" else NO_TABLE)
        return
    pump = asyncio.create_task(_pump(connection))
    dismissal = asyncio.create_task(_dismiss(connection, socket))
    try:
        code = await session.listen(socket)
        connection.stop()
        await pump
        if code is not None:
            await socket.close(code)
    except WebSocketDisconnect:
        pass
    finally:
        pump.cancel()
        dismissal.cancel()
        house.hub.leave(connection)


async def _dismiss(connection: Connection, socket: WebSocket[Any, Any, Any]) -> None:
    await connection.dismissed.wait()
    await socket.close(NOT_KNOWN)


async def _pump(connection: Connection) -> None:
    while True:
        try:
            return await connection.pump()
        except NotSaved:
            await asyncio.sleep(1)  # the database is away: what is missed is made up for when it is back
        except Refused:
            return None
        except Exception as error:
            if type(error).__name__ not in ("ClientDisconnected", "WebSocketDisconnect"):
                LOG.exception("a connection failed", extra={"table": connection.table})
            return None


class _Session:
    """What one client wishes for."""

    def __init__(self, house: House, visitor: Visitor, connection: Connection) -> None:
        self._house = house
        self._visitor = visitor
        self._connection = connection
        self._mistakes = 0

    async def listen(self, socket: WebSocket[Any, Any, Any]) -> int | None:
        """Grants and refuses until the client goes, or is sent away with a code."""
        while True:
            event = await socket.receive()
            if event["type"] != "websocket.receive" or self._connection.stopped:
                return None
            data = event.get("text") or event.get("bytes") or ""
            if not self._house.limits.allow("message", f"{id(self)}"):
                self._refuse(0, Refused("too_fast"))
                await asyncio.sleep(0.05)  # a flood is slowed down before it is cut off
                self._mistakes += 1
            elif len(data) > LARGEST_MESSAGE:
                self._refuse(0, Refused("too_long"))
                self._mistakes += 1
            else:
                await self._hear(data)
            if self._mistakes >= MOST_MISTAKES:
                return POLICY

    async def _hear(self, data: str | bytes) -> None:
        try:
            message = _DECODE(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._mistakes += 1
            self._refuse(0, Refused("malformed", why=_plain(error)))
            return
        self._house.metrics.heard(message)
        started = time.perf_counter()
        try:
            await self._grant(message)
        except (Refused, IllegalMove) as refusal:
            self._refuse(message.ref, refusal)
            if isinstance(refusal, Stale):
                self._connection.fall_behind(getattr(message, "version", 0))
        except NotSaved:
            self._refuse(message.ref, Refused("not_saved"))
        except Exception:
            LOG.exception("a wish failed", extra={"table": self._connection.table})
            self._refuse(message.ref, Refused("internal"))
        else:
            self._house.metrics.wishes.observe(time.perf_counter() - started)

    async def _grant(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            self._connection.push(seen.text(wire.Pong(message.ref, self._house.tables.now())))
            return
        who = self._visitor.person()
        if isinstance(message, wire.Say):
            await self._say(who, message)
            return
        if isinstance(message, wire.Look):
            version = await self._connection.look(message.seat, message.since)
            self._connection.push(seen.text(wire.Ack(message.ref, version)))
            return
        entry = await self._wish(who, message)
        self._connection.push(seen.text(wire.Ack(message.ref, entry.version)))

    async def _wish(self, who: Person, message: wire.ClientMessage) -> Entry:
        tables, name = self._house.tables, self._connection.table
        match message:
            case wire.Move():
                return await tables.run(name, wishes.move(who, message.move, message.version, message.seat))
            case wire.Undo():
                return await tables.undo(name, who, message.version, message.seat)
            case wire.Sit():
                local = None if message.name is None else checked_name(message.name)
                return await tables.run(name, wishes.sit(who, message.seat, local))
            case wire.SitBot():
                return await tables.run(name, wishes.sit_bot(who, message.seat, message.bot))
            case wire.Clear():
                return await tables.run(name, wishes.clear(who, message.seat))
            case wire.Start():
                return await tables.run(name, wishes.start(who))
            case wire.Leave():
                return await tables.run(name, wishes.leave(who, message.seat))
            case wire.Return():
                return await tables.run(name, wishes.come_back(who, message.seat))
            case wire.Resign():
                return await tables.run(name, wishes.resign(who, message.seat))
            case wire.Rematch():
                return await tables.rematch(name, who)
        raise Refused("not_allowed")

    async def _say(self, who: Person, message: wire.Say) -> None:
        if not self._house.limits.allow("chat", who.identity):
            raise Refused("too_fast")
        table = self._connection.table
        line = await chat.say(self._house.database, table, who, message.text, self._house.tables.now())
        self._house.hub.said(table, line)
        self._connection.push(seen.text(wire.Ack(message.ref, self._connection.since)))

    def _refuse(self, ref: int, refusal: Refused | IllegalMove) -> None:
        self._connection.push(self.refusal(ref, refusal))

    def refusal(self, ref: int, refusal: Refused | IllegalMove) -> str:
        """A refusal in the client's language."""
        lang = self._visitor.lang
        if isinstance(refusal, IllegalMove):
            self._house.metrics.refused.labels("rules").inc()
            return seen.text(wire.Refusal(ref, "rules", refusal.sentence(lang), refusal.rule))
        self._house.metrics.refused.labels(refusal.code).inc()
        return seen.text(wire.Refusal(ref, refusal.code, refusal.sentence(lang)))


def _plain(error: Exception) -> str:
    return "nested too deeply." if isinstance(error, RecursionError) else f"{str(error)[:200].rstrip('.')}."
