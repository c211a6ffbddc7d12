"""What others notice: `make bench-server` runs it.

    python -m tests.server.others --seconds 10 --runs 3

Two people move ten times a second, alone and while four addresses ask for replays and records as fast as the server
lets them, by turns. Then games of four are started, with shares of the shuffle from everybody and with none, by turns.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from statistics import median

import httpx

from schatzkammer.core.stream import commitment
from tests.server.clients import Guest, Place
from tests.server.players import links, new_table
from tests.server.services import Served

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
NAMES = ("Anna", "Bruno", "Carla", "David")
FINISHED = 6  # games that may be replayed
PACE = 0.1  # seconds from one move to the next


async def finished(url: str, number: int) -> str:
    """A finished game."""
    async with Guest(url, f"Player {number}") as guest:
        table = await new_table([guest], ["random", "random"])
        place = await guest.at(table)
        await place.play_on(random.Random(number))
        await place.close()
        return table


async def moves(url: str, end: float) -> list[float]:
    """Milliseconds from each move of two people to its acknowledgement."""
    found: list[float] = []
    guests = [await Guest(url, name).enter() for name in NAMES[:2]]
    table = await new_table(guests, [])
    places = [await guest.at(table) for guest in guests]
    for place in places:
        await place.until(lambda here: here.state)
    while time.monotonic() < end and not places[0].over:
        await asyncio.sleep(PACE)
        latest = max(place.version for place in places)
        for place in places:
            await place.until(lambda here, latest=latest: here.version >= latest)
        mover = next((place for place in places if place.legal), None)
        if mover is None:
            break
        move, started = random.choice(mover.legal), time.perf_counter()
        await mover.move(move)
        found.append(1000 * (time.perf_counter() - started))
        await mover.until(lambda here, latest=latest: here.version > latest)
    for place in places:
        await place.close()
        await place.guest.http.aclose()
    return found


async def ask(url: str, address: str, tables: list[str], stop: asyncio.Event) -> int:
    """Asks for replays and records without a pause; returns how many were answered."""
    answered, rng = 0, random.Random(address)
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(base_url=url, transport=transport, timeout=60) as http:
        while not stop.is_set():
            path = rng.choice(("replay?seat=0", "record"))
            answer = await http.get(f"/api/tables/{rng.choice(tables)}/{path}")
            answered += answer.status_code == 200
            await asyncio.sleep(0.01 if answer.status_code == 200 else 0.2)
    return answered


async def beside_askers(url: str, seconds: float, runs: int) -> str:
    """The median move, quiet and beside four addresses."""
    tables = [await finished(url, number) for number in range(FINISHED)]
    quiet, busy, answered = [], [], 0
    for _ in range(runs):
        quiet.append(median(await moves(url, time.monotonic() + seconds)))
        stop = asyncio.Event()
        askers = [asyncio.create_task(ask(url, address, tables, stop)) for address in ADDRESSES]
        busy.append(median(await moves(url, time.monotonic() + seconds)))
        stop.set()
        answered += sum(await asyncio.gather(*askers))
    ratio = median(one / other for one, other in zip(busy, quiet, strict=True))
    return (
        f"A move takes {median(quiet):.1f} ms; while four addresses got {answered} replays and records, "
        f"{median(busy):.1f} ms: {ratio:.2f}x."
    )


async def start(url: str, *, shares: bool) -> float:
    """Milliseconds from the host's start until everybody sees the game."""
    guests = [await Guest(url, name).enter() for name in NAMES]
    table = await guests[0].open(len(guests))
    places = [await guest.at(table) for guest in guests]
    for place in places[1:]:
        await place.ask("sit", **({"commitment": commitment(links(place.guest)[0])} if shares else {}))
    await places[0].until(lambda place: len(place.presence.get("seats", [])) == len(guests))
    started = time.perf_counter()
    sharing = [asyncio.create_task(_open_share(place)) for place in places] if shares else []
    await places[0].ask("start", **({"commitment": commitment(links(guests[0])[0])} if shares else {}))
    for place in places:
        await place.until(lambda here: here.state["table"]["status"] == "playing")
    took = 1000 * (time.perf_counter() - started)
    await asyncio.gather(*sharing)
    for place in places:
        await place.close()
        await place.guest.http.aclose()
    return took


async def _open_share(place: Place) -> None:
    def awaited(here: Place) -> bool:
        return here.seat in (here.state["table"].get("draw") or {}).get("awaited", [])

    await place.until(lambda here: awaited(here) or here.state["table"]["status"] == "playing")
    if awaited(place):
        await place.ask("open", round=0, share=links(place.guest)[0])


async def starts(url: str, times: int) -> str:
    """The median start of a game, with and without shares."""
    plain, shared = [], []
    for _ in range(times):
        plain.append(await start(url, shares=False))
        shared.append(await start(url, shares=True))
    ratio = median(one / other for one, other in zip(shared, plain, strict=True))
    middle = f"{median(plain):.1f} ms, with shares of everybody in {median(shared):.1f} ms"
    return f"A game of four starts in {middle}: {ratio:.2f}x."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="of moves, in each run")
    parser.add_argument("--runs", type=int, default=3, help="alone and beside the four addresses, by turns")
    parser.add_argument("--starts", type=int, default=20, help="of games, by turns")
    given = parser.parse_args()
    measured: list[tuple[tuple[str, ...], Callable[[str], Awaitable[str]]]] = [
        ((), lambda url: beside_askers(url, given.seconds, given.runs)),
        (("--no-limits",), lambda url: starts(url, given.starts)),
    ]
    for options, measure in measured:
        with tempfile.TemporaryDirectory() as folder, Served(f"sqlite:///{folder}/tables.db", *options) as server:
            sys.stdout.write(asyncio.run(measure(server.url)) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
