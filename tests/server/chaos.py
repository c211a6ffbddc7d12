"""Kills everything at random moments while people play, for as long as one likes.

    python -m tests.server.chaos --seconds 600

On SQLite the server is killed. On PostgreSQL, with two workers and Redis, a worker, Redis or the database is. Nothing
that was acknowledged may be lost, no version of a log may be missing, and every game must go on to its end. It prints
how long it took after each kill until a move was acknowledged again. `make chaos` does the same.

With `--results FILE` every round is written down as it ends, and the counts go on where they were; `--kills 500` then
means 500 on each ground in all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import select

import schatzkammer as sk
from schatzkammer.table.entries import Moved
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.schema import TABLES
from schatzkammer.table.store.tables import entries
from tests.processes import free_port
from tests.server.clients import Guest
from tests.server.players import Acknowledged, new_table, play, shuffled_table
from tests.server.services import ForkedServer, Postgres, Redis

CLOCK = {"kind": "live", "base": 3600, "increment": 5}
NAMES = ("Anna", "Bruno", "Carla", "David")
PAUSE = 0.15  # seconds at most from a move that was acknowledged to the next kill
STUCK = 120.0  # seconds after which a table that does not go on is stuck
ROUND = 60.0  # seconds after which a ground is new, and its figures are kept


T = TypeVar("T")


class Ground:
    """Workers that can be killed and started again, and what else can be."""

    def __init__(self, database: str, workers: int = 1, redis: Redis | None = None) -> None:
        self.database = database
        self.faults: dict[str, Callable[[random.Random], None]] = {"server": self._kill}
        self._redis = redis
        self._ports = [free_port() for _ in range(workers)]
        self.urls = [f"http://127.0.0.1:{port}" for port in self._ports]
        self._servers = [self._start(port) for port in self._ports]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers:
            server.kill()

    def _start(self, port: int) -> ForkedServer:
        return ForkedServer(self.database, port, None if self._redis is None else self._redis.url)

    def _kill(self, rng: random.Random) -> None:
        at = rng.randrange(len(self._servers))
        self._servers[at].kill()
        self._servers[at] = self._start(self._ports[at])

    def restart_redis(self, _: random.Random) -> None:
        """Kills Redis and starts it again, empty."""
        assert self._redis is not None
        self._redis.stop()
        self._redis.start()


@dataclass
class Outcome:
    """What was found: what was acknowledged and stored, and the seconds from each kill to the next move."""

    acknowledged: Acknowledged = field(default_factory=dict)
    stored: Acknowledged = field(default_factory=dict)
    gaps: list[str] = field(default_factory=list)  # tables whose logs miss a version
    games: int = 0
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def kills(self) -> int:
        return sum(map(len, self.seconds.values()))

    @property
    def lost(self) -> Acknowledged:
        return {key: move for key, move in self.acknowledged.items() if self.stored.get(key) != move}


async def rage(ground: Ground, rng: random.Random, goes_on: Callable[[Outcome], bool]) -> Outcome:
    """Kills until it is told to stop, lets all games end, and compares the logs with what was acknowledged."""
    outcome, stop = Outcome(), asyncio.Event()
    guests = [await Guest(ground.urls[0], name).enter() for name in NAMES]
    players: list[asyncio.Task[None]] = []
    tables: set[str] = set()

    def sit_down(table: str, people: list[Guest]) -> None:
        tables.add(table)
        for guest in people:
            chance = random.Random(f"{table}{guest.name}")
            coming = play(guest, table, chance, outcome.acknowledged, stop, ground.urls)
            players.append(asyncio.create_task(coming))

    async def again(found: Callable[[], bool]) -> float:
        started = time.monotonic()
        while not found() and not all(player.done() for player in players):
            if time.monotonic() > started + STUCK:
                raise AssertionError(f"stuck: no move for {STUCK} seconds after {outcome.kills} kills")
            await asyncio.sleep(0.002)
        return time.monotonic() - started

    try:
        sit_down(await new_table(guests[2:3], ["random", "random"]), guests[2:3])
        sit_down(await new_table(guests[1:4], [], clock=CLOCK), guests[1:4])
        await _seat_two(guests[:2], sit_down)
        while goes_on(outcome):
            if sum(not player.done() for player in players) < 5:
                await _patiently(lambda: _seat_two(guests[:2], sit_down))
            before = len(outcome.acknowledged)
            await again(lambda: len(outcome.acknowledged) > before)  # noqa: B023  awaited at once
            # The server has acknowledged a move; something is killed at any moment after that.
            await asyncio.sleep(rng.random() * PAUSE)
            kind = rng.choice(sorted(ground.faults))
            before, started = len(outcome.acknowledged), time.monotonic()
            await asyncio.to_thread(ground.faults[kind], rng)
            before = max(before, len(outcome.acknowledged)) if len(ground.urls) > 1 else before
            await again(lambda: len(outcome.acknowledged) > before)  # noqa: B023
            outcome.seconds[kind].append(time.monotonic() - started)
        async with asyncio.timeout(STUCK + 3 * outcome.kills):
            await asyncio.gather(*players)  # no table is stuck: each game ends
        for table in tables:
            assert sk.replay(await _patiently(partial(_record, guests[0], table))).over
        outcome.games = len(tables)
    finally:
        stop.set()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for guest in guests:
            await guest.http.aclose()
    _compare(ground.database, outcome)
    return outcome


async def _seat_two(people: list[Guest], sit_down: Callable[[str, list[Guest]], None]) -> None:
    """A new game whose seed everybody mixes: it may be killed while shares are opened."""
    sit_down(await shuffled_table(people, []), people)


async def _record(guest: Guest, table: str) -> object:
    answer = await guest.http.get(f"/api/tables/{table}/record")
    answer.raise_for_status()
    return answer.json()


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Tries again while services come back."""
    for _ in range(20):
        try:
            return await work()
        except Exception as error:
            failed = error
            await asyncio.sleep(0.5)
    raise failed


