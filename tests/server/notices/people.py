"""People who want to be told, and turns of theirs at tables."""

from __future__ import annotations

import random

from tests.server.clients import Guest, Place
from tests.server.notices.receivers import Browser, MailServer, WebServer

SMALL = {"variant": "small"}


async def add_browser(guest: Guest, service: WebServer, name: str) -> Browser:
    browser = Browser(service, name)
    answer = await guest.http.post("/api/notices/push", json=browser.subscription)
    assert answer.status_code == 200, answer.text
    assert answer.json()["working"]
    return browser


async def add_mail(guest: Guest, server: MailServer, address: str) -> str:
    """Adds a mail address and confirms it with the code that arrives there; returns the channel's id."""
    answer = await guest.http.post("/api/notices/mail", json={"address": address})
    assert answer.status_code == 200, answer.text
    assert not answer.json()["working"]
    channel = str(answer.json()["id"])
    code = await server.code_for(address)
    confirmed = await guest.http.post(f"/api/notices/channels/{channel}/code", json={"code": code})
    assert confirmed.status_code == 200, confirmed.text
    assert confirmed.json()["working"]
    return channel


async def add_hook(guest: Guest, url: str) -> str:
    answer = await guest.http.post("/api/notices/chat", json={"address": url})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


async def begin(host: Guest, other: Guest, **terms: object) -> tuple[Place, Place]:
    """A game of two that has begun; both are there."""
    table = await host.open(2, options=SMALL, **terms)
    first, second = await host.at(table), await other.at(table)
    await second.ask("sit")
    await first.ask("start")
    for place in (first, second):
        await place.until(lambda place: place.state["view"] is not None)
    return first, second


def owing(place: Place) -> set[int]:
    """The seats that owe a decision."""
    return set() if place.over else set(place.state["view"]["to_act"])


async def end_turn(place: Place, rng: random.Random) -> int:
    """Decides until it is no longer this seat's turn; returns the version with which it ended."""
    while place.seat in owing(place):
        await place.until(lambda place: place.legal or place.over)
        answer = await place.move(rng.choice(place.legal))
        await place.until(lambda place, version=answer["version"]: place.version >= version)
    return place.version


async def pass_turn_to(places: tuple[Place, Place], seat: int, rng: random.Random) -> int:
    """Plays until only this seat owes a decision; returns the version with which its turn began."""
    since = 0
    while True:
        for place in places:
            latest = max(one.version for one in places)
            await place.until(lambda place, latest=latest: place.version >= latest)
        if owing(places[0]) == {seat} and since:
            return since
        mover = min(owing(places[0]))
        since = await end_turn(places[mover], rng)
