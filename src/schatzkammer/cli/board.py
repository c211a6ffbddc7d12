"""How games look in the terminal: the drawer of each game."""

from __future__ import annotations

from typing import Protocol

from rich.console import RenderableType

from schatzkammer.cli.boards.ali_baba import AliBabaBoard
from schatzkammer.cli.boards.monte_cristo import MonteCristoBoard
from schatzkammer.cli.boards.plain import PlainBoard
from schatzkammer.cli.boards.solomon import SolomonBoard
from schatzkammer.cli.scene import Scene


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

    def details(self, scene: Scene, move: str) -> dict[str, object] | None:
        """What fills the gaps in the words for a move, `move.<verb>`; None where its notation has to do."""
        ...

    def choices(self, scene: Scene) -> list[str]:
        """The legal moves that the drawing does not show."""
        ...


BOARDS: dict[str, Board] = {"ali-baba": AliBabaBoard(), "monte-cristo": MonteCristoBoard(), "solomon": SolomonBoard()}
PLAIN = PlainBoard()


def board_of(game: str) -> Board:
    """The drawer of a game; for one that has none its view as an outline."""
    return BOARDS.get(game, PLAIN)


def in_words(scene: Scene, move: str) -> str:
    """A move in words."""
    details = board_of(str(scene.view["game"])).details(scene, move)
    return move if details is None else scene.voice.game(f"move.{move.split()[0]}", details)


def in_short(scene: Scene, move: str) -> str:
    """A move as it is said among others of its kind: by the one thing that it names."""
    details = board_of(str(scene.view["game"])).details(scene, move) or {}
    named = [scene.voice.word(name, value) for name, value in details.items()]
    return named[0] if len(named) == 1 else in_words(scene, move)
