"""Many games at once without leaving compiled code."""

from __future__ import annotations

from librt.strings import BytesWriter, write_i32_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.game import Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.observe.encoder import Encoder


class Table:
    """Games side by side, and what the seats that decide in them see, written one after another."""

    def __init__(self, encoder: Encoder, states: list[State], setup: Setup, later: Stream, none: bytes) -> None:
        self.states = states
        self.observations = b""
        self.masks = b""
        self.seats = b""  # a byte each
        self.ended: list[tuple[int, State]] = []  # games that the last step ended, with their places
        self._encoder = encoder
        self._setup = setup
        self._later = later  # the chance of games that come after the first ones
        self._none = none  # a mask of zeros
        # Kept from step to step: memory that is there already is written faster.
        self._observed = BytesWriter()
        self._masked = BytesWriter()
        self._seated = BytesWriter()
        self._touched: i64 = 0  # kept, so that no compiler leaves the reading out

    def look(self) -> None:
        """Writes down how all games stand."""
        self._open()
        for state in self.states:
            self._see(state)
        self._close()

    def play(self, actions: list[int]) -> None:
        """Plays a legal action in every game; where that ends it a new one is set up in its place."""
        self._open()
        states = self.states
        at: i64 = 0
        last: i64 = len(states) - 1
        while at <= last:
            state = states[at]
            if at < last:
                self._touched += self._encoder.touch(states[at + 1])
            # One game after another, wholly: what was just touched is near at hand.
            state.game.apply(state, state.seat, actions[at])
            if state.seat < 0:
                self.ended.append((int(at), state))
                state = state.game.start(self._setup, self._later)
                states[at] = state
            self._see(state)
            at += 1
        self._close()

    def _open(self) -> None:
        self._observed.truncate(0)
        self._masked.truncate(0)
        self._seated.truncate(0)
        self.ended = []

    def _see(self, state: State) -> None:
        self._encoder.write(state, state.seat, self._observed)
        self._encoder.write_mask(state, state.seat, self._none, self._masked)
        self._seated.append(u8(state.seat))

    def _close(self) -> None:
        self.observations = self._observed.getvalue()
        self.masks = self._masked.getvalue()
        self.seats = self._seated.getvalue()


def picks(states: list[State], stream: Stream) -> bytes:
    """A legal action of every game, each as likely, in four bytes."""
    found = BytesWriter()
    for state in states:
        write_i32_le(found, i32(state.game.pick(state, stream)))
    return found.getvalue()
