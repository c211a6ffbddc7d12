"""`simulate`: bots play many games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli.files import canonical
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
from schatzkammer.cli.voice import decimal, one_or_many, own
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.match import Match
from schatzkammer.core.opening import begin, fresh_seed
from schatzkammer.games import find


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    players: Players = None,
    bots: Bots = "random",
    seed: Seed = None,
    option: Options = None,
    components: Components = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per game on stdout.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play many games: same seed, same games."""
    rules = find(game)
    setup = chosen_setup(rules, players, option, components)
    series = Series(rules, setup, lineup(bots, setup.players), fresh_seed() if seed is None else seed, games)
    tally = Tally(setup.players)
    for number, (match, plies) in enumerate(_with_progress(series.play(), games)):
        if as_json:
            sys.stdout.write(json.dumps(series.line(number, match, plies), ensure_ascii=False) + "\n")
        else:
            tally.add(match, plies)
    if not as_json:
        _show(screen(), series, tally, language(lang))


@dataclass(frozen=True)
class Series:
    """So many games of the same bots; each has a seed of its own, made from that of the series."""

    game: Game
    setup: Setup
    bots: list[Bot]
    seed: str
    games: int

    def play(self) -> Iterator[tuple[Match, int]]:
        """The games, one after the other, each played to its end, and how many decisions that took."""
        for number in range(self.games):
            seed = self.seed_of(number)
            match = begin(self.game, self.setup.players, seed, self.setup.options, self.setup.components)
            yield match, play_out(match, self.bots, streams(seed, match.players))

    def seed_of(self, number: int) -> str:
        """The seed of one game."""
        return f"{self.seed}/{number}"

    def line(self, number: int, match: Match, plies: int) -> dict[str, object]:
        """What is told of a game: enough to repeat it, and the digest of its record to compare."""
        return {
            "game": match.game,
            "number": number,
            "seed": self.seed_of(number),
            "players": match.players,
            "options": match.options,
            "bots": [bot.name for bot in self.bots],
            "plies": plies,
            "scores": match.scores(),
            "winners": list(match.winners()),
            "digest": sha256(canonical(match.record())).hexdigest(),
        }


class Tally:
    """Sums over the games of a series."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.plies = 0
        self.points = [0] * players
        self.wins = [0.0] * players

    def add(self, match: Match, plies: int) -> None:
        """Counts a finished game; who shares a win gets a share."""
        self.games += 1
        self.plies += plies
        winners = match.winners()
        for seat, score in enumerate(match.scores()):
            self.points[seat] += score
            self.wins[seat] += 1 / len(winners) if seat in winners else 0


def _with_progress(matches: Iterator[tuple[Match, int]], games: int) -> Iterator[tuple[Match, int]]:
    """Shows on a terminal how far it is; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield from matches
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(matches, total=games, description="")


def _show(console: Console, series: Series, tally: Tally, lang: str) -> None:
    table = Table()
    for key in ("seat", "bot", "wins", "points"):
        table.add_column(own(lang, f"simulate.{key}"), justify="left" if key == "bot" else "right")
    for seat, bot in enumerate(series.bots):
        share = 100 * tally.wins[seat] / tally.games
        table.add_row(str(seat), bot.name, f"{decimal(lang, share)} %", decimal(lang, tally.points[seat] / tally.games))
    console.print(table)
    plies = tally.plies if tally.games == 1 else decimal(lang, tally.plies / tally.games)
    console.print(own(lang, one_or_many("simulate.summary", tally.games), games=tally.games, plies=plies))
    console.print(Text(own(lang, "simulate.seed", seed=series.seed), style="dim"), soft_wrap=True)
