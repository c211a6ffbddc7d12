"""Options and arguments that several commands share, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from schatzkammer.arena.plan import BadLineup
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli.files import read_table
from schatzkammer.cli.language import LANGUAGE, OPTION
from schatzkammer.cli.texts import phrase, said
from schatzkammer.core.errors import BadOption, BadSeat
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.text import LANGUAGES
from schatzkammer.core.validation import quoted


def _known_language(given: str) -> str:
    if given not in LANGUAGES:
        raise typer.BadParameter(said("error.language", given=quoted(given), languages=", ".join(LANGUAGES)))
    return given


GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game, e.g. ali-baba; see `schatzkammer games`.")]
Lang = Annotated[
    str | None,
    typer.Option(
        OPTION,
        parser=_known_language,
        metavar="|".join(LANGUAGES),
        help="The language; by default that of SCHATZKAMMER_LANG or of the system.",
    ),
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Number of players; by default the fewest.")
]
Bots = Annotated[str, typer.Option("--bots", metavar="A,B|NAME", help="The bots by seat, or one for all seats.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Same seed, same game; random by default.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; can be repeated.")
]
Components = Annotated[
    Path | None, typer.Option("--components", metavar="FILE", help="A component set of your own (TOML or JSON).")
]
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A recorded game (JSON), or one line written by `export`.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


def plain_table(gap: int = 1) -> Table:
    """A table without lines and headings."""
    return Table(box=None, show_header=False, padding=(0, gap, 0, 0))


def screen() -> Console:
    """A console that prints texts as they are, without markup."""
    return Console(markup=False, highlight=False, emoji=False)


def language(given: str | None) -> str:
    """The given language, else that of this process."""
    return LANGUAGE.get() if given is None else given


def chosen_setup(game: Game, players: int | None, given: Sequence[str] | None, components: Path | None) -> Setup:
    """The checked set-up; the number of players defaults to the fewest."""
    seats = game.min_players if players is None else players
    component_set = None if components is None else read_table(components)
    return checked_setup(game, seats, _chosen_options(game, given), component_set)


def _chosen_options(game: Game, given: Sequence[str] | None) -> dict[str, str | bool]:
    """Options typed as NAME=VALUE, not yet checked by the game."""
    chosen: dict[str, str | bool] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(phrase("error.option", text=quoted(text)))
        if name in chosen:
            raise BadOption(phrase("error.option_twice", name=quoted(name)))
        is_switch = any(option.name == name and isinstance(option.values[0], bool) for option in game.options)
        chosen[name] = value == "true" if is_switch and value in ("true", "false") else value
    return chosen


def lineup(names: str, seats: int) -> list[Bot]:
    """A bot for each seat: the same one for all, or one name each."""
    bots: list[Bot] = [find_bot(name.strip()) for name in names.split(",")]
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise BadLineup(phrase("error.lineup", seats=seats, bots=len(bots)))
    return bots


def checked_seat(seat: int, players: int) -> int:
    """A seat that exists; BadSeat otherwise."""
    if not 0 <= seat < players:
        raise BadSeat(phrase("error.seat", number=seat, last=players - 1))
    return seat
