"""All tables of this worker. Any worker may serve any table: the log in the database decides.

A command is checked against the table, its entry is committed under the next version, and only then published. If
another worker committed that version first, the table is brought up to date and the command is checked again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.loading import fresh_seed
from schatzkammer.table.bus import Bus
from schatzkammer.table.commands import HANDLERS, SYSTEM, new_table_id, rematch_of
from schatzkammer.table.entries import Handed, LogEntry, Moved, Sat, WantedRematch
from schatzkammer.table.errors import (
    UNPLAYABLE,
    MustReload,
    NeedsHistory,
    NotFound,
    NotSaved,
    OutcomeUnknown,
    Refused,
)
from schatzkammer.table.model import SECOND, Command, Forget, HandOver, Opened, Person, Seat, StandIn, Terms
from schatzkammer.table.replaying import rewound
from schatzkammer.table.store import groups
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.tables import Extras, Summary
from schatzkammer.table.table import Table
from schatzkammer.table.terms import checked_terms, lesson_terms

LOG = logging.getLogger("schatzkammer.tables")

SNAPSHOT_EVERY = 128  # entries: replaying that many takes about as long as reading a snapshot
LEASE = 3 * SECOND  # renewed while a bot thinks; other workers may take over when it has run out
MOST_CACHED = 2000  # tables in memory that nobody watches
ATTEMPTS = 8
TOUCH = 60 * SECOND
NOTHING_TO_DO = ("not_seated", "not_playing", "away")  # refusals where a command is for all tables of an identity

_ENTRY = msgspec.json.Decoder(LogEntry)

T = TypeVar("T")


class Listener(Protocol):
    """Gets every change of a table, under the table's lock."""

    def prepare(self, table: Table, entries: Sequence[LogEntry]) -> Any:  # noqa: ANN401  for `publish` alone
        """Prepares the messages about a change that is being committed, and returns them."""

    def publish(self, table: Table, prepared: Any) -> None:  # noqa: ANN401
        """Sends prepared messages after the commit."""


