"""examples/remote_bot.py, as a process against a real server."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from tests.processes import free_port
from tests.server.clients import Guest, Place
from tests.server.services import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

EXAMPLE = Path(__file__).parents[2] / "examples/remote_bot.py"
SMALL = {"ali-baba": {"variant": "small"}}


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with limits that no other test has used up."""
    with Served(f"sqlite:///{tmp_path_factory.mktemp('limited') / 'tables.db'}") as server:
        yield server


class Program:
    """The example as a process."""

    started: ClassVar[list[subprocess.Popen[str]]] = []

    def __init__(self, link: str, token: str, *more: str) -> None:
        command = [sys.executable, str(EXAMPLE), link, "--token", token, *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.started.append(self.process)

    async def ended(self) -> tuple[int, str, str]:
        """Its exit code and output."""
        try:
            out, err = await asyncio.to_thread(self.process.communicate, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
            raise AssertionError(f"it hangs: {out} {err}") from None
        return self.process.returncode, out, err


@pytest.fixture(autouse=True)
def no_program_is_left() -> Iterator[None]:
    """Kills the programs of a failed test."""
    yield
    while Program.started:
        process = Program.started.pop()
        if process.returncode is None:
            process.kill()
            process.communicate()


async def token_of(guest: Guest) -> str:
    """The token of a new program; makes the guest an account first."""
    me = (await guest.http.get("/api/me")).json()
    if me["kind"] == "guest":
        name = f"Example {secrets.token_hex(6)}"
        await guest.register({"name": name, "password": "correct horse"})
    return str((await guest.http.post("/api/tokens", json={"name": "Robot"})).json()["token"])


async def opened(guest: Guest, game: str, *, private: bool) -> tuple[str, str]:
    """A table for two, and the link to it."""
    terms = {"game": game, "players": 2, "private": private, "options": SMALL.get(game, {})}
    table = (await guest.http.post("/api/tables", json={"terms": terms})).json()
    invite = f"?invite={table['invite']}" if private else ""
    return table["id"], f"{str(guest.http.base_url).rstrip('/')}/t/{table['id']}{invite}"


def is_full(place: Place) -> bool:
    return bool(place.state) and all(seat["kind"] != "open" for seat in place.state["table"]["seats"])


@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo", "solomon"])
async def test_it_plays_to_the_end(served: Served, game: str, private: bool) -> None:
    async with Guest(served.url, "Anna") as anna:
        table, link = await opened(anna, game, private=private)
        token = await token_of(anna)
        place = await anna.at(table)
        program = Program(link, token)
        await place.until(is_full)
        assert place.state["table"]["seats"][1]["remote"]
        await place.ask("start")
        await place.play_on(random.Random(1))
        code, out, err = await program.ended()
        assert (code, err) == (0, "")
        assert f"Seat 1 of 2 at {game}; waiting for the start." in out
        assert "The game is over" in out
        await place.close()


@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo", "solomon"])
async def test_programs_play_each_other_at_full_speed(limited: Served, game: str) -> None:
    async with Guest(limited.url, "Anna") as anna:
        first, second = await token_of(anna), await token_of(anna)
        headers = {"authorization": f"Bearer {first}"}
        terms = {"game": game, "players": 2, "options": SMALL.get(game, {})}
        async with httpx.AsyncClient(base_url=limited.url, headers=headers, verify=False) as http:
            table = (await http.post("/api/tables", json={"terms": terms})).json()["id"]
        link = f"{limited.url}/t/{table}"
        programs = [Program(link, first, "--start"), Program(link, second)]
        for program in programs:
            code, out, err = await program.ended()
            assert (code, err) == (0, "")
            assert "The game is over" in out


async def test_it_resumes_its_seat_after_a_restart(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", "--no-limits") as served:
        async with Guest(served.url, "Anna") as anna:
            table, link = await opened(anna, "monte-cristo", private=True)
            token = await token_of(anna)
            place = await anna.at(table)
            program = Program(link, token)
            await place.until(is_full)
            await place.ask("start")
            await place.play_on(random.Random(1), lambda place: place.version > 20)
            await asyncio.to_thread(served.stop)
            await asyncio.to_thread(served.start)
            await place.again()
            await place.play_on(random.Random(1))
            code, out, err = await program.ended()
            assert (code, err) == (0, "")
            assert "The connection was lost" in out
            assert out.count("Seat 1 of 2") == 1
            await place.close()


async def test_errors_are_one_sentence(served: Served) -> None:
    async with Guest(served.url, "Anna") as anna:
        token = await token_of(anna)
        private, _ = await opened(anna, "ali-baba", private=True)
        full = await anna.open(2, ["random"])
        for link, shown, words in (
            ("nonsense", token, "is not a link to a table"),
            (f"{served.url}/rules/solomon", token, "is not a link to a table"),
            (f"http://127.0.0.1:{free_port()}/t/x", token, "does not answer"),
            (f"{served.url}/t/nosuch", token, "There is no such table."),
            (f"{served.url}/t/{full}", "sk_wrong", "Please sign in first."),
            (f"{served.url}/t/{private}", token, "you need an invitation"),
            (f"{served.url}/t/{private}?invite=wrong", token, "you need an invitation"),
            (f"{served.url}/t/{full}", token, "There is no free seat there."),
        ):
            code, out, err = await Program(link, shown).ended()
            assert (code, out) == (1, ""), link
            assert words in err
            assert len(err.splitlines()) == 1


class Script:
    """A connection with prepared messages; keeps what it is sent."""

    def __init__(self, *messages: dict) -> None:
        self.messages = [json.dumps(message) for message in messages]
        self.sent: list[dict] = []

    async def recv(self) -> str:
        return self.messages.pop(0)

    async def send(self, text: str) -> None:
        self.sent.append(json.loads(text))


def state(version: int, status: str = "playing", **mine: object) -> dict:
    table = {"status": status, "seats": [{"kind": "human"}, {"kind": "human", **mine}], "terms": {"game": "x"}}
    table |= {"host": 0, "result": {"winners": [1], "scores": [1, 2]}}
    legal = {"moves": [{"move": f"m{version}"}], "at": {}}
    return {"t": "update", "version": version, "seat": 1, "table": table, "view": {}, "legal": legal}


def refused(code: str) -> dict:
    return {"t": "refused", "ref": 0, "code": code, "sentence": code}


async def test_it_plays_on_after_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("remote_bot", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    monkeypatch.setattr(example, "DELAY", 0)

    async def played(*messages: dict) -> list[tuple]:
        script = Script(*messages, state(99, "over"))
        assert "over" in await example.Player("http://x/t/y", "sk_x").attend(script)
        return [(one["t"], one.get("version")) for one in script.sent]

    ack = {"t": "ack", "ref": 1, "version": 6}
    assert await played(state(5), ack, state(6)) == [("move", 5), ("move", 6)]
    assert await played(state(5), state(6), ack) == [("move", 5), ("move", 6)]  # whichever comes first
    assert await played(state(5), state(6), state(7)) == [("move", 5)]  # one command at a time
    assert await played(state(5), refused("stale"), state(7)) == [("move", 5), ("move", 7)]
    for code in ("too_fast", "not_saved"):
        assert await played(state(5), refused(code)) == [("move", 5), ("move", 5)]
    assert await played(state(5), refused("away"), state(7, away=True)) == [("move", 5), ("return", None)]
    assert await played(state(5, away=True, forfeited=True)) == []
    with pytest.raises(example.Failed):
        await played(state(5), refused("rules"))


@pytest.mark.skipif(shutil.which("curl") is None, reason="NO curl HERE: the commands are not tested")
def test_the_documented_commands_make_a_token_and_a_table(limited: Served, tmp_path: Path) -> None:
    source = EXAMPLE.read_text()
    described = source[: source.index('"""', 3)].replace("\\\\", "\\").splitlines()
    lines = [line.strip() for line in described if line.startswith("    ")]
    commands = [line.replace("Anna", f"Anna {secrets.token_hex(6)}") for line in lines if "ask" in line]
    script = "\n".join([f"server={limited.url}", *commands])
    output = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    token = json.loads(output[output.rindex("{") :])["token"]
    opening = next(line for line in lines if line.startswith("curl"))
    script = f"server={limited.url}\ntoken={token}\n{opening} -s"
    output = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert set(json.loads(output)) == {"id", "invite"}
