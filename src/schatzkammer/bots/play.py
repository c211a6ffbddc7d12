"""Bots at the table: one decision, or a whole game."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.bots.protocol import Bot, glimpse
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded


def streams(seed: str, players: int) -> list[Stream]:
    """The chance of each seat's bot, apart from that of the game and of the other seats."""
    return [seeded(seed, f"bot/{seat}") for seat in range(players)]


def decide(match: Match, seat: int, bot: Bot, rng: Stream) -> None:
    """Lets a bot make the decision that its seat owes."""
    match.play_action(seat, bot.choose(glimpse(match, seat), rng))


def play_out(match: Match, bots: Sequence[Bot], rngs: Sequence[Stream]) -> int:
    """Lets bots play all seats to the end of the game; tells how many decisions were made."""
    plies = 0
    while not match.over:
        # Seats that choose at the same time choose in turn here: a glimpse hides what the others chose.
        for seat in match.to_act:
            decide(match, seat, bots[seat], rngs[seat])
            plies += 1
    return plies
