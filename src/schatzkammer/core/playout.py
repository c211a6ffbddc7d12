"""Random playouts in compiled code."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream


def playout(state: State, stream: Stream) -> int:
    """Plays random moves to the end of the game; returns how many."""
    game = state.game
    plies: i64 = 0
    while state.seat >= 0:
        game.play_random(state, stream)
        plies += 1
    return plies


def random_games(game: Game, setup: Setup, stream: Stream, games: int) -> int:
    """Sets up and plays random games; returns the number of decisions."""
    plies = 0
    for _ in range(games):
        plies += playout(game.start(setup, stream), stream)
    return plies
