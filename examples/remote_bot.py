"""A program that plays a seat at somebody's table, from anywhere, with any strategy: here it plays at random.

    python examples/remote_bot.py "http://127.0.0.1:8000/t/TABLE?invite=..." --token sk_...

The link is the one that people are invited with; a public table needs no `invite`. A token belongs to a named account.
From nothing to a token, with the server's address in `server`:

    ask() { curl -s -b jar -c jar -H 'Content-Type: application/json' -H "X-CSRF-Token: $csrf" "$@"; }
    ask_csrf() { ask "$@" | sed 's/.*"csrf":"\\([^"]*\\).*/\\1/'; }
    csrf=$(ask_csrf $server/api/me -d '{"name": "Anna"}')
    csrf=$(ask_csrf $server/api/account -d '{"name": "Anna", "password": "choose another"}')
    ask $server/api/tokens -d '{"name": "Robot"}'

A program can open a table itself, and begins with `--start` when all seats are taken; so programs play each other:

    curl -H "Authorization: Bearer $token" $server/api/tables -d '{"terms": {"game": "solomon", "players": 2}}'

All messages are explained in docs/protocol.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

MOMENT = 1.0  # seconds to wait before something is tried again
LATER = ("too_fast", "not_saved")  # refused now, but worth another try
PASSING = ("stale", "not_playing", "time_up", "away", "forfeited")  # refused: how things stand is told by itself


class Failed(Exception):
    """It cannot go on, and why."""


def choose(view: dict[str, Any], moves: list[str]) -> str:
    """Your strategy: the view holds everything that the seat may know, the moves are all legal."""
    return random.choice(moves)


class Player:
    """One seat at one table. What it knows is told anew at every connection, so that connections may break."""

    def __init__(self, link: str, token: str, *, start: bool = False) -> None:
        parts = urlsplit(link)
        place, _, self.id = parts.path.rstrip("/").rpartition("/")
        if parts.scheme not in ("http", "https") or not parts.netloc or place != "/t" or not self.id:
            raise Failed(f"{link} is no link to a table: http://SERVER/t/TABLE")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.invite = parse_qs(parts.query).get("invite", [""])[0]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.start = start
        self.seat: int | None = None
        self.table: dict[str, Any] = {}

    def enter(self) -> None:
        """Makes sure that there is such a table; at a private one the invitation lets the program in, once for all."""
        address = f"{self.server}/api/tables/{self.id}"
        if self.invite:
            body = json.dumps({"invite": self.invite}).encode()
            headers = {**self.headers, "Content-Type": "application/json"}
            request = Request(f"{address}/join", body, headers)
        else:
            request = Request(address, headers=self.headers)
        try:
            urlopen(request, timeout=20).close()
        except HTTPError as error:
            raise Failed(_sentence(error.read())) from None
        except (URLError, OSError) as error:
            raise Failed(f"{self.server} does not answer: {getattr(error, 'reason', error)}") from None

    async def play(self) -> str:
        """Sits down and plays to the end; what came of it."""
        address = f"{self.server.replace('http', 'ws', 1)}/ws/tables/{self.id}"
        # `connect` as an iterator tries again, more and more slowly, while the server cannot be reached.
        async for socket in connect(address, additional_headers=self.headers, max_size=None):
            try:
                return await self.attend(socket)
            except ConnectionClosed as closed:
                print(f"The connection was lost ({closed.rcvd.code if closed.rcvd else 'broken'}).", flush=True)
                await asyncio.sleep(MOMENT)
        raise AssertionError("`connect` never gives up")

    async def attend(self, socket: ClientConnection) -> str:
        """Plays as long as the connection lasts."""
        now: dict[str, Any] = {}  # the latest state
        known_from = 0  # the version from which on a state shows what was granted last
        asked: dict[str, Any] | None = None  # the wish that has not been answered
        while True:
            message = json.loads(await socket.recv())
            if message["t"] in ("snapshot", "update"):
                now = message
                # The table is told when something of it has changed, as its status does at the end.
                self.table = message["table"] or self.table
                if self.table["status"] == "over":
                    return f"The game is over: {self.table['result']}"
                self.look(message["seat"])
            elif message["t"] == "ack":
                asked, known_from = None, message["version"]
            elif message["t"] == "refused":
                if message["code"] in LATER:
                    await asyncio.sleep(MOMENT)
                    if asked is not None:
                        await socket.send(json.dumps(asked))
                elif message["code"] in PASSING or (asked is not None and asked["t"] in ("start", "return")):
                    asked, now = None, {}
                else:
                    raise Failed(message["sentence"])
            # One wish after another: nothing is asked for before the last wish was answered and its outcome is known.
            if asked is None and now and now["version"] >= known_from:
                asked = self.wish(now)
                if asked is not None:
                    await socket.send(json.dumps(asked))

    def look(self, seat: int | None) -> None:
        """Finds its seat, which is still its own after the connection was lost."""
        if seat is not None and self.seat is None:
            waits = "; waiting for the start" if self.table["status"] == "waiting" else ""
            print(f"Seat {seat} of {len(self.table['seats'])} at {self.table['terms']['game']}{waits}.", flush=True)
        if seat is None and self.seat is not None:
            raise Failed("The seat was given to somebody else.")
        self.seat = seat

    def wish(self, now: dict[str, Any]) -> dict[str, Any] | None:
        """What it wants in this state: a seat, the start, its seat back from the stand-in, or a move."""
        if self.seat is None:
            return {"t": "sit", "ref": now["version"]}
        seats = self.table["seats"]
        if self.table["status"] == "waiting":
            ready = self.start and self.table["host"] == self.seat and all(one["kind"] != "open" for one in seats)
            return {"t": "start", "ref": now["version"]} if ready else None
        if seats[self.seat].get("forfeited"):  # what is at its default is left out
            return None
        if seats[self.seat].get("away"):
            return {"t": "return", "ref": now["version"]}
        if now["legal"] is None:
            return None
        move = choose(now["view"], [choice["move"] for choice in now["legal"]["moves"]])
        return {"t": "move", "ref": now["version"], "version": now["version"], "move": move}


def _sentence(body: bytes) -> str:
    try:
        return str(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError):
        return "The server's answer makes no sense."


def main() -> int:
    """0 when the game was played to its end."""
    arguments = argparse.ArgumentParser(description="Play a seat at random.")
    arguments.add_argument("table", help="the link to the table")
    arguments.add_argument("--token", required=True, help="the program's token")
    arguments.add_argument("--start", action="store_true", help="begin when all seats are taken, at a table of its own")
    given = arguments.parse_args()
    try:
        player = Player(given.table, given.token, start=given.start)
        player.enter()
        print(asyncio.run(player.play()))
    except Failed as why:
        print(why, file=sys.stderr)
        return 1
    except InvalidStatus as refused:
        print(_sentence(bytes(refused.response.body or b"")), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
