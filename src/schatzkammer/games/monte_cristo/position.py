"""stub"""
from __future__ import annotations
from schatzkammer.core.game import Game, Json, Setup
from schatzkammer.games.monte_cristo.state import MonteCristoState
def position(s: MonteCristoState) -> Json:
    return {}
def load(game: Game, setup: Setup, given: Json) -> MonteCristoState:
    raise NotImplementedError
