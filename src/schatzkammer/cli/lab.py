"""`lab`: how a game itself behaves when bots play it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from schatzkammer.arena.formatting import Formatter
from schatzkammer.arena.html import Highlighted
from schatzkammer.arena.plan import Run, make_run
from schatzkammer.arena.runner import run
from schatzkammer.cli import options
from schatzkammer.cli.files import write_text
from schatzkammer.cli.runs import Jobs, Ray, Report, check_report, print_footer, table_of, with_progress
from schatzkammer.core.loading import fresh_seed
from schatzkammer.games import find
from schatzkammer.lab.game import Result, play
from schatzkammer.lab.report import (
    ItemNames,
    bot_names,
    change_cells,
    change_rows,
    comparison_report,
    item_cells,
    measure_rows,
    study_report,
)
from schatzkammer.lab.study import Comparison, Study, compare, study


def lab(
    game: options.GameId,
    bots: options.Bots = "random",
    games: Annotated[int, typer.Option("--games", min=2, metavar="N", help="Number of games.")] = 200,
    players: options.Players = None,
    seed: options.Seed = None,
    option: options.Options = None,
    components: options.Components = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="A second component set to compare with.")
    ] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    report: Report = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Study how a game itself behaves.

    Bots play it; the result tells how seats, length and points are distributed,
    and how often each rule, card and spell is used.
    """
    rules = find(game)
    files = [components] if against is None else [components, against]
    setups = [options.chosen_setup(rules, players, option, file) for file in files]
    names = [bot.name for bot in options.lineup(bots, setups[0].players)]
    run_seed = fresh_seed() if seed is None else seed
    runs = [make_run(Run, rules, setup, names, run_seed) for setup in setups]
    check_report(report)
    fmt = Formatter(options.language(lang), "schatzkammer.lab")
    try:
        results = _results(runs, games, jobs, ray)
    except KeyboardInterrupt:
        sys.stderr.write(fmt.text("line.stopped") + "\n")
        raise
    found = study(runs[0], results[0]) if against is None else compare(runs, results)
    if report is not None:
        page = (
            study_report(found, results[0], fmt.lang)
            if isinstance(found, Study)
            else comparison_report(found, results, fmt.lang)
        )
        write_text(report, page, overwrite=True)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    elif isinstance(found, Study):
        _show_study(fmt, found, report)
    else:
        _show_comparison(fmt, found, report)


def _results(runs: Sequence[Run], games: int, jobs: int, ray: str | None) -> list[list[Result]]:
    """The results of each run, in the order of their numbers."""
    results: list[list[Result]] = []
    for index, one in enumerate(runs):
        with closing(run(play, one, range(games), jobs, ray)) as played:
            found = list(with_progress(played, index * games, len(runs) * games))
        results.append(sorted(found, key=lambda result: result.number))
    return results


def _show_study(fmt: Formatter, found: Study, report: Path | None) -> None:
    names = ItemNames(fmt, found.setting.game)
    measures = table_of(fmt, "measure", "value")
    for row in measure_rows(fmt, found):
        measures.add_row(*row)
    seats = table_of(fmt, "seat", "wins", "points")
    for seat, (wins, points) in enumerate(zip(found.seats, found.seat_points, strict=True)):
        seats.add_row(str(seat), fmt.percent(wins), fmt.plus_minus(points))
    items = table_of(fmt, "item", "uses", "users", "more_points", "each")
    _add_groups(items, names, [((one.group, one.id), item_cells(fmt, one)[:-1]) for one in found.items])
    about = {"games": found.games, "players": found.setting.players, "bots": bot_names(found.setting)}
    lines = [fmt.text("line.items")] if found.items else []
    _print([measures, seats, items], fmt, [*lines, fmt.text("line.games", **about)], found.setting.seed, report)


def _show_comparison(fmt: Formatter, found: Comparison, report: Path | None) -> None:
    run = found.first.setting
    measures = table_of(fmt, "measure", "first", "second", "difference")
    for row in change_rows(fmt, found):
        measures.add_row(*map(_cell, row))
    items = table_of(fmt, "item", "first", "second", "difference")
    rows = [(change.name.split("/"), change_cells(fmt, change, digits=2)) for change in found.items]
    _add_groups(items, ItemNames(fmt, run.game), rows)
    lines = [fmt.text("line.paired", games=found.first.games, bots=bot_names(run))]
    _print([measures, items], fmt, lines, run.seed, report)


def _add_groups(table: Table, names: ItemNames, rows: Sequence[tuple[Sequence[str], list[str]]]) -> None:
    """Adds a section for each group; a row is the group and the id of an item, and its cells."""
    before = ""
    for (group, item_id), cells in rows:
        if group != before:
            before = group
            table.add_section()
            table.add_row(Text(names.group(group), style="bold"))
        table.add_row(names.name(group, item_id), *map(_cell, cells))


def _print(tables: Sequence[Table], fmt: Formatter, lines: Sequence[str], seed: str, report: Path | None) -> None:
    console = options.screen()
    for table in tables:
        if table.rows:
            console.print(table)
    print_footer(console, fmt, lines, seed, report)


def _cell(text: str) -> Text:
    return Text(text, style="bold yellow" if isinstance(text, Highlighted) else "")
