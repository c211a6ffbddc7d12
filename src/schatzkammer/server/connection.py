"""One socket at one table, and what it is sent.

A connection that is up to date gets every change after its commit. One that is behind (new, reconnected, stale or slow)
catches up from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from schatzkammer.server import wire
from schatzkammer.server.broadcast import Broadcast, Pov, encode
from schatzkammer.server.ws_frames import Writer
from schatzkammer.table.chat import Line, lines_after
from schatzkammer.table.errors import NotSaved, Refused
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table

if TYPE_CHECKING:
    from schatzkammer.server.hub import Hub
    from schatzkammer.server.identity import SocketRequest, Visitor

LOG = logging.getLogger("schatzkammer.hub")


class Connection:
    """One socket at one table."""

    def __init__(self, hub: Hub, request: SocketRequest, visitor: Visitor, writer: Writer) -> None:
        self.table_id = request.table
        self.visitor = visitor
        self.identity = visitor.id
        self.dismissed = asyncio.Event()  # set when the server closes the socket:
        self.failed = False  # because it cannot send the table,
        self.expelled = False  # or because the host says so; else because the identity signed out
        self.pov = Pov(None, ())
        self.since = request.since  # the version that the client has
        self.chat_since = request.said  # the latest chat line that the client has
        self.behind = True
        self.in_sight = True  # whether the client shows the table, as far as it says
        self.stopped = False
        self._hub = hub
        self._writer = writer
        self._look = request.look  # the seat whose view the client asked for
        self._outcomes = request.outcomes  # whether it wants outcomes
        self._as_spectator = False  # whether it asked for a spectator's view
        self._postponed: list[bytes] | None = []  # messages to send after the first state; None after that
        self._unsent_lines: dict[int, Line] = {}  # chat lines received while it was behind
        self._catching_up: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        """Sends a small message, even to a slow client."""
        if self._postponed is None:
            self._writer.send(message)
        else:
            self._postponed.append(message)

    def update(self, version: int, message: bytes) -> None:
        """Sends a change; a slow client gets all changes together later."""
        if self._writer.full:
            self.fall_behind(self.since)
        else:
            self.since = version
            self._writer.send(message)

    def point_of_view(self, table: Table) -> Pov:
        """The view of the reader's only seat or of the seat they asked for, else a spectator's."""
        seats = table.seats_of(self.identity)
        if self._as_spectator:
            return Pov(None, seats)
        if self._look in seats:
            return Pov(self._look, seats, self._outcomes)
        return Pov(seats[0] if len(seats) == 1 else None, seats, self._outcomes)

    async def look(self, seat: int | None, since: int | None) -> int:
        """Changes the point of view and sends the table anew; returns its version."""

        def check(table: Table) -> int:
            if seat is not None and seat not in table.seats_of(self.identity):
                raise Refused("not_yours")
            return table.version

        version = await self._hub.tables.read(self.table_id, check)
        self._look, self._as_spectator = seat, seat is None
        self.fall_behind(self.since if since is None else since)
        return version

    def fall_behind(self, since: int) -> None:
        """Sends the table and all entries after a version as soon as the client can receive them."""
        self.since = min(since, self.since)
        self.behind = True
        if self._catching_up is None and not self.stopped:
            self._catching_up = asyncio.create_task(self._catch_up())

    def stop(self) -> None:
        """Stops sending the table."""
        self.stopped = True
        if self._catching_up is not None:
            self._catching_up.cancel()

    async def _catch_up(self) -> None:
        try:
            while self.behind:
                try:
                    await self._writer.drain()
                    await self._send_missed()
                except NotSaved as error:
                    reason = {"table": self.table_id, "reason": str(error)}
                    LOG.warning("the database does not answer", extra=reason)
                    await asyncio.sleep(1)
        except Exception as error:
            if not isinstance(error, Refused):  # Refused: the table was removed
                LOG.exception("a connection failed", extra={"table": self.table_id})
            self.failed = True
            self._catching_up = None  # `dismiss` cancels it
            self._hub.dismiss(self)
        finally:
            self._catching_up = None

    async def _send_missed(self) -> None:
        tables = self._hub.tables
        since = self.since
        version = await tables.read(self.table_id, lambda table: table.version)
        log, lines = await tables.database.read(
            lambda connection: (
                store.entries(connection, self.table_id, since),
                lines_after(connection, self.table_id, self.chat_since),
            )
        )
        missed = [entry for entry in log if entry.version <= version]

        def send(table: Table) -> None:
            if table.version != version or self.since != since:
                return  # the table has changed meanwhile: try again
            self.behind = False
            self.since = version
            self._hub.reseat(self, table)
            self._writer.send(Broadcast(table, min(since, version), missed).text(self.pov))
            postponed, self._postponed = self._postponed or [], None
            for message in postponed:
                self._writer.send(message)
            unsent = {line.id: line for line in lines} | self._unsent_lines
            self._unsent_lines = {}
            self.send_chat([unsent[number] for number in sorted(unsent)])

        await tables.read(self.table_id, send)

    def send_chat(self, lines: Sequence[Line]) -> None:
        """Sends the lines that the client does not have yet."""
        new = [line for line in lines if line.id > self.chat_since]
        if self.behind:
            # Earlier lines are still being read and must be sent first.
            self._unsent_lines |= {line.id: line for line in new}
        elif new:
            self.chat_since = new[-1].id
            self.send(encode(wire.Chat(new)))
