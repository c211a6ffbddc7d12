"""What a legal move would bring: one form for all games, shown by every board.

An outcome says no more than the seat knows before it decides. Steps compute it beside `offer` and `choose`, from
the same functions.
"""

from __future__ import annotations

from typing import TypedDict


class Outcome(TypedDict, total=False):
    """What a legal move would bring its seat; what does not apply is left out."""

    takes: list[str]  # what the seat gets: tiles, cards, treasures
    gives: list[str]  # what it spends or gives away
    places: list[str]  # where the move acts: the cells dug, where a thing goes, what a ban forbids
    turns_up: list[str]  # the places where something hidden is turned up
    cost: int  # what has to be paid: coins or bags
    pays: bool  # whether the seat can pay it
    points: int  # what it scores at once
    worth: tuple[int, int]  # the points of what the seat collects, before and after
    amounts: dict[str, int]  # further numbers by name, with the texts `outcome.<name>`
    then: str  # the step in which the seat decides next, if the turn goes on
    offers: list[str]  # what it could choose there
