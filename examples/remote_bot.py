"""A program that plays a seat at a table from anywhere. This one plays at random; put your own strategy into `choose`.

    python examples/remote_bot.py "http://127.0.0.1:8000/t/TABLE?invite=..." --token sk_...

The link is the table's invitation; a public table needs no `invite`. A token belongs to an account. This is how to get
one, with the server's address in `server`:

    ask() { curl -s -b jar -c jar -H 'Content-Type: application/json' -H "X-CSRF-Token: $csrf" "$@"; }
    ask_csrf() { ask "$@" | sed 's/.*"csrf":"\\([^"]*\\).*/\\1/'; }
    csrf=$(ask_csrf $server/api/me -d '{"name": "Anna"}')
    csrf=$(ask_csrf $server/api/account -d '{"name": "Anna", "password": "choose another"}')
    ask $server/api/tokens -d '{"name": "Robot"}'

Programs can play each other: one opens a table, and with `--start` it starts the game when all seats are taken.

    curl -H "Authorization: Bearer $token" $server/api/tables -d '{"terms": {"game": "solomon", "players": 2}}'

docs/protocol.md explains all messages.
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

DELAY = 1.0  # seconds before a retry
RETRY = ("too_fast", "not_saved")  # refusals after which a retry may succeed
OUTDATED = ("stale", "not_playing", "time_up", "away", "forfeited")  # refusals after which the new state follows


class Failed(Exception):
    """The program cannot go on; the message says why."""


def choose(view: dict[str, Any], moves: list[str]) -> str:
    """Your strategy: the view holds everything the seat may know, and all moves are legal."""
    return random.choice(moves)


class Player:
    """One seat at one table. Every new connection starts with the whole state, so a connection may break."""

    def __init__(self, link: str, token: str, *, start: bool = False) -> None:
        parts = urlsplit(link)
        prefix, _, self.id = parts.path.rstrip("/").rpartition("/")
        if parts.scheme not in ("http", "https") or not parts.netloc or prefix != "/t" or not self.id:
            raise Failed(f"{link} is not a link to a table like http://SERVER/t/TABLE")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.invite = parse_qs(parts.query).get("invite", [""])[0]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.start = start
        self.seat: int | None = None
        self.table: dict[str, Any] = {}

    def enter(self) -> None:
        """Checks that the table exists; the invitation admits the program to a private table permanently."""
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
        """Takes a seat and plays to the end; returns the result as a sentence."""
        address = f"{self.server.replace('http', 'ws', 1)}/ws/tables/{self.id}"
        # As an iterator, `connect` reconnects with increasing delays.
        async for socket in connect(address, additional_headers=self.headers, max_size=None):
            try:
                return await self.attend(socket)
            except ConnectionClosed as closed:
                print(f"The connection was lost ({closed.rcvd.code if closed.rcvd else 'broken'}).", flush=True)
                await asyncio.sleep(DELAY)
        raise AssertionError("`connect` never gives up")

    async def attend(self, socket: ClientConnection) -> str:
        """Plays until the game is over or the connection is lost."""
        state: dict[str, Any] = {}  # the latest one
        acknowledged = 0  # the version of the last acknowledged command
        pending: dict[str, Any] | None = None  # the command that has not been answered
        while True:
            message = json.loads(await socket.recv())
            if message["t"] in ("snapshot", "update"):
                state = message
                # The table is sent only when it has changed, as its status does at the end.
                self.table = message["table"] or self.table
                if self.table["status"] == "over":
                    return f"The game is over: {self.table['result']}"
                self.check_seat(message["seat"])
            elif message["t"] == "ack":
                pending, acknowledged = None, message["version"]
            elif message["t"] == "refused":
                if message["code"] in RETRY:
                    await asyncio.sleep(DELAY)
                    if pending is not None:
                        await socket.send(json.dumps(pending))
                elif message["code"] in OUTDATED or (pending is not None and pending["t"] in ("start", "return")):
                    pending, state = None, {}
                else:
                    raise Failed(message["sentence"])
            # One command at a time: the next one waits for the answer to the last and for the state with its effect.
            if pending is None and state and state["version"] >= acknowledged:
                pending = self.next_command(state)
                if pending is not None:
                    await socket.send(json.dumps(pending))

    def check_seat(self, seat: int | None) -> None:
        """Stores the seat; fails if it was given to somebody else."""
        if seat is not None and self.seat is None:
            waiting = "; waiting for the start" if self.table["status"] == "waiting" else ""
            print(f"Seat {seat} of {len(self.table['seats'])} at {self.table['terms']['game']}{waiting}.", flush=True)
        if seat is None and self.seat is not None:
            raise Failed("The seat was given to somebody else.")
        self.seat = seat

    def next_command(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """The next command: take a seat, start, take the seat back from the stand-in, or move."""
        if self.seat is None:
            return {"t": "sit", "ref": state["version"]}
        seats = self.table["seats"]
        if self.table["status"] == "waiting":
            ready = self.start and self.table["host"] == self.seat and all(one["kind"] != "open" for one in seats)
            return {"t": "start", "ref": state["version"]} if ready else None
        if seats[self.seat].get("forfeited"):  # fields with default values are omitted
            return None
        if seats[self.seat].get("away"):
            return {"t": "return", "ref": state["version"]}
        if state["legal"] is None:
            return None
        move = choose(state["view"], [choice["move"] for choice in state["legal"]["moves"]])
        return {"t": "move", "ref": state["version"], "version": state["version"], "move": move}


def _sentence(body: bytes) -> str:
    try:
        return str(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError):
        return "The server's answer cannot be read."


def main() -> int:
    """Plays one game; returns the exit code."""
    parser = argparse.ArgumentParser(description="Play a seat at random.")
    parser.add_argument("table", help="the link to the table")
    parser.add_argument("--token", required=True, help="the program's token")
    parser.add_argument("--start", action="store_true", help="as the host, start when all seats are taken")
    arguments = parser.parse_args()
    try:
        player = Player(arguments.table, arguments.token, start=arguments.start)
        player.enter()
        print(asyncio.run(player.play()))
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    except InvalidStatus as refused:
        print(_sentence(bytes(refused.response.body or b"")), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
