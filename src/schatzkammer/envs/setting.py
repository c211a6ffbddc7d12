"""What is settled before an environment starts, and what all adapters do alike: seeds, rewards, observations."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from schatzkammer.core.errors import BadOption
from schatzkammer.core.game import State
from schatzkammer.core.opening import checked_setup
from schatzkammer.core.reading import shown
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.envs.layout import Bytes, Floats, layout
from schatzkammer.games import find
from schatzkammer.observe.encoder import mask, observation, sight

REWARDS = ("win", "margin")
ENCODINGS = ("codes", "one-hot")
ILLEGAL = ("raise", "lose", "replace")
PENALTY = {"win": -1.0, "margin": -100.0}  # for an illegal action that ends the game

Mask = NDArray[np.int8]
BYTE = np.dtype(np.uint8)
FLAG = np.dtype(np.int8)


class Setting:
    """A game with its players, options and rewards; what is unknown raises the contract's errors."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, str | bool] | None = None,
        rewards: str = "win",
        encoding: str = "codes",
        illegal: str = "raise",
    ) -> None:
        self.game = find(game)
        self.setup = checked_setup(self.game, players, options)
        self.rewards_by = one_of("rewards", rewards, REWARDS)
        self.encoding = one_of("encoding", encoding, ENCODINGS)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.layout = layout(self.game.id, players)
        self.encoder = self.layout.encoder
        self.players = players
        self.no_action = bytes(self.game.actions)

    def start(self, seed: object) -> State:
        """The first position: that of `schatzkammer.new` with the same seed as text."""
        return self.game.start(self.setup, self.stream(seed))

    def stream(self, seed: object) -> Stream:
        """All chance of the game with that seed."""
        return seeded(f"{seed}", self.game.id)

    def observe(self, state: State, seat: int) -> Bytes | Floats:
        """What a seat knows, as an array of its own."""
        codes = np.frombuffer(bytearray(observation(self.encoder, state, seat)), BYTE)
        return codes if self.encoding == "codes" else self.layout.one_hot(codes)

    def look(self, state: State, seat: int) -> dict[str, Bytes | Floats | Mask]:
        """Observation and mask as the libraries know them; only a seat that is asked now has legal actions."""
        seen = bytearray(sight(self.encoder, state, seat, self.no_action))  # the caller's own, to be written to
        size = self.layout.size
        codes = np.frombuffer(seen, BYTE, size)
        return {
            "observation": codes if self.encoding == "codes" else self.layout.one_hot(codes),
            "action_mask": np.frombuffer(seen, FLAG, -1, size),
        }

    def mask(self, state: State, seat: int) -> Mask:
        """1 for the actions that are legal for a seat that decides now."""
        return np.frombuffer(bytearray(mask(self.encoder, state, seat, self.no_action)), FLAG)

    def rewards(self, state: State) -> list[float]:
        """What a finished game is worth to each seat.

        `win`: the share of the win, in all 1. `margin`: the points less the mean of the others', in all 0.
        """
        if self.rewards_by == "win":
            winners = self.game.winners(state)
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]
        scores = self.game.scores(state)
        total = sum(scores)
        return [float(score - (total - score) / (self.players - 1)) for score in scores]

    def penalties(self, offender: int) -> list[float]:
        """What a game is worth that an illegal action has ended."""
        return [PENALTY[self.rewards_by] if seat == offender else 0.0 for seat in range(self.players)]


def one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    """A choice of an environment; BadOption when there is none such."""
    if value not in known:
        raise BadOption(f"{name}: {shown(value)} is none of: {', '.join(known)}.")
    return value


def action_number(action: SupportsIndex | None) -> int:
    """An action as the rules take it, -1 for what is none."""
    try:
        return -1 if action is None else operator.index(action)
    except TypeError:
        return -1
