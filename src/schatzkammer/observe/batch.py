"""Many games at once without leaving compiled code."""

from __future__ import annotations

from librt.strings import BytesWriter, read_i32_le, write_i32_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.observe.encoder import Encoder, Snapshot


class GameBatch:
    """A batch of games, and the concatenated observations and masks of the seats that decide in them.

    The rows may be a slice of a larger batch: the randomness of a row depends on its number alone.
    """

    def __init__(self, encoder: Encoder, game: Game, setup: Setup, seed: str, first: int, rows: int) -> None:
        self.observations = b""
        self.masks = b""
        self.seats = b""  # a byte each
        self.ended: list[tuple[int, State]] = []  # the games that the last step ended, with their rows
        self._encoder = encoder
        self._game = game
        self._setup = setup
        self._seeds = [f"{seed}/{first + row}" for row in range(rows)]
        self._games = [0] * rows  # started so far in each row
        self._random: list[Stream] = []
        self._none = bytes(game.actions)  # a mask of zeros
        self._observed = BytesWriter()
        self._masked = BytesWriter()
        self._seated = BytesWriter()
        self.states = [self._start(row) for row in range(rows)]
        self._snapshots = [encoder.snapshot() for _ in range(rows)]
        for row, state in enumerate(self.states):
            self._observe(state, self._snapshots[row])
        self._publish()

    def play(self, actions: bytes) -> None:
        """Plays one legal action per game, four bytes each; a game that ends is replaced by a new one."""
        self.ended = []
        states = self.states
        row: i64 = 0
        while row < len(states):
            state = states[row]
            state.game.apply(state, state.seat, int(read_i32_le(actions, 4 * row)))
            if state.seat < 0:
                self.ended.append((int(row), state))
                state = self._start(int(row))
                states[row] = state
                self._snapshots[row] = self._encoder.snapshot()
            self._observe(state, self._snapshots[row])
            row += 1
        self._publish()

    def random_actions(self) -> bytes:
        """A uniformly random legal action for each game, four bytes each."""
        if not self._random:
            self._random = [seeded(seed, "batch/random") for seed in self._seeds]
        out = BytesWriter()
        for row, state in enumerate(self.states):
            write_i32_le(out, i32(self._game.pick(state, self._random[row])))
        return out.getvalue()

    def _start(self, row: int) -> State:
        """The next game of a row."""
        games = self._games[row]
        self._games[row] = games + 1
        seed = f"{self._seeds[row]}/{games}" if games else self._seeds[row]
        return self._game.start(self._setup, seeded(seed, self._game.id))

    def _observe(self, state: State, last: Snapshot) -> None:
        self._encoder.write(state, state.seat, last, self.observations, self._observed)
        self._encoder.write_mask(state, state.seat, self._none, self._masked)
        self._seated.append(u8(state.seat))

    def _publish(self) -> None:
        """Hands out what was written and makes room for the next step."""
        self.observations = self._observed.getvalue()
        self.masks = self._masked.getvalue()
        self.seats = self._seated.getvalue()
        self._observed.truncate(0)
        self._masked.truncate(0)
        self._seated.truncate(0)
