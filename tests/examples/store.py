"""Games and tables of a release of the example game, stored so that every later release can play on.

When the example's rules change, `python -m tests.examples.store` first writes `tests/examples/releases/<version>/`: the
database of a server with finished and running tables, and a line for each of them.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import sqlite3
import tempfile
import tomllib
from pathlib import Path

from tests.examples.conftest import EXAMPLE, install_example
from tests.processes import SOURCE
from tests.records.tables import at_table, people, play
from tests.server.services import Served

FOLDER = Path(__file__).parent / "releases"


def with_example(server: Served, installed: Path) -> Served:
    """A server that knows the example game."""
    server.environment["PYTHONPATH"] = f"{SOURCE}{os.pathsep}{installed}"
    return server


async def scene(url: str) -> list[dict]:
    """Plays at all tables; returns the id of each, what it is for, and what each person there sees."""
    anna, bruno, carla = await people(url)
    tables = {
        "finished": await at_table([anna, bruno], [], "wreck"),
        "finished, with a bot": await at_table([anna], ["casual"], "wreck"),
        "running, secret bids": await at_table([anna, bruno, carla], [], "wreck"),
        "running, with a bot": await at_table([anna], ["casual"], "wreck"),
    }
    waiting = await anna.open(2, [None], game="wreck")
    for about, places in tables.items():
        if about.startswith("finished"):
            await play(places, 10)
    secret = tables["running, secret bids"]
    await play(secret, 20, lambda place: place.state and place.state["view"]["dive"] == 4)
    await secret[1].move(random.Random(1).choice(secret[1].legal))
    with_bot = tables["running, with a bot"]
    await play(with_bot, 30, lambda place: place.state["view"]["dive"] == 3)
    await with_bot[0].until(lambda place: place.state["view"]["seats"][0]["chosen"] is None)
    lines = []
    for about, places in tables.items():
        for place in places:
            await place.until(lambda here: here.version >= max(other.version for other in places))  # noqa: B023
        views = {place.guest.name: place.state["view"] for place in places}
        lines.append({"id": places[0].table, "about": about, "views": views})
    lines.append({"id": waiting, "about": "waiting", "views": {}})
    for place in (place for places in tables.values() for place in places):
        await place.close()
    return lines


def write(folder: Path) -> None:
    """Writes the database of this release, and a line for each of its tables."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as temporary:
        source, copy = Path(temporary) / "tables.db", Path(temporary) / "copy.db"
        installed = install_example(Path(temporary) / "installed")
        with with_example(Served(f"sqlite:///{source}", "--no-limits"), installed) as server:
            lines = asyncio.run(scene(server.url))
        with sqlite3.connect(source) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
        (folder / "tables.sqlite.gz").write_bytes(gzip.compress(copy.read_bytes(), mtime=0))
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / "tables.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    about = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))
    write(FOLDER / about["project"]["version"])
