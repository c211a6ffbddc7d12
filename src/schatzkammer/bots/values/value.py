"""How good a position is for every seat, given what one of them knows: the share of a win, and final points."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.estimate import Estimate, result
from schatzkammer.bots.values.features import Features
from schatzkammer.bots.values.network import OUTPUT, Network
from schatzkammer.core.game import State

POINTS: Final = 16.0  # an output of 1.0 stands for this many points


class Value:
    """A frozen value: features and a network that has learned what they are worth."""

    def __init__(self, features: Features, network: Network) -> None:
        self.features = features
        self.network = network

    def quiet(self, state: State) -> bool:
        """Whether a position can be estimated as it is."""
        return state.seat < 0 or self.features.quiet(state)

    def estimate(self, state: State, seat: i64) -> Estimate:
        """The estimate of a quiet position as the seat knows it, or the result of a finished game."""
        players = state.players
        if state.seat < 0:
            return result(state)
        features = self.features
        features.write(state, seat)
        outputs = self.network.run(features.rows, features.count)
        seats: i64 = self.network.outputs // 2
        most: i64 = outputs[0]
        place: i64 = 1
        while place < players:
            if outputs[place] > most:
                most = outputs[place]
            place += 1
        wins = [0.0] * int(players)
        points = [0.0] * int(players)
        whole = 0.0
        place = 0
        while place < players:
            other = seat + place
            if other >= players:
                other -= players
            share = exp(float(outputs[place] - most) / OUTPUT)
            wins[other] = share
            whole += share
            points[other] = features.points[place] + POINTS * float(outputs[seats + place]) / OUTPUT
            place += 1
        place = 0
        while place < players:
            wins[place] /= whole
            place += 1
        return Estimate(wins, points)
