"""The program of a bot process: reads questions line by line and writes answers.

A question holds a position sampled from what the bot's seat knows, never the true one, so a bot cannot learn secrets.
"""

from __future__ import annotations

import signal
import sys

import msgspec
from msgspec import Struct

from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.game import Json
from schatzkammer.core.loading import from_position
from schatzkammer.core.stream import seeded
from schatzkammer.games import find


class Question(Struct, frozen=True):
    """A decision for a bot to make."""

    game: str
    position: Json
    seat: int
    bot: str
    chance: str  # the seed of the bot's randomness


class Answer(Struct, frozen=True):
    """The bot's decision."""

    move: str


def answer(question: Question) -> Answer:
    """Lets the bot decide."""
    game = find(question.game)
    match = from_position(game, question.position)
    action = find_bot(question.bot).choose(glimpse(match, question.seat), seeded(question.chance, "bot"))
    return Answer(game.notation(action))


def main() -> None:
    """Answers questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets it too and ends this process
    decode = msgspec.json.Decoder(Question).decode
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
