"""`games`, `rules`, `components`: which games there are, and what belongs to them."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schatzkammer import compiled
from schatzkammer.cli import options
from schatzkammer.cli.texts import cli_texts, game_texts, phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.core.validation import quoted
from schatzkammer.games import GAMES, find
from schatzkammer.render.locale import Locale


class UnknownRule(BadInput):
    """There is no rule with that id."""


def games(lang: options.Lang = None) -> None:
    """List the games and their options."""
    console = options.screen()
    language = options.language(lang)
    for game in GAMES.values():
        texts = game_texts(language, game)
        players = cli_texts(language).text("games.players", fewest=game.min_players, most=game.max_players)
        console.print(Text.assemble((game.id, "bold"), f"  {texts.text('title')}, {players}"))
        console.print(Padding(Text(texts.text("about.short")), (0, 0, 0, 2), expand=False))
        table = options.plain_table(gap=2)
        table.add_column(no_wrap=True)
        table.add_column(style="dim")
        for option in game.options:
            for value in option.values:
                typed = str(value).lower()
                table.add_row(f"--option {option.name}={typed}", Text(texts.text(f"option.{option.name}.{typed}")))
        console.print(Padding(table, (0, 0, 1, 2), expand=False))


def rules(
    game: options.GameId,
    rule: Annotated[str | None, typer.Argument(metavar="ID", help="One rule, e.g. A23; by default all.")] = None,
    lang: options.Lang = None,
) -> None:
    """Show the rules of a game in words."""
    options.screen().print(rules_table(game_texts(options.language(lang), find(game)), rule))


def rules_table(texts: Locale, rule: str | None) -> Table:
    """The rules of a game in words, all or one; UnknownRule if there is no such rule."""
    rules = [key.removeprefix("rule.") for key in texts.words.keys(texts.lang) if key.startswith("rule.")]
    rules.sort(key=lambda name: (len(name), name))  # A2 before A10
    chosen = rules if rule is None else [rule.upper()]
    if chosen[0] not in rules:
        name = quoted(rule)[1:-1]  # without quotation marks, which differ between languages
        raise UnknownRule(phrase("rules.unknown", rule=name, rules=rules))
    table = options.plain_table()
    table.add_column(style="bold", no_wrap=True)
    for name in chosen:
        table.add_row(name, Text(texts.text(f"rule.{name}")))
    return table


def components(
    game: options.GameId,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of TOML.")] = False,
) -> None:
    """Print the built-in component set of a game.

    Change a copy of it and pass it to `--components`.
    """
    if as_json:
        typer.echo(json.dumps(find(game).components(), ensure_ascii=False, indent=1))
    else:
        source = files(find(game).package).joinpath("data", "components.toml")
        typer.echo(source.read_text(encoding="utf-8"), nl=False)


def version_line() -> str:
    """The version, and whether the rules run compiled."""
    try:
        number = version("schatzkammer")
    except PackageNotFoundError:
        number = "from source"
    return f"schatzkammer {number} ({'compiled' if compiled() else 'interpreted'} rules)"
