"""What a seat knows as bytes: one encoder a game, compiled where the rules are. A new game is one file and one line."""

from __future__ import annotations

from schatzkammer.observe.ali_baba import AliBabaEncoder
from schatzkammer.observe.encoder import Encoder
from schatzkammer.observe.monte_cristo import MonteCristoEncoder
from schatzkammer.observe.solomon import SolomonEncoder

ENCODERS: dict[str, type[Encoder]] = {
    "ali-baba": AliBabaEncoder,
    "monte-cristo": MonteCristoEncoder,
    "solomon": SolomonEncoder,
}
