"""Schatzkammer: three treasure-hunt board games to play, learn, study and train on.

These names are the contract with outside code; everything else may change.
"""

from __future__ import annotations

from schatzkammer import _pure  # noqa: F401  before any module that may be compiled
from schatzkammer.core import loading as _loading
from schatzkammer.core.errors import (
    BadComponents,
    BadInput,
    BadOption,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadSeat,
    BadSeed,
    Error,
    IllegalMove,
    NotOver,
    UnknownGame,
    UnknownRules,
)
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, commitment
from schatzkammer.games import GAMES as _GAMES
from schatzkammer.games import find as _find

__all__ = [
    "BadComponents",
    "BadInput",
    "BadOption",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "Error",
    "IllegalMove",
    "Match",
    "NotOver",
    "Stream",
    "UnknownGame",
    "UnknownRules",
    "commitment",
    "compiled",
    "from_position",
    "games",
    "new",
    "replay",
]


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(sorted(_GAMES))


def new(
    game: str,
    players: int = 2,
    seed: str | None = None,
    options: object = None,
    components: object = None,
    rules: int | None = None,
) -> Match:
    """A new match, determined by its arguments; a random seed and the newest rules if none are given."""
    return _loading.begin(_find(game), players, seed, options, components, rules)


def from_position(game: str, position: object) -> Match:
    """A match that starts from a position (`Match.position`)."""
    return _loading.from_position(_find(game), position)


def replay(record: object) -> Match:
    """Replays the match of a record (`Match.record`)."""
    try:
        game = _find(_loading.game_id(record, BadRecord))
    except UnknownGame as error:
        raise BadRecord(f"game: {error}") from None
    return _loading.replay(game, record)


def compiled() -> bool:
    """Whether the rules run compiled."""
    from schatzkammer.core import game

    return not (game.__file__ or "").endswith(".py")
