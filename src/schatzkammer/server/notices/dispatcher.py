"""Tells people that it is their turn: finds new turns in the logs, and sends what is due, with leases in the database.

Any worker does both. A worker that dies leaves its leases to the others; what it was about to send is then sent under
the same id, by which browsers, mail programs and webhooks know it again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from schatzkammer.server.notices.channels import Channels
from schatzkammer.server.notices.messages import message_of
from schatzkammer.server.notices.outgoing import Answer, Forbidden, Unreachable
from schatzkammer.table.errors import NotFound, NotSaved, Refused
from schatzkammer.table.model import MINUTE, SECOND
from schatzkammer.table.notices import (
    GRACE,
    Kind,
    Outcome,
    Preferences,
    Turn,
    grouped,
    lead_of,
    quiet_until,
    reminder_at,
    retry_at,
)
from schatzkammer.table.service import Tables
from schatzkammer.table.store import channels as channel_store
from schatzkammer.table.store import notices as store
from schatzkammer.table.store.channels import Channel
from schatzkammer.table.store.notices import Due
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.notices")

INTERVAL = 0.7  # seconds between two looks; as long as a look takes,
LONGEST = 3.0  # but no longer than this
LEASE = 5 * SECOND  # renewed while a message is on its way
AT_ONCE = 24  # channels that are told at the same time
MOST_CLAIMED = 400  # notices in one look
PRESENCE_WITHIN = 9 * SECOND  # for other workers to say who is there
CLIENTS_WITHIN = 2.5  # seconds for clients to come back after a start, and for other workers to say who is there
MOST_FAILURES = 12  # in a row, after which nothing more is sent to a channel
MOST_KNOWN = 100_000


class Watched(Protocol):
    """Knows who is looking at which table."""

    def looked(self, table_id: str, identity: str) -> tuple[int, bool]:
        """When somebody was last known to look at a table; and whether they are not known to have gone."""


class _Owner(NamedTuple):
    """The channel of something to be sent, what its owner wants, and their turns."""

    channel: Channel
    wanted: Preferences
    muted: list[str]
    turns: list[Turn | None]


class Notices:
    """Finds and sends what is due."""

    def __init__(self, tables: Tables, channels: Channels, watched: Watched) -> None:
        self.sent = 0
        self.failed = 0
        self._tables = tables
        self._channels = channels
        self._watched = watched
        self._known: dict[tuple[str, str], int] = {}  # by identity and table: the version that was looked at
        self._busy: dict[asyncio.Task[None], list[Due]] = {}
        self._renewed = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts looking. A server that is the only one first frees all leases."""
        database = self._tables.database
        if not database.shared:
            await database.write(store.free_all)
        self._task = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Stops; what is not sent is sent after the next start, or by another worker."""
        tasks = [*self._busy, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _poll(self) -> None:
        await asyncio.sleep(CLIENTS_WITHIN)
        while True:
            began = time.monotonic()
            try:
                await self.look()
                await self.send_due()
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            except Exception:
                LOG.exception("looking for turns failed")
            pause = max(INTERVAL, min(time.monotonic() - began, LONGEST))
            await asyncio.sleep(pause * (0.5 + random.random()))  # noqa: S311  keeps workers out of step

    # Finding turns ------------------------------------------------------------------------------------
    async def look(self) -> None:
        """Stores what is due for turns that have begun."""
        database, known = self._tables.database, self._known
        owing, begun = await database.read(partial(_begun, known=known))
        if begun:
            await database.write(partial(self._note, turns=begun))
        self._known = dict(list(owing.items())[:MOST_KNOWN])

    def _note(self, connection: Connection, turns: list[Turn]) -> None:
        wanted = channel_store.preferences_of(connection, {turn.identity for turn in turns})
        store.note(connection, {turn: self._due(turn, wanted[turn.identity]) for turn in turns})

    def _due(self, turn: Turn, wanted: Preferences) -> list[tuple[Kind, int]]:
        due: list[tuple[Kind, int]] = [("turn", turn.at + GRACE)]
        lead = lead_of(wanted, turn.clock)
        if lead is not None:
            now = self._tables.now()
            ends = now + (turn.due - self._tables.clock() if turn.due else lead)
            due.append(("reminder", reminder_at(wanted, ends, lead, now)))
        return due

    # Sending ------------------------------------------------------------------------------------------
    async def send_due(self) -> None:
        """Starts sending what is due."""
        database, now = self._tables.database, self._tables.now()
        if self._busy and now >= self._renewed + LEASE // 3:
            self._renewed = now
            busy = [one for claimed in self._busy.values() for one in claimed]
            await database.write(partial(store.renew, busy=busy, until=now + LEASE))
        if len(self._busy) >= AT_ONCE or not await database.read(partial(store.any_due, now=now)):
            return
        claimed = await database.write(partial(store.claim, now=now, until=now + LEASE, most=MOST_CLAIMED))
        by_channel: defaultdict[str, list[Due]] = defaultdict(list)
        for one in claimed:
            by_channel[one.channel_id].append(one)
        for channel_id, due in by_channel.items():
            task = asyncio.create_task(self._serve(channel_id, due))
            self._busy[task] = due
            task.add_done_callback(lambda done: self._busy.pop(done, None))

    async def finish_sending(self) -> None:
        """Waits until everything under way is sent."""
        while self._busy:
            await asyncio.gather(*self._busy)

    async def _serve(self, channel_id: str, due: list[Due]) -> None:
        try:
            owner = await self._tables.database.read(partial(_owner, channel_id=channel_id, due=due))
            if owner is not None:
                await self._serve_owner(owner, due)
        except NotSaved as error:
            LOG.warning("postponed notices", extra={"reason": str(error)})  # until the lease ends
        except Exception:
            LOG.exception("a notice failed", extra={"channel": channel_id})

    async def _serve_owner(self, owner: _Owner, due: list[Due]) -> None:
        """Sends what is still true of what was due at a channel."""
        now = self._tables.now()
        ready: dict[Turn, Due] = {}
        settled: list[tuple[Due, Outcome | int]] = []
        reminders: list[tuple[Due, Turn, int | None]] = []
        for one, turn in zip(due, owner.turns, strict=True):
            if turn is None or turn.since != one.since:
                settled.append((one, "moved"))
                continue
            left = await self._left(turn) if one.kind == "reminder" else None
            decided = self._decide(owner, one, turn, now, left)
            if decided is not None:
                settled.append((one, decided))
            elif one.kind == "reminder":
                reminders.append((one, turn, left))
            else:
                ready[turn] = one
        messages = [self._send(owner, "reminder", [turn], [one], left) for one, turn, left in reminders]
        for turns in grouped(list(ready)):
            messages.append(self._send(owner, "turn", turns, [ready[turn] for turn in turns], None))
        await asyncio.gather(*messages)  # at once: each is true only for now
        if settled:
            await self._write(partial(_settle, settled=settled))

    def _decide(self, owner: _Owner, one: Due, turn: Turn, now: int, left: int | None) -> Outcome | int | None:
        """What becomes of a notice: an outcome, a later time, or None: it is sent. `left`: of the turn's clock."""
        wanted = owner.wanted
        if turn.table_id in owner.muted or owner.channel.since is None:
            return "off"
        if one.kind == "turn":
            if not wanted.turn:
                return "off"
            looked, there = self._watched.looked(turn.table_id, turn.identity)
            if looked >= turn.at + GRACE:  # whoever has just gone may have missed it
                return "seen"
            if there and now < turn.at + PRESENCE_WITHIN:
                return now + SECOND  # the worker that said so may have died since
        else:
            lead = lead_of(wanted, turn.clock)
            if lead is None or left is None:
                return "off"
            proper = reminder_at(wanted, now + left, lead, now)
            if proper > now:
                return proper
        later = max(owner.channel.next, quiet_until(wanted.quiet, now) or 0)
        return later if later > now else None

    async def _left(self, turn: Turn) -> int | None:
        """How long the clock of a turn still runs; None if none is running."""

        def of_table(table: Table) -> int | None:
            timers = [table.state.timers[seat] for seat in turn.seats if seat < len(table.state.timers)]
            ends = [timer.since + timer.left for timer in timers if timer.since is not None]
            return min(ends, default=None)

        try:
            ends = await self._tables.read(turn.table_id, of_table)
        except (NotFound, Refused):
            return None
        return None if ends is None else ends - self._tables.clock()

    async def _send(self, owner: _Owner, kind: Kind, turns: list[Turn], due: list[Due], left: int | None) -> None:
        """Sends one message, and notes what came of it."""
        channel, wanted = owner.channel, owner.wanted
        message = message_of(turns, kind, wanted, channel.id, left)
        problem, again, wait = "", True, None
        try:
            answer = await self._channels.send(channel, message, wanted)
            if not answer.good:
                problem, again, wait = answer.text, is_temporary(channel, answer), answer.retry_after
        except Forbidden:
            problem, again = "forbidden", False
        except Unreachable as error:
            problem = str(error) or "unreachable"
        now = self._tables.now()
        if not problem:
            self.sent += len(due)
            await self._write(partial(_sent, channel=channel, due=due, now=now, every=wanted.every))
            return
        LOG.warning("a notice was not taken", extra={"channel": channel.kind, "reason": problem})
        self.failed += 1
        gone = channel.kind == "push" and not again and problem[:3] in ("404", "410")
        await self._write(partial(_failed, channel=channel, problem=problem, gone=gone))
        if not gone:
            for one in due:
                when = retry_at(one.attempts + 1, now, wait) if again else None
                if when is None:
                    await self._write(partial(store.finish, one=one, outcome="failed"))
                else:
                    await self._write(partial(store.postpone, one=one, due=when, attempts=one.attempts + 1))

    async def _write(self, work: Callable[[Connection], None]) -> None:
        """Writes what may be written twice; tries again for a few seconds, as otherwise a message would be repeated."""
        await self._tables.database.retry(work)


