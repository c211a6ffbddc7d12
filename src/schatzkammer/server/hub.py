"""Who is connected here, and what each connection is sent.

A connection is either up to date, and is told every change when it is committed; or it is behind (new, back again,
refused as stale, or too slow), and fetches what it misses from the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from schatzkammer.server import seen, wire
from schatzkammer.server.seen import Eyes, Moment
from schatzkammer.server.talk import Speaker
from schatzkammer.table.bus import Bus, Note, Present
from schatzkammer.table.chat import Line, latest, said_since
from schatzkammer.table.errors import NotFound, NotSaved, Refused
from schatzkammer.table.model import Entry, Seat
from schatzkammer.table.people import People
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table

if TYPE_CHECKING:
    from schatzkammer.server.visitors import Visitor

LOG = logging.getLogger("schatzkammer.hub")

FORGOTTEN_AFTER = 30.0  # seconds without word from a worker


class Connection:
    """One socket at one table."""

    def __init__(self, hub: Hub, table: str, visitor: Visitor, speaker: Speaker, since: int = 0, said: int = 0) -> None:
        self.table = table
        self.visitor = visitor
        self.identity = visitor.id
        self.dismissed = asyncio.Event()  # he is no longer who he was when he came,
        self.failed = False  # or he cannot be told how the table stands
        self.eyes = Eyes(None, ())
        self.seats: list[Seat] | None = None  # those of the table that `eyes` are for
        self.looked: int | None = None  # the seat it has asked to look through
        self.public = False  # whether it has asked to look as a spectator does
        self.since = since  # the version that the client has
        self.said = said  # the line of chat that the client has
        self.behind = True
        self.stopped = False
        self._hub = hub
        self._speaker = speaker
        self._early: list[bytes] | None = []  # what is to be told after how the table stands; None once that was told
        self._unheard: dict[int, Line] = {}  # what was said while it was behind
        self._catching: asyncio.Task[None] | None = None

    def tell(self, message: bytes) -> None:
        """Sends something small, whatever the client has taken so far."""
        if self._early is None:
            self._speaker.say(message)
        else:
            self._early.append(message)

    def update(self, version: int, message: bytes) -> None:
        """Sends a change; a client that does not keep up gets the sum of it later."""
        if self._speaker.full:
            self.fall_behind(self.since)
        else:
            self.since = version
            self._speaker.say(message)

    def sees(self, table: Table) -> Eyes:
        """Through whose eyes it looks: its one seat's, of several the one asked for; else as a spectator does."""
        seats = table.seats_of(self.identity)
        if self.public:
            return Eyes(None, seats)
        if self.looked in seats:
            return Eyes(self.looked, seats)
        return Eyes(seats[0] if len(seats) == 1 else None, seats)

    async def look(self, seat: int | None, since: int | None) -> int:
        """From now on looks through the eyes of one of its seats, or of none."""

        def check(table: Table) -> int:
            if seat is not None and seat not in table.seats_of(self.identity):
                raise Refused("not_yours")
            return table.version

        version = await self._hub.tables.read(self.table, check)
        self.looked, self.public, self.seats = seat, seat is None, None
        self.fall_behind(self.since if since is None else since)
        return version

    def fall_behind(self, since: int) -> None:
        """Sends how the table stands, and what has happened since a version."""
        self.since = min(since, self.since)
        self.behind = True
        if self._catching is None and not self.stopped:
            self._catching = asyncio.create_task(self._catch_up())

    def stop(self) -> None:
        """Tells no more of the table."""
        self.stopped = True
        if self._catching is not None:
            self._catching.cancel()

    async def _catch_up(self) -> None:
        try:
            while self.behind:
                try:
                    await self._speaker.emptied()
                    await self._tell_missed()
                except NotSaved as error:
                    # The database is away: what is missed is made up for when it is back.
                    reason = {"table": self.table, "reason": str(error)}
                    LOG.warning("the database does not answer", extra=reason)
                    await asyncio.sleep(1)
        except Refused:
            self._give_up()  # the table is gone
        except Exception:
            LOG.exception("a connection failed", extra={"table": self.table})
            self._give_up()
        finally:
            self._catching = None

    def _give_up(self) -> None:
        """What is missed cannot be told: better no socket than one that is silent."""
        self._catching = None
        self.failed = True
        self._hub.send_away(self)

    async def _tell_missed(self) -> None:
        tables = self._hub.tables
        since = self.since
        version = await tables.read(self.table, lambda table: table.version)
        log, lines = await tables.database.read(
            lambda connection: (
                store.entries(connection, self.table, since),
                said_since(connection, self.table, self.said),
            )
        )
        missed = [entry for entry in log if entry.version <= version]

        def tell(table: Table) -> None:
            if table.version != version or self.since != since:
                return  # it has gone on: once more
            self.behind = False
            self.since = version
            eyes = self._hub.seated(self, table)
            self._speaker.say(Moment(table, min(since, version), missed).text(eyes))
            early, self._early = self._early or [], None
            for message in early:
                self._speaker.say(message)
            said = {line.id: line for line in lines} | self._unheard
            self._unheard = {}
            self.tell_chat([said[number] for number in sorted(said)])

        await tables.read(self.table, tell)

    def tell_chat(self, lines: Sequence[Line]) -> None:
        """Sends the lines that the client does not have yet."""
        new = [line for line in lines if line.id > self.said]
        if self.behind:
            # What was said before is being looked up, and comes first.
            self._unheard |= {line.id: line for line in new}
        elif new:
            self.said = new[-1].id
            self.tell(seen.text(wire.Chat(new)))


