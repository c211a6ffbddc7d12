"""How games look in the terminal: the drawer of each game."""

from __future__ import annotations

from typing import Protocol

from rich.console import RenderableType

from schatzkammer.cli.boards.ali_baba import AliBabaBoard
from schatzkammer.cli.scene import Scene
from schatzkammer.cli.voice import sentence
from schatzkammer.core.errors import UnknownGame


class Board(Protocol):
    """Draws one game, and knows how to speak of its moves."""

    def table(self, scene: Scene) -> RenderableType:
        """The board and the seats around it, within the scene's width."""
        ...

    def legend(self, scene: Scene) -> RenderableType:
        """What the signs on the board mean and what they do."""
        ...

    def sheet(self, scene: Scene) -> RenderableType:
        """The score sheet of a finished game."""
        ...

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        """What fills the gaps in the words for a move, `move.<verb>`."""
        ...


BOARDS: dict[str, Board] = {"ali-baba": AliBabaBoard()}


def board_of(game: str) -> Board:
    """The drawer of a game."""
    if game not in BOARDS:
        raise UnknownGame(f"{game} has no board for the terminal.")
    return BOARDS[game]


def in_words(scene: Scene, move: str) -> str:
    """A move as a sentence."""
    details = board_of(str(scene.view["game"])).details(scene, move)
    return sentence(scene.voice.game(f"move.{move.split()[0]}", details))