def is_temporary(channel: Channel, answer: Answer) -> bool:
    """Whether the same may be taken later."""
    if channel.kind == "mail":
        return answer.status < 500
    return answer.status >= 500 or answer.status in (408, 425, 429)


def _begun(
    connection: Connection, known: Mapping[tuple[str, str], int]
) -> tuple[dict[tuple[str, str], int], list[Turn]]:
    """The version of every table at which somebody owes a decision, and the turns where that version is a new one."""
    owing = store.owing(connection)
    changed = [one for one in owing if known.get((one.identity, one.table_id)) != one.version]
    return {(one.identity, one.table_id): one.version for one in owing}, store.turns(connection, changed)


def _settle(connection: Connection, settled: list[tuple[Due, Outcome | int]]) -> None:
    """Stores what became of what is not sent, or not yet."""
    for one, decided in settled:
        if isinstance(decided, int):
            store.postpone(connection, one, decided, one.attempts)
        else:
            store.finish(connection, one, decided)


def _owner(connection: Connection, channel_id: str, due: list[Due]) -> _Owner | None:
    """All that decides what becomes of what is due at a channel; None if there is none any more."""
    channel = channel_store.channel(connection, channel_id)
    if channel is None:
        return None
    who = channel.identity
    wanted = channel_store.preferences(connection, who) or Preferences()
    owing = store.owing(connection, (who, [one.table_id for one in due]))
    turns = {turn.table_id: turn for turn in store.turns(connection, owing)}
    return _Owner(channel, wanted, channel_store.muted(connection, who), [turns.get(one.table_id) for one in due])


def _sent(connection: Connection, channel: Channel, due: list[Due], now: int, every: int) -> None:
    for one in due:
        store.finish(connection, one, "sent")
    channel_store.delivered(connection, channel.id, now, now + every * MINUTE)


def _failed(connection: Connection, channel: Channel, problem: str, *, gone: bool) -> None:
    if gone:  # its browser has given it up
        channel_store.remove(connection, channel.identity, channel.id)
    else:
        channel_store.failed(connection, channel.id, problem, MOST_FAILURES)