class Hub:
    """All connections of this worker."""

    def __init__(self, tables: Tables, bus: Bus, worker: str) -> None:
        self.tables = tables
        self._bus = bus
        self._worker = worker
        self._connections: dict[str, list[Connection]] = {}
        self._addresses: Counter[str] = Counter()  # how many there are of each
        self._known: dict[str, tuple[object, ...]] = {}  # by table: what those who are up to date know beside the game
        self._elsewhere: dict[str, dict[str, tuple[float, Present]]] = {}  # by table and worker
        self._tasks: set[asyncio.Task[None]] = set()
        tables.listen(self._changed)

    @property
    def size(self) -> int:
        """How many connections there are."""
        return sum(len(here) for here in self._connections.values())

    def sockets_of(self, address: str) -> int:
        """How many connections there are from an address."""
        return self._addresses[address]

    def present(self, table: str) -> set[int]:
        """The seats whose people are connected, at any worker."""
        return {seat for present in self._everywhere(table) for seat in present.seats}

    async def enter(self, connection: Connection) -> None:
        """Lets a connection in; NotFound when there is no such table."""
        connection.eyes = await self.tables.watch(connection.table, connection.sees)
        self._connections.setdefault(connection.table, []).append(connection)
        self._addresses[connection.visitor.key] += 1
        connection.fall_behind(connection.since)
        self._announce(connection.table)

    def leave(self, connection: Connection) -> None:
        """A connection is closed."""
        here = self._connections.get(connection.table, [])
        if connection in here:
            here.remove(connection)
            self._addresses[connection.visitor.key] -= 1
            if not self._addresses[connection.visitor.key]:
                del self._addresses[connection.visitor.key]
            self.tables.unwatch(connection.table)
            if not here:
                del self._connections[connection.table]
                self._known.pop(connection.table, None)
            self._announce(connection.table)

    async def close(self) -> None:
        """Ends what is still under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Who may stay -----------------------------------------------------------------------------------
    def sign_out(self, identity: str, session: str | None = None) -> None:
        """Somebody is signed out, everywhere or in one browser: his sockets are closed, here and at other workers."""
        self._dismiss(identity, session)
        self._bus.publish(Note(self._worker, gone=identity, session=session))

    async def recheck(self, people: People) -> None:
        """Closes the sockets of those who were blocked or signed out without word, as by a command."""
        here = [one for all_here in self._connections.values() for one in all_here if one.identity is not None]
        if not here:
            return
        sessions = {one.visitor.session for one in here if one.visitor.session is not None}
        standing = await people.standing(list({one.visitor.known().id for one in here}), list(sessions))
        for connection in here:
            who = connection.visitor.known()
            if not standing.holds(who.id, who.epoch, connection.visitor.session):
                self.send_away(connection)

    def _dismiss(self, identity: str, session: str | None) -> None:
        for here in list(self._connections.values()):
            for connection in list(here):
                if connection.identity == identity and session in (None, connection.visitor.session):
                    self.send_away(connection)

    def send_away(self, connection: Connection) -> None:
        """Closes a socket."""
        self.leave(connection)
        connection.stop()
        connection.dismissed.set()

    def said(self, table: str) -> None:
        """Somebody here has said something: it is looked up with what others may have said before him."""
        self._later(self._chat(table))
        self._bus.publish(Note(self._worker, table, chat=True))

    async def recheck_chat(self) -> None:
        """Tells what was said of which no note has come."""
        names = list(self._connections)
        said = await self.tables.database.read(lambda connection: latest(connection, names)) if names else {}
        for table, line in said.items():
            if any(one.said < line and not one.behind for one in self._connections.get(table, ())):
                await self._chat(table)

    def _changed(self, table: Table, entries: Sequence[Entry]) -> Callable[[], None]:
        """Prepares what everybody here is to be told, each what he may know; called under the table's lock."""
        here = self._connections.get(table.id)
        if not here:
            return lambda: None
        moment = Moment(table, entries[0].version - 1, entries, self._known.get(table.id, ()))
        for connection in here:
            if connection.seats is table.seats and not connection.behind:
                moment.text(connection.eyes)
        return lambda: self._tell_changed(table, moment)

    def _tell_changed(self, table: Table, moment: Moment) -> None:
        """Tells it, under the same lock, when it is committed."""
        here = self._connections.get(table.id)
        if not here:
            return  # whoever comes is told everything
        self._known[table.id] = moment.shown
        for connection in here:
            if connection.behind or connection.since != moment.since:
                connection.fall_behind(connection.since)
            else:
                connection.update(table.version, moment.text(self.seated(connection, table)))

    # The other workers ----------------------------------------------------------------------------
    def heard(self, note: Note) -> None:
        """Another worker tells of a table."""
        if note.gone is not None:
            self._dismiss(note.gone, note.session)
        elif note.present is not None:
            self._elsewhere.setdefault(note.table, {})[note.worker] = (time.monotonic(), note.present)
            self._tell_presence(note.table)
        elif note.table in self._connections:
            self._later(self._chat(note.table) if note.chat else self._refresh(note.table))

    def missed(self) -> None:
        """Notes may have been lost: everything watched here is looked up."""
        self._later(self._refresh_all())
        self.announce_all()

    async def _refresh(self, table: str) -> None:
        with suppress(NotFound, NotSaved):  # the next look at the database makes up for it
            await self.tables.refresh(table)

    async def _refresh_all(self) -> None:
        with suppress(NotFound, NotSaved):
            await self.tables.refresh_watched()
            await self.recheck_chat()

    async def _chat(self, table: str) -> None:
        known = min((one.said for one in self._connections.get(table, ())), default=0)
        with suppress(NotSaved):  # the next look makes up for it
            lines = await self.tables.database.read(lambda connection: said_since(connection, table, known))
            for connection in self._connections.get(table, ()):
                connection.tell_chat(lines)

    def _later(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Presence -------------------------------------------------------------------------------------
    def announce_all(self) -> None:
        """Tells the other workers again who is here; those of whom no word has come are forgotten."""
        limit = time.monotonic() - FORGOTTEN_AFTER
        for table in list(self._connections):
            self._bus.publish(Note(self._worker, table, present=self._here(table)))
            heard = self._elsewhere.get(table, {})
            gone = [worker for worker, (at, _) in heard.items() if at <= limit]
            for worker in gone:
                del heard[worker]
            if gone:
                self._tell_presence(table)

    def seated(self, connection: Connection, table: Table) -> Eyes:
        """What a connection may see; everybody is told when its seats are others than before."""
        if connection.seats is table.seats:
            return connection.eyes  # nothing has changed: so it is after nearly every move
        connection.seats = table.seats
        eyes = connection.sees(table)
        if eyes.seats != connection.eyes.seats:
            asyncio.get_running_loop().call_soon(self._announce, table.id)
        connection.eyes = eyes
        return eyes

    def _announce(self, table: str) -> None:
        self._bus.publish(Note(self._worker, table, present=self._here(table)))
        self._tell_presence(table)

    def _here(self, table: str) -> Present:
        here = self._connections.get(table, ())
        seats = sorted({seat for one in here for seat in one.eyes.seats})
        return Present(seats, sum(not one.eyes.seats for one in here))

    def _everywhere(self, table: str) -> list[Present]:
        limit = time.monotonic() - FORGOTTEN_AFTER
        others = [present for at, present in self._elsewhere.get(table, {}).values() if at > limit]
        return [self._here(table), *others]

    def _tell_presence(self, table: str) -> None:
        here = self._connections.get(table)
        if not here:
            self._elsewhere.pop(table, None)
            return
        spectators = sum(present.spectators for present in self._everywhere(table))
        message = seen.text(wire.Presence(sorted(self.present(table)), spectators))
        for connection in here:
            connection.tell(message)
