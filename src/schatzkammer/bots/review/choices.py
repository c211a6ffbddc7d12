"""One decision: what was chosen beside the best choice, in the same worlds and with the same luck.

Choices are tried in worlds sampled from what the seat knew. The best one is compared with the choice made in fresh
worlds, so that it is not the best merely because it was lucky in those that it was chosen by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from schatzkammer.bots.estimate import Estimate
from schatzkammer.bots.review.worth import NOTHING, Trial, Worth
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

CLOSE: Final = 3  # choices that are looked at more closely, beside the one made
DOUBT: Final = 2.0  # standard errors within which two choices are equal
SURE: Final = 4.0  # standard errors at which no more worlds are needed
NEGLIGIBLE: Final = 0.004  # of a reward: not looked into any further


class Tally:
    """What one choice brought in the worlds so far."""

    def __init__(self, action: int, players: int) -> None:
        self.action = action
        self.rewards: list[float] = []
        self.points: list[list[float]] = [[] for _ in range(players)]
        self.wins: list[float] = []

    def add(self, estimate: Estimate, seat: int, reward: float) -> None:
        """Adds one world."""
        self.rewards.append(reward)
        self.wins.append(estimate.wins[seat])
        for other, points in enumerate(estimate.points):
            self.points[other].append(points)

    @property
    def reward(self) -> float:
        """The mean reward."""
        return mean(self.rewards)

    def worth(self, seat: int) -> Worth:
        """The mean of what it promises its seat."""
        return Worth(mean(self.points[seat]), mean(self.wins))


@dataclass(frozen=True)
class Verdict:
    """A choice beside the best one."""

    best: int  # the choice made, if none is better beyond doubt
    worth: Worth  # of the choice made
    loss: Worth
    error: Worth  # the standard errors of the loss
    to_others: list[float]  # by seat, the points that the choice made brings it beyond the best one
    lead: Worth  # of the best choice over the next best
    tried: list[tuple[int, Worth]]  # the choices that were looked at more closely, the best first


def verdict(trial: Trial, state: State, seat: int, chosen: int, rng: Stream) -> Verdict:
    """Compares the choice made with the best one."""
    judge = trial.judge
    players = int(state.players)
    close = [action for action in trial.ranked(state, seat, rng) if action != chosen][:CLOSE]
    looked = _try(trial, state, seat, [Tally(action, players) for action in [*close, chosen]], judge.tried, rng)
    best = looked[0]
    made = next(tally for tally in looked if tally.action == chosen)
    second = looked[1] if best is made else made
    tried = [(tally.action, tally.worth(seat)) for tally in looked]
    lead = best.worth(seat) - looked[1].worth(seat)
    nothing = Verdict(chosen, made.worth(seat), NOTHING, _errors(best, second, seat), [0.0] * players, lead, tried)
    if best is made or best.reward - made.reward < NEGLIGIBLE:
        return nothing
    made, best = Tally(chosen, players), Tally(best.action, players)
    fewest, most = judge.compared
    while len(made.rewards) < most:
        _try(trial, state, seat, [made, best], fewest, rng)
        ahead, error = _difference(best.rewards, made.rewards)
        if ahead < 0.0 or ahead > SURE * error:
            break
    if ahead <= DOUBT * error or ahead < NEGLIGIBLE:
        return nothing
    given = [mean(made.points[other]) - mean(best.points[other]) for other in range(players)]
    worth = made.worth(seat)
    return Verdict(best.action, worth, best.worth(seat) - worth, _errors(best, made, seat), given, lead, tried)


def _try(trial: Trial, state: State, seat: int, tallies: list[Tally], worlds: int, rng: Stream) -> list[Tally]:
    """Plays every choice in the same worlds with the same luck; returns them by reward, the best first."""
    for _ in range(worlds):
        sampled = state.sample(seat, rng)
        chance = rng.randbytes(32)
        for tally in tallies:
            estimate = trial.play(sampled.copy(), seat, tally.action, Stream(chance))
            tally.add(estimate, seat, trial.judge.reward(estimate, seat))
    return sorted(tallies, key=lambda tally: (-tally.reward, tally.action))


def _errors(one: Tally, other: Tally, seat: int) -> Worth:
    """The standard errors of the difference between two choices."""
    if one is other:
        return NOTHING
    return Worth(
        _difference(one.points[seat], other.points[seat])[1],
        _difference(one.wins, other.wins)[1],
    )


def _difference(one: list[float], other: list[float]) -> tuple[float, float]:
    """The mean difference between two choices in the same worlds, and its standard error."""
    number = len(one)
    differences = [one[world] - other[world] for world in range(number)]
    middle = mean(differences)
    squares = sum((difference - middle) ** 2 for difference in differences)
    return middle, sqrt(squares / (number * max(1, number - 1)))


def mean(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return sum(values) / len(values)
