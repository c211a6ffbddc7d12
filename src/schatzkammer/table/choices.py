"""Who chose what where several tables have played the same deal, as long as their games coincide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Moves = Sequence[tuple[int, str]]  # the decisions of a game: a seat and its move


class Choices(NamedTuple):
    """What was chosen in one decision of a game, by the games that came to it in the same way."""

    step: int  # the decision's number in the game
    seat: int
    moves: dict[str, list[str]]  # by move, the games


def choices(own: str, games: Mapping[str, Moves]) -> Iterator[Choices]:
    """What was chosen at the decisions of one of these games, for those that more than one game came to.

    Seats that choose at the same time may have done so in any order.
    """
    by_seat = {game: _by_seat(moves) for game, moves in games.items()}
    made: dict[int, int] = {}
    for step, (seat, move) in enumerate(games[own]):
        number = made.get(seat, 0)
        made[seat] = number + 1
        chosen: dict[str, list[str]] = {}
        for game, moves in by_seat.items():
            if len(moves.get(seat, ())) > number:
                chosen.setdefault(moves[seat][number], []).append(game)
        if sum(map(len, chosen.values())) > 1:
            yield Choices(step, seat, chosen)
        same = set(chosen.get(move, ()))
        by_seat = {game: moves for game, moves in by_seat.items() if game in same}


def _by_seat(moves: Moves) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for seat, move in moves:
        found.setdefault(seat, []).append(move)
    return found
