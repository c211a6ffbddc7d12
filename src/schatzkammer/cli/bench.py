"""`bench`: how fast the games run, compiled and interpreted, beside the peers that are installed."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schatzkammer.bench.run import Rates, measure
from schatzkammer.cli.options import screen
from schatzkammer.core.processes import usable_cores
from schatzkammer.games import GAMES

WHAT = {
    "driven": "decisions/s, driven",
    "inside": "decisions/s, inside",
    "games": "games/s, inside",
    "copy": "copies/s",
    "sample": "samples/s",
    "search": "iterations/s, ismcts, two players",
}
PEERS = {
    "hearts driven": ("hearts (open_spiel)", "decisions/s, driven"),
    "hearts clone": ("hearts (open_spiel)", "copies/s"),
    "chess driven": ("chess (python-chess)", "decisions/s, driven"),
}
ENVS = {"aec": "AEC steps/s, observed", "batch": "batch steps/s, observed"}
FOUR = "connect four (pettingzoo)"


def bench(
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="For each of three measurements.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Rates by name, as one JSON object.")] = False,
) -> None:
    """Measure the speed of random games, on one core unless it says otherwise; medians of three rounds."""
    with Console(stderr=True).status("measuring …") as shown:
        rates = measure(seconds, shown.update)
    if as_json:
        typer.echo(json.dumps(rates))
    else:
        screen().print(rates_table(rates))


def rates_table(rates: Rates) -> Table:
    """All rates of every game, then those of the peers."""
    table = Table(title="Random games, on one core unless it says otherwise, medians of three", title_justify="left")
    table.add_column("game")
    table.add_column("what")
    table.add_column("compiled", justify="right")
    table.add_column("interpreted", justify="right")
    for game in GAMES:
        for name, what in WHAT.items():
            found = [rates.get(f"{side} {game} {name}") for side in ("compiled", "interpreted")]
            table.add_row(game, what, *map(_amount, found))
        for name, what in ENVS.items():
            if f"env {game} {name}" in rates:
                table.add_row(game, what, _amount(rates[f"env {game} {name}"]), "")
        if f"cores {game} batch" in rates:
            what = f"{ENVS['batch']}, {usable_cores()} processes"
            table.add_row(game, what, _amount(rates[f"cores {game} batch"]), "")
        table.add_section()
    if "env connect_four aec" in rates:
        table.add_row(FOUR, ENVS["aec"], "", _amount(rates["env connect_four aec"]))
    for name, (peer, what) in PEERS.items():
        if f"peer {name}" in rates:
            compiled, interpreted = _amount(rates[f"peer {name}"]), ""
            if name.startswith("chess"):
                compiled, interpreted = interpreted, compiled
            table.add_row(peer, what, compiled, interpreted)
    if not any(name.startswith("peer ") for name in rates):
        table.caption = "No peers are installed; `make bench` installs open_spiel and chess."
    return table


def _amount(rate: float | None) -> str:
    return "" if rate is None else f"{rate:,.0f}"
