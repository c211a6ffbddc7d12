"""The games, by id. A new game is one folder here and one line below."""

from __future__ import annotations

from schatzkammer.core.errors import UnknownGame
from schatzkammer.core.game import Game
from schatzkammer.core.reading import shown
from schatzkammer.games.ali_baba.game import GAME as ALI_BABA
from schatzkammer.games.monte_cristo.game import GAME as MONTE_CRISTO
from schatzkammer.games.solomon.game import GAME as SOLOMON

GAMES: dict[str, Game] = {game.id: game for game in (ALI_BABA, MONTE_CRISTO, SOLOMON)}


def find(name: object) -> Game:
    """The game of that id; UnknownGame otherwise."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"There is no game {shown(name)}; there are: {', '.join(sorted(GAMES))}.")
    return GAMES[name]
