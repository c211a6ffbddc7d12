"""`games`, `rules`, `components`: what is on the shelf."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schatzkammer import compiled
from schatzkammer.cli.files import component_set
from schatzkammer.cli.options import GameName, Lang, language, screen
from schatzkammer.cli.voice import Voice
from schatzkammer.core.errors import BadInput
from schatzkammer.core.reading import shown
from schatzkammer.games import GAMES, find


class UnknownRule(BadInput):
    """There is no rule of that id."""


def games(lang: Lang = None) -> None:
    """List the games and their options."""
    console = screen()
    for game in GAMES.values():
        voice = Voice(language(lang), game)
        players = voice.own("games.players", fewest=game.fewest, most=game.most)
        console.print(Text.assemble((game.id, "bold"), f"  {voice.game('title')}, {players}"))
        console.print(Padding(Text(voice.game("about.short")), (0, 0, 0, 2), expand=False))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(style="dim")
        for option in game.options:
            for value in option.values:
                said = str(value).lower()
                table.add_row(f"--option {option.name}={said}", Text(voice.game(f"option.{option.name}.{said}")))
        console.print(Padding(table, (0, 0, 1, 2), expand=False))


def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule, e.g. A23; else all.")] = None,
    lang: Lang = None,
) -> None:
    """Show the rules of a game in words."""
    voice = Voice(language(lang), find(game))
    screen().print(rules_table(voice, rule))


def rules_table(voice: Voice, rule: str | None) -> Table:
    """The rules in words, all or one; UnknownRule where there is none."""
    known = voice.rules()
    chosen = known if rule is None else [rule.upper()]
    if chosen[0] not in known:
        raise UnknownRule(f"There is no rule {shown(rule)}; the rules are: {', '.join(known)}.")
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in chosen:
        table.add_row(name, Text(voice.game(f"rule.{name}")))
    return table


def components(
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON instead of TOML.")] = False,
) -> None:
    """Print the built-in component set of a game: change it and give it to `--components`."""
    source = component_set(find(game))
    if as_json:
        source = json.dumps(tomllib.loads(source), ensure_ascii=False, indent=1) + "\n"
    typer.echo(source, nl=False)


def version_line() -> str:
    """The version, and whether the rules run compiled."""
    try:
        number = version("schatzkammer")
    except PackageNotFoundError:
        number = "from source"
    return f"schatzkammer {number} ({'compiled' if compiled() else 'interpreted'} rules)"
