"""Positions with their labels, and the replay buffer that keeps the latest of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schatzkammer.train.model import Floats

Records = tuple[bytes, bytes, bytes]  # counts, rows and labels, as `bots/values/recorder.py` writes them
Numbers = NDArray[np.int64]


class Batch(NamedTuple):
    """Some positions: how often each has each row, and their labels."""

    inputs: Floats
    labels: Floats


class Positions(NamedTuple):
    """Positions as arrays: how many rows each has, all rows, the labels."""

    counts: NDArray[np.int16]
    rows: NDArray[np.int16]
    labels: Floats


class Buffer:
    """The latest positions, as many as fit."""

    def __init__(self, rows: int, seats: int, most: int) -> None:
        self._rows = rows
        self._seats = seats
        self._most = most
        self._chunks: list[Positions] = []
        self._joined: tuple[Numbers, Numbers, NDArray[np.int16], Floats] | None = None

    def __len__(self) -> int:
        return sum(len(chunk.counts) for chunk in self._chunks)

    def add(self, records: Records) -> None:
        """Adds positions; the oldest leave when there are too many."""
        counts, rows, labels = records
        self._chunks.append(
            Positions(
                np.frombuffer(counts, "<i2").astype(np.int16),
                np.frombuffer(rows, "<i2").astype(np.int16),
                np.frombuffer(labels, "<f4").astype(np.float32).reshape(-1, 2 * self._seats),
            )
        )
        while len(self._chunks) > 1 and len(self) > self._most:
            self._chunks.pop(0)
        self._joined = None

    def batch(self, numbers: Numbers) -> Batch:
        """The positions with these numbers."""
        if self._joined is None:
            whole = self.all()
            counts = whole.counts.astype(np.int64)
            self._joined = counts, np.cumsum(counts) - counts, whole.rows, whole.labels
        counts, starts, rows, labels = self._joined
        counts = counts[numbers]
        first = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(starts[numbers] - first, counts)
        cells = np.repeat(np.arange(len(numbers)) * self._rows, counts) + rows[places]
        inputs = np.bincount(cells, minlength=len(numbers) * self._rows).astype(np.float32)
        return Batch(inputs.reshape(len(numbers), self._rows), labels[numbers])

    def all(self) -> Positions:
        """All positions as one, for a checkpoint."""
        counts, rows, labels = zip(*self._chunks, strict=True)
        return Positions(np.concatenate(counts), np.concatenate(rows), np.concatenate(labels))

    def load(self, positions: Positions) -> None:
        """Takes over the positions of a checkpoint."""
        self._chunks = [positions]
        self._joined = None
