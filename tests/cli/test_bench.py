"""The targets of `bench`: met, missed or not measured."""

from __future__ import annotations

import sys
import tomllib
from importlib.resources import files

import pytest

from schatzkammer.bench.targets import check_targets

TARGETS = tomllib.loads(files("schatzkammer.bench").joinpath("targets.toml").read_text(encoding="utf-8"))["target"]


@pytest.fixture
def rates(monkeypatch):
    """Rates that meet every target; the benchmark itself is not run."""
    measured = {name: 1.0 for target in TARGETS for name in (target["rate"], target["beside"])}
    for target in TARGETS:
        measured[target["rate"]] = 1000.0 if target["rate"].endswith("batch") else 100.0
    measured |= {"peer hearts driven": 10.0, "peer chess driven": 10.0, "peer hearts clone": 10.0}
    measured |= {f"compiled {game} driven": 50.0 for game in ("ali-baba", "monte-cristo", "solomon")}
    measured |= {f"compiled {game} games": 50.0 for game in ("ali-baba", "monte-cristo", "solomon")}
    measured["env connect_four aec"] = 10.0
    monkeypatch.setattr(sys.modules["schatzkammer.cli.bench"], "measure", lambda *_: measured)
    return measured


def test_all_targets_are_met(cli, rates):
    assert [check.what for check in check_targets(rates) if not check.met] == []
    outcome = cli("bench", "--targets")
    assert (outcome.code, "NO" in outcome.out) == (0, False)


def test_a_missed_or_missing_ratio_is_exit_code_1(cli, rates):
    del rates["peer chess driven"]
    outcome = cli("bench", "--targets")
    assert (outcome.code, outcome.out.count("NO")) == (1, 1)
    assert "not measured" in outcome.out
    assert cli("bench").code == 0
