"""All tables of this worker. Any worker may serve any table: what counts is the log in the database.

A wish is checked against the table as it stands, its entry is committed under the next version, and only then is
anybody told. If another worker was faster the database refuses that version: the table is brought up to date and the
wish is checked anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from msgspec.structs import asdict

from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.opening import fresh_seed
from schatzkammer.table import wishes
from schatzkammer.table.bus import Bus, Note
from schatzkammer.table.errors import NotFound, NotSaved, Refused
from schatzkammer.table.model import SECOND, Entry, Handed, Moved, Opened, Sat, Seat, Terms, WantedRematch
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database, Work
from schatzkammer.table.store.tables import Addition, Front
from schatzkammer.table.table import Rebuild, Table
from schatzkammer.table.terms import agreed as agreed_terms
from schatzkammer.table.wishes import Person, Wish

LOG = logging.getLogger("schatzkammer.tables")

SNAPSHOT_EVERY = 128  # entries: to play so many again takes about as long as to read a snapshot
LEASE = 3 * SECOND  # renewed while a bot thinks; what a worker that died was at is free after that
KEPT = 2000  # tables in memory that nobody watches
ATTEMPTS = 8
TOUCH = 60 * SECOND

T = TypeVar("T")
Make = Callable[[Table, int], Entry | Awaitable[Entry]]
Telling = Callable[[], None]
Listener = Callable[[Table, Sequence[Entry]], Telling]


@dataclass
class Held:
    """A table in memory. Whoever reads or changes it holds the lock: what is not committed is seen by nobody."""

    name: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    told: int | None = None  # the version that listeners know
    front: Front | None = None
    touched: int = 0
    watchers: int = 0


def wall_clock() -> int:
    """Now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Tables:
    """Opens, loads and changes tables, and tells those who listen."""

    def __init__(self, database: Database, bus: Bus, worker: str, now: Callable[[], int] = wall_clock) -> None:
        self.database = database
        self.now = now
        self.moves = 0
        self._bus = bus
        self._worker = worker
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._listeners: list[Listener] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.attend: Callable[[str], None] = lambda _: None  # who sees to bots' turns

    def listen(self, listener: Listener) -> None:
        """From now on the listener is shown every change, under the table's lock, to prepare what it will tell.

        What it returns is called when the change is committed, under the same lock, or never.
        """
        self._listeners.append(listener)

    # Opening and reading --------------------------------------------------------------------------
    async def open(
        self, terms: Terms, who: Person, bots: Sequence[str | None], local: Sequence[str] = ()
    ) -> tuple[str, str]:
        """Opens a table at which its host has the first seat; the other seats are open or for the bots named.

        Others at the host's screen have the first of the open seats. Returns the table's name and its invitation.
        """
        game, setup = agreed_terms(terms)
        if terms.hot_seat and terms.rated:
            raise Refused("shared_rated")
        if local and not terms.hot_seat:
            raise Refused("not_shared")
        seats = [Seat("human", who.identity, who.name, remote=who.remote)]
        seats += [Seat() if bot is None else Seat("bot", bot=bot) for bot in bots]
        seats += [Seat()] * (terms.players - len(seats))
        free = [at for at, seat in enumerate(seats) if seat.kind == "open"]
        if len(seats) != terms.players or len(local) > len(free):
            raise Refused("no_seat")
        for at, name in zip(free, local, strict=False):
            seats[at] = Seat("human", who.identity, name, remote=who.remote)
        final = Terms(**{**asdict(terms), "options": setup.options, "clock": terms.clock})
        table = Table(new_name(), Opened(final, game.rules, seats, who.identity), fresh_seed(), self.now())
        invite = new_invite()
        await self.database.write_surely(
            lambda connection: store.create(connection, table, invite),
            lambda connection: store.create_again(connection, table, invite),
        )
        return table.id, invite

    async def read(self, name: str, look: Callable[[Table], T]) -> T:
        """What is seen when looking at a table as it stands."""
        held = self._hold(name)
        async with held.lock:
            await self._present(held)
            return look(_loaded(held))

    async def history(self, name: str, after: int = 0) -> list[Entry]:
        """The log of a table."""
        return await self.database.read(lambda connection: store.entries(connection, name, after))

    async def watch(self, name: str, look: Callable[[Table], T]) -> T:
        """Looks at a table and keeps it in memory until `unwatch`; changes after this look are told."""
        held = self._hold(name)
        async with held.lock:
            await self._present(held)
            seen = look(_loaded(held))
            held.watchers += 1
            return seen

    def unwatch(self, name: str) -> None:
        """One watcher less."""
        held = self._held.get(name)
        if held is not None:
            held.watchers -= 1

    # Changing -------------------------------------------------------------------------------------
    def run(self, name: str, wish: Wish) -> Coroutine[Any, Any, Entry]:
        """Grants a wish, or refuses it; returns after the commit."""
        return self._change(name, lambda table, at: table.apply(wish(table, at), at))

    async def undo(self, name: str, who: Person, version: int, own: int | None = None) -> Entry:
        """Takes back as the rules allow; against bots only, in an unrated game, in any case."""
        wish = wishes.undo(who, version, own)

        async def make(table: Table, at: int) -> Entry:
            body = wish(table, at)
            try:
                return table.apply(body, at)
            except IllegalMove:
                seat = wishes.seat_of(table, who, own)
                if table.free_undo != seat:
                    raise
            back, earlier = table.go_back(await self.history(name), seat)
            return table.apply(back, at, earlier)

        return await self._change(name, make)

    async def stand_in(self, identity: str) -> None:
        """Somebody can no longer come: wherever he is playing a bot plays on."""
        await self._wherever_known(identity, wishes.stand_in(identity))

    async def _wherever_known(self, identity: str, wish: Wish) -> None:
        """Grants a wish for every seat that somebody has at any table."""
        for name in await self.database.read(lambda connection: store.known_to(connection, identity)):
            try:
                while True:
                    await self.run(name, wish)
            except Refused as refusal:
                if refusal.code not in ("not_seated", "not_playing", "away", "rules_changed"):
                    raise

    async def hand_over(self, guest: Person, account: Person) -> None:
        """A guest has signed in: his seats are his account's, and so is the way to private tables."""
        await self._wherever_known(guest.identity, wishes.hand_over(guest, account))
        await self.database.write(lambda connection: store.hand_over(connection, guest.identity, account.identity))

    async def rematch(self, name: str, who: Person, present: Collection[int]) -> Entry:
        """Wants another game; when all want it who are `present` or have not gone away, it begins."""
        return await self.run(name, wishes.rematch(who, new_name(), present))

    async def _change(self, name: str, make: Make) -> Entry:
        held = self._hold(name)
        async with held.lock:
            for _ in range(ATTEMPTS):
                await self._load(held)
                table = _loaded(held)
                try:
                    made = make(table, self.now())
                    entry = made if isinstance(made, Entry) else await made
                except (Refused, IllegalMove):
                    # Perhaps another worker knows more than we do: then it is worth a second look.
                    if await self._catch_up(held):
                        continue
                    raise
                except Rebuild:
                    held.table = None
                    continue
                if await self._commit(held, table, entry):
                    return entry
        raise NotSaved("too many changes at once")

    async def _commit(self, held: Held, table: Table, entry: Entry) -> bool:
        """Writes an entry down and tells of it; False when another worker was faster."""
        front = self._front(table)
        unchanged = front == held.front and entry.at < held.touched + TOUCH
        body = entry.body
        keep = table.rebuilt or (table.settled and table.version >= table.kept + SNAPSHOT_EVERY)
        opens = None
        if isinstance(body, WantedRematch) and body.table is not None:
            following = Table(body.table, wishes.next_game(table), fresh_seed(), entry.at)
            opens = (following, new_invite())
        addition = Addition(
            table.id,
            entry,
            table.owing,
            None if unchanged else front,
            table.snapshot() if keep else None,
            [body.identity] if isinstance(body, Sat | Handed) else [],
            opens,
        )
        tellings: list[Telling] = []

        def prepare() -> None:
            tellings.extend(self._prepared(table, [entry]))

        work: Work[bool] = store.line(addition) if addition.alone else store.add(addition)
        try:
            added = await self.database.write_surely(
                work, lambda connection: store.add_again(connection, addition), prepare
            )
        except BaseException:
            held.table = None  # it may have run ahead of what is written
            self._tasks.add(task := asyncio.create_task(self._look_again(held)))
            task.add_done_callback(self._tasks.discard)
            raise
        if not added:
            held.table = None
            return False
        if keep:
            table.kept = entry.version
        if not unchanged:
            held.front, held.touched = front, entry.at
        self.moves += isinstance(body, Moved)
        self._tell(held, table, tellings)
        self._bus.publish(Note(self._worker, table.id, entry.version))
        if front.lease is not None:
            self.attend(table.id)
        return True

    def _front(self, table: Table) -> Front:
        due = table.due()
        lease = self.now() + LEASE if due is not None and table.bots_to_act else None
        return Front(table.standing.status, table.seats, due, lease)

    # Keeping up with other workers ----------------------------------------------------------------
    async def refresh(self, name: str) -> None:
        """Brings a table that is in memory up to date, and tells of what was missed."""
        held = self._held.get(name)
        if held is not None:
            async with held.lock:
                if held.table is not None:
                    await self._catch_up(held)
                elif held.watchers > 0:
                    await self._load(held)

    async def _look_again(self, held: Held) -> None:
        """After a commit whose outcome is not known: what was written is told to those who watch."""
        while held.watchers > 0 and held.table is None:
            try:
                async with held.lock:
                    await self._load(held)
            except NotFound:
                return  # it was removed
            except NotSaved:
                await asyncio.sleep(1)

    def watched(self) -> list[str]:
        """The tables that somebody watches here."""
        return [name for name, held in self._held.items() if held.watchers > 0]

    async def refresh_watched(self) -> None:
        """The same for all tables that somebody watches here: one question to the database, more only if needed."""
        names = self.watched()
        latest = await self.database.read(lambda connection: store.versions(connection, names)) if names else {}
        for name, version in latest.items():
            held = self._held.get(name)
            if held is not None and held.told is not None and held.told < version:
                try:
                    await self.refresh(name)
                except NotSaved:
                    raise  # the next would have to wait for the database as long
                except Exception:
                    LOG.exception("a table cannot be brought up to date", extra={"table": name})

    async def _present(self, held: Held) -> None:
        await self._load(held)
        await self._catch_up(held)

    async def _load(self, held: Held) -> None:
        if held.table is not None:
            return
        table = await self.database.read(lambda connection: store.load(connection, held.name), at_once=True)
        if table is None:
            self._held.pop(held.name, None)
            raise NotFound
        await self._tell_missed(held, table)  # if that fails the table is loaded once more, and told then
        held.table = table
        held.front = None

    async def _catch_up(self, held: Held) -> bool:
        """Applies what other workers have added; tells whether there was anything."""
        table = held.table
        if table is None or not self.database.shared:
            return False
        added = await self.history(held.name, table.version)
        if not added:
            return False
        held.front = None
        try:
            for entry in added:
                table.apply(entry.body, entry.at)
        except (Rebuild, IllegalMove):
            # Somebody went back behind what he could by the rules: what he went back to was kept with it.
            held.table = None
            await self._load(held)
            return True
        self._tell(held, table, self._prepared(table, added))
        return True

    async def _tell_missed(self, held: Held, table: Table) -> None:
        if held.told is None:
            held.told = table.version
        elif held.told < table.version:
            log = await self.history(held.name, held.told)
            # What has come since the table was loaded is told with the table as it is then.
            missed = [entry for entry in log if entry.version <= table.version]
            self._tell(held, table, self._prepared(table, missed))

    def _prepared(self, table: Table, entries: Sequence[Entry]) -> list[Telling]:
        tellings = []
        for listener in self._listeners:
            try:
                tellings.append(listener(table, entries))
            except Exception:
                LOG.exception("a listener failed", extra={"table": table.id})
        return tellings

    def _tell(self, held: Held, table: Table, tellings: Sequence[Telling]) -> None:
        held.told = table.version
        for telling in tellings:
            try:
                telling()
            except Exception:
                LOG.exception("a listener failed", extra={"table": table.id})

    def _hold(self, name: str) -> Held:
        held = self._held.get(name)
        if held is None:
            held = self._held[name] = Held(name)
            self._forget_some()
        self._held.move_to_end(name)
        return held

    def _forget_some(self) -> None:
        if len(self._held) <= KEPT:
            return
        for name, held in list(islice(self._held.items(), KEPT // 10)):
            if held.watchers <= 0 and not held.lock.locked():
                del self._held[name]
            else:
                self._held.move_to_end(name)  # or those that are watched would hide the others for ever


def _loaded(held: Held) -> Table:
    if held.table is None:
        raise NotFound
    return held.table


def new_name() -> str:
    """The name of a table: short enough for a link, long enough that none is ever drawn twice."""
    return secrets.token_urlsafe(9)


def new_invite() -> str:
    """What opens the door of a private table: 128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)
