"""Registers the environments with Gymnasium and PettingZoo: `Schatzkammer/AliBaba-v1` and so on."""

from __future__ import annotations

from importlib.util import find_spec

from schatzkammer.games import GAMES


def env_id(game: str) -> str:
    """`Schatzkammer/AliBaba-v1` of `ali-baba`."""
    return f"Schatzkammer/{game.title().replace('-', '')}-v1"


def register_all() -> None:
    """Registers every game with the libraries that are installed."""
    if find_spec("gymnasium"):
        from gymnasium.envs.registration import register, registry

        for game in GAMES:
            if env_id(game) not in registry:
                register(env_id(game), "schatzkammer.envs.gym:GameEnv", kwargs={"game": game})
    if find_spec("pettingzoo"):
        from pettingzoo.env_registry.registration import aec_registry
        from pettingzoo.env_registry.registration import register as register_agents

        for game in GAMES:
            if env_id(game) not in aec_registry:
                register_agents("aec", env_id(game), "schatzkammer.envs.aec:env", kwargs={"game": game})
                register_agents(
                    "parallel", env_id(game), "schatzkammer.envs.parallel:GameParallel", kwargs={"game": game}
                )
