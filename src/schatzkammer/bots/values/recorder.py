"""Plays games with itself and records quiet positions with what came of them: the data that a value learns from.

Records come in three parts, little-endian: the number of rows of each position (i16); all rows (i16); and the labels
(f32), for each seat from the observer on the share of the win and then the points still to come, both padded with NaN
to the most seats of the game. Labels mix what happened in the end with what the value said of the next positions
(TD(λ)): less noise, some bias.
"""

from __future__ import annotations

from math import nan

from librt.strings import BytesWriter, write_f32_le, write_i16_le
from mypy_extensions import i16, i64

from schatzkammer.bots.estimate import Estimate, result
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.values.features import Features
from schatzkammer.bots.values.lookahead import best_action
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream


class Position:
    """A recorded position: its rows, who observed it, and what the value said of it."""

    __slots__ = ("estimate", "points", "rows", "seat")

    def __init__(self, seat: int, rows: list[int], points: list[float], estimate: Estimate | None) -> None:
        self.seat = seat
        self.rows = rows
        self.points = points
        self.estimate = estimate


class Recorder:
    """Records games, played by the rollout policy, or by a value that looks one action ahead.

    Where single actions mean little, because a policy races whole plans, it always plays by the policy. Such games have
    few quiet positions, so each is recorded as every seat knows it.
    """

    def __init__(self, features: Features, policy: Policy, value: Value | None, explore: float, trace: float) -> None:
        """`explore` is the share of decisions left to the rollout policy, `trace` the λ of the labels."""
        self.features = features
        self.policy = policy
        self.value = value
        self.explore = explore
        self.trace = trace
        self._counts = BytesWriter()
        self._rows = BytesWriter()
        self._labels = BytesWriter()

    def play(self, state: State, rng: Stream) -> None:
        """Plays a game to its end and records its quiet positions."""
        races = self.policy.races_plans
        positions: list[Position] = []
        while state.seat >= 0:
            if self.features.quiet(state):
                first = int(rng.below(state.players))
                positions.append(self._observe(state, first, self.value))
                if races:
                    for place in range(1, int(state.players)):
                        positions.append(self._observe(state, (first + place) % int(state.players), None))
            if races:
                self.policy.play_on(state, rng)
            else:
                state.game.apply(state, state.seat, self._choose(state, rng))
        self._write(positions, result(state))

    def take(self) -> tuple[bytes, bytes, bytes]:
        """The records since the last call: counts, rows, labels."""
        found = self._counts.getvalue(), self._rows.getvalue(), self._labels.getvalue()
        self._counts.truncate(0)
        self._rows.truncate(0)
        self._labels.truncate(0)
        return found

    def _choose(self, state: State, rng: Stream) -> int:
        value = self.value
        seat = state.seat
        actions = state.game.legal(state, seat)
        if len(actions) == 1:
            return actions[0]
        policy = self.policy
        if value is None or float(rng.byte()) < 256.0 * self.explore:
            return policy.pick(state, rng)
        return best_action(state, seat, actions, value, policy, 1, rng)

    def _observe(self, state: State, seat: int, value: Value | None) -> Position:
        features = self.features
        estimate = None
        if value is None:
            features.write(state, seat)
        else:
            estimate = value.estimate(state, seat)
        rows: list[int] = []
        number: i64 = 0
        while number < features.count:
            rows.append(int(features.rows[number]))
            number += 1
        return Position(seat, rows, features.points, estimate)

    def _write(self, positions: list[Position], end: Estimate) -> None:
        """Writes the positions, last first, with their labels."""
        wins = end.wins
        points = end.points
        for position in reversed(positions):
            self._write_position(position, wins, points)
            estimate = position.estimate
            if estimate is not None:
                wins = _mixed(wins, estimate.wins, self.trace)
                points = _mixed(points, estimate.points, self.trace)

    def _write_position(self, position: Position, wins: list[float], points: list[float]) -> None:
        players = len(wins)
        write_i16_le(self._counts, i16(len(position.rows)))
        for row in position.rows:
            write_i16_le(self._rows, i16(row))
        for place in range(self.features.seats):
            write_f32_le(self._labels, wins[(position.seat + place) % players] if place < players else nan)
        for place in range(self.features.seats):
            to_come = points[(position.seat + place) % players] - position.points[place] if place < players else nan
            write_f32_le(self._labels, to_come)


def _mixed(later: list[float], now: list[float], trace: float) -> list[float]:
    """The labels of the position before: mostly what came later, in part what the value says now."""
    return [trace * end + (1.0 - trace) * now[seat] for seat, end in enumerate(later)]
