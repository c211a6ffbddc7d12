"""What all features share: a position as rows of the value network's first layer."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from schatzkammer.core.game import State

MOST_ROWS: Final = 256  # that one position may have


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """Describes what a seat knows about a position of one game, as rows. Seats are counted from the observer, who is 0.

    Only what the seat can know may be read from a state: tests check that all states that agree with what the seat has
    seen have the same rows.
    """

    seats: int  # the most players that the game has
    lanes: int  # of the network's first layer, the outputs included; a multiple of 4
    games: int  # of self-play that take about a minute on one core
    deals: int  # at most, in a match between two values
    batch: int  # positions in one step of learning
    rate: float  # of learning
    passes: int  # each new position is seen about so many times ...
    first_passes: int  # ... in the first generation
    exam: float  # of the games of a task, twice

    def __init__(self) -> None:
        self.rate = 3e-3
        self.passes = 4
        self.first_passes = 12
        self.exam = 0.5
        self.size = 0  # the number of rows there are
        self.count: i64 = 0  # how many the last position has ...
        rows = vec[i64]()
        for _ in range(MOST_ROWS):
            rows = append(rows, i64(0))
        self.rows = rows  # ... and which
        self.points: list[float] = []  # of the last position: what each seat, from the observer on, has or can expect

    def block(self, size: int) -> i64:
        """Reserves this many rows; returns the first."""
        first = self.size
        self.size += size
        return first

    def put(self, row: i64) -> None:
        """Adds a row of the position."""
        self.rows[self.count] = row
        self.count += 1

    def write(self, state: State, seat: i64) -> None:
        """Fills `rows`, `count` and `points` for a position that is quiet."""
        raise NotImplementedError

    def quiet(self, state: State) -> bool:
        """Whether the position is of the kind that the network has learned; else it is played on for a few actions."""
        raise NotImplementedError


def clip(value: i64, most: i64) -> i64:
    """A number between 0 and `most`."""
    if value < 0:
        return 0
    return value if value < most else most
