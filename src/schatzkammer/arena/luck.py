"""Takes the luck out of a result: AIVAT (Burch and others, 2018), with the frozen value as its guess.

When a decision makes chance reveal something, the value says what the position has become worth, and what it would have
become worth in other worlds: what no seat knows is drawn anew, and the same action is played. The difference is luck.
Bots that draw their choices, and quickly, are asked again in each of these worlds, so that their dice are luck, too.
All worlds are as likely as the true one, so luck is zero on average, whatever the value says: a poor value finds less
of it, and nothing else. The luck of the deal itself is left to duplicate play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from schatzkammer.bots.estimate import Estimate
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.values.lookahead import settled_estimate
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

DIGITS = 5


class Luck(msgspec.Struct, frozen=True):
    """By seat: how much of its share of the win and of its points was luck."""

    wins: tuple[float, ...]
    points: tuple[float, ...]


class LuckMeter:
    """Adds up the luck in one game; each draw is compared with those in this many other worlds."""

    def __init__(self, value: Value, players: int, worlds: int, rng: Stream) -> None:
        self._value = value
        self._worlds = worlds
        self._rng = rng
        self._wins = [0.0] * players
        self._points = [0.0] * players

    def add(self, before: State, seat: int, action: int, again: Callable[[Stream], int] | None, after: State) -> None:
        """Adds a decision and the states around it; `again` asks the bot once more, if it draws its choices."""
        if again is None and before.news == after.news:
            return
        others = []
        for _ in range(self._worlds):
            world = before.reshuffle(self._rng)
            world.game.apply(world, seat, action if again is None else again(self._rng))
            others.append(self._estimate(world))
        self._count(self._of_table(after), 1.0)
        self._count(others, -1.0)

    def total(self) -> Luck:
        """The luck so far."""
        wins, points = (tuple(round(luck, DIGITS) for luck in each) for each in (self._wins, self._points))
        return Luck(wins, points)

    def _of_table(self, state: State) -> list[Estimate]:
        """What the true position is worth, by what is known at the table, and not by what is still to come."""
        known = self._value.quiet(state)
        return [self._estimate(state.reshuffle(self._rng)) for _ in range(1 if known else self._worlds)]

    def _estimate(self, world: State) -> Estimate:
        """The estimate of a world, which it consumes."""
        return settled_estimate(world, 0, self._value, policy_of(world.game.id), self._rng)

    def _count(self, estimates: Sequence[Estimate], weight: float) -> None:
        for estimate in estimates:
            for seat in range(len(self._wins)):
                self._wins[seat] += weight * estimate.wins[seat] / len(estimates)
                self._points[seat] += weight * estimate.points[seat] / len(estimates)
