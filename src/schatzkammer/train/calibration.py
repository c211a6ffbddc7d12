"""How far a frozen value can be trusted: what it calls 60 % should be won 60 % of the time.

`python -m schatzkammer.train.calibration GAME|FILE [BLOCKS] [SEED]` plays fresh games of the value against itself, half
with the default options, and compares what it said in each quiet position with what came of it. Positions of one game
share their result, so errors are taken from blocks of games.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schatzkammer.bots.values.file import BadValue
from schatzkammer.bots.values.frozen import PACKAGE, value_from
from schatzkammer.bots.values.network import OUTPUT
from schatzkammer.bots.values.value import POINTS, Value
from schatzkammer.core.resources import read_toml
from schatzkammer.train.data import Buffer, Positions
from schatzkammer.train.selfplay import SelfPlay, play_task

Numbers = NDArray[np.float64]

GAMES = 8  # in a block
BINS = 10


class Row(NamedTuple):
    """Positions in which the value gave a seat a chance within one tenth: means, and the error of what was won."""

    seats: int
    said: float
    won: float
    error: float  # standard, of `won` - `said`


class Calibration(NamedTuple):
    """What the value said and what came of it."""

    positions: int
    rows: list[Row]  # by tenth; those that never occurred are left out
    off: float  # mean distance of what was said and won, weighted by seats
    points: float  # mean absolute error of final points
    bias: float  # mean of the points said less those made


def calibrate(value: bytes, blocks: int, seed: str) -> Calibration:
    """Plays so many blocks of games and compares."""
    about, frozen = value_from(value)
    plan = SelfPlay(about.game, f"calibration/{seed}", GAMES, value, 0.0, 1.0)
    sums = np.zeros((blocks, BINS, 3))  # seats, said, won
    misses: list[Numbers] = []
    positions = 0
    for block in range(blocks):
        buffer = Buffer(frozen.features.size, frozen.features.seats, 1_000_000)
        buffer.add(play_task(plan, block))
        said, won, missed = compare(frozen, buffer.all())
        positions += len(said)
        there = ~np.isnan(won)
        tenth = np.minimum((said[there] * BINS).astype(int), BINS - 1)
        for column, of_seats in enumerate((np.ones(len(tenth)), said[there], won[there])):
            sums[block, :, column] = np.bincount(tenth, of_seats, BINS)
        misses.append(missed[there])
    points = np.concatenate(misses)
    rows = [_row(sums[:, tenth]) for tenth in range(BINS) if sums[:, tenth, 0].sum()]
    seats = sum(row.seats for row in rows)
    off = sum(row.seats * abs(row.won - row.said) for row in rows) / seats
    return Calibration(positions, rows, off, float(np.abs(points).mean()), float(points.mean()))


def compare(value: Value, positions: Positions) -> tuple[Numbers, Numbers, Numbers]:
    """For each position and seat: the chance that the value gave it, its share of the win, and by how many points
    the value missed; absent seats are NaN."""
    features = value.features
    outputs = np.empty(positions.labels.shape)
    first = 0
    for number, rows in enumerate(positions.counts.tolist()):
        features.count = 0
        for row in positions.rows[first : first + rows].tolist():
            features.put(row)
        first += rows
        found = value.network.run(features.rows, features.count)
        outputs[number] = [int(found[lane]) / OUTPUT for lane in range(2 * features.seats)]
    won = positions.labels[:, : features.seats].astype(float)
    logits = np.where(np.isnan(won), -np.inf, outputs[:, : features.seats])
    said = np.exp(logits - logits.max(1, keepdims=True))
    said /= said.sum(1, keepdims=True)
    return said, won, POINTS * outputs[:, features.seats :] - positions.labels[:, features.seats :].astype(float)


def entropy(value: Value, positions: Positions) -> float:
    """The mean cross entropy of what the value said and what came of it."""
    said, won, _ = compare(value, positions)
    return float(-np.nansum(won * np.log(np.maximum(said, 1e-12)), 1).mean())


def _row(blocks: Numbers) -> Row:
    """One tenth, from the sums of each block: the error of a ratio of sums."""
    seats, said, won = blocks.sum(0)
    rest = (blocks[:, 2] - blocks[:, 1]) - blocks[:, 0] * (won - said) / seats
    number = len(blocks)
    error = float(np.sqrt((rest**2).sum() * number / max(1, number - 1)) / seats)
    return Row(int(seats), float(said / seats), float(won / seats), error)


def shipped(game: str) -> bytes:
    """The frozen value of a game."""
    listed = read_toml(PACKAGE, "data/values.toml").get(game)
    if not isinstance(listed, dict):
        raise BadValue(f"No value of {game} is shipped.")
    return files(PACKAGE).joinpath("data", str(listed["file"])).read_bytes()


def main(name: str, blocks: int = 50, seed: str = "1") -> Calibration:
    """Prints a table, and returns its figures."""
    path = Path(name)
    found = calibrate(path.read_bytes() if path.exists() else shipped(name), blocks, seed)
    write = sys.stdout.write
    write("  said    won  error   seats\n")
    for row in found.rows:
        write(f"{100 * row.said:5.1f}% {100 * row.won:5.1f}% {100 * row.error:5.1f}% {row.seats:7d}\n")
    write(f"{found.positions} positions, off by {100 * found.off:.1f} % in the mean; ")
    write(f"points off by {found.points:.1f} in the mean, {found.bias:+.1f} on balance\n")
    return found


if __name__ == "__main__":
    given = sys.argv[1:] + ["50", "1"][len(sys.argv) - 2 :]
    main(given[0], int(given[1]), given[2])
