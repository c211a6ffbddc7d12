"""The programs in examples/ do what docs/envs.md says of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("example", "arguments", "expected"),
    [
        ("random_agents.py", ["MonteCristo", "2", "1"], "player_1"),
        ("random_agents.py", [], "player_2"),
        ("value_agent.py", ["pettingzoo", "AliBaba", "2"], "share of the wins: 1.00"),
        ("value_agent.py", ["gymnasium", "MonteCristo", "2"], "share of the wins: 1.00"),
        ("value_agent.py", ["openspiel", "AliBaba", "2"], "share of the wins: 1.00"),
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
