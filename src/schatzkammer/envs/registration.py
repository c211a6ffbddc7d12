"""The names by which Gymnasium and PettingZoo make the environments: `Schatzkammer/AliBaba-v0` and so on."""

from __future__ import annotations

from importlib.util import find_spec

from schatzkammer.games import GAMES
from schatzkammer.observe import ENCODERS


def env_id(game: str) -> str:
    """`Schatzkammer/AliBaba-v0` of `ali-baba`."""
    return f"Schatzkammer/{game.title().replace('-', '')}-v0"


def register_all() -> None:
    """Tells the libraries that are installed of every game."""
    games = [game for game in GAMES if game in ENCODERS]
    if find_spec("gymnasium"):
        from gymnasium.envs.registration import register, registry

        for game in games:
            if env_id(game) not in registry:
                register(env_id(game), "schatzkammer.envs.single:GameEnv", kwargs={"game": game})
    if find_spec("pettingzoo"):
        from pettingzoo.env_registry.registration import aec_registry
        from pettingzoo.env_registry.registration import register as register_agents

        for game in games:
            if env_id(game) not in aec_registry:
                register_agents("aec", env_id(game), "schatzkammer.envs.aec:env", kwargs={"game": game})
                register_agents(
                    "parallel", env_id(game), "schatzkammer.envs.parallel:GameParallel", kwargs={"game": game}
                )
