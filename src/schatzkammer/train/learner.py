"""Learning: the loss of a model on labelled positions, and gradient steps (Adam) with averaged weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from schatzkammer.bots.values.value import POINTS
from schatzkammer.train.data import Batch, Buffer
from schatzkammer.train.model import Floats, Model, Pass

ABSENT = -1.0e9  # the logit of a seat that nobody has
AVERAGING = 0.998  # of the averaged weights, kept at each step
LAST_RATE = 0.05  # the share of the learning rate that is left at the end
FACTORS = [0.5 + 0.02 * step for step in range(51)]  # 0.5 to 1.5
MOMENTUM, SCALING, TINY = 0.9, 0.999, 1e-8  # Adam's


class Loss(NamedTuple):
    """Cross entropy of the win, and Huber loss of the points in units of POINTS, both summed over seats."""

    win: float
    points: float


def loss_and_slope(outputs: Floats, labels: Floats) -> tuple[Loss, Floats]:
    """The mean loss of a batch, and its slope by the outputs."""
    seats = labels.shape[1] // 2
    absent = np.isnan(labels[:, :seats])
    wins = np.nan_to_num(labels[:, :seats])
    logits = np.where(absent, ABSENT, outputs[:, :seats])
    logits -= logits.max(1, keepdims=True)
    shares = np.exp(logits)
    shares /= shares.sum(1, keepdims=True)
    entropy = -(wins * np.where(absent, 0.0, np.log(np.maximum(shares, 1e-12)))).sum(1).mean()
    off = np.where(absent, 0.0, outputs[:, seats:] - np.nan_to_num(labels[:, seats:]) / POINTS)
    near = np.clip(off, -1.0, 1.0)
    huber = (near * (off - 0.5 * near)).sum(1).mean()
    slope = np.concatenate([np.where(absent, 0.0, shares - wins), near], 1) / len(labels)
    return Loss(float(entropy), float(huber)), slope.astype(np.float32)


def measure(model: Model, batch: Batch) -> Loss:
    """The mean loss of a model on a batch."""
    return loss_and_slope(Pass(model, batch.inputs).outputs, batch.labels)[0]


def calibrate(model: Model, batch: Batch) -> float:
    """Scales the logits of the win so that they fit results best; returns the factor."""
    outputs = Pass(model, batch.inputs).outputs
    seats = model.shape.seats
    best, factor = np.inf, 1.0
    for tried in FACTORS:
        scaled = outputs.copy()
        scaled[:, :seats] *= tried
        loss = loss_and_slope(scaled, batch.labels)[0].win
        if loss < best:
            best, factor = loss, tried
    for name in ("table", "output", "output_bias"):
        model.parts[name][..., :seats] *= factor
    return factor


def learn(model: Model, buffer: Buffer, steps: int, size: int, rate: float, seed: int) -> tuple[Model, Loss]:
    """Takes gradient steps on random batches; returns a model with averaged weights, and the mean loss."""
    rng = np.random.default_rng(seed)
    averaged = model.copy()
    means = {name: np.zeros_like(weights) for name, weights in model.parts.items()}
    squares = {name: np.zeros_like(weights) for name, weights in model.parts.items()}
    win = points = 0.0
    for step in range(steps):
        batch = buffer.batch(rng.integers(len(buffer), size=size))
        through = Pass(model, batch.inputs)
        loss, slope = loss_and_slope(through.outputs, batch.labels)
        win += loss.win / steps
        points += loss.points / steps
        now = rate * max(LAST_RATE, 1.0 - step / steps)
        now *= float(np.sqrt(1.0 - SCALING ** (step + 1)) / (1.0 - MOMENTUM ** (step + 1)))
        for name, gradient in through.gradient(slope).items():
            means[name] += (1.0 - MOMENTUM) * (gradient - means[name])
            squares[name] += (1.0 - SCALING) * (gradient * gradient - squares[name])
            model.parts[name] -= now * means[name] / (np.sqrt(squares[name]) + TINY)
        model.limit()
        share = 1.0 - min(AVERAGING, step / (step + 10.0))
        for name, weights in averaged.parts.items():
            weights += share * (model.parts[name] - weights)
    return averaged, Loss(win, points)
