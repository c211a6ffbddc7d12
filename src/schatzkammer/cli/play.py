"""`play`: a game in the terminal, against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.cli import options
from schatzkammer.cli.files import write_json
from schatzkammer.cli.session import Session
from schatzkammer.cli.texts import cli_texts, phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.core.loading import begin
from schatzkammer.games import find

LONGEST_NAME = 20


def play(
    game: options.GameId,
    players: options.Players = None,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="Your seat, counted from 0.")] = 0,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Your name.")] = None,
    bots: options.Bots = "casual",
    option: options.Options = None,
    components: options.Components = None,
    seed: options.Seed = None,
    lang: options.Lang = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the record to this new file when you stop.")
    ] = None,
) -> None:
    """Play a game in the terminal against bots."""
    rules = find(game)
    setup = options.chosen_setup(rules, players, option, components)
    match = begin(rules, setup.players, seed, setup.options, setup.components)
    human = options.checked_seat(seat, match.players)
    others = [other for other in range(match.players) if other != human]
    opponents = dict(zip(others, options.lineup(bots, len(others)), strict=True))
    language = options.language(lang)
    names = _names(language, name, human, match.players)
    session = Session(match, human, opponents, language, names, options.screen())
    if save is not None:
        write_json(save, match.record())  # at once: a file that cannot be written is reported before the game
    try:
        session.run()
    finally:
        if save is not None:
            write_json(save, match.record(), overwrite=True)


def _names(lang: str, name: str | None, human: int, players: int) -> list[str]:
    """The names of the seats: the player's own, and other names for the bots."""
    usual = cli_texts(lang).text("names").split(", ")
    own = usual[0] if name is None else name.strip()
    if not 1 <= len(own) <= LONGEST_NAME or not own.isprintable():
        raise BadInput(phrase("error.name", most=LONGEST_NAME))
    names = [other for other in usual if other != own][: players - 1]
    names.insert(human, own)
    return names
