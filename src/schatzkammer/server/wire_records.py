"""Records that travel: what may be uploaded, and how a game goes on from one of its moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schatzkammer.table.model import LONGEST_PACE, SeatNumber, ShortText
from schatzkammer.table.records import MOST_MOVES


class Continuation(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that goes on after so many moves of a finished game: you take a seat, this bot all others."""

    moves: Annotated[int, Meta(ge=0, le=MOST_MOVES)]
    seat: SeatNumber
    bot: ShortText
    pace: Annotated[int, Meta(ge=0, le=LONGEST_PACE)] = 0  # as in the terms of a table
