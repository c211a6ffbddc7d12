"""The configuration of an environment, and what all adapters share: seeds, rewards, observations, illegal actions."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from schatzkammer.core.errors import BadOption
from schatzkammer.core.game import State
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.core.validation import quoted
from schatzkammer.envs.layout import Bytes, Floats, layout
from schatzkammer.games import find
from schatzkammer.observe.encoder import mask, observation, observation_and_mask

REWARDS = ("win", "margin")
ENCODINGS = ("codes", "one-hot")
ILLEGAL = ("raise", "lose", "replace")
PENALTY = {"win": -1.0, "margin": -100.0}  # for an illegal action that ends the game

Mask = NDArray[np.int8]
BYTE = np.dtype(np.uint8)
FLAG = np.dtype(np.int8)


class EnvConfig:
    """A game with its players, options and rewards; unknown values raise the contract's errors."""

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
        self.reward_kind = one_of("rewards", rewards, REWARDS)
        self.encoding = one_of("encoding", encoding, ENCODINGS)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.layout = layout(self.game.id, players)
        self.encoder = self.layout.encoder
        self.players = players
        self.no_action = bytes(self.game.actions)

    def __reduce__(self) -> tuple[object, ...]:
        settings = (self.players, self.setup.options, self.reward_kind, self.encoding, self.illegal)
        return EnvConfig, (self.game.id, *settings)

    def start(self, seed: object) -> State:
        """The first state, the same as that of `schatzkammer.new` with this seed as text."""
        return self.game.start(self.setup, seeded(f"{seed}", self.game.id))

    def observe(self, state: State, seat: int) -> Bytes | Floats:
        """The observation of a seat, as a new array."""
        codes = np.frombuffer(bytearray(observation(self.encoder, state, seat)), BYTE)
        return codes if self.encoding == "codes" else self.layout.one_hot(codes)

    def observe_with_mask(self, state: State, seat: int) -> dict[str, Bytes | Floats | Mask]:
        """Observation and mask in the libraries' form; only the seat that is asked now has legal actions."""
        writable = bytearray(observation_and_mask(self.encoder, state, seat, self.no_action))
        size = self.layout.size
        codes = np.frombuffer(writable, BYTE, size)
        return {
            "observation": codes if self.encoding == "codes" else self.layout.one_hot(codes),
            "action_mask": np.frombuffer(writable, FLAG, -1, size),
        }

    def mask(self, state: State, seat: int) -> Mask:
        """The legal actions of a seat that owes a decision."""
        return np.frombuffer(bytearray(mask(self.encoder, state, seat, self.no_action)), FLAG)

    def legal_action(
        self,
        state: State,
        seat: int,
        action: SupportsIndex | None,
        random: np.random.Generator,
        info: dict[str, Any],
    ) -> int | None:
        """The action to play; None if it is illegal and loses the game.

        An illegal action raises IllegalMove, loses, or is replaced by a random one, which `info` then names.
        """
        number = action_number(action)
        legal = state.game.legal(state, seat)
        if number not in legal:
            if self.illegal == "raise":
                raise state.game.refusal(state, seat, number)
            if self.illegal == "lose":
                return None
            number = info["replaced"] = int(random.choice(legal))
        return number

    def rewards(self, state: State) -> list[float]:
        """The rewards of a finished game by seat.

        `win`: the winners share 1. `margin`: a seat's points minus the mean of the others'; the sum is 0.
        """
        if self.reward_kind == "win":
            winners = self.game.winners(state)
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]
        scores = self.game.scores(state)
        total = sum(scores)
        return [float(score - (total - score) / (self.players - 1)) for score in scores]

    def penalties(self, offender: int) -> list[float]:
        """The rewards of a game that an illegal action has ended."""
        return [PENALTY[self.reward_kind] if seat == offender else 0.0 for seat in range(self.players)]


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """The value if it is allowed; raises BadOption otherwise."""
    if value not in allowed:
        raise BadOption(f"{name}: {quoted(value)} is none of: {', '.join(allowed)}.")
    return value


def action_number(action: SupportsIndex | None) -> int:
    """An action as a number; -1 if it is not an integer."""
    try:
        return -1 if action is None else operator.index(action)
    except TypeError:
        return -1
