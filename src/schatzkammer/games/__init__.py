"""All games by id. Other packages add theirs with an entry point of the group `schatzkammer.games`."""

from __future__ import annotations

from importlib.metadata import entry_points

from schatzkammer.core.errors import UnknownGame
from schatzkammer.core.game import Game
from schatzkammer.core.text import CORE, Phrase, Words
from schatzkammer.core.validation import quoted
from schatzkammer.games.ali_baba.game import GAME as ALI_BABA
from schatzkammer.games.monte_cristo.game import GAME as MONTE_CRISTO
from schatzkammer.games.solomon.game import GAME as SOLOMON

GAMES: dict[str, Game] = {game.id: game for game in (ALI_BABA, MONTE_CRISTO, SOLOMON)}


def register(game: Game) -> None:
    """Adds a game; raises ValueError if another game has its id."""
    registered = GAMES.setdefault(game.id, game)
    if registered is not game:
        raise ValueError(f"Two games have the id {game.id}: in {registered.package} and in {game.package}.")


for point in entry_points(group="schatzkammer.games"):
    register(point.load())


def find(name: object) -> Game:
    """The game with this id; raises UnknownGame if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(Phrase(Words(CORE), "error.unknown_game", given=quoted(name), known=", ".join(sorted(GAMES))))
    return GAMES[name]
