"""The shape of views and events, for type checkers and for the client's generated types.

Each built-in game extends these in its own `types.py`, which exports `View` and `EVENTS`.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class CommonView(TypedDict):
    """What the views of all games have in common."""

    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    to_act: list[int]  # the seats that owe a decision
    over: bool
    seat: int | None  # whose view it is; None: a spectator's
    standing: list[int | None]  # by seat, the points if the game ended now; None if the reader cannot know them
    scores: NotRequired[list[int]]  # once the game is over
    winners: NotRequired[list[int]]


class CommonEvent(TypedDict):
    """What all events have in common."""

    event: str
    only: NotRequired[int]  # the only seat that may know it; everybody, if it is left out
