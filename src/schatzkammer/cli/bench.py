"""`bench`: how fast the games run, compiled and interpreted, beside the peers that are installed."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schatzkammer.bench.run import Rates, measure
from schatzkammer.cli.options import screen
from schatzkammer.games import GAMES

UNITS = {
    "driven": "decisions/s",
    "inside": "decisions/s inside",
    "games": "games/s",
    "copy": "copies/s",
    "sample": "samples/s",
}
PEERS = {"hearts driven": "open_spiel hearts, driven from Python", "chess driven": "python-chess, driven from Python"}


def bench(
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="For each of three measurements.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Rates by name, as one JSON object.")] = False,
) -> None:
    """Measure the speed of random games on one core; medians of three rounds."""
    with Console(stderr=True).status("measuring …") as shown:
        rates = measure(seconds, shown.update)
    if as_json:
        typer.echo(json.dumps(rates))
    else:
        screen().print(rates_table(rates))


def rates_table(rates: Rates) -> Table:
    """All rates: a row for each way to run each game, then the peers."""
    table = Table(title="Random games on one core, medians of three", title_justify="left")
    table.add_column("game")
    table.add_column("rules")
    for unit in UNITS.values():
        table.add_column(unit, justify="right")
    for game in GAMES:
        for side in ("compiled", "interpreted"):
            found = [rates.get(f"{side} {game} {name}") for name in UNITS]
            if any(found):
                table.add_row(game, side, *map(_amount, found))
    table.add_section()
    for name, title in PEERS.items():
        if f"peer {name}" in rates:
            clones = rates.get(f"peer {name.replace('driven', 'clone')}")
            table.add_row(title, "", _amount(rates[f"peer {name}"]), "", "", _amount(clones), "")
    if not any(name.startswith("peer ") for name in rates):
        table.caption = "No peers are installed: open_spiel and chess from the package index would stand here."
    return table


def _amount(rate: float | None) -> str:
    return "" if rate is None else f"{rate:,.0f}"
