"""The set-ups that tests play, and the invariants of the games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from schatzkammer.certificate.setups import Case, all_cases, chosen_cases
from schatzkammer.games import GAMES

__all__ = ["ALL", "BUILT_IN", "Case", "all_cases", "chosen_cases", "invariant"]

# The games of the package, without others that are registered.
BUILT_IN = sorted(game.id for game in GAMES.values() if game.package.startswith("schatzkammer."))
ALL = [case for game in BUILT_IN for case in chosen_cases(game)]


def invariant(game: str, name: str) -> Callable | None:
    """A function of `tests/games/<game>/invariants.py`; None if the game has no such invariant."""
    if game not in BUILT_IN:
        return None
    return getattr(import_module(f"tests.games.{game.replace('-', '_')}.invariants"), name, None)
