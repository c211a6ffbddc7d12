"""Observations: what a seat knows, as bytes. An encoder for a new game is one line below; else its view is encoded."""

from __future__ import annotations

from schatzkammer.core.game import Game
from schatzkammer.observe.ali_baba import AliBabaEncoder
from schatzkammer.observe.encoder import Encoder
from schatzkammer.observe.monte_cristo import MonteCristoEncoder
from schatzkammer.observe.solomon.encoder import SolomonEncoder
from schatzkammer.observe.view import ViewEncoder

ENCODERS: dict[str, type[Encoder]] = {
    "ali-baba": AliBabaEncoder,
    "monte-cristo": MonteCristoEncoder,
    "solomon": SolomonEncoder,
}


def encoder_of(game: Game, players: int) -> Encoder:
    """The encoder of a game for this number of players."""
    encoder = ENCODERS.get(game.id)
    return ViewEncoder(game, players) if encoder is None else encoder(players)
