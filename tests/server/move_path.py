"""Counts the functions that one move passes from its frame to the database and back to all readers.

Runs an interpreted server in this process, on SQLite, with a profile hook in every thread; two clients play without a
clock. For each move, a function counts once if it is entered, or resumed if it is a coroutine, before both clients have
their messages. Functions that also run while nobody moves, such as the scheduler's polling, do not count. Prints the
path of the median move.
"""

from __future__ import annotations

import asyncio
import collections
import json
import statistics
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from types import FrameType

import uvicorn
from websockets.sync.client import ClientConnection, connect

import schatzkammer
from schatzkammer.server.app import build
from schatzkammer.server.http_protocol import HttpProtocol
from schatzkammer.server.settings import Settings
from schatzkammer.server.ws_protocol import WebSocketProtocol

SOURCE = str(Path(schatzkammer.__file__).parent)
PORT = 18765
MOVES = 40
INNER = ("comp>", "genexpr>")

recorded: set[tuple[str, str]] = set()
recording = False


def profile(frame: FrameType, event: str, _: object) -> None:
    """Records every function of the package that is entered."""
    if recording and event == "call" and frame.f_code.co_filename.startswith(SOURCE):
        recorded.add((frame.f_code.co_filename[len(SOURCE) + 1 :], frame.f_code.co_qualname))


def serve(folder: str) -> None:
    """Runs the server in this thread."""
    sys.setprofile(profile)
    app = build(Settings(f"sqlite:///{folder}/tables.db", limits=True))
    config = uvicorn.Config(
        app, port=PORT, http=HttpProtocol, ws=WebSocketProtocol, log_config=None, ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    asyncio.run(server.serve())


class Player:
    """One client, with its socket at the table."""

    def __init__(self, name: str) -> None:
        self.http = HTTPConnection("127.0.0.1", PORT)
        self.cookie, self.csrf, self.state = "", "", {}
        self.csrf = self.post("/api/me", {"name": name})["csrf"]

    def post(self, path: str, body: object) -> dict:
        headers = {"content-type": "application/json", "cookie": self.cookie, "x-csrf-token": self.csrf}
        self.http.request("POST", path, json.dumps(body), headers)
        answer = self.http.getresponse()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).split(";")[0]
        return json.loads(answer.read())

    def join(self, table: str) -> None:
        headers = {"cookie": self.cookie}
        address = f"ws://127.0.0.1:{PORT}/ws/tables/{table}"
        self.socket: ClientConnection = connect(address, additional_headers=headers, compression=None).__enter__()
        self.until("state")

    def ask(self, **message: object) -> None:
        self.socket.send(json.dumps({"ref": 1, **message}))

    def until(self, *kinds: str) -> None:
        """Reads until a message of each kind has come."""
        missing = set(kinds)
        while missing:
            message = json.loads(self.socket.recv(timeout=10))
            if message["t"] in ("snapshot", "update"):
                missing.discard("state")
                self.state = message
            missing.discard(message["t"])


def main() -> None:
    """Plays, counts and prints."""
    global recording
    threading.setprofile(profile)
    with tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=serve, args=(folder,), daemon=True).start()
        time.sleep(4)
        anna, bruno = Player("Anna"), Player("Bruno")
        table = anna.post("/api/tables", {"terms": {"game": "ali-baba", "players": 2}})["id"]
        for player in (anna, bruno):
            player.join(table)
        bruno.ask(t="sit")
        bruno.until("ack", "state")
        anna.until("state")
        anna.ask(t="start")
        anna.until("ack", "state")
        bruno.until("state")
        time.sleep(1)
        recording = True
        time.sleep(3)
        recording = False
        idle = set(recorded)
        paths = []
        for _ in range(MOVES):
            mover, other = (anna, bruno) if anna.state["legal"] else (bruno, anna)
            recorded.clear()
            recording = True
            mover.ask(t="move", version=mover.state["version"], move=mover.state["legal"]["moves"][0]["move"])
            mover.until("ack", "state")
            other.until("state")
            time.sleep(0.05)
            recording = False
            paths.append(set(recorded) - idle)
        size = statistics.median_low(len(path) for path in paths)
        path = next(path for path in paths if len(path) == size)
        for file, name in sorted(path):
            sys.stdout.write(f"{file:32} {name}\n")
        rooms = collections.Counter(file.split("/")[0] for file, name in path if not name.endswith(INNER))
        rules = rooms["core"] + rooms["games"]
        comprehensions = sum(name.endswith(INNER) for _, name in path)
        sys.stdout.write(
            f"{rooms.total() - rules} functions in {' and '.join(sorted({*rooms} - {'core', 'games'}))}, "
            f"{rules} in the rules, {comprehensions} comprehensions\n"
        )


if __name__ == "__main__":
    main()
