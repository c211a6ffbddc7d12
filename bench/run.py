"""`make bench`: measures everything, shows the table of rates, then the ratios that targets.toml asks for."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from rich.console import Console
from rich.table import Table

from schatzkammer.bench.run import Rates, measure
from schatzkammer.cli.bench import rates_table
from schatzkammer.core.processes import usable_cores

SECONDS = 1.0


def ratios(rates: Rates) -> tuple[Table, bool]:
    """The targets with what was measured, and whether all are met."""
    targets = tomllib.loads((Path(__file__).parent / "targets.toml").read_text(encoding="utf-8"))["target"]
    table = Table(title="Ratios of this run", title_justify="left")
    table.add_column("what")
    for heading in ("measured", "at least", ""):
        table.add_column(heading, justify="right")
    all_met = True
    for target in targets:
        if target.get("cores", 1) > usable_cores():
            continue
        what = target["what"].format(cores=usable_cores())
        missing = [name for name in (target["rate"], target["beside"]) if name not in rates]
        if missing:
            table.add_row(what, "-", f"{target['at_least']:.2f}", f"not measured: {', '.join(missing)}")
            all_met = False
            continue
        ratio = rates[target["rate"]] / rates[target["beside"]]
        met = ratio >= target["at_least"]
        all_met &= met
        table.add_row(what, f"{ratio:.2f}", f"{target['at_least']:.2f}", "yes" if met else "NO")
    return table, all_met


def main() -> int:
    """Exit code 1 when a ratio is not met."""
    console = Console()
    status = Console(stderr=True)
    with status.status("measuring ...") as shown:
        rates = measure(SECONDS, shown.update)
    console.print(rates_table(rates))
    table, all_met = ratios(rates)
    console.print(table)
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
