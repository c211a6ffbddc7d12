"""`play`: a game in the terminal, against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.cli.files import write_json
from schatzkammer.cli.options import (
    Bots,
    Components,
    GameName,
    Lang,
    Options,
    Players,
    Seed,
    checked_seat,
    chosen_components,
    chosen_options,
    language,
    lineup,
    screen,
)
from schatzkammer.cli.session import Session
from schatzkammer.cli.voice import Voice, own
from schatzkammer.core.errors import BadInput
from schatzkammer.core.opening import begin
from schatzkammer.games import find

LONGEST_NAME = 20


class BadName(BadInput):
    """A name that cannot be shown."""


def play(
    game: GameName,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; seats count from 0, and seat 0 begins.")] = 0,
    name: Annotated[str | None, typer.Option("--name", help="What you are called.")] = None,
    bots: Bots = "casual",
    option: Options = None,
    components: Components = None,
    seed: Seed = None,
    lang: Lang = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="A new file for the record, written when you stop.")
    ] = None,
) -> None:
    """Play in the terminal against bots."""
    rules = find(game)
    count = rules.fewest if players is None else players
    match = begin(rules, count, seed, chosen_options(rules, option), chosen_components(components))
    human = checked_seat(seat, match.players)
    others = [other for other in range(match.players) if other != human]
    opponents = dict(zip(others, lineup(bots, len(others)), strict=True))
    tongue = language(lang)
    session = Session(match, human, opponents, Voice(tongue, rules, _names(tongue, name, human, count)), screen())
    if save is not None:
        write_json(save, match.record())  # at once: what cannot be written there is known before the game
    try:
        session.run()
    finally:
        if save is not None:
            write_json(save, match.record(), over=True)


def _names(lang: str, name: str | None, human: int, players: int) -> list[str]:
    """What the seats are called: the player as he wishes, the bots by names that are still free."""
    known = own(lang, "names").split(", ")
    called = known[0] if name is None else name.strip()
    if not 1 <= len(called) <= LONGEST_NAME or not called.isprintable():
        raise BadName(f"A name has 1 to {LONGEST_NAME} printable characters.")
    names = [free for free in known if free != called][: players - 1]
    names.insert(human, called)
    return names
