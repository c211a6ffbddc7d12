"""Boards for the terminal: one file per game, and a plain board for all other games."""

from __future__ import annotations

from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.ali_baba import AliBabaBoard
from schatzkammer.render.terminal.board import Board
from schatzkammer.render.terminal.monte_cristo import MonteCristoBoard
from schatzkammer.render.terminal.outcome import outcome_text
from schatzkammer.render.terminal.solomon import SolomonBoard

BOARDS: dict[str, Board] = {"ali-baba": AliBabaBoard(), "monte-cristo": MonteCristoBoard(), "solomon": SolomonBoard()}
PLAIN = Board()


def board_of(game: str) -> Board:
    """The board of a game; the plain board by default."""
    return BOARDS.get(game, PLAIN)


def move_details(scene: Scene, move: str) -> dict[str, object]:
    """The values that a move names, by kind; empty if its board does not know them."""
    return board_of(str(scene.view["game"])).details(scene, move) or {}


def move_text(scene: Scene, move: str) -> str:
    """A move in words."""
    details = board_of(str(scene.view["game"])).details(scene, move)
    return move if details is None else scene.game_text(f"move.{move.split()[0]}", **details)


def move_outcome(scene: Scene, move: str) -> str:
    """What a legal move would bring, in short sentences; empty if nothing can be said."""
    named = [*move_details(scene, move).values(), *move.split()[1:]]
    return outcome_text(scene, move, named, board_of(str(scene.view["game"])).untold)


def short_move_text(scene: Scene, move: str) -> str:
    """A move in a list of similar moves: the one value it names, or else the move in words."""
    named = [scene.word(kind, value) for kind, value in move_details(scene, move).items()]
    return named[0] if len(named) == 1 else move_text(scene, move)
