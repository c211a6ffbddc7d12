"""A release that changes the rules: games of the release before go on by their own, new ones are played by the new."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.store import FOLDER, with_example
from tests.processes import SOURCE
from tests.records.games import read
from tests.records.tables import PASSWORD
from tests.server.clients import Guest
from tests.server.services import Served

pytestmark = pytest.mark.anyio
RELEASES = sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[dict]]:
    """A copy of the database of a release of the example game, and its tables."""
    folder, database = FOLDER / request.param, tmp_path / "tables.db"
    database.write_bytes(gzip.decompress((folder / "tables.sqlite.gz").read_bytes()))
    return database, read(folder / "tables.jsonl.gz")


@pytest.fixture(scope="session")
def first_release(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as its first release was: it knows one version of the rules."""
    folder = tmp_path_factory.mktemp("first")
    shutil.copytree(installed, folder, dirs_exist_ok=True)
    module = folder / "wreck" / "game.py"
    text = module.read_text("utf-8")
    assert "PAYS = {1: 2, 2: 3}" in text
    module.write_text(text.replace("PAYS = {1: 2, 2: 3}", "PAYS = {1: 2}"), "utf-8")
    return folder


def schatzkammer(installed: Path | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a command that knows the example game, or not."""
    folders = [str(SOURCE), *([str(installed)] if installed else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, "-m", "schatzkammer", *arguments, "--lang", "en"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


async def signed_in(url: str, name: str) -> Guest:
    guest = Guest(url, name)
    await guest.sign_in({"name": name, "password": PASSWORD})
    return guest


async def record_of(guest: Guest, table: str) -> dict:
    return (await guest.http.get(f"/api/tables/{table}/record")).json()


def points(view: dict, pays: int) -> list[int]:
    """What the finds of a finished game are worth if buyers pay so many times the value."""
    return [
        sum(int(find[-1]) * (pays if find[:-2] == seat["buyer"] else 1) for find in seat["finds"])
        for seat in view["seats"]
    ]


async def test_running_games_go_on_by_their_rules_and_new_ones_are_played_by_the_new(
    release: tuple[Path, list[dict]], installed: Path, tmp_path: Path
) -> None:
    database, tables = release
    with with_example(Served(f"sqlite:///{database}", "--no-limits"), installed) as server:
        people = {name: await signed_in(server.url, name) for name in ("Anna", "Bruno", "Carla")}
        for table in [table for table in tables if table["views"]]:
            places = [await people[name].at(table["id"]) for name in table["views"]]
            for place, before in zip(places, table["views"].values(), strict=True):
                await place.until(lambda here: here.state)
                stable = {name: value for name, value in before.items() if name not in ("to_act", "seats")}
                assert {name: place.state["view"][name] for name in stable} == stable, table["about"]
            await asyncio.gather(*(place.play_on(random.Random(place.seat)) for place in places))
            record = await record_of(people["Anna"], table["id"])
            assert (record["rules"], record["scores"]) == (1, points(places[0].state["view"], 2)), table["about"]
            replayed = (await people["Anna"].http.get(f"/api/tables/{table['id']}/replay")).json()
            assert (replayed["start"]["rules"], replayed["steps"][-1]["scores"]) == (1, record["scores"])
            file = tmp_path / f"{table['id']}.json"
            file.write_text(json.dumps(record))
            verified = schatzkammer(installed, "verify", str(file))
            assert verified.returncode == 0, verified.stderr
            for place in places:
                await place.close()
        waiting = await people["Anna"].at(next(table["id"] for table in tables if table["about"] == "waiting"))
        await waiting.ask("bot", seat=1, bot="random")
        await waiting.ask("start")
        await waiting.until(lambda here: here.state["view"])
        assert waiting.state["view"]["rules"] == 1  # as those agreed who sat down
        new = await people["Anna"].at(await people["Anna"].open(2, ["random"], game="wreck"))
        await new.ask("start")
        await new.play_on(random.Random(1))
        record = await record_of(people["Anna"], new.table)
        assert (record["rules"], record["scores"]) == (2, points(new.state["view"], 3))
        for place in (waiting, new):
            await place.close()
        for guest in people.values():
            await guest.http.aclose()


def test_all_games_are_exported_and_imported_by_their_own_rules(
    release: tuple[Path, list[dict]], installed: Path, tmp_path: Path
) -> None:
    database, tables = release
    file, again = tmp_path / "games.jsonl", tmp_path / "again.jsonl"
    done = schatzkammer(installed, "export", str(file), "--data", str(database))
    assert (done.returncode, done.stderr) == (0, "")
    exported = [json.loads(line) for line in file.read_text().splitlines()]
    assert {game["id"] for game in exported} == {table["id"] for table in tables if table["views"]}
    assert {game["record"]["rules"] for game in exported} == {1}
    other = str(tmp_path / "other.db")
    done = schatzkammer(installed, "import", str(file), "--data", other)
    assert done.stderr == "Games read: 2; skipped: 2.\n"
    assert schatzkammer(installed, "export", str(again), "--data", other).returncode == 0
    imported = {game["id"]: game["record"] for line in again.read_text().splitlines() for game in [json.loads(line)]}
    assert imported == {game["id"]: game["record"] for game in exported if game["finished"]}


async def test_a_release_without_the_rules_says_so_and_loses_nothing(
    release: tuple[Path, list[dict]], installed: Path, first_release: Path, tmp_path: Path
) -> None:
    """Back to the release before: its tables go on, those of the later one wait for a release that knows them."""
    database, tables = release
    with with_example(Served(f"sqlite:///{database}", "--no-limits"), installed) as server:
        anna = await signed_in(server.url, "Anna")
        later = await anna.at(await anna.open(2, ["random"], game="wreck"))
        await later.ask("start")
        await later.play_on(random.Random(1))
        record = await record_of(anna, later.table)
        await later.close()
        await anna.http.aclose()
    with with_example(Served(f"sqlite:///{database}", "--no-limits"), first_release) as server:
        anna = await signed_in(server.url, "Anna")
        answer = await anna.http.get(f"/api/tables/{later.table}/record")
        assert (answer.status_code, answer.json()["code"]) == (409, "unknown_rules")
        assert answer.json()["sentence"] == (
            "This game is played by version 2 of its rules, which this server does not know. It knows: 1."
        )
        running = next(table for table in tables if table["about"] == "running, with a bot")
        place = await anna.at(running["id"])
        await place.play_on(random.Random(1))
        await place.close()
        await anna.http.aclose()
    assert schatzkammer(first_release, "check", "--data", str(database)).returncode == 0
    exported = tmp_path / "games.jsonl"
    done = schatzkammer(first_release, "export", str(exported), "--data", str(database))
    why = "This game is played by version 2 of its rules, which this server does not know. It knows: 1."
    assert (done.returncode, done.stderr) == (1, f"Left out: {later.table}. {why}\n")
    assert len(exported.read_text().splitlines()) == len([table for table in tables if table["views"]])
    file = tmp_path / "later.json"
    file.write_text(json.dumps(record))
    for command in ("verify", "replay"):
        done = schatzkammer(first_release, command, str(file))
        assert done.returncode == 2
        assert "release does not know version 2 of the rules of wreck; it knows: 1." in done.stderr
    done = schatzkammer(None, "export", str(exported), "--data", str(database))
    assert (done.returncode, exported.read_text()) == (1, "")
    assert "There is no game called “wreck” here." in done.stderr
    assert schatzkammer(installed, "export", str(exported), "--data", str(database)).returncode == 0


def test_positions_carry_their_version(installed: Path) -> None:
    code = """
import pickle, pytest, random, schatzkammer as sk
for rules, pays in ((1, 2), (2, 3), (None, 3)):
    match = sk.new("wreck", players=2, seed="dive", rules=rules)
    assert match.rules == match.view(0)["rules"] == match.record()["rules"] == (rules or 2)
    again = [sk.from_position("wreck", match.position()), sk.replay(match.record()), pickle.loads(pickle.dumps(match))]
    assert [twin.rules for twin in again] == [match.rules] * 3
    states = [twin.state for twin in again] + [match.state.copy(), match.state.sample(0, random.Random(1))]
    assert [state.pays for state in states] == [pays] * 5
for wrong in (0, 3, "1", True, -1):
    with pytest.raises(sk.UnknownRules):
        sk.new("wreck", rules=wrong)
    with pytest.raises(sk.UnknownRules):
        sk.from_position("wreck", {**match.position(), "rules": wrong})
    with pytest.raises(sk.UnknownRules):
        sk.replay({**match.record(), "rules": wrong})
"""
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{installed}"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
