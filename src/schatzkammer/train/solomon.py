"""Who foresees the results of King Solomon better: a value, or the counting of points where there is none.

`python -m schatzkammer.train.solomon GAMES SEED [FILE]` lets the planner play fresh games, as training does, and asks
both at the beginning of every round, for every seat. The value is told what the seat knows, the count sees everything.
Without a file the frozen value is asked. Errors are 95 %, taken from games.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple, cast

from schatzkammer.bots.estimate import Estimate, result
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.review.solomon import counted
from schatzkammer.bots.values.frozen import value_from
from schatzkammer.bots.values.value import Value
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.train.calibration import shipped
from schatzkammer.train.selfplay import set_ups

GAME = "solomon"


def surprise(said: Estimate, came: Estimate) -> float:
    """The cross entropy of the shares of the win."""
    pairs = zip(came.wins, said.wins, strict=True)
    return -sum(won * math.log(max(share, 1e-12)) for won, share in pairs if won)


def missed(said: Estimate, came: Estimate) -> float:
    """By how many points the final scores were missed, on average over the seats."""
    return mean(abs(points - made) for points, made in zip(said.points, came.points, strict=True))


class Foresight(NamedTuple):
    """The means of one game."""

    players: int
    surprise: float  # by what the value said
    count_surprise: float
    missed: float  # points, by the value
    count_missed: float


def foresight(value: Value, seed: str, number: int) -> Foresight:
    """Plays the game with this number and asks the value and the count."""
    game, policy, setups = find(GAME), policy_of(GAME), set_ups(GAME)
    name = f"{seed}/{number}"
    state = game.start(setups[number % len(setups)], seeded(name, game.id))
    rng = seeded(name, "self-play")
    players = int(state.players)
    asked: list[tuple[Estimate, Estimate]] = []
    while state.seat >= 0:
        if value.quiet(state):
            rng.below(players)  # as the recorder does, so that these are games that training might play
            count = counted(cast(SolomonState, state))
            asked += [(value.estimate(state, seat), count) for seat in range(players)]
        policy.play_on(state, rng)
    came = result(state)
    return Foresight(
        players,
        mean(surprise(said, came) for said, _ in asked),
        mean(surprise(count, came) for _, count in asked),
        mean(missed(said, came) for said, _ in asked),
        mean(missed(count, came) for _, count in asked),
    )


def main(games: int, seed: str, file: str | None = None) -> None:
    """Prints a line for two players, and one for more."""
    value = value_from(shipped(GAME) if file is None else Path(file).read_bytes())[1]
    played = [foresight(value, seed, number) for number in range(games)]
    for name, several in (("two players", False), ("three to five", True)):
        rows = [row for row in played if (row.players > 2) is several]
        gains = [row.count_surprise - row.surprise for row in rows]
        error = 1.96 * stdev(gains) / math.sqrt(len(gains))
        _, said, count, missed_by, count_missed = (mean(column) for column in zip(*rows, strict=True))
        sys.stdout.write(
            f"{name}, {len(rows)} games: surprise by the value {said:.3f}, by the count {count:.3f}, "
            f"less by {mean(gains):.3f} ± {error:.3f}; points missed {missed_by:.2f} and {count_missed:.2f}\n"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], *sys.argv[3:])
