"""The layout of observations: where each field lies, as codes and in one-hot form."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from schatzkammer.core.game import Game
from schatzkammer.games import find
from schatzkammer.observe import encoder_of
from schatzkammer.observe.encoder import Field

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


class Layout:
    """The layout for one game and number of players."""

    def __init__(self, game: Game, players: int) -> None:
        self.encoder = encoder_of(game, players)
        self.fields: list[Field] = self.encoder.fields()
        self.high = np.concatenate([np.full(field.length, field.values - 1, np.uint8) for field in self.fields])
        self.slices: dict[str, slice] = {}
        self.one_hot_slices: dict[str, slice] = {}
        self.size = self.one_hot_size = 0
        for field in self.fields:
            one_hot_length = field.length * (field.values if field.code else 1)
            self.slices[field.name] = slice(self.size, self.size + field.length)
            self.one_hot_slices[field.name] = slice(self.one_hot_size, self.one_hot_size + one_hot_length)
            self.size += field.length
            self.one_hot_size += one_hot_length

    def parts(self, observation: Bytes) -> dict[str, Bytes]:
        """The fields of one or many observations by name, as views of the same memory."""
        return {name: observation[..., part] for name, part in self.slices.items()}

    def one_hot(self, observation: Bytes) -> Floats:
        """One or many observations in one-hot form; numbers are divided by their maximum."""
        encoded = np.zeros((*observation.shape[:-1], self.one_hot_size), np.float32)
        for field in self.fields:
            values = observation[..., self.slices[field.name]]
            target = encoded[..., self.one_hot_slices[field.name]]
            if field.code:
                one_hot = values[..., None] == np.arange(field.values, dtype=np.uint8)
                target[...] = one_hot.reshape(target.shape)
            else:
                target[...] = values / np.float32(field.values - 1)
        return encoded


@lru_cache(maxsize=64)
def layout(game: str, players: int = 2) -> Layout:
    """The layout of a game's observations."""
    return Layout(find(game), players)
