"""The environments beside PettingZoo's own connect_four_v3, both as their users drive them, and many games at once."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from schatzkammer.bench.games import Task
from schatzkammer.core.processes import usable_cores
from schatzkammer.games import GAMES

ROWS = 1000  # games side by side
NEEDED = ("numpy", "librt", "gymnasium", "pettingzoo")


def tasks() -> dict[str, Task]:
    """The measurements, as far as the libraries are installed."""
    if not all(find_spec(name) for name in NEEDED):
        return {}
    found = batches(1)
    for game in GAMES:
        module = import_module(f"schatzkammer.envs.{game.replace('-', '_')}_v0")
        found[f"{game} aec"] = agents(module.env())
    if find_spec("pygame"):
        found["connect_four aec"] = agents(import_module("pettingzoo.classic.connect_four.connect_four").env())
    return found


def on_all_cores() -> dict[str, Task]:
    """Games side by side in a process for each core."""
    return batches(usable_cores())


def batches(processes: int) -> dict[str, Task]:
    """Games side by side in so many processes."""
    if not all(find_spec(name) for name in NEEDED):
        return {}
    # By name: the environments stand above this module, and need not be there.
    envs = import_module("schatzkammer.envs")
    return {f"{game} batch": batch(envs.batch(game, ROWS, processes=processes)) for game in GAMES}


def agents(env: Any) -> Task:
    """Steps of random agents through the AEC interface, with observation and mask."""
    nonzero = import_module("numpy").flatnonzero
    rnd = random.Random(1).random  # noqa: S311

    def game() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter(400):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = nonzero(observation["action_mask"])
            env.step(int(legal[int(rnd() * len(legal))]))
            steps += 1
        return steps

    return game


def batch(games: Any) -> Task:
    """Steps of the random policy in games side by side, with observations and masks."""

    def step() -> int:
        games.step(games.random_actions())
        return ROWS

    return step
