"""People who play on through any number of interruptions, and remember what the server acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from websockets.exceptions import WebSocketException

from schatzkammer.core.shuffle import chain
from schatzkammer.core.stream import commitment
from tests.server.clients import Guest, Place, Refused

KILLED = (ConnectionError, WebSocketException)  # what a client of a killed server sees
Acknowledged = dict[tuple[str, int], tuple[int, str]]  # by table and version: the seat and its move
OUTDATED = ("stale", "not_awaited")  # a killed server committed the command, but could not acknowledge it
NOT_SAVED = "not_saved"  # the database did not answer: the command may have been committed or not


def links(guest: Guest) -> list[str]:
    """A guest's shares of the shuffle."""
    return chain(f"secret of {guest.name}")


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


async def shuffled_table(people: list[Guest], bots: list[str], **terms: object) -> str:
    """A table at which everybody is to open a share; whoever plays there does."""
    host, *others = people
    table = await host.open(len(people) + len(bots), [None] * len(others) + bots, **terms)
    places = [await guest.at(table) for guest in people]
    for place, guest in zip(places[1:], others, strict=True):
        await place.ask("sit", commitment=commitment(links(guest)[0]))
    await places[0].until(lambda place: len(place.presence.get("seats", [])) == len(people))
    await places[0].ask("start", commitment=commitment(links(host)[0]))
    for place in places:
        await place.close()
    return table


async def play(
    guest: Guest,
    table: str,
    rng: random.Random,
    acknowledged: Acknowledged,
    stop: asyncio.Event,
    urls: Sequence[str] = (),
) -> None:
    """Plays a seat to the end, through any number of interruptions, each time at any of the workers."""
    place: Place | None = None
    while not stop.is_set():
        try:
            if place is None:
                place = await guest.at(table)
            else:
                await place.again(rng.choice(urls) if urls else None)
            await _moves(place, rng, acknowledged)
            await place.close()
            return
        except KILLED:
            await asyncio.sleep(0.02)


async def _moves(place: Place, rng: random.Random, acknowledged: Acknowledged) -> None:
    while True:
        await place.until(lambda place: place.over or place.legal or _awaited(place))
        if place.over:
            return
        version = place.version
        try:
            if _awaited(place):
                number = place.state["table"]["draw"].get("round", 0)
                await place.ask("open", round=number, share=links(place.guest)[number])
            else:
                move = rng.choice(place.legal)
                answer = await place.move(move)
                acknowledged[place.table, answer["version"]] = (place.seat, move)
        except Refused as refused:
            if refused.code == NOT_SAVED:
                raise ConnectionError(refused.code) from None  # a new connection tells what has been stored
            assert refused.code in OUTDATED, refused
        await place.until(lambda place, version=version: place.version > version)


def _awaited(place: Place) -> bool:
    """Whether the seat has to open its share of the shuffle."""
    table = place.state.get("table") or {}
    return table.get("status") == "waiting" and place.seat in (table.get("draw") or {}).get("awaited", [])
