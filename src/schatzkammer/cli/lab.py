"""`lab`: how a game itself behaves when bots play it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from schatzkammer.arena.page import Clear
from schatzkammer.arena.plan import installed
from schatzkammer.arena.running import run
from schatzkammer.arena.speech import Speech
from schatzkammer.cli.crowd import Jobs, Ray, Report, check_report, watched, write_report
from schatzkammer.cli.options import (
    Bots,
    Components,
    GameName,
    Lang,
    Options,
    Players,
    Seed,
    chosen_setup,
    language,
    lineup,
    screen,
)
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.opening import fresh_seed
from schatzkammer.games import find
from schatzkammer.lab.play import Result, Setting, play
from schatzkammer.lab.report import (
    Names,
    change_cells,
    comparison_report,
    measure_value,
    players_of,
    rows_of_changes,
    study_report,
    thing_cells,
)
from schatzkammer.lab.study import Comparison, Study, compare, study


def lab(
    game: GameName,
    bots: Bots = "random",
    games: Annotated[int, typer.Option("--games", min=2, help="How many games.")] = 200,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="A second component set, beside the first.")
    ] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    report: Report = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one JSON object on stdout.")] = False,
    lang: Lang = None,
) -> None:
    """Study the game itself: seats, length, points, how often each rule, card and spell matters."""
    rules = find(game)
    files = [components] if against is None else [components, against]
    setups = [chosen_setup(rules, players, option, file) for file in files]
    names = [bot.name for bot in lineup(bots, setups[0].players)]
    sown = fresh_seed() if seed is None else seed
    settings = [_setting(rules, setup, names, sown) for setup in setups]
    check_report(report)
    speech = Speech(language(lang), "schatzkammer.lab")
    try:
        results = _played(settings, games, jobs, ray)
    except KeyboardInterrupt:
        sys.stderr.write(speech.say("line.stopped") + "\n")
        raise
    found = study(settings[0], results[0]) if against is None else compare(settings, results)
    if report is not None:
        page = (
            study_report(found, results[0], speech.lang)
            if isinstance(found, Study)
            else comparison_report(found, results, speech.lang)
        )
        write_report(report, page)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        _show(screen(), speech, found, report)


def _setting(rules: Game, setup: Setup, bots: Sequence[str], seed: str) -> Setting:
    return Setting(
        installed(), rules.id, rules.rules, setup.players, setup.options, setup.components, tuple(bots), seed
    )


def _played(settings: Sequence[Setting], games: int, jobs: int, ray: str | None) -> list[list[Result]]:
    """The games of each setting, in the order of their numbers."""
    results: list[list[Result]] = []
    for place, setting in enumerate(settings):
        with closing(run(play, setting, range(games), jobs, ray)) as played:
            found = list(watched(played, place * games, len(settings) * games))
        results.append(sorted(found, key=lambda result: result.number))
    return results


def _show(console: Console, speech: Speech, found: Study | Comparison, report: Path | None) -> None:
    setting = found.setting if isinstance(found, Study) else found.first.setting
    names = Names(speech, setting.game)
    if isinstance(found, Study):
        _show_study(console, speech, names, found)
    else:
        _show_comparison(console, speech, names, found)
    if report is not None:
        console.print(speech.say("line.written", file=report), soft_wrap=True)
    console.print(Text(speech.say("line.seed", seed=setting.seed), style="dim"), soft_wrap=True)


def _show_study(console: Console, speech: Speech, names: Names, found: Study) -> None:
    measures = _table(speech, "measure", "value")
    for name, value in found.measures.items():
        measures.add_row(speech.say(f"measure.{name}"), measure_value(speech, name, value))
    measures.add_row(speech.say("measure.deviation"), speech.number(found.deviation))
    seats = _table(speech, "seat", "wins", "points")
    for seat, (wins, points) in enumerate(zip(found.seats, found.seat_points, strict=True)):
        seats.add_row(str(seat), speech.percent(wins), speech.around(points))
    things = _table(speech, "thing", "uses", "users", "more_points", "each")
    group = ""
    for thing in found.things:
        if thing.group != group:
            group = thing.group
            things.add_section()
            things.add_row(Text(speech.say(f"group.{group}"), style="bold"))
        things.add_row(names.name(group, thing.id), *map(_told, thing_cells(speech, thing)[:-1]))
    for table in (measures, seats, things):
        console.print(table)
    about = {"games": found.games, "players": found.setting.players, "bots": players_of(found.setting)}
    console.print(speech.say("line.things"), soft_wrap=True)
    console.print(speech.say("line.games", **about), soft_wrap=True)


def _show_comparison(console: Console, speech: Speech, names: Names, found: Comparison) -> None:
    measures = _table(speech, "measure", "first", "second", "difference")
    for row in rows_of_changes(speech, found):
        measures.add_row(*map(_told, row))
    things = _table(speech, "thing", "first", "second", "difference")
    before = ""
    for change in found.things:
        group, _, thing = change.name.partition("/")
        if group != before:
            before = group
            things.add_section()
            things.add_row(Text(speech.say(f"group.{group}"), style="bold"))
        things.add_row(names.name(group, thing), *map(_told, change_cells(speech, change, digits=2)))
    console.print(measures)
    console.print(things)
    first = found.first
    console.print(speech.say("line.paired", games=first.games, bots=players_of(first.setting)), soft_wrap=True)


def _table(speech: Speech, first: str, *others: str) -> Table:
    table = Table()
    table.add_column(speech.say(f"column.{first}"))
    for name in others:
        table.add_column(speech.say(f"column.{name}"), justify="right")
    return table


def _told(text: str) -> Text:
    """A figure; what can hardly be chance stands out."""
    return Text(text, style="bold yellow" if isinstance(text, Clear) else "")
