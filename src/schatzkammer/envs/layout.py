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
        self.size = sum(field.length for field in self.fields)
        self.high = np.concatenate([np.full(field.length, field.values - 1, np.uint8) for field in self.fields])
        self.slices: dict[str, slice] = {}
        self.spread: dict[str, slice] = {}
        at = wide = 0
        for field in self.fields:
            places = field.length * (field.values if field.code else 1)
            self.slices[field.name] = slice(at, at + field.length)
            self.spread[field.name] = slice(wide, wide + places)
            at += field.length
            wide += places
        self.wide = wide

    def parts(self, observation: Bytes) -> dict[str, Bytes]:
        """The fields of one or many observations by name, as views of the same memory."""
        return {name: observation[..., where] for name, where in self.slices.items()}

    def one_hot(self, observation: Bytes) -> Floats:
        """One or many observations in one-hot form; numbers are divided by their maximum."""
        found = np.zeros((*observation.shape[:-1], self.wide), np.float32)
        for field in self.fields:
            given = observation[..., self.slices[field.name]]
            target = found[..., self.spread[field.name]]
            if field.code:
                spread = given[..., None] == np.arange(field.values, dtype=np.uint8)
                target[...] = spread.reshape(target.shape)
            else:
                target[...] = given / np.float32(field.values - 1)
        return found


@lru_cache(maxsize=64)
def _layout(game: str, players: int) -> Layout:
    return Layout(find(game), players)


def layout(game: str, players: int = 2) -> Layout:
    """The layout of a game's observations."""
    return _layout(find(game).id, players)
