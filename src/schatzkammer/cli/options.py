"""What several commands are asked in the same way, and how it is read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schatzkammer.arena.plan import BadLineup
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli.files import read_table
from schatzkammer.core.errors import BadOption, BadSeat
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.opening import checked_setup
from schatzkammer.core.reading import shown


class Language(StrEnum):
    """The languages that players read."""

    DE = "de"
    EN = "en"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, e.g. ali-baba; see `schatzkammer games`.")]
Lang = Annotated[Language | None, typer.Option("--lang", help="Language of the words; else as the system is set.")]
Players = Annotated[int | None, typer.Option("--players", help="How many play; else as few as the game allows.")]
Bots = Annotated[str, typer.Option("--bots", metavar="A,B|NAME", help="Bots by seat, or one for all seats.")]
Seed = Annotated[str | None, typer.Option("--seed", help="Any text: same seed, same game. Else one is drawn.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeat for more.")
]
Components = Annotated[
    Path | None, typer.Option("--components", metavar="FILE", help="A component set (TOML or JSON) of your own.")
]
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A recorded game (JSON), or one line that `export` has written.")
]


def screen() -> Console:
    """Where words and boards go: nothing in them is markup."""
    return Console(markup=False, highlight=False, emoji=False)


def language(asked: Language | None) -> str:
    """The language asked for, else that of the environment: German where it says so, English elsewhere."""
    if asked is not None:
        return asked.value
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def chosen_options(game: Game, given: Sequence[str] | None) -> dict[str, str | bool]:
    """The options typed as name=value; whether the game knows them is for the game to say."""
    chosen: dict[str, str | bool] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"An option is given as NAME=VALUE, not as {shown(text)}.")
        if name in chosen:
            raise BadOption(f"Option {shown(name)} is given twice.")
        switch = any(known.name == name and isinstance(known.values[0], bool) for known in game.options)
        chosen[name] = value == "true" if switch and value in ("true", "false") else value
    return chosen


def chosen_components(path: Path | None) -> object:
    """The component set of a file, None for the built-in one."""
    return None if path is None else read_table(path)


def chosen_setup(rules: Game, players: int | None, given: Sequence[str] | None, components: Path | None) -> Setup:
    """What is played: with as few players as can be unless their number is given."""
    seats = rules.fewest if players is None else players
    return checked_setup(rules, seats, chosen_options(rules, given), chosen_components(components))


def lineup(names: str, seats: int) -> list[Bot]:
    """A bot for each of so many seats: all the same, or one name each."""
    bots: list[Bot] = [find_bot(name.strip()) for name in names.split(",")]
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise BadLineup(f"{len(bots)} bots are named for {seats} {'seat' if seats == 1 else 'seats'}.")
    return bots


def checked_seat(seat: int, players: int) -> int:
    """A seat that is at the table; BadSeat otherwise."""
    if not 0 <= seat < players:
        raise BadSeat(f"There is no seat {seat}; the seats are 0 to {players - 1}.")
    return seat
