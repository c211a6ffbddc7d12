"""The targets of a run: ratios of two rates, and how high each has to be (targets.toml)."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from schatzkammer.bench.run import Rates
from schatzkammer.core.processes import usable_cores
from schatzkammer.core.resources import read_toml


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
    checks = []
    for target in cast("list[dict[str, Any]]", read_toml("schatzkammer.bench", "targets.toml")["target"]):
        if target.get("cores", 1) <= usable_cores():
            rate, beside = rates.get(target["rate"]), rates.get(target["beside"])
            ratio = None if rate is None or beside is None else rate / beside
            checks.append(Check(target["what"].format(cores=usable_cores()), ratio, target["at_least"]))
    return checks
