"""What may be agreed before a game: unknown games, bots and options are refused in the visitor's language."""

from __future__ import annotations

from schatzkammer.bots import BOTS
from schatzkammer.core.errors import BadOption, BadPlayers
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.opening import checked_setup
from schatzkammer.core.reading import shown
from schatzkammer.games import GAMES
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Terms


def known_game(name: str) -> Game:
    """The game of that id."""
    if name not in GAMES:
        raise Refused("unknown_game", asked=shown(name).strip("“”"), known=sorted(GAMES))
    return GAMES[name]


def check_bot(name: str) -> None:
    """Refused unless there is a bot of that name."""
    if name not in BOTS:
        raise Refused("unknown_bot", asked=shown(name).strip("“”"), known=list(BOTS))


def agreed(terms: Terms) -> tuple[Game, Setup]:
    """The game, and its set-up with every option filled in."""
    game = known_game(terms.game)
    try:
        return game, checked_setup(game, terms.players, terms.options)
    except BadPlayers:
        raise Refused("bad_players", game=game.id, fewest=game.fewest, most=game.most) from None
    except BadOption as error:
        if any(_is_foreign(game, name, value) for name, value in terms.options.items()):
            raise Refused("bad_option", game=game.id, known=_choices(game)) from None
        raise Refused("options_clash", why=str(error).rstrip(".")) from None


def _is_foreign(game: Game, name: str, value: str | bool) -> bool:
    values = next((option.values for option in game.options if option.name == name), ())
    return not any(type(known) is type(value) and known == value for known in values)


def _choices(game: Game) -> str:
    told = [f"{option.name} ({', '.join(str(value).lower() for value in option.values)})" for option in game.options]
    return "; ".join(told)
