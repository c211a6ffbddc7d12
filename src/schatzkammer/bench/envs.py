"""Speed of the environments beside PettingZoo's connect_four_v3, and of many games in one batch."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from schatzkammer.bench.games import Task
from schatzkammer.core.processes import usable_cores
from schatzkammer.games import GAMES

ROWS = 1000  # games in a batch
NEEDED = ("numpy", "librt", "gymnasium", "pettingzoo")


def tasks() -> dict[str, Task]:
    """The measurements on one core; none unless the libraries are installed."""
    found = batches(1)
    if found:
        for game in GAMES:
            found[f"{game} aec"] = agents(import_module("schatzkammer.envs.aec").env(game))
        if find_spec("pygame"):
            found["connect_four aec"] = agents(import_module("pettingzoo.classic.connect_four.connect_four").env())
    return found


def on_all_cores() -> dict[str, Task]:
    """The measurements with a process for each core."""
    return batches(usable_cores())


def batches(processes: int) -> dict[str, Task]:
    """Batches that step their games in the given number of processes; none unless the libraries are installed."""
    if not all(find_spec(name) for name in NEEDED):
        return {}
    # Imported by name, because the environments are optional and a layer above.
    envs = import_module("schatzkammer.envs")
    return {f"{game} batch": batch(envs.batch(game, ROWS, processes=processes)) for game in GAMES}


def agents(env: Any) -> Task:
    """Random agents play one game through the AEC interface, with observations and masks."""
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
    """The random policy steps all games of a batch, with observations and masks."""

    def step() -> int:
        games.step(games.random_actions())
        return ROWS

    return step
