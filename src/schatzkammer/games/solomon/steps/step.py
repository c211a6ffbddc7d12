"""Shared by the steps of King Solomon: refusals, and names for events."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import lowest
from schatzkammer.core.turn import Refuser
from schatzkammer.games.solomon.components import CELL_NAMES, DESIGNER_NAMES, KIND_NAMES
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.types import Tile

refuse: Final = Refuser("schatzkammer.games.solomon")


def kind_names(s: SolomonState) -> list[Tile]:
    """S53: the names of the kinds of tiles in this edition."""
    return DESIGNER_NAMES if s.designer else KIND_NAMES


def cell_names(cells: i64) -> list[str]:
    """The names of a set of cells in reading order."""
    names: list[str] = []
    while cells:
        low = cells & -cells
        names.append(CELL_NAMES[lowest(low)])
        cells ^= low
    return names


def tile_names(s: SolomonState, kinds: list[int]) -> list[Tile]:
    """The names of tiles given by kind."""
    names = kind_names(s)
    return [names[kind] for kind in kinds]
