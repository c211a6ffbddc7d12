"""Settles finished games: stores how they ended for each seat, and rates those that are rated.

What is stored follows from the logs alone. Any worker settles whatever it finds; a game that another one settles at the
same moment gets the same results.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Connection

from schatzkammer.table.entries import BotSat, LogEntry, Moved, Removed, Resigned, TimedOut
from schatzkammer.table.errors import NotSaved, Refused
from schatzkammer.table.model import MINUTE, Result
from schatzkammer.table.ratings import BOT
from schatzkammer.table.store import results
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.check import DAMAGE
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.results import SeatResult
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.settling")

INTERVAL = 1.5  # seconds between two looks for finished games
MARGIN = 10 * MINUTE  # between the time of an entry and its commit, with room for clocks that differ
NOTE_EVERY = MINUTE
AT_ONCE = 100  # games rated in one transaction, so that nobody waits long

_ENDINGS = (Moved, Resigned, TimedOut, BotSat, Removed)  # none of these follows the end of a game


class Settling:
    """Looks for finished games, and settles them."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now
        self._noted: int | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts looking."""
        self._task = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Stops; the rest is done after the next start, or by another worker."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def work(self) -> int:
        """Settles all that is over; returns how many games."""
        database, now = self._database, self._now()
        first = self._noted is None
        if self._noted is None:
            self._noted = await database.read(results.settled_until)
        found = await database.read(partial(results.unsettled, since=self._noted - MARGIN))
        for table_id in found:
            seats = await database.read(partial(results_of, table_id=table_id), at_once=True)
            if seats:
                await database.write(partial(results.store, table_id=table_id, results=seats))
        if found or first:  # at the start also what a killed worker has left
            while await database.write(partial(results.rate_some, most=AT_ONCE)):
                pass
        if now > self._noted + NOTE_EVERY:
            await database.write(partial(results.set_settled_until, until=now))
            self._noted = now
        return len(found)

    async def _poll(self) -> None:
        while True:
            try:
                await self.work()
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            except Exception:
                LOG.exception("settling failed")
            await asyncio.sleep(INTERVAL * (0.5 + random.random()))  # noqa: S311  keeps workers out of step


def settle_all(connection: Connection) -> int:
    """Settles all finished games in one transaction; returns how many."""
    found = results.unsettled(connection, 0)
    for table_id in found:
        results.store(connection, table_id, results_of(connection, table_id))
    while results.rate_some(connection, AT_ONCE):
        pass
    return len(found)


def settle_again(connection: Connection) -> tuple[int, int]:
    """Computes everything again; returns the number of games, and of seats that had another result or rating before."""
    before = results.kept(connection)
    results.clear(connection)
    games = settle_all(connection)
    after = results.kept(connection)
    return games, sum(after.get(key) != kept for key, kept in before.items())


def results_of(connection: Connection, table_id: str) -> list[SeatResult]:
    """How a finished game ended for each seat, from its log; nothing if this release cannot read it."""
    try:
        table = store.load(connection, table_id)
        return [] if table is None else results_at(table, store.entries(connection, table_id))
    except (Refused, *DAMAGE):
        return []


def results_at(table: Table, log: Sequence[LogEntry]) -> list[SeatResult]:
    """How a table's finished game ended for each seat.

    Winners share the first place; the others follow by points. Whoever resigned, ran out of time or was away at the
    end comes last, whatever the bot in their place has won.
    """
    state, terms = table.state, table.opened.terms
    if state.status != "over" or state.result is None:
        return []
    ended = next((entry.at for entry in reversed(log) if isinstance(entry.body, _ENDINGS)), table.at)
    scores = state.result.scores
    gone = [seat.kind == "human" and (seat.away or seat.forfeited) for seat in state.seats]
    keys = [_key(state.result, seat, gone=gone[seat]) for seat in range(terms.players)]
    players = ["" if terms.hot_seat else _player(table, seat) for seat in range(terms.players)]
    people = any(seat.kind == "human" for seat in state.seats)
    counts = terms.rated and not terms.lesson and people and all(players) and len({*players}) > 1
    return [
        SeatResult(
            table.id,
            seat,
            terms.game,
            ended,
            players[seat],
            1 + sum(other < keys[seat] for other in keys),
            None if scores is None else scores[seat],
            gone[seat],
            counts,
        )
        for seat in range(terms.players)
    ]


def _key(result: Result, seat: int, *, gone: bool) -> tuple[int, int]:
    """What the places are sorted by."""
    if gone:
        return 2, 0
    if seat in result.winners:
        return 0, 0
    return 1, 0 if result.scores is None else -result.scores[seat]


def _player(table: Table, number: int) -> str:
    seat = table.state.seats[number]
    return f"{BOT}{seat.bot}" if seat.kind == "bot" else seat.identity or ""
