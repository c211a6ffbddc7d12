"""`arena`: bots against each other."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from schatzkammer.arena.plan import drawn_up
from schatzkammer.arena.play import play
from schatzkammer.arena.report import report as page
from schatzkammer.arena.results import Results
from schatzkammer.arena.running import run
from schatzkammer.arena.speech import Speech
from schatzkammer.arena.summary import Summary, summarise
from schatzkammer.cli.crowd import Jobs, Ray, Report, check_report, watched, write_report
from schatzkammer.cli.options import (
    Components,
    GameName,
    Lang,
    Options,
    Players,
    Seed,
    chosen_setup,
    language,
    screen,
)
from schatzkammer.core.opening import fresh_seed
from schatzkammer.games import find


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="Who enters: as many as sit at a table, or more.")
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games at least; deals are completed.")] = 100,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the results; go on where an earlier run stopped.")
    ] = None,
    report: Report = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one JSON object on stdout.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other: every deal in all rotations of the seats, ratings with error bars."""
    rules = find(game)
    setup = chosen_setup(rules, players, option, components)
    names = [name.strip() for name in bots.split(",")]
    plan = drawn_up(rules, setup, names, fresh_seed() if seed is None else seed)
    check_report(report)
    speech = Speech(language(lang))
    all_games = plan.deals(games) * plan.games_a_deal
    with Results(plan, out) as results:
        missing = results.missing(all_games)
        try:
            with closing(run(play, plan, missing, jobs, ray)) as played:
                for result in watched(played, all_games - len(missing), all_games):
                    results.add(result)
        except KeyboardInterrupt:
            key = "line.lost" if out is None else "line.kept"
            sys.stderr.write(speech.say(key, games=results.kept(all_games), all=all_games, file=out) + "\n")
            raise
    found = results.first(all_games)
    summary = summarise(plan, found)
    if report is not None:
        write_report(report, page(summary, found, speech.lang))
    if as_json:
        typer.echo(msgspec.json.encode(summary))
    else:
        _show(screen(), summary, speech, report)


def _show(console: Console, summary: Summary, speech: Speech, report: Path | None) -> None:
    console.print(_standings(summary, speech))
    if len(summary.standings) > 2:
        console.print(_pairs(summary, speech))
    lines = [
        speech.counted(
            "line.deals", summary.deals, games=summary.games, deals=summary.deals, each=summary.plan.games_a_deal
        ),
        speech.say("line.seats", shares=", ".join(map(speech.percent, summary.seats))),
        speech.say("line.length", length=speech.around(summary.length)),
    ]
    if report is not None:
        lines.append(speech.say("line.written", file=report))
    for line in lines:
        console.print(line, soft_wrap=True)
    console.print(Text(speech.say("line.seed", seed=summary.plan.seed), style="dim"), soft_wrap=True)


def _standings(summary: Summary, speech: Speech) -> Table:
    table = Table(caption=speech.say("line.time"), caption_justify="left")
    for key in ("bot", "rating", "wins", "points", "place", "time"):
        table.add_column(speech.say(f"column.{key}"), justify="left" if key == "bot" else "right")
    for one in summary.standings:
        times = (one.thinking.mean, one.thinking.p99, one.thinking.longest)
        budget = "" if one.thinking.budget is None else f" ({speech.milliseconds(one.thinking.budget)})"
        table.add_row(
            one.label,
            speech.around(one.rating),
            speech.percent(one.wins),
            speech.number(one.points.mean),
            speech.number(one.place.mean, 2),
            "/".join(map(speech.milliseconds, times)) + budget,
        )
    return table


def _pairs(summary: Summary, speech: Speech) -> Table:
    table = Table()
    for key in ("pair", "ahead", "margin"):
        table.add_column(speech.say(f"column.{key}"), justify="left" if key == "pair" else "right")
    for pair in summary.pairs:
        names = speech.say("report.pairs.names", first=pair.first, second=pair.second)
        table.add_row(names, speech.percent(pair.ahead), speech.change(pair.points))
    return table
