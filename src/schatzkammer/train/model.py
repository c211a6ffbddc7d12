"""The network that learns, with its gradient, and how it becomes whole numbers (`bots/values/network.py`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schatzkammer.bots.values.network import ACTIVATION, OUTPUT, WEIGHT, Weights

Floats = NDArray[np.float32]

CLIPPED = 255 / ACTIVATION  # the highest activation
LARGEST_ROW = 32.0  # of a weight of the first layer, so that sums of many fit their lanes
LARGEST = 8.0  # of the other weights


class Shape(NamedTuple):
    """The sizes of a network: rows of the first layer, seats, hidden lanes, lanes of the second layer."""

    rows: int
    seats: int
    hidden: int
    second: int

    @property
    def outputs(self) -> int:
        """For each seat a logit of the win, then for each the points still to come."""
        return 2 * self.seats

    @property
    def parameters(self) -> int:
        """The number of weights."""
        table = self.rows * (self.outputs + self.hidden)
        return table + (self.hidden + 1) * self.second + (self.second + 1) * self.outputs


class Model:
    """Rows to outputs; `parts` are its weights, which an optimiser may change in place."""

    def __init__(self, shape: Shape, rng: np.random.Generator) -> None:
        self.shape = shape
        outputs = shape.outputs
        table = rng.normal(0.0, 0.05, (shape.rows, outputs + shape.hidden)).astype(np.float32)
        table[:, :outputs] = 0.0
        table[0, outputs:] += 0.3  # the row of every position: a bias
        self.parts: dict[str, Floats] = {
            "table": table,
            "second": rng.normal(0.0, shape.hidden**-0.5, (shape.hidden, shape.second)).astype(np.float32),
            "second_bias": np.zeros(shape.second, np.float32),
            "output": rng.normal(0.0, 0.3 * shape.second**-0.5, (shape.second, outputs)).astype(np.float32),
            "output_bias": np.zeros(outputs, np.float32),
        }

    def limit(self) -> None:
        """Keeps the weights within what whole numbers can hold."""
        for name, weights in self.parts.items():
            most = LARGEST_ROW if name == "table" else LARGEST
            np.clip(weights, -most, most, out=weights)

    def copy(self) -> Model:
        """An independent copy."""
        twin = Model.__new__(Model)
        twin.shape = self.shape
        twin.parts = {name: weights.copy() for name, weights in self.parts.items()}
        return twin


class Pass:
    """One pass through a model, forwards and then backwards."""

    def __init__(self, model: Model, inputs: Floats) -> None:
        self._model = model
        self._inputs = inputs
        parts = model.parts
        outputs = model.shape.outputs
        self._first: Floats = inputs @ parts["table"]
        self._hidden: Floats = self._first[:, outputs:].clip(0.0, CLIPPED)
        self._sums: Floats = self._hidden @ parts["second"] + parts["second_bias"]
        self._second: Floats = self._sums.clip(0.0, CLIPPED)
        self.outputs: Floats = self._first[:, :outputs] + self._second @ parts["output"] + parts["output_bias"]

    def gradient(self, slope: Floats) -> dict[str, Floats]:
        """The gradient of a loss by all weights, given its slope by the outputs."""
        parts = self._model.parts
        outputs = self._model.shape.outputs
        second = (slope @ parts["output"].T) * _inside(self._sums)
        hidden = (second @ parts["second"].T) * _inside(self._first[:, outputs:])
        return {
            "table": self._inputs.T @ np.concatenate([slope, hidden], 1),
            "second": self._hidden.T @ second,
            "second_bias": second.sum(0),
            "output": self._second.T @ slope,
            "output_bias": slope.sum(0),
        }


def _inside(sums: Floats) -> NDArray[np.bool_]:
    """Where an activation is not clipped."""
    inside: NDArray[np.bool_] = (sums > 0.0) & (sums < CLIPPED)
    return inside


def whole_numbers(model: Model) -> Weights:
    """The weights as whole numbers."""
    shape, parts = model.shape, model.parts
    return Weights(
        shape.outputs,
        shape.hidden,
        shape.second,
        _rounded(parts["table"], ACTIVATION),
        _rounded(parts["second"], WEIGHT),
        _rounded(parts["second_bias"], OUTPUT),
        _rounded(parts["output"], WEIGHT),
        _rounded(parts["output_bias"], OUTPUT),
    )


def _rounded(weights: Floats, one: int) -> list[int]:
    found: list[int] = np.rint(weights.astype(np.float64) * one).astype(np.int64).reshape(-1).tolist()
    return found
