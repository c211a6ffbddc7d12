"""A bot's brain as a process of its own: questions come in line by line, answers go out. Run as a program.

A question holds a position drawn from what the bot's seat knows, never the true one: whatever the bot does with
it, there is nothing to find that it may not know.
"""

from __future__ import annotations

import signal
import sys

import msgspec
from msgspec import Struct

from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.game import Json
from schatzkammer.core.opening import from_position
from schatzkammer.core.stream import seeded
from schatzkammer.games import find


class Question(Struct, frozen=True):
    """What a bot has to decide."""

    game: str
    position: Json
    seat: int
    bot: str
    chance: str  # the seed of the bot's own chance


class Answer(Struct, frozen=True):
    """What it has decided."""

    move: str


def think(question: Question) -> Answer:
    """Lets the bot decide."""
    game = find(question.game)
    match = from_position(game, question.position)
    action = find_bot(question.bot).choose(glimpse(match, question.seat), seeded(question.chance, "bot"))
    return Answer(game.notation(action))


def main() -> None:
    """Answers until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the server, which then closes the door
    decode = msgspec.json.Decoder(Question).decode
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(think(decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
