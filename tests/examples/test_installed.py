"""The example game, registered by its entry point: in the terminal, simulations, arena, lab and environments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLE

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"


def run(installed: Path, *arguments: str, typed: str = "") -> str:
    """The output of a Python program that can import the example game; fails unless the program succeeds."""
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{installed}"}
    command = [sys.executable, *arguments]
    ended = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr
    return ended.stdout


def test_the_example_is_small() -> None:
    files = [path.read_text("utf-8") for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")]
    assert sum(len(text.splitlines()) for text in files) <= 260


def test_the_example_passes_the_conformance_suite(installed: Path) -> None:
    assert " passed" in run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "examples/wreck/test_wreck.py")


def test_the_example_is_listed_with_its_own_texts(installed: Path) -> None:
    assert "The Wreck" in run(installed, "-m", "schatzkammer", "games")
    assert "Luftmarken" in run(installed, "-m", "schatzkammer", "rules", "wreck", "--lang", "de")


def test_the_terminal_plays_a_whole_game(installed: Path) -> None:
    typed = "".join(f"bid {token}\n" for token in (3, 6, 1, 5, 2, 4))
    out = run(installed, "-m", "schatzkammer", "play", "wreck", "--bots", "casual", "--seed", "reef", typed=typed)
    assert "You win." in out


def test_simulations_arena_and_lab_play_the_example(installed: Path) -> None:
    series = ("wreck", "--games", "4", "--players", "3", "--seed", "s")
    lines = run(installed, "-m", "schatzkammer", "simulate", *series, "--bots", "casual,greedy,random", "--json")
    assert [len(json.loads(line)["scores"]) for line in lines.splitlines()] == [3] * 4
    two = ("wreck", "--games", "4", "--seed", "s", "--bots")
    assert "greedy" in run(installed, "-m", "schatzkammer", "arena", *two, "greedy,random")
    assert run(installed, "-m", "schatzkammer", "lab", *two, "random")


ENVIRONMENTS = {
    "pettingzoo": """
from pettingzoo.test import api_test
from schatzkammer.envs import aec
env = aec.env("wreck", players=3)
api_test(env, num_cycles=100)
""",
    "gymnasium": """
import gymnasium, schatzkammer.envs
env = gymnasium.make("Schatzkammer/Wreck-v1")
observation, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, over, truncated, info = env.step(action)
""",
    "openspiel": """
import pyspiel, schatzkammer.envs.openspiel
state = pyspiel.load_game("schatzkammer_wreck(deals=4)").new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
""",
    "batch": """
from schatzkammer.envs import batch
games = batch("wreck", 8, players=2, seed=1)
for _ in range(40):
    games.step(games.random_actions())
""",
}


@pytest.mark.parametrize("interface", ENVIRONMENTS)
def test_environments_play_the_example(installed: Path, interface: str) -> None:
    run(installed, "-c", ENVIRONMENTS[interface])


def test_an_accepted_position_is_given_back_unchanged(installed: Path) -> None:
    code = """
import schatzkammer as sk
position = sk.new("wreck", players=2, seed="dive").position()
for order in (sorted, reversed):
    position["buyers"][2:] = list(order(position["buyers"][2:]))
    assert sk.from_position("wreck", position).position() == position
"""
    run(installed, "-c", code)