def _compare(database: str, outcome: Outcome) -> None:
    engine = connect(address(database))
    with engine.connect() as connection:
        for table in connection.execute(select(TABLES.c.id)).scalars().all():
            log = entries(connection, table)
            if [entry.version for entry in log] != list(range(1, len(log) + 1)):
                outcome.gaps.append(table)
            for entry in log:
                if isinstance(entry.body, Moved):
                    outcome.stored[table, entry.version] = entry.body.seat, entry.body.move
    engine.dispose()


def on_sqlite(stack: ExitStack, folder: Path) -> Ground:
    return stack.enter_context(Ground(f"sqlite:///{folder / 'tables.db'}"))


def on_postgresql(stack: ExitStack, _: Path) -> Ground:
    """Two workers, PostgreSQL and Redis, each of which can be killed."""
    postgres, redis = Postgres(), Redis()
    stack.callback(postgres.stop)
    stack.callback(redis.stop)
    ground = stack.enter_context(Ground(postgres.new_database(), 2, redis))
    ground.faults |= {"redis": ground.restart_redis, "database": lambda _: postgres.crash()}
    return ground


GROUNDS = {"sqlite": on_sqlite, "postgresql": on_postgresql}


class Totals:
    """The figures of all rounds on one ground, also of earlier runs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.moves = self.games = self.lost = self.gaps = 0
        self.seconds: dict[str, list[float]] = defaultdict(list)

    @property
    def kills(self) -> int:
        return sum(map(len, self.seconds.values()))

    def add(self, figures: dict) -> None:
        self.moves += figures["moves"]
        self.games += figures["games"]
        self.lost += figures["lost"]
        self.gaps += figures["gaps"]
        for kind, seconds in figures["seconds"].items():
            self.seconds[kind] += seconds

    def report(self) -> str:
        moves = f"{self.moves} acknowledged moves in {self.games} games"
        lines = [f"{self.name}: {self.kills} kills, {moves}, {self.lost} lost, {self.gaps} logs with gaps."]
        for kind, seconds in sorted(self.seconds.items()):
            middle, last = statistics.median(seconds), max(seconds)
            lines.append(
                f"  {kind}: {len(seconds)} kills; served again after {middle:.2f} s (median), {last:.2f} s (most)"
            )
        return "\n".join(lines)


def figures(name: str, outcome: Outcome) -> dict:
    """An outcome as it is written down."""
    found = {"moves": len(outcome.acknowledged), "games": outcome.games, "lost": len(outcome.lost)}
    return {"on": name, **found, "gaps": len(outcome.gaps), "seconds": outcome.seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill everything at random moments while people play.")
    parser.add_argument("--seconds", type=float, default=120, help="how long, for all together")
    parser.add_argument("--kills", type=int, help="at least so many on each, instead of a time")
    parser.add_argument("--on", choices=GROUNDS, nargs="*", default=[*GROUNDS])
    parser.add_argument("--seed", default=f"{time.time_ns()}")
    parser.add_argument("--results", type=Path, help="a file with the figures of all rounds, which is continued")
    given = parser.parse_args()
    totals = {name: Totals(name) for name in given.on}
    if given.results and given.results.exists():
        for line in given.results.read_text().splitlines():
            earlier = json.loads(line)
            if earlier["on"] in totals:
                totals[earlier["on"]].add(earlier)
    sys.stdout.write(f"seed {given.seed}\n")
    end = time.monotonic() + given.seconds
    rounds = 0
    while True:
        left = end - time.monotonic()
        open_grounds = [name for name in given.on if not given.kills or totals[name].kills < given.kills]
        if not open_grounds or (not given.kills and rounds and left <= 0):
            break
        for name in open_grounds:
            most = ROUND if given.kills else min(ROUND, left / len(open_grounds))
            outcome = _round(name, random.Random(f"{given.seed} {rounds} {name}"), most)
            found = figures(name, outcome)
            totals[name].add(found)
            if given.results:
                with given.results.open("a") as file:
                    file.write(json.dumps(found) + "\n")
            sys.stdout.write(totals[name].report() + "\n")
            sys.stdout.flush()
        rounds += 1
    return int(any(one.lost or one.gaps for one in totals.values()))


def _round(name: str, rng: random.Random, seconds: float) -> Outcome:
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ground = GROUNDS[name](stack, Path(folder))
        return asyncio.run(rage(ground, rng, lambda _: time.monotonic() < end))


if __name__ == "__main__":
    sys.exit(main())
