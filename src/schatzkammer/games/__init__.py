"""The games, by id: those of this package, and those that other packages register.

A game of another package is an entry point of the group `schatzkammer.games` that names its one instance.
"""

from __future__ import annotations

from importlib.metadata import entry_points

from schatzkammer.core.errors import UnknownGame
from schatzkammer.core.game import Game
from schatzkammer.core.validation import shown
from schatzkammer.games.ali_baba.game import GAME as ALI_BABA
from schatzkammer.games.monte_cristo.game import GAME as MONTE_CRISTO
from schatzkammer.games.solomon.game import GAME as SOLOMON

ENTRY_POINTS = "schatzkammer.games"

GAMES: dict[str, Game] = {game.id: game for game in (ALI_BABA, MONTE_CRISTO, SOLOMON)}


def register(game: Game) -> None:
    """Adds a game; an id that another game has is refused."""
    known = GAMES.setdefault(game.id, game)
    if known is not game:
        raise ValueError(f"Two games are called {game.id}: in {known.package} and in {game.package}.")


for point in entry_points(group=ENTRY_POINTS):
    register(point.load())


def find(name: object) -> Game:
    """The game of that id; UnknownGame otherwise."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"There is no game {shown(name)}; there are: {', '.join(sorted(GAMES))}.")
    return GAMES[name]
