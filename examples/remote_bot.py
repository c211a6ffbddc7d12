"""A program that plays a seat at somebody's table, from anywhere, with any strategy: here it plays at random.

    python examples/remote_bot.py http://127.0.0.1:8000/t/TABLE --token sk_...

The token comes from `POST /api/tokens` of a named account. All messages are explained in docs/protocol.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from urllib.parse import urlsplit

from websockets.asyncio.client import connect


def choose(view: dict[str, object], moves: list[str]) -> str:
    """Your strategy: the view holds everything that the seat may know, the moves are all legal."""
    return random.choice(moves)


async def play(link: str, token: str) -> None:
    """Sits down, plays to the end and tells the result."""
    parts = urlsplit(link)
    table = parts.path.rstrip("/").rpartition("/")[2]
    scheme = "wss" if parts.scheme == "https" else "ws"
    headers = {"Authorization": f"Bearer {token}"}
    seated = False
    # `connect` as an iterator connects again when the connection is lost, and gets a snapshot.
    async for socket in connect(f"{scheme}://{parts.netloc}/ws/tables/{table}", additional_headers=headers):
        async for text in socket:
            message = json.loads(text)
            if message["t"] == "refused":
                print(message["sentence"])
                if message["code"] in ("sign_in", "invite", "no_table", "taken"):
                    return
            if message["t"] not in ("snapshot", "update"):
                continue
            # The table is told when something of it has changed, as its status does at the end.
            if message["table"] is not None and message["table"]["status"] == "over":
                print(f"The game is over: {message['table']['result']}")
                return
            if message["seat"] is None and not seated:
                seated = True
                await socket.send(json.dumps({"t": "sit", "ref": 1}))
            elif message["legal"] is not None:
                moves = [choice["move"] for choice in message["legal"]["moves"]]
                move = {"t": "move", "ref": 2, "version": message["version"], "move": choose(message["view"], moves)}
                await socket.send(json.dumps(move))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Play a seat at random.")
    arguments.add_argument("table", help="the link to the table")
    arguments.add_argument("--token", required=True, help="the program's token")
    given = arguments.parse_args()
    asyncio.run(play(given.table, given.token))
