"""`arena`: bots against each other."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from schatzkammer.arena.formatting import Formatter
from schatzkammer.arena.game import play
from schatzkammer.arena.plan import make_plan
from schatzkammer.arena.report import report as report_page
from schatzkammer.arena.results import Results
from schatzkammer.arena.runner import run
from schatzkammer.arena.summary import Summary, summarise
from schatzkammer.arena.verdict import Judge, spoken
from schatzkammer.cli import options
from schatzkammer.cli.files import write_text
from schatzkammer.cli.runs import Jobs, Ray, Report, check_report, print_footer, table_of, with_progress
from schatzkammer.core.loading import fresh_seed
from schatzkammer.games import find

WORLDS = 8  # with which each draw is compared


def arena(
    game: options.GameId,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help="The bots: at least one for each seat.")],
    games: Annotated[
        int, typer.Option("--games", min=1, metavar="N", help="Number of games, rounded up to whole deals.")
    ] = 100,
    players: options.Players = None,
    seed: options.Seed = None,
    option: options.Options = None,
    components: options.Components = None,
    worlds: Annotated[
        int, typer.Option("--worlds", min=0, max=1000, metavar="N", help="Draws to compare each with; 0: luck stays.")
    ] = WORLDS,
    until_clear: Annotated[
        bool,
        typer.Option("--until-clear", help="Stop when it is clear whether the first bot wins more than its share."),
    ] = False,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Store the results here, or continue the run stored here."),
    ] = None,
    report: Report = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Let bots compete and rate them, with error bars.

    Every deal is played in all rotations of the seats. Where a game has a learned value, it takes luck out of the
    results.
    """
    rules = find(game)
    setup = options.chosen_setup(rules, players, option, components)
    names = [name.strip() for name in bots.split(",")]
    plan = make_plan(rules, setup, names, fresh_seed() if seed is None else seed, worlds)
    check_report(report)
    fmt = Formatter(options.language(lang))
    all_games = plan.deals(games) * plan.games_per_deal
    with Results(plan, out) as results:
        judge = Judge(plan, results.by_number) if until_clear else None
        missing = [] if judge is not None and judge.is_clear() else results.missing(all_games)
        try:
            with closing(run(play, plan, missing, jobs, ray)) as played:
                for result in with_progress(played, all_games - len(missing), all_games):
                    results.add(result)
                    if judge is not None and judge.is_clear():
                        break
        except KeyboardInterrupt:
            key = "line.lost" if out is None else "line.kept"
            sys.stderr.write(fmt.text(key, games=results.stored(all_games), all=all_games, file=out) + "\n")
            raise
    verdict = None if judge is None else judge.verdict
    found = results.first(all_games if verdict is None else verdict.deals * plan.games_per_deal)
    summary = summarise(plan, found, verdict)
    if report is not None:
        write_text(report, report_page(summary, found, fmt.lang), overwrite=True)
    if as_json:
        typer.echo(msgspec.json.encode(summary))
    else:
        _show(fmt, summary, report)


def _show(fmt: Formatter, summary: Summary, report: Path | None) -> None:
    console = options.screen()
    console.print(_standings(fmt, summary))
    if any(one.without_luck is not None for one in summary.standings):
        console.print(_less_luck(fmt, summary))
    if len(summary.standings) > 2:
        console.print(_pairs(fmt, summary))
    counts = {"games": summary.games, "deals": summary.deals, "each": summary.plan.games_per_deal}
    lines = [
        fmt.text("line.deals", **counts),
        fmt.text("line.seats", shares=", ".join(map(fmt.percent, summary.seats))),
        fmt.text("line.length", length=fmt.plus_minus(summary.length)),
    ]
    if summary.verdict is not None:
        lines.append(spoken(fmt, summary.plan.labels[0], summary.verdict))
    print_footer(console, fmt, lines, summary.plan.seed, report)


def _standings(fmt: Formatter, summary: Summary) -> Table:
    table = table_of(fmt, "bot", "rating", "wins", "points", "place", "time")
    table.caption, table.caption_justify = fmt.text("line.time"), "left"
    for one in summary.standings:
        times = (one.thinking.mean, one.thinking.p99, one.thinking.longest)
        budget = "" if one.thinking.budget is None else f" ({fmt.milliseconds(one.thinking.budget)})"
        table.add_row(
            one.label,
            fmt.plus_minus(one.rating),
            fmt.percent(one.wins),
            fmt.number(one.points.mean),
            fmt.number(one.place.mean, 2),
            "/".join(map(fmt.milliseconds, times)) + budget,
        )
    return table


def _less_luck(fmt: Formatter, summary: Summary) -> Table:
    table = table_of(fmt, "bot", "wins", "wins_less", "fewer")
    table.caption, table.caption_justify = fmt.text("line.luck"), "left"
    for one in summary.standings:
        less = one.without_luck
        if less is not None:
            table.add_row(one.label, fmt.percent(one.wins), fmt.percent(less.wins), fmt.times(less.fewer_wins))
    return table


def _pairs(fmt: Formatter, summary: Summary) -> Table:
    table = table_of(fmt, "pair", "ahead", "margin")
    for pair in summary.pairs:
        names = fmt.text("report.pairs.names", first=pair.first, second=pair.second)
        table.add_row(names, fmt.percent(pair.ahead), fmt.difference(pair.points))
    return table
