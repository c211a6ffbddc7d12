"""Measures whether odds keep what they promise: of things called 30 % likely, 30 % are there.

Bots play games; at decisions one seat's odds are compared with what really lies hidden. Prints a table of chances
and frequencies as JSON. Run from the root of a clone: `python tools/odds_calibration.py solomon --positions 10000`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.conformance.cases import invariant

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.games import find as find_game

BINS = 20


class Table:
    """How often things of a chance were there, in bins of 5 %."""

    def __init__(self) -> None:
        self.said = [0.0] * BINS
        self.times = [0] * BINS
        self.there = [0] * BINS

    def add(self, chance: float, there: bool) -> None:
        """Counts one thing of one place."""
        at = min(BINS - 1, int(chance * BINS))
        self.said[at] += chance
        self.times[at] += 1
        self.there[at] += there

    def rows(self) -> list[dict[str, float]]:
        """Mean chance, frequency and number by bin."""
        return [
            {"said": round(said / times, 4), "there": round(there / times, 4), "times": times}
            for said, there, times in zip(self.said, self.there, self.times, strict=True)
            if times
        ]


def compare(match: Match, seat: int, table: Table, rng: Stream, most: int) -> None:
    """Compares some of the uncertain things that a seat is told of with the truth."""
    hidden = invariant(match.game, "hidden")
    if hidden is None:
        return
    truth = hidden(match.position())
    uncertain = []
    for place, chances in match.odds(seat).items():
        left = Counter(truth.get(place, []))
        for thing, chance in chances:
            there = left[thing] > 0
            left[thing] -= 1
            if place in truth and chance < 1.0:
                uncertain.append((chance, there))
    rng.shuffle(uncertain)
    for chance, there in uncertain[:most]:
        table.add(chance, there)


def main() -> None:
    """Plays games until so many positions were compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--bot", default="beginner")
    parser.add_argument("--seed", default="odds")
    parser.add_argument("--every", type=int, default=1, help="of so many decisions one is looked at")
    parser.add_argument("--things", type=int, default=40, help="at most so many of a position")
    asked = parser.parse_args()
    game, bot = find_game(asked.game), find(asked.bot)
    table, done, games, decisions = Table(), 0, 0, 0
    while done < asked.positions:
        players = game.min_players + games % (game.max_players - game.min_players + 1)
        match = sk.new(game.id, players=players, seed=f"{asked.seed} {games}")
        rng = seeded(f"{asked.seed} {games}", "bots")
        games += 1
        while not match.over and done < asked.positions:
            decisions += 1
            if decisions % asked.every == 0:
                compare(match, int(rng.below(players)), table, rng, asked.things)
                done += 1
            seat = match.to_act[0]
            decide(match, seat, bot, rng)
    rows = table.rows()
    worst = max((abs(row["said"] - row["there"]) for row in rows if row["times"] >= 1000), default=0.0)
    sys.stdout.write(
        json.dumps({"game": game.id, "positions": done, "games": games, "worst": round(worst, 4), "rows": rows}) + "\n"
    )


if __name__ == "__main__":
    main()
