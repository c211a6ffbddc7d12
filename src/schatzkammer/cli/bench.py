"""`bench`: how fast the games run, compiled and interpreted, beside the peers that are installed."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schatzkammer.bench.run import Rates, measure
from schatzkammer.bench.targets import check_targets
from schatzkammer.cli.options import AsJson, screen
from schatzkammer.core.processes import usable_cores
from schatzkammer.games import GAMES

GAME_RATES = {
    "driven": "decisions/s, driven",
    "inside": "decisions/s, inside",
    "games": "games/s, inside",
    "copy": "copies/s",
    "sample": "samples/s",
    "search": "iterations/s, ismcts, two players",
    "learned": "iterations/s, master, two players",
    "evaluations": "evaluations/s of the learned value",
}
ENV_RATES = {"aec": "AEC steps/s, observed", "batch": "batch steps/s, observed"}
PEERS = {  # rate: (peer, what is measured, whether the peer is compiled)
    "env connect_four aec": ("connect four (pettingzoo)", ENV_RATES["aec"], False),
    "peer hearts driven": ("hearts (open_spiel)", GAME_RATES["driven"], True),
    "peer hearts clone": ("hearts (open_spiel)", GAME_RATES["copy"], True),
    "peer chess driven": ("chess (python-chess)", GAME_RATES["driven"], False),
}


def bench(
    seconds: Annotated[
        float, typer.Option(min=0.05, max=60, metavar="S", help="Time for each measurement in each of three rounds.")
    ] = 1.0,
    targets: Annotated[
        bool, typer.Option("--targets", help="Compare with the project's targets; exit code 1 if one is missed.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the games and environments.

    The rates are medians of three rounds of random games, on one core unless stated otherwise.
    """
    with Console(stderr=True).status("measuring …") as status:
        rates = measure(seconds, status.update)
    if as_json:
        typer.echo(json.dumps(rates))
    else:
        screen().print(_rates_table(rates))
    if targets:
        checks = check_targets(rates)
        if not as_json:
            table = Table("ratio", title="Ratios of this run", title_justify="left")
            for heading in ("measured", "at least", "met"):
                table.add_column(heading, justify="right")
            for check in checks:
                measured = "not measured" if check.ratio is None else f"{check.ratio:.2f}"
                table.add_row(check.what, measured, f"{check.at_least:.2f}", "yes" if check.met else "NO")
            screen().print(table)
        if not all(check.met for check in checks):
            raise typer.Exit(1)


def _rates_table(rates: Rates) -> Table:
    """The rates of every game, then those of the peers."""
    title = "Random games, medians of three rounds, on one core unless stated otherwise"
    table = Table("game", "what", title=title, title_justify="left")
    for heading in ("compiled", "interpreted"):
        table.add_column(heading, justify="right")

    def add(name: str, what: str, *keys: str) -> None:
        if any(key in rates for key in keys):
            table.add_row(name, what, *(f"{rates[key]:,.0f}" if key in rates else "" for key in keys))

    compiled_rules = any(name.startswith("compiled ") for name in rates)
    env_column = () if compiled_rules else ("",)
    for game in GAMES:
        for rate, what in GAME_RATES.items():
            add(game, what, f"compiled {game} {rate}", f"interpreted {game} {rate}")
        for rate, what in ENV_RATES.items():
            add(game, what, *env_column, f"env {game} {rate}")
        add(game, f"{ENV_RATES['batch']}, {usable_cores()} processes", *env_column, f"cores {game} batch")
        table.add_section()
    for rate, (peer, what, compiled) in PEERS.items():
        add(peer, what, *((rate,) if compiled else ("", rate)))
    if not any(name.startswith("peer ") for name in rates):
        table.caption = "No peers are installed; `make bench` installs open_spiel and chess."
    return table
