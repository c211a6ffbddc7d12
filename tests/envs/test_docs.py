"""docs/envs.md has the layout of every game, and its examples run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from schatzkammer.envs import layout
from schatzkammer.games import find
from schatzkammer.observe import ENCODERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/envs.md").read_text(encoding="utf-8")


def table(game: str) -> str:
    """A game's layout as the page shows it; what depends on the players is given for the fewest and the most."""
    few, many = (
        layout(game, find(game).min_players).fields,
        {field.name: field for field in layout(game, find(game).max_players).fields},
    )
    lines = ["| part | bytes | values | kind | meaning |", "| --- | --- | --- | --- | --- |"]
    for field in many.values():
        less = next((each for each in few if each.name == field.name), None)
        length = _range(0 if less is None else less.length, field.length)
        values = _range(field.values if less is None else less.values, field.values)
        lines.append(f"| `{field.name}` | {length} | {values} | {'code' if field.code else 'number'} | {field.about} |")
    return "\n".join(lines)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


@pytest.mark.parametrize("game", ENCODERS)
def test_the_page_has_every_layout(game: str) -> None:
    assert table(game) in PAGE, table(game)


@pytest.mark.parametrize(
    ("example", "arguments", "expected"),
    [
        ("random_agents.py", ["MonteCristo", "2", "1"], "player_1"),
        ("random_agents.py", [], "player_2"),
        ("ismcts_bot.py", ["30", "1"], "share of the wins: "),  # OpenSpiel samples without a seed
    ],
)
def test_examples_run(example: str, arguments: list[str], expected: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / example, *arguments], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


def test_the_trained_policy_beats_random() -> None:
    output = subprocess.run(
        [sys.executable, ROOT / "examples/train.py", "900"],
        capture_output=True,
        text=True,
        check=True,
        timeout=180,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    ).stdout
    shares = [float(line.split()[1].rstrip(",")) for line in output.splitlines()]
    assert shares[0] < 0.6
    assert shares[1] > 0.7
