"""The targets of a run: ratios of two rates, each at least what targets.toml demands."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from schatzkammer.bench.run import Rates
from schatzkammer.core.processes import usable_cores


class Check(NamedTuple):
    """A target, and the ratio that was measured; None where a rate is missing."""

    what: str
    ratio: float | None
    at_least: float

    @property
    def met(self) -> bool:
        """Whether the ratio was measured and is high enough."""
        return self.ratio is not None and self.ratio >= self.at_least


def check_targets(rates: Rates) -> list[Check]:
    """Compares the rates with all targets that this machine has enough cores for."""
    text = files("schatzkammer.bench").joinpath("targets.toml").read_text(encoding="utf-8")
    checks = []
    for target in tomllib.loads(text)["target"]:
        if target.get("cores", 1) <= usable_cores():
            rate, beside = rates.get(target["rate"]), rates.get(target["beside"])
            ratio = None if rate is None or beside is None else rate / beside
            checks.append(Check(target["what"].format(cores=usable_cores()), ratio, target["at_least"]))
    return checks
