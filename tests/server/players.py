"""People who play on through any number of interruptions, and remember what the server acknowledged."""

from __future__ import annotations

import asyncio
import random

from websockets.exceptions import WebSocketException

from tests.server.clients import Guest, Place, Refused

KILLED = (ConnectionError, WebSocketException)  # what a client of a killed server sees
Acknowledged = dict[tuple[str, int], tuple[int, str]]  # by table and version: the seat and its move


async def new_table(people: list[Guest], bots: list[str], **terms: object) -> str:
    host, *others = people
    table = await host.open(len(people) + len(bots), [None] * len(others) + bots, **terms)
    for guest in others:
        place = await guest.at(table)
        await place.ask("sit")
        await place.close()
    place = await host.at(table)
    await place.ask("start")
    await place.close()
    return table


async def play(guest: Guest, table: str, rng: random.Random, acknowledged: Acknowledged, stop: asyncio.Event) -> None:
    """Plays a seat to the end, through any number of interruptions."""
    place: Place | None = None
    while not stop.is_set():
        try:
            if place is None:
                place = await guest.at(table)
            else:
                await place.again()
            await _moves(place, rng, acknowledged)
            await place.close()
            return
        except KILLED:
            await asyncio.sleep(0.02)


async def _moves(place: Place, rng: random.Random, acknowledged: Acknowledged) -> None:
    while True:
        await place.until(lambda place: place.over or place.legal)
        if place.over:
            return
        move, version = rng.choice(place.legal), place.version
        try:
            answer = await place.move(move)
        except Refused as refused:
            # A killed server committed the move, but could not acknowledge it.
            assert refused.code == "stale", refused
        else:
            acknowledged[place.table, answer["version"]] = (place.seat, move)
        await place.until(lambda place, version=version: place.version > version)
