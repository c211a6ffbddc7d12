"""The program of a bot process: reads questions line by line and writes answers.

A question holds a position sampled from what the bot's seat knows, never the true one, so a bot cannot learn secrets.
Reviews are of finished games, whose records are public. With the argument `--background` a process leaves the cores
to all others.
"""

from __future__ import annotations

import os
import signal
import sys

import msgspec
from msgspec import Struct

from schatzkammer.bots import find as find_bot
from schatzkammer.bots import find_counted, review
from schatzkammer.bots.advice import Advice, advise
from schatzkammer.bots.protocol import glimpse
from schatzkammer.bots.review.data import review_data
from schatzkammer.core.game import Json
from schatzkammer.core.loading import from_position
from schatzkammer.core.stream import seeded
from schatzkammer.games import find

BACKGROUND = "--background"
NICENESS = 5


class Question(Struct, frozen=True, tag="move"):
    """A decision for a bot to make, or to give advice on."""

    game: str
    position: Json
    seat: int
    bot: str
    chance: str  # the seed of the bot's randomness
    advice: bool = False  # whether a player wants to know what the bot would do and why
    counted: bool = False  # whether the same question must always get the same answer


class Answer(Struct, frozen=True):
    """The bot's decision."""

    move: str
    advice: Advice | None = None


class ReviewPart(Struct, frozen=True, tag="part"):
    """One part of the review of a finished game; answered by a `review.Part`."""

    record: Json
    number: int


class ReviewSum(Struct, frozen=True, tag="sum"):
    """All parts of a review; answered by the whole as plain data."""

    record: Json
    parts: list[review.Part]


def answer(question: Question) -> Answer:
    """Lets the bot decide."""
    game = find(question.game)
    match = from_position(game, question.position)
    bot = find_counted(question.bot) if question.counted else find_bot(question.bot)
    rng = seeded(question.chance, "bot")
    if question.advice:
        advice = advise(match, question.seat, bot, rng)
        return Answer(advice.move, advice)
    action = bot.choose(glimpse(match, question.seat), rng)
    return Answer(game.notation(action))


def part(question: ReviewPart) -> review.Part:
    """Reviews one part of a game."""
    return review.review_part(review.task(question.record, review.SEED), question.number)


def whole(question: ReviewSum) -> Json:
    """Joins the parts of a review."""
    return review_data(review.assembled(review.task(question.record, review.SEED), question.parts))


def _reply(question: Question | ReviewPart | ReviewSum) -> object:
    if isinstance(question, Question):
        return answer(question)
    return part(question) if isinstance(question, ReviewPart) else whole(question)


def main() -> None:
    """Answers questions until the input ends."""
    if BACKGROUND in sys.argv and hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets it too and ends this process
    decode = msgspec.json.Decoder(Question | ReviewPart | ReviewSum).decode
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(_reply(decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
