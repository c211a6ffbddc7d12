"""The connections of this worker, who is there, and what is told to whom."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import UNSET

from schatzkammer.server import wire
from schatzkammer.server.broadcast import Broadcast, encode
from schatzkammer.server.connection import Connection
from schatzkammer.table.bus import NO_ENTRY, Bus, Note, Present
from schatzkammer.table.chat import latest_lines, lines_after
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.errors import NotFound, NotSaved
from schatzkammer.table.service import Tables
from schatzkammer.table.sessions import Sessions
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table

if TYPE_CHECKING:
    pass

LOG = logging.getLogger("schatzkammer.hub")

MOST_NAMED = 100  # people at a table whom one worker tells the others of
MOST_LOOKED = 20_000  # people whose last look at a table is remembered
LINGER = 60.0  # seconds that somebody who has gone still counts as there for bots: they may come back
PRESENCE_TIMEOUT = 30.0  # seconds without a note from a worker


class Hub:
    """All connections of this worker."""

    def __init__(self, tables: Tables, bus: Bus, worker: str) -> None:
        self.tables = tables
        self._bus = bus
        self._worker = worker
        self._connections: dict[str, list[Connection]] = {}  # by table
        self._addresses: Counter[str] = Counter()  # connections by rate-limit key
        self._public: dict[str, tuple[object, ...]] = {}  # by table: the public part that up-to-date clients have
        self._elsewhere: dict[str, dict[str, tuple[float, Present]]] = {}  # by table and worker
        self._gone: OrderedDict[str, tuple[float, str]] = OrderedDict()  # by table: when the last one went, who paid
        self._looked: OrderedDict[tuple[str, str], int] = OrderedDict()  # by table and identity: until when
        self._waits: set[str] = set()  # tables whose bots have to wait for others
        self._tasks: set[asyncio.Task[None]] = set()
        tables.listener = self

    @property
    def size(self) -> int:
        """The number of connections."""
        return sum(len(here) for here in self._connections.values())

    def sockets_of(self, address: str) -> int:
        """The number of connections from an address."""
        return self._addresses[address]

    def present(self, table_id: str) -> set[int]:
        """The seats whose players are connected, to any worker."""
        return {seat for present in self._everywhere(table_id) for seat in present.seats}

    def people(self, table_id: str) -> set[str]:
        """The identities that are connected, to any worker."""
        here = {one.identity for one in self._connections.get(table_id, ()) if one.identity is not None}
        return here.union(*[present.people for present in self._everywhere(table_id)])

    def looked(self, table_id: str, identity: str) -> tuple[int, bool]:
        """When somebody with a seat was last known to look at a table; and whether they are not known to have gone."""
        if identity in self._watching(table_id):
            return self.tables.now(), True
        others = self._elsewhere_now(table_id)
        found = [present.at for present in others if identity in present.watching]
        return max([*found, self._looked.get((table_id, identity), 0)]), bool(found)

    def _look_away(self, table_id: str, people: Sequence[str], at: int) -> None:
        """Notes until when people have looked at a table."""
        for identity in people:
            self._looked[table_id, identity] = at
            self._looked.move_to_end((table_id, identity))
        while len(self._looked) > MOST_LOOKED:
            self._looked.popitem(last=False)

    def _watching(self, table_id: str) -> list[str]:
        here = self._connections.get(table_id, ())
        return sorted({one.identity for one in here if one.in_sight and one.pov.seats and one.identity is not None})

    def show(self, connection: Connection, visible: bool) -> None:
        """Notes whether a client shows the table."""
        before, connection.in_sight = self._watching(connection.table_id), visible
        self._look_away(connection.table_id, before, self.tables.now())
        table_id = connection.table_id
        self._bus.publish(Note(self._worker, table_id, present=self._here(table_id, named=True)))

    async def enter(self, connection: Connection) -> None:
        """Adds a connection; raises NotFound when there is no such table. Bots that paused play on."""
        pov, bots_pause = await self.tables.read(
            connection.table_id,
            lambda table: (connection.point_of_view(table), bool(table.bots_to_act) and self.payer(table.id) is None),
            watch=True,
        )
        connection.pov = pov
        self._connections.setdefault(connection.table_id, []).append(connection)
        self._addresses[connection.visitor.key] += 1
        connection.fall_behind(connection.since)
        self._announce(connection.table_id)
        if bots_pause and self.tables.on_bot_turn is not None:
            self.tables.on_bot_turn(connection.table_id)

    def leave(self, connection: Connection) -> None:
        """Removes a connection."""
        here = self._connections.get(connection.table_id, [])
        if connection in here:
            if connection.in_sight and connection.pov.seats and connection.identity is not None:
                self._look_away(connection.table_id, [connection.identity], self.tables.now())
            here.remove(connection)
            self._addresses[connection.visitor.key] -= 1
            if not self._addresses[connection.visitor.key]:
                del self._addresses[connection.visitor.key]
            self.tables.unwatch(connection.table_id)
            if not here:
                self._remember(connection)
                del self._connections[connection.table_id]
                self._public.pop(connection.table_id, None)
            self._announce(connection.table_id)

    def _remember(self, last: Connection) -> None:
        """Remembers when the last connection to a table ended."""
        now = time.monotonic()
        self._waits.discard(last.table_id)
        self._gone[last.table_id] = now, last.visitor.key
        self._gone.move_to_end(last.table_id)
        while self._gone and next(iter(self._gone.values()))[0] < now - LINGER:
            self._gone.popitem(last=False)

    # Bots -------------------------------------------------------------------------------------------
    def payer(self, table_id: str) -> str | None:
        """The address that bots' thinking at a table is charged to; None when nobody is there."""
        here = self._payer(table_id)
        if here is not None:
            return here
        for present in self._elsewhere_now(table_id):
            if present.payer is not None:
                return present.payer
        at, address = self._gone.get(table_id, (float("-inf"), ""))
        if at > time.monotonic() - LINGER:
            return address
        return None if self._bus.reliable else "unknown"  # who is connected to others is not known

    def _payer(self, table_id: str) -> str | None:
        here = self._connections.get(table_id)
        if not here:
            return None
        return min([one.visitor.key for one in here if one.pov.seats] or [one.visitor.key for one in here])

    def keep_waiting(self, table_id: str, waiting: bool) -> None:
        """Tells the people at a table that its bots have to wait for others, or no longer, in all workers."""
        self._bus.publish(Note(self._worker, table_id, waits=waiting))
        self._keep_waiting(table_id, waiting=waiting)

    def _keep_waiting(self, table_id: str, *, waiting: bool) -> None:
        if waiting and table_id in self._connections:
            self._waits.add(table_id)
        else:
            self._waits.discard(table_id)
        self._send_presence(table_id)

    async def close(self) -> None:
        """Cancels what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Signing out ------------------------------------------------------------------------------------
    def sign_out(self, identity: str, session: str | None = None, *, kept: str | None = None) -> None:
        """Closes the sockets of an identity, of one of its sessions, or of all but one, in all workers."""
        self._dismiss_all(identity, session, kept)
        self._bus.publish(Note(self._worker, gone=identity, session=session, kept=kept))

    async def recheck(self, sessions: Sessions) -> None:
        """Closes the sockets of identities that were blocked or signed out without a note, as the command line does."""
        here = [one for all_here in self._connections.values() for one in all_here if one.identity is not None]
        if not here:
            return
        ids = {one.visitor.session for one in here if one.visitor.session is not None}
        active = await sessions.active(list({one.visitor.require_identity().id for one in here}), list(ids))
        for connection in here:
            who = connection.visitor.require_identity()
            if not active.include(who.id, who.epoch, connection.visitor.session):
                self.dismiss(connection)

    def expel(self, table_id: str, identity: str) -> None:
        """Closes the sockets of an identity at one table, in all workers."""
        self._expel(table_id, identity)
        self._bus.publish(Note(self._worker, table_id, out=identity))

    def _expel(self, table_id: str, identity: str) -> None:
        for connection in list(self._connections.get(table_id, ())):
            if connection.identity == identity:
                connection.expelled = True
                self.dismiss(connection)

    async def recheck_kept_out(self) -> None:
        """Closes the sockets of those whom a host keeps out and whose notes were lost."""
        here = list(self._connections)
        found = await self.tables.database.read(lambda connection: store.kept_out(connection, here)) if here else []
        for table_id, identity in found:
            self._expel(table_id, identity)

    def _dismiss_all(self, identity: str, session: str | None, kept: str | None) -> None:
        for here in list(self._connections.values()):
            for connection in list(here):
                here_signed_in = connection.visitor.session
                stays = session not in (None, here_signed_in) or (kept is not None and kept == here_signed_in)
                if connection.identity == identity and not stays:
                    self.dismiss(connection)

    def dismiss(self, connection: Connection) -> None:
        """Removes a connection and closes its socket."""
        self.leave(connection)
        connection.stop()
        connection.dismissed.set()

    # Changes of tables --------------------------------------------------------------------------------
    def prepare(self, table: Table, entries: Sequence[LogEntry]) -> Broadcast | None:
        """Encodes a change for every up-to-date connection while it is being committed."""
        here = self._connections.get(table.id)
        if not here:
            return None
        try:
            broadcast = Broadcast(table, entries[0].version - 1, entries, self._public.get(table.id, ()))
            for connection in here:
                if not connection.behind:
                    broadcast.text(connection.point_of_view(table) if broadcast.reseats else connection.pov)
        except Exception:
            LOG.exception("cannot encode a change", extra={"table": table.id})
            return None
        return broadcast

    def publish(self, table: Table, broadcast: Broadcast | None) -> None:
        """Sends a committed change to all connections at its table."""
        here = self._connections.get(table.id)
        if broadcast is None or not here:
            return  # a later connection gets the whole table
        self._public[table.id] = broadcast.public
        try:
            for connection in here:
                if connection.behind or connection.since != broadcast.since:
                    connection.fall_behind(connection.since)
                    continue
                if broadcast.reseats:
                    self.reseat(connection, table)
                connection.update(table.version, broadcast.text(connection.pov))
        except Exception:
            LOG.exception("cannot send a change", extra={"table": table.id})

    def reseat(self, connection: Connection, table: Table) -> None:
        """Updates a connection's point of view; announces presence when its seats have changed."""
        before, connection.pov = connection.pov, connection.point_of_view(table)
        if connection.pov.seats != before.seats:
            asyncio.get_running_loop().call_soon(self._announce, table.id)

    # Chat ---------------------------------------------------------------------------------------------
    def chatted(self, table_id: str) -> None:
        """Sends new chat lines to all clients of all workers."""
        self._spawn(self._send_chat(table_id))
        self._bus.publish(Note(self._worker, table_id, chat=True))

    async def recheck_chat(self) -> None:
        """Sends chat lines whose notes were lost."""
        here = list(self._connections)
        latest = await self.tables.database.read(lambda connection: latest_lines(connection, here)) if here else {}
        for table_id, line in latest.items():
            if any(one.chat_since < line and not one.behind for one in self._connections.get(table_id, ())):
                await self._send_chat(table_id)

    async def _send_chat(self, table_id: str) -> None:
        since = min((one.chat_since for one in self._connections.get(table_id, ())), default=0)
        with suppress(NotSaved):  # the next recheck sends them
            lines = await self.tables.database.read(lambda connection: lines_after(connection, table_id, since))
            for connection in self._connections.get(table_id, ()):
                connection.send_chat(lines)

    # Other workers ------------------------------------------------------------------------------------
    def received(self, note: Note) -> None:
        """Handles a note of another worker."""
        if note.asks:
            self.announce_all()
        elif note.gone is not None:
            self._dismiss_all(note.gone, note.session, note.kept)
        elif note.out is not None:
            self._expel(note.table, note.out)
        elif note.waits is not None:
            self._keep_waiting(note.table, waiting=note.waits)
        elif note.present is not None:
            others = self._elsewhere.setdefault(note.table, {})
            if note.worker in others:
                self._look_away(note.table, others[note.worker][1].watching, note.present.at)
            if note.present.seats or note.present.spectators:
                others[note.worker] = (time.monotonic(), note.present)
            else:
                others.pop(note.worker, None)
            self._send_presence(note.table)
        elif note.table in self._connections:
            if note.chat:
                self._spawn(self._send_chat(note.table))
            elif note.entry is NO_ENTRY or not self.tables.receive(note.table, note.entry):
                self._spawn(self._refresh(note.table))

    def missed(self) -> None:
        """Checks everything that clients watch; called when notes may have been lost."""
        self._spawn(self._refresh_all())
        self._bus.publish(Note(self._worker, asks=True))
        self.announce_all()

    async def _refresh(self, table_id: str) -> None:
        with suppress(NotFound, NotSaved):  # the next recheck makes up for it
            await self.tables.refresh(table_id)

    async def _refresh_all(self) -> None:
        with suppress(NotFound, NotSaved):
            await self.tables.refresh_watched()
            await self.recheck_chat()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Presence -----------------------------------------------------------------------------------------
    def announce_all(self) -> None:
        """Tells the other workers who is connected here; drops workers that have been silent for too long."""
        limit = time.monotonic() - PRESENCE_TIMEOUT
        for table_id in list(self._connections):
            self._bus.publish(Note(self._worker, table_id, present=self._here(table_id, named=True)))
        for table_id, others in list(self._elsewhere.items()):
            silent = [worker for worker, (at, _) in others.items() if at <= limit]
            for worker in silent:
                del others[worker]
            if not others:
                del self._elsewhere[table_id]
            if silent:
                self._send_presence(table_id)

    def _announce(self, table_id: str) -> None:
        self._bus.publish(Note(self._worker, table_id, present=self._here(table_id, named=True)))
        self._send_presence(table_id)

    def _here(self, table_id: str, *, named: bool = False) -> Present:
        here = self._connections.get(table_id, ())
        seats = sorted({seat for one in here for seat in one.pov.seats})
        spectators = sum(not one.pov.seats for one in here)
        if not named or not self.tables.database.shared:
            return Present(seats, spectators)
        people = sorted({one.identity for one in here if one.identity is not None})
        watching, now = self._watching(table_id), self.tables.now()
        return Present(seats, spectators, people[:MOST_NAMED], self._payer(table_id), watching, now)

    def _everywhere(self, table_id: str) -> list[Present]:
        return [self._here(table_id), *self._elsewhere_now(table_id)]

    def _elsewhere_now(self, table_id: str) -> list[Present]:
        limit = time.monotonic() - PRESENCE_TIMEOUT
        return [present for at, present in self._elsewhere.get(table_id, {}).values() if at > limit]

    def _send_presence(self, table_id: str) -> None:
        here = self._connections.get(table_id)
        if not here:
            return
        spectators = sum(present.spectators for present in self._everywhere(table_id))
        waits = True if table_id in self._waits else UNSET
        message = encode(wire.Presence(sorted(self.present(table_id)), spectators, waits))
        for connection in here:
            connection.send(message)
