"""Ghosts: bots of known strength that play the hunt of the day in the background, one game after the other.

A worker leases a hunt while it plays its next ghost; if it dies, another one plays that ghost from the start, and the
game is the same: all chance follows from the seed. The bots' process gets positions sampled from what a seat knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection

from schatzkammer.core.loading import begin
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.table import deals, hunts
from schatzkammer.table.bot_pool import BotPool, asked
from schatzkammer.table.bot_worker import Question
from schatzkammer.table.model import MINUTE
from schatzkammer.table.service import Tables
from schatzkammer.table.store import hunts as store
from schatzkammer.table.store.hunts import Hunt

LEASE = MINUTE  # renewed while the ghost plays
RENEW = 15.0  # seconds
PATIENCE = 120.0  # seconds for one decision, which leaves the cores to everything else
PAYER = "ghosts"

Ask = Callable[[Question], Awaitable[str]]


async def play_next(tables: Tables) -> bool:
    """Plays the next ghost that a hunt of today or yesterday lacks; returns whether there was one."""
    database, now = tables.database, tables.now()
    first = hunts.day_after(hunts.day_of(now), -1)
    most = len(hunts.GHOSTS)
    hunt = await database.write(partial(store.claim_ghost, first=first, most=most, now=now, until=now + LEASE))
    if hunt is None:
        return False
    seed = await database.read(lambda connection: deals.seed_for_bots(connection, hunt.deal))
    pool = BotPool(1, PATIENCE, background=True)
    renewing = asyncio.create_task(_renew(tables, hunt))
    try:
        moves = await play(hunt, seed, lambda question: pool.choose(question, PAYER))

        def add(connection: Connection) -> None:
            hunts.add_ghost(connection, hunt, moves, tables.now())

        await database.write(add)
    except BaseException:
        database.write(partial(store.renew, hunt=hunt, until=None)).add_done_callback(_forget)
        raise
    finally:
        renewing.cancel()
        await pool.close()
    return True


async def play(hunt: Hunt, seed: str, ask: Ask) -> list[tuple[int, str]]:
    """The moves of a hunt's next ghost and of the bots at the other seats, who answer as they answer people."""
    setup, level = hunt.setup, hunts.GHOSTS[hunt.ghosts]
    match = begin(find(hunt.game), setup.terms.players, seed, setup.terms.options, None, setup.rules)
    decided = [0] * match.players
    moves: list[tuple[int, str]] = []
    while not match.over:
        seat = match.to_act[0]
        move = await ask(_question(match, hunt, seat, level, seed, decided[seat]))
        match.play(seat, move)
        moves.append((seat, move))
        decided[seat] += 1
    return moves


def _question(match: Match, hunt: Hunt, seat: int, level: str, seed: str, decided: int) -> Question:
    if seat != hunt.setup.seat:
        return asked(match, seat, hunt.setup.bots[seat], seeded(seed, f"bot {seat} {decided}"), counted=True)
    return asked(match, seat, level, seeded(seed, f"ghost {hunt.ghosts} {decided}"), counted=True)


async def _renew(tables: Tables, hunt: Hunt) -> None:
    while True:
        await asyncio.sleep(RENEW)
        await tables.database.write(partial(store.renew, hunt=hunt, until=tables.now() + LEASE))


def _forget(done: asyncio.Future[None]) -> None:
    """Ignores that the database does not answer: then the lease ends by itself."""
    if not done.cancelled():
        done.exception()
