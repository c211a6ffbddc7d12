"""The values that are shipped, by game: `data/values.toml` lists their files and digests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from schatzkammer.bots.values.ali_baba import AliBabaFeatures
from schatzkammer.bots.values.features import Features
from schatzkammer.bots.values.file import About, BadValue, digest, read_value
from schatzkammer.bots.values.monte_cristo import MonteCristoFeatures
from schatzkammer.bots.values.network import Network
from schatzkammer.bots.values.solomon import SolomonFeatures
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import Setup
from schatzkammer.core.resources import read_toml

PACKAGE = "schatzkammer.bots.values"
FEATURES: dict[str, Callable[[], Features]] = {
    "ali-baba": AliBabaFeatures,
    "monte-cristo": MonteCristoFeatures,
    "solomon": SolomonFeatures,
}


def value_of(game_id: str, setup: Setup) -> Value | None:
    """The frozen value of a game; None if it has none, or has learned other components or rules."""
    shipped = None if setup.components is not None else _shipped(game_id)
    return None if shipped is None or shipped[0].rules != setup.rules else shipped[1]


@cache
def _shipped(game_id: str) -> tuple[About, Value] | None:
    listed = read_toml(PACKAGE, "data/values.toml").get(game_id)
    if not isinstance(listed, dict):
        return None
    data = files(PACKAGE).joinpath("data", str(listed["file"])).read_bytes()
    if digest(data) != listed["sha256"]:
        raise BadValue(f"The value of {game_id} is damaged: its digest is not the one that data/values.toml lists.")
    return value_from(data)


def value_from(data: bytes) -> tuple[About, Value]:
    """The value in a file; BadValue if it cannot be read or belongs to other features."""
    about, weights = read_value(data)
    features = FEATURES[about.game]() if about.game in FEATURES else None
    if features is None or features.size != about.rows or 2 * features.seats != about.outputs:
        raise BadValue("This value belongs to other features.")
    return about, Value(features, Network(weights))
