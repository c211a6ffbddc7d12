"""Checks terms: unknown games, bots and options are refused with a sentence in the client's language."""

from __future__ import annotations

from schatzkammer.bots import BOTS
from schatzkammer.core.errors import BadOption, BadPlayers
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.lesson import Lesson, lesson_of
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.validation import quoted
from schatzkammer.games import GAMES
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Terms


def known_game(game_id: str) -> Game:
    """Finds a game by its id."""
    if game_id not in GAMES:
        raise Refused("unknown_game", asked=quoted(game_id).strip("“”"), known=sorted(GAMES))
    return GAMES[game_id]


def check_bot(name: str) -> None:
    """Refuses unknown bots."""
    if name not in BOTS:
        raise Refused("unknown_bot", asked=quoted(name).strip("“”"), known=list(BOTS))


def lesson_terms(terms: Terms) -> tuple[Terms, Lesson]:
    """The terms of a title's lesson, which is private and never rated, and the lesson itself."""
    lesson = lesson_of(known_game(terms.game))
    if lesson is None:
        raise Refused("no_lesson")
    fixed = Terms(terms.game, lesson.players, lesson.options, private=True, pace=terms.pace, lesson=True)
    return fixed, lesson


def checked_terms(terms: Terms) -> tuple[Game, Setup]:
    """The game and its setup, with every option filled in."""
    game = known_game(terms.game)
    try:
        return game, checked_setup(game, terms.players, terms.options)
    except BadPlayers:
        raise Refused("bad_players", game=game.id, fewest=game.min_players, most=game.max_players) from None
    except BadOption as error:
        if any(_is_unknown(game, name, value) for name, value in terms.options.items()):
            raise Refused("bad_option", game=game.id, known=_choices(game)) from None
        raise Refused("options_clash", why=error.clause()) from None


def _is_unknown(game: Game, name: str, value: str | bool) -> bool:
    values = next((option.values for option in game.options if option.name == name), ())
    return not any(type(known) is type(value) and known == value for known in values)


def _choices(game: Game) -> str:
    choices = [f"{option.name} ({', '.join(str(value).lower() for value in option.values)})" for option in game.options]
    return "; ".join(choices)
