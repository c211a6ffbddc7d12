"""Nothing hidden leaks to a reader: another hidden state that agrees with what they know changes no byte they are sent.

A real game is played at one server. Its tables are then copied into the database of a second server, with a position
sampled from what one reader knows instead of the true one. To that reader the two servers must send the same bytes:
over the socket, in every REST answer, in records and in refusals. Secret choices are replaced in the log itself. The
seed is in none of it. test_no_leaks_in_process compares the same at every version.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec
import pytest
import uvicorn
from sqlalchemy import Engine, delete, insert, select, update

from schatzkammer.core.stream import seeded
from schatzkammer.server.app import build
from schatzkammer.server.settings import Settings
from schatzkammer.server.ws_protocol import WebSocketProtocol
from schatzkammer.table.entries import Moved
from schatzkammer.table.model import Snapshot
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import (
    ENTRIES,
    IDENTITIES,
    MEMBERS,
    METADATA,
    SESSIONS,
    SETTINGS,
    SNAPSHOTS,
    TABLES,
)
from schatzkammer.table.table import Table
from tests.conformance.cases import ALL, Case
from tests.processes import free_port
from tests.server.clients import Guest, Place, Refused
from tests.table.helpers import repeatable_seeds
from tests.waiting import until

pytestmark = pytest.mark.anyio

EVERY = 16  # versions from one comparison to the next
SECRETS = 3  # secret choices to replace

BY_GAME = [[case for case in ALL if case.game == game] for game in sorted({case.game for case in ALL})]
CASES = [cases[0] for cases in BY_GAME]


class Here:
    """A server in this process, on a real socket, with a real file."""

    def __init__(self, folder: Path, name: str) -> None:
        self.app = build(Settings(f"sqlite:///{folder / name}.db", limits=False))
        self.worker = self.app.worker
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            self.app, port=self.port, log_config=None, ws=WebSocketProtocol, ws_per_message_deflate=False
        )
        self._server = uvicorn.Server(config)

    @property
    def engine(self) -> Engine:
        return self.worker.database.engine

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._server.serve())
        await until(lambda: self._server.started)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.should_exit = True
        await self._task


@dataclass
class Scene:
    case: Case
    true: Here
    other: Here
    guests: list[Guest]
    table: str
    seed: str


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_nothing_leaks(case: Case, tmp_path: Path) -> None:
    with repeatable_seeds():
        compared = await _scene(case, tmp_path)
    assert compared["positions"] > 10
    assert compared["differed"] > 5, "there was something to hide"


async def _scene(case: Case, folder: Path) -> dict[str, int]:
    compared = {"positions": 0, "differed": 0, "choices": 0}
    async with Here(folder, "true") as true, Here(folder, "other") as other:
        names = [f"Guest {number}" for number in range(case.players + 1)]
        guests = [await Guest(true.url, name).enter() for name in names]
        table = await guests[0].open(case.players, game=case.game, options=dict(case.options))
        places = [await guest.at(table) for guest in guests]
        for place in places[1:-1]:
            await place.ask("sit")
        await places[0].ask("start")
        seed = await true.worker.tables.read(table, lambda found: found.seed)
        scene = Scene(case, true, other, guests, table, seed)
        rng = random.Random(str(case))
        _same_people(scene)
        while True:
            await _agree(places)
            if places[0].over:
                break
            seat = rng.choice(places[0].state["view"]["to_act"])
            secret = await true.worker.tables.read(table, lambda found: case.rules.secret(found.match.state))
            move = rng.choice(places[seat].legal)
            await places[seat].move(move)
            await _agree(places)
            secret = secret and compared["choices"] < SECRETS
            if not places[0].over and (places[0].version % EVERY == 0 or secret):
                await _compare(scene, places, compared, seat if secret else None)
        for place in places:
            await place.close()
        for guest in guests:
            await guest.http.aclose()
    return compared


async def _agree(places: list[Place]) -> None:
    for place in places:
        await place.until(lambda place: place.state)
    latest = max(place.version for place in places)
    for place in places:
        await place.until(lambda place: place.version >= latest)


async def _compare(scene: Scene, places: list[Place], compared: dict[str, int], chooser: int | None) -> None:
    for place, guest in zip(places, scene.guests, strict=True):
        seat = place.seat
        expected = await _everything(scene, scene.true, guest, place.version)
        # A new connection is sent the same view as was pushed; a forecast goes only to boards, with the outcomes.
        view = msgspec.json.decode(expected[0])["view"]
        view.pop("forecast", None)
        assert place.state["view"] == view
        assert not [text for text in expected if scene.seed in text]
        compared["differed"] += await _replace_position(scene, seat)
        assert await _everything(scene, scene.other, guest, place.version) == expected
        compared["positions"] += 1
        if chooser is not None and seat != chooser and await _replace_choice(scene, chooser):
            assert await _everything(scene, scene.other, guest, place.version) == expected
            compared["choices"] += 1


async def _everything(scene: Scene, server: Here, guest: Guest, version: int) -> list[str]:
    """All texts that a reader can get from a server."""
    texts: list[str] = []
    twin = Guest(server.url, guest.name)
    twin.http.cookies = guest.http.cookies
    twin.http.headers["x-csrf-token"] = guest.http.headers["x-csrf-token"]
    for since in (0, max(0, version - 3)):
        place = await twin.at(scene.table, since, outcomes=True)
        await place.until(lambda place: place.state)
        state = msgspec.json.decode(next(raw for raw in place.raw if '"t":"presence"' not in raw))
        del state["undo"]  # knows of decisions since the snapshot only; test_no_leaks_in_process compares it, too
        texts.append(msgspec.json.encode(state).decode())
        if since == 0:
            texts += await _refusals(place)
            texts += await _outcomes(place)
        await place.close()
    for path in ("", "/record", "/replay", "/replay?seat=0", "/nothing"):
        answer = await twin.http.get(f"/api/tables/{scene.table}{path}")
        texts.append(f"{answer.status_code} {answer.text}")
    for path in ("/api/tables", "/api/tables/mine"):
        texts.append((await twin.http.get(path)).text)
    answer = await twin.http.post(f"/api/tables/{scene.table}/join", json={"invite": "x"})
    texts.append(f"{answer.status_code} {answer.text}")
    await twin.http.aclose()
    return texts


async def _outcomes(place: Place) -> list[str]:
    """What some of the legal moves would bring, when asked for."""
    answers = [await place.ask("outcome", version=place.version, move=move) for move in place.legal[::9]]
    return [msgspec.json.encode(answer).decode() for answer in answers]


async def _refusals(place: Place) -> list[str]:
    """The refusals of illegal moves, which must not leak anything either."""
    case = next(case for case in ALL if case.game == place.state["table"]["terms"]["game"])
    rng = random.Random(place.version)
    moves = [case.rules.notation(rng.randrange(case.rules.actions)) for _ in range(12)]
    texts = []
    for move in ["", "nonsense", *moves]:
        if move in place.legal:
            continue
        try:
            await place.move(move)
        except Refused as refused:
            texts.append(f"{refused.code} {refused.rule} {refused.sentence}")
    return texts


def _same_people(scene: Scene) -> None:
    """Copies the people with their cookies to the other server."""
    with scene.true.engine.connect() as source, scene.other.engine.begin() as target:
        for kept in (SETTINGS, IDENTITIES, SESSIONS):
            target.execute(delete(kept))
            for row in source.execute(select(kept)).mappings():
                target.execute(insert(kept), dict(row))
    scene.other.worker.signer = scene.true.worker.signer


async def _copy(scene: Scene) -> Table:
    """Copies the table to the other server, and returns it."""
    with scene.true.engine.connect() as source, scene.other.engine.begin() as target:
        for kept in reversed(METADATA.sorted_tables):
            if kept not in (SETTINGS, IDENTITIES, SESSIONS):
                target.execute(delete(kept))
        for kept in (TABLES, ENTRIES, SNAPSHOTS, MEMBERS):
            for row in source.execute(select(kept)).mappings():
                target.execute(insert(kept), dict(row))
        found = store.load(source, scene.table)
    scene.other.worker.tables._cache.clear()
    assert found is not None
    return found


async def _replace_position(scene: Scene, seat: int | None) -> bool:
    """Replaces the position by one that looks the same to the reader; returns whether it differs."""
    table = await _copy(scene)
    game, chance = scene.case.rules, seeded(f"{table.version}", f"{seat}")
    drawn = game.position(table.match.state.sample(seat, chance))
    true = table.match.position()
    snapshot = Snapshot(table.state, {**true, **drawn})
    with scene.other.engine.begin() as target:
        target.execute(delete(SNAPSHOTS))
        kept = {"table_id": scene.table, "version": table.version, "at": table.at}
        target.execute(insert(SNAPSHOTS), {**kept, "data": msgspec.json.encode(snapshot)})
    return {**true, **drawn} != true


async def _replace_choice(scene: Scene, chooser: int) -> bool:
    """Replaces the latest secret choice by another; returns False if there is no other."""
    table = await _copy(scene)
    if not scene.case.rules.secret(table.match.state):
        return False
    with scene.true.engine.connect() as source:
        log = store.entries(source, scene.table)
    before = Table(scene.table, table.opened, table.seed, 0)
    for entry in log[:-1]:
        before.apply(entry.body, entry.at)
    others = [move for move in before.match.legal(chooser) if move != log[-1].body.move]
    if not others:
        return False
    entry = before.apply(Moved(chooser, others[0]), log[-1].at)
    with scene.other.engine.begin() as target:
        target.execute(delete(SNAPSHOTS))
        changed = {"body": msgspec.json.encode(entry.body), "events": msgspec.json.encode(entry.events)}
        where = (ENTRIES.c.table_id == scene.table) & (ENTRIES.c.version == entry.version)
        target.execute(update(ENTRIES).where(where).values(**changed))
    return True
