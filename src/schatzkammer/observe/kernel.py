"""Many games at once without leaving compiled code."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_i32_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.observe.encoder import Encoder, Trace


class Table:
    """Games side by side, and what the seats that decide in them see, written one after another.

    The rows may be some of more: all chance of a row hangs on its number, however many others there are beside it.
    """

    def __init__(self, encoder: Encoder, game: Game, setup: Setup, seed: str, first: int, rows: int) -> None:
        self.observations = b""
        self.masks = b""
        self.seats = b""  # a byte each
        self.ended: list[tuple[int, State]] = []  # games that the last step ended, with their places
        self._encoder = encoder
        self._game = game
        self._setup = setup
        self._seed = seed
        self._first = first
        self._begun = [0] * rows  # how many games each row has seen
        self._policies: list[Stream] = []
        self._none = bytes(game.actions)  # a mask of zeros
        # Kept from step to step: memory that is there already is written faster.
        self._observed = BytesWriter()
        self._masked = BytesWriter()
        self._seated = BytesWriter()
        self._touched: i64 = 0  # kept, so that no compiler leaves the reading out
        self.states = [self._next(at) for at in range(rows)]
        self._traces = [encoder.trace() for _ in range(rows)]
        self._open()
        for at, state in enumerate(self.states):
            self._see(state, self._traces[at])
        self._close()
        # Whoever frees a large block once is given blocks of that size faster from then on: with some allocators they
        # no longer go back to the system, to be asked for and cleared again in every step.
        bytes(4 * (len(self.observations) + len(self.masks)))

    def play(self, actions: bytes) -> None:
        """Plays a legal action, in four bytes, in every game; where that ends it a new one is set up in its place."""
        self._open()
        states = self.states
        traces = self._traces
        encoder = self._encoder
        last: i64 = len(states) - 1
        # One game after another, wholly: the next ones are touched meanwhile.
        first = states[0]
        second = states[min(1, last)]
        third = states[min(2, last)]
        at: i64 = 0
        while at <= last:
            state = first
            first = second
            second = third
            third = states[min(at + 3, last)]
            touched = encoder.touch_fields(third, traces[min(at + 3, last)]) + encoder.touch_lists(second)
            self._touched ^= touched + encoder.touch_items(first, i64(read_i32_le(actions, 4 * min(at + 1, last))))
            state.game.apply(state, state.seat, int(read_i32_le(actions, 4 * at)))
            if state.seat < 0:
                self.ended.append((int(at), state))
                state = self._next(int(at))
                states[at] = state
                traces[at] = encoder.trace()
            self._see(state, traces[at])
            at += 1
        self._close()

    def picks(self) -> bytes:
        """A legal action of every game, each as likely, in four bytes."""
        if not self._policies:
            self._policies = [
                seeded(f"{self._seed}/{self._first + at}", "batch/random") for at in range(len(self.states))
            ]
        found = BytesWriter()
        width: i64 = len(self._none)
        row: i64 = 0
        for policy in self._policies:
            write_i32_le(found, i32(pick(self.masks, row, row + width, policy)))
            row += width
        return found.getvalue()

    def _next(self, at: int) -> State:
        """The next game of a row."""
        games = self._begun[at]
        self._begun[at] = games + 1
        seed = f"{self._seed}/{self._first + at}"
        if games:
            seed = f"{seed}/{games}"
        return self._game.start(self._setup, seeded(seed, self._game.id))

    def _open(self) -> None:
        self._observed.truncate(0)
        self._masked.truncate(0)
        self._seated.truncate(0)
        self.ended = []

    def _see(self, state: State, trace: Trace) -> None:
        self._encoder.write(state, state.seat, trace, self.observations, self._observed)
        self._encoder.write_mask(state, state.seat, self._none, self._masked)
        self._seated.append(u8(state.seat))

    def _close(self) -> None:
        self.observations = self._observed.getvalue()
        self.masks = self._masked.getvalue()
        self.seats = self._seated.getvalue()


FOUR: Final[i64] = 0x00FF00FF00FF00FF  # of eight bytes every other one


def pick(masks: bytes, first: i64, end: i64, stream: Stream) -> i64:
    """One of the ones in a part of the masks, each as likely: how many places it is from the first."""
    ones: i64 = 0  # counted in eight bytes side by side, none of which gets full
    at = first
    while at + 8 <= end:
        ones += read_i64_le(masks, at)
        at += 8
    total = in_eight(ones)
    while at < end:
        total += masks[at]
        at += 1
    index = stream.below(total)
    at = first
    while at + 32 <= end:
        ones = read_i64_le(masks, at) + read_i64_le(masks, at + 8)
        here = in_eight(ones + read_i64_le(masks, at + 16) + read_i64_le(masks, at + 24))
        if index < here:
            break
        index -= here
        at += 32
    while at + 8 <= end:
        here = in_eight(read_i64_le(masks, at))
        if index < here:
            break
        index -= here
        at += 8
    while True:
        if masks[at]:
            if index == 0:
                return at - first
            index -= 1
        at += 1


def in_eight(numbers: i64) -> i64:
    """The sum of eight bytes."""
    numbers = (numbers & FOUR) + ((numbers >> 8) & FOUR)
    numbers += numbers >> 32
    return (numbers + (numbers >> 16)) & 0xFFFF
