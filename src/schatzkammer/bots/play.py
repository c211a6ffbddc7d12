"""Lets bots make one decision, or play a whole game."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.bots.protocol import Bot, glimpse
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded


def streams(seed: str, players: int) -> list[Stream]:
    """The random stream of each seat's bot, independent of the game's and of the other seats'."""
    return [seeded(seed, f"bot/{seat}") for seat in range(players)]


def decide(match: Match, seat: int, bot: Bot, rng: Stream) -> None:
    """Plays the decision of a bot for its seat."""
    match.play_action(seat, bot.choose(glimpse(match, seat), rng))


def play_out(match: Match, bots: Sequence[Bot], rngs: Sequence[Stream]) -> int:
    """Plays all seats to the end of the game; returns the number of decisions."""
    plies = 0
    while not match.over:
        # Seats that choose simultaneously are asked in turn: a glimpse hides what the others chose.
        for seat in match.to_act:
            decide(match, seat, bots[seat], rngs[seat])
            plies += 1
    return plies
