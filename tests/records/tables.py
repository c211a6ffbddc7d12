"""The database of a release, stored so that every later release can read it and play on.

At a release, `python -m tests.records.tables` starts its server, lets people and bots play at some tables, and writes
`tests/records/<version>/tables.sqlite.gz`, and what each person was shown last to `tables.jsonl.gz`.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from tests.records.games import FOLDER, comparable_moves, digest
from tests.records.views import first_release
from tests.server.clients import Guest, Place
from tests.server.services import Served

PASSWORD = "an open secret"
PEOPLE = ["Anna", "Bruno", "Carla"]


async def people(url: str) -> list[Guest]:
    """Three people with accounts."""
    found = [await Guest(url, name).enter() for name in PEOPLE]
    for guest in found:
        await guest.register({"name": guest.name, "password": PASSWORD})
    return found


async def at_table(guests: list[Guest], bots: list[str], game: str, **terms: object) -> list[Place]:
    """Starts a game with these people and bots."""
    players = len(guests) + len(bots)
    table = await guests[0].open(players, [None] * (len(guests) - 1) + bots, game=game, **terms)
    places = [await guest.at(table) for guest in guests]
    for place in places[1:]:
        await place.ask("sit")
    await places[0].ask("start")
    return places


async def play(places: list[Place], seed: int, until=lambda place: place.over) -> None:
    """Plays random moves for everybody until a condition holds."""
    await asyncio.gather(*(place.play_on(random.Random(seed + n), until) for n, place in enumerate(places)))


async def take_back(place: Place, rng: random.Random) -> None:
    """Makes a move and takes it back, which is always possible against bots."""
    await place.until(lambda here: here.legal)
    known = place.version
    await place.move(rng.choice(place.legal))
    await place.until(lambda here: here.version > known)
    await place.ask("undo", version=place.version)


async def scene(url: str) -> list[dict]:
    """Plays at all tables; returns the id of each, what it is for, and what each person there was shown last."""
    anna, bruno, carla = await people(url)
    rng = random.Random(1)
    live = {"kind": "live", "base": 24 * 3600}
    tables = {
        "finished, with chat": await at_table([anna, bruno], [], "ali-baba", options={"variant": "small"}),
        "finished, with bots": await at_table([anna], ["casual", "greedy"], "solomon", options={"uphill": True}),
        "finished by all bots but one": await at_table([carla], ["casual"] * 3, "monte-cristo"),
        "resigned": await at_table([bruno, carla], [], "monte-cristo", rated=True),
        "resigned by one of three": await at_table([anna, bruno, carla], [], "ali-baba"),
        "running, taken back": await at_table([anna], ["casual"], "solomon", options={"edition": "designer"}),
        "running, secret choices": await at_table([anna, bruno, carla], [], "solomon"),
        "running, with a clock": await at_table([anna, bruno], [], "solomon", clock=live),
        "running, one is away": await at_table([bruno, anna], [], "monte-cristo"),
    }
    waiting = await anna.open(4, [None, "casual", None], game="solomon")
    tables["waiting"] = [await anna.at(waiting)]
    await tables["finished, with chat"][0].ask("say", text="Viel Glück, Bruno! 🍀")
    await tables["finished, with chat"][1].ask("say", text="Danke.")
    await take_back(tables["running, taken back"][0], rng)
    for name in [name for name in tables if name.startswith("finished")]:
        await play(tables[name], 10)
    await tables["finished, with chat"][1].ask("rematch")
    await play(tables["resigned"], 20, lambda place: place.over or place.version > 40)
    await tables["resigned"][1].ask("resign")
    one_of_three = tables["resigned by one of three"]
    await play(one_of_three, 30, lambda place: place.version > 24)
    await one_of_three[1].ask("resign")
    await play([one_of_three[0], one_of_three[2]], 30)
    await play(tables["running, taken back"], 40, lambda place: place.version > 60)
    secret = tables["running, secret choices"]
    await play(secret, 50, lambda place: place.version > 60 and place.state["view"]["step"] == "choose")
    await secret[1].move(secret[1].legal[0])
    await play(tables["running, with a clock"], 60, lambda place: place.version > 160)
    await play(tables["running, one is away"], 70, lambda place: place.version > 30)
    await tables["running, one is away"][1].ask("leave")
    await asyncio.sleep(5)  # bots have come to rest
    return [{"id": at[0].table, "about": about, "shown": await last_shown(at)} for about, at in tables.items()]


async def last_shown(places: list[Place]) -> dict[str, dict]:
    """What each person at a table is shown by a new connection."""
    states = {}
    for old in places:
        await old.close()
        place = await old.guest.at(old.table)
        await place.until(lambda here: here.state)
        states[place.guest.name] = shown(place.state)
        await place.close()
    return states


def view_of(state: dict) -> dict[str, object] | None:
    """The view of a snapshot, as the first release showed it."""
    if state["view"] is None:
        return None
    return first_release(state["view"], (state["legal"] or {}).get("outcomes", {}), None)


def shown(state: dict) -> dict[str, object]:
    """The comparable part of a snapshot: moves sorted, without clocks and the entries that resume them."""
    log = [entry for entry in state["entries"] if entry["kind"] != "resumed"]
    return {
        "version": log[-1]["version"] if log else 0,
        "seat": state["seat"],
        "status": state["table"]["status"],
        "result": state["table"].get("result"),
        "legal": comparable_moves([choice["move"] for choice in (state["legal"] or {"moves": []})["moves"]]),
        "view": digest(view_of(state)),
        "undo": state["undo"],
        "log": [[entry["version"], entry["kind"]] for entry in log],
    }


def write(folder: Path) -> None:
    """Writes the database of this release, and a line for each of its tables."""
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        source, copy = Path(temporary) / "tables.db", Path(temporary) / "copy.db"
        server = Served(f"sqlite:///{source}", "--no-limits")
        del server.environment["PYTHONPATH"]  # the installed release serves
        with server:
            tables = asyncio.run(scene(server.url))
        command = [sys.executable, "-m", "schatzkammer", "export", "--data", str(source)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        games = {game["id"]: game for game in map(json.loads, lines)}
        with sqlite3.connect(source) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
        (folder / "tables.sqlite.gz").write_bytes(gzip.compress(copy.read_bytes(), mtime=0))
        text = "".join(json.dumps({**table, "exported": games.get(table["id"])}) + "\n" for table in tables)
        (folder / "tables.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    write(FOLDER / version("schatzkammer"))