@dataclass
class CachedTable:
    """A table in memory. Reading or changing it takes the lock, so that nobody sees what is not committed."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    published: int | None = None  # the latest version that the listener got
    summary: Summary | None = None
    touched: int = 0
    watchers: int = 0


def wall_clock() -> int:
    """Now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Tables:
    """Opens, loads and changes tables."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        worker: str,
        now: Callable[[], int] = wall_clock,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.database = database
        self.now = now
        self.clock = clock or now  # the time in which players' clocks count
        self.moves = 0
        self.listener: Listener | None = None
        self.on_bot_turn: Callable[[str], None] | None = None
        self.draw_seed: Callable[[], str] = lambda: fresh_seed()  # the certificate repeats its games
        self._bus = bus
        self._worker = worker
        self._cache: OrderedDict[str, CachedTable] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # Opening and reading --------------------------------------------------------------------------
    async def open(
        self,
        terms: Terms,
        who: Person,
        bots: Sequence[str | None],
        local: Sequence[str] = (),
        group: str | None = None,
    ) -> tuple[str, str]:
        """Opens a table, perhaps for a group, whose tables are private; returns its id and invitation.

        The host gets the first seat, and `bots` fills those after it; None leaves a seat open. `local` names other
        people at the host's screen, who get the first open seats. A lesson has bots of its own.
        """
        seed = self.draw_seed()
        if terms.lesson:
            terms, lesson = lesson_terms(terms)
            seed, bots, group = lesson.seed, lesson.bots, None
        if group is not None:
            terms = replace(terms, private=True)
        game, setup = checked_terms(terms)
        if terms.hot_seat and terms.rated:
            raise Refused("shared_rated")
        if terms.aids and terms.rated:
            raise Refused("aids_rated")
        if local and not terms.hot_seat:
            raise Refused("not_shared")
        seats = [Seat("human", who.identity, who.name, remote=who.remote)]
        seats += [Seat() if bot is None else Seat("bot", bot=bot) for bot in bots]
        seats += [Seat()] * (terms.players - len(seats))
        free = [number for number, seat in enumerate(seats) if seat.kind == "open"]
        if len(seats) != terms.players or len(local) > len(free):
            raise Refused("no_seat")
        for number, name in zip(free, local, strict=False):
            seats[number] = Seat("human", who.identity, name, remote=who.remote)
        opened = Opened(replace(terms, options=setup.options), game.rules, seats, who.identity)
        table = Table(new_table_id(), opened, seed, self.now())
        invite = new_invite()
        await self.database.write_or_retry(
            lambda connection: store.create(connection, table, invite, group),
            lambda connection: store.create_again(connection, table, invite, group),
        )
        return table.id, invite

    async def read(self, table_id: str, query: Callable[[Table], T], *, watch: bool = False) -> T:
        """Returns the result of a function of the current table.

        With `watch` the table stays in memory until `unwatch`, and the listener gets every later change.
        """
        cached = self._cached(table_id)
        async with cached.lock:
            table = cached.table or await self._load(cached)
            await self._catch_up(cached)
            result = query(cached.table or table)
            cached.watchers += watch
            return result

    async def history(self, table_id: str, after: int = 0) -> list[LogEntry]:
        """The log of a table after a version."""
        return await self.database.read(lambda connection: store.entries(connection, table_id, after))

    def unwatch(self, table_id: str) -> None:
        """Ends one `read` with `watch`."""
        cached = self._cache.get(table_id)
        if cached is not None:
            cached.watchers -= 1

    # Changing -------------------------------------------------------------------------------------
    async def run(self, table_id: str, command: Command, who: Person = SYSTEM) -> LogEntry:
        """Executes a command and returns its log entry after the commit; raises Refused or IllegalMove."""
        cached = self._cached(table_id)
        async with cached.lock:
            for _ in range(ATTEMPTS):
                table = cached.table or await self._load(cached)
                at = self.now()
                table.counted = clock = max(table.counted, self.clock())
                try:
                    entry = table.apply(HANDLERS[type(command)](table, command, who, at), at, None, clock)
                except NeedsHistory as needed:
                    body, earlier = rewound(table, await self.history(table_id), needed.seat)
                    entry = table.apply(body, at, earlier, clock)
                except MustReload:
                    cached.table = None
                    continue
                except (Refused, IllegalMove):
                    # The table may be out of date.
                    if await self._catch_up(cached):
                        continue
                    raise
                if await self._commit(cached, table, entry):
                    return entry
        raise NotSaved("too many changes at once")

    async def stand_in(self, identity: str) -> None:
        """Lets bots play on for an identity that can no longer come, at all its tables."""
        await self._run_everywhere(StandIn(), Person(identity, ""))

    async def forget(self, identity: str) -> None:
        """Removes the name of a deleted account from all tables; bots play on for it."""
        await self._run_everywhere(Forget(), Person(identity, ""))

    async def hand_over(self, guest: Person, account: Person) -> None:
        """Gives a guest's seats and memberships to the account they signed in to."""
        await self._run_everywhere(HandOver(account), guest)
        await self.database.write(
            lambda connection: store.transfer_memberships(connection, guest.identity, account.identity)
        )
        await self.database.write(lambda connection: groups.transfer(connection, guest.identity, account.identity))

    async def _run_everywhere(self, command: Command, who: Person) -> None:
        """Executes a command for every seat of an identity at every table."""
        for table_id in await self.database.read(lambda connection: store.memberships(connection, who.identity)):
            try:
                while True:
                    await self.run(table_id, command, who)
            except Refused as refusal:
                if refusal.code not in NOTHING_TO_DO and refusal.code not in UNPLAYABLE:
                    raise

    async def _commit(self, cached: CachedTable, table: Table, entry: LogEntry) -> bool:
        """Commits an entry and publishes it; False when another worker was faster."""
        lease = self.now() + LEASE if table.bots_to_act else None
        summary = Summary(table.state.status, table.state.seats, table.due, lease, table.concealed)
        changed = summary != cached.summary or entry.at >= cached.touched + TOUCH
        body = entry.body
        snapshot = table.rewound or (table.irreversible and table.version >= table.snapshot_version + SNAPSHOT_EVERY)
        rematch = None
        if isinstance(body, WantedRematch) and body.table is not None:
            rematch = Table(body.table, rematch_of(table, entry.at), self.draw_seed(), entry.at), new_invite()
        extras = Extras(
            table.snapshot() if snapshot else None,
            body.identity if isinstance(body, (Sat, Handed)) else None,
            rematch,
        )
        insert = store.insert_entry(table.id, entry, table.owing, summary if changed else None)
        alone = extras == _NO_EXTRAS
        written = self.database.write(insert if alone else lambda connection: store.append(connection, insert, extras))
        try:
            await asyncio.sleep(0)  # lets the writer start; the messages are prepared meanwhile
            prepared = None if self.listener is None else self.listener.prepare(table, [entry])
            try:
                added = await written
            except OutcomeUnknown:
                added = await self.database.retry(lambda connection: store.append_again(connection, insert, extras))
        except BaseException:
            written.cancel()
            cached.table = None  # it may be ahead of the log
            self._tasks.add(task := asyncio.create_task(self._reload(cached)))
            task.add_done_callback(self._tasks.discard)
            raise
        if not added:
            cached.table = None
            return False
        if snapshot:
            table.snapshot_version = entry.version
        if changed:
            cached.summary, cached.touched = summary, entry.at
        self.moves += isinstance(body, Moved)
        cached.published = table.version
        if self.listener is not None:
            self.listener.publish(table, prepared)
        self._bus.announce(self._worker, table.id, entry)
        if lease is not None and self.on_bot_turn is not None:
            self.on_bot_turn(table.id)
        return True

    # Keeping up with other workers ----------------------------------------------------------------
    def receive(self, table_id: str, encoded: msgspec.Raw) -> bool:
        """Applies and publishes an entry that another worker has committed; False if the log has to be read for it."""
        cached = self._cache.get(table_id)
        table = None if cached is None else cached.table
        if cached is None or table is None or cached.lock.locked() or cached.published != table.version:
            return False
        try:
            entry = _ENTRY.decode(encoded)
            if entry.version <= table.version:
                return True
            return entry.version == table.version + 1 and self._apply(cached, table, [entry])
        except Exception:
            LOG.exception("cannot apply an entry", extra={"table": table_id})
            cached.table = None
            return False

    async def refresh(self, table_id: str) -> None:
        """Brings a table in memory up to date and publishes what it missed."""
        cached = self._cache.get(table_id)
        if cached is not None:
            async with cached.lock:
                if cached.table is not None:
                    await self._catch_up(cached)
                elif cached.watchers > 0:
                    await self._load(cached)

    async def _reload(self, cached: CachedTable) -> None:
        """Loads a watched table again after a commit failed or its outcome is unknown."""
        while cached.watchers > 0 and cached.table is None:
            try:
                async with cached.lock:
                    if cached.table is None:
                        await self._load(cached)
            except NotFound:
                return  # removed
            except NotSaved:
                await asyncio.sleep(1)

    def watched(self) -> list[str]:
        """The ids of the tables that clients of this worker watch."""
        return [table_id for table_id, cached in self._cache.items() if cached.watchers > 0]

    def waiting_for_bots(self) -> list[str]:
        """The ids of the watched tables at which a bot is to move."""
        watched = [cached for cached in self._cache.values() if cached.watchers > 0]
        return [cached.id for cached in watched if cached.table is not None and cached.table.bots_to_act]

    async def refresh_watched(self) -> None:
        """Refreshes the watched tables that have changed, found by one query."""
        watched = self.watched()
        latest = await self.database.read(lambda connection: store.versions(connection, watched)) if watched else {}
        for table_id, version in latest.items():
            cached = self._cache.get(table_id)
            if cached is not None and cached.published is not None and cached.published < version:
                try:
                    await self.refresh(table_id)
                except NotSaved:
                    raise  # the next one would wait for the database just as long
                except Exception:
                    LOG.exception("cannot refresh a table", extra={"table": table_id})

    async def _load(self, cached: CachedTable) -> Table:
        """Loads a table from the database; publishes what the listener missed of it."""
        table = await self.database.read(lambda connection: store.load(connection, cached.id), at_once=True)
        if table is None:
            self._cache.pop(cached.id, None)
            raise NotFound
        if cached.published is None:
            cached.published = table.version
        elif cached.published < table.version:
            log = await self.history(cached.id, cached.published)
            # Entries after this table's version are published with a later table.
            self._publish(cached, table, [entry for entry in log if entry.version <= table.version])
        cached.table = table  # only now: if publishing fails, the next load tries again
        cached.summary = None
        return table

    async def _catch_up(self, cached: CachedTable) -> bool:
        """Applies what other workers have added to the log; returns whether there was anything."""
        table = cached.table
        if table is None or not self.database.shared:
            return False
        added = await self.history(cached.id, table.version)
        if not added:
            return False
        if not self._apply(cached, table, added):
            await self._load(cached)
        return True

    def _apply(self, cached: CachedTable, table: Table, added: Sequence[LogEntry]) -> bool:
        """Applies entries of other workers and publishes them; False if the table must be loaded."""
        try:
            for entry in added:
                table.apply(entry.body, entry.at, None, entry.clock)
        except (MustReload, IllegalMove):
            # Somebody alone took back more than the rules allow: that entry came with a snapshot.
            cached.table = None
            return False
        # The other worker has written it with the entry, unless it knew that it was there.
        state = table.state
        known = Summary(state.status, state.seats, table.due, None, table.concealed)
        cached.summary = None if table.bots_to_act else known
        self._publish(cached, table, added)
        return True

    def _publish(self, cached: CachedTable, table: Table, entries: Sequence[LogEntry]) -> None:
        cached.published = table.version
        if self.listener is not None:
            self.listener.publish(table, self.listener.prepare(table, entries))

    def _cached(self, table_id: str) -> CachedTable:
        cached = self._cache.get(table_id)
        if cached is None:
            cached = self._cache[table_id] = CachedTable(table_id)
            self._evict_some()
        self._cache.move_to_end(table_id)
        return cached

    def _evict_some(self) -> None:
        if len(self._cache) <= MOST_CACHED:
            return
        for table_id, cached in list(islice(self._cache.items(), MOST_CACHED // 10)):
            if cached.watchers <= 0 and not cached.lock.locked():
                del self._cache[table_id]
            else:
                self._cache.move_to_end(table_id)  # tables in use must not fill the front of the queue


_NO_EXTRAS = Extras()


def new_invite() -> str:
    """A private table's invitation: 128 random bits."""
    return secrets.token_urlsafe(16)
