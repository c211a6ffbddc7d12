"""The names by which Gymnasium makes the environments: `Schatzkammer/AliBaba-v0` and so on."""

from __future__ import annotations

from schatzkammer.envs.encoders import ENCODERS


def gymnasium_id(game: str) -> str:
    """`Schatzkammer/AliBaba-v0` of `ali-baba`."""
    return f"Schatzkammer/{game.title().replace('-', '')}-v0"


def register_all() -> None:
    """Tells Gymnasium of every game."""
    from gymnasium.envs.registration import register, registry

    for game in ENCODERS:
        if gymnasium_id(game) not in registry:
            register(gymnasium_id(game), "schatzkammer.envs.single:GameEnv", kwargs={"game": game})
