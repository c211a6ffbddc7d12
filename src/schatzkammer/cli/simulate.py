"""`simulate`: bots play many games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli import options
from schatzkammer.cli.files import canonical
from schatzkammer.cli.runs import with_progress
from schatzkammer.cli.texts import cli_texts
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.loading import begin, fresh_seed
from schatzkammer.core.match import Match
from schatzkammer.games import find
from schatzkammer.render.locale import Locale


def simulate(
    game: options.GameId,
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="Number of games.")] = 100,
    players: options.Players = None,
    bots: options.Bots = "random",
    seed: options.Seed = None,
    option: options.Options = None,
    components: options.Components = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game.")] = False,
    lang: options.Lang = None,
) -> None:
    """Let bots play many games and sum up the results."""
    rules = find(game)
    setup = options.chosen_setup(rules, players, option, components)
    lineup = options.lineup(bots, setup.players)
    run_seed = fresh_seed() if seed is None else seed
    totals = Totals(setup.players)
    for number, (match, plies) in enumerate(with_progress(_matches(rules, setup, lineup, run_seed, games), 0, games)):
        if as_json:
            sys.stdout.write(json.dumps(_line(number, match, plies, lineup), ensure_ascii=False) + "\n")
        else:
            totals.add(match, plies)
    if not as_json:
        _show(cli_texts(options.language(lang)), totals, lineup, run_seed)


def _matches(game: Game, setup: Setup, bots: Sequence[Bot], run_seed: str, games: int) -> Iterator[tuple[Match, int]]:
    """Finished matches with their number of decisions; the seed of each derives from that of the run."""
    for number in range(games):
        seed = f"{run_seed}/{number}"
        match = begin(game, setup.players, seed, setup.options, setup.components)
        yield match, play_out(match, bots, streams(seed, match.players))


def _line(number: int, match: Match, plies: int, bots: Sequence[Bot]) -> dict[str, object]:
    """A game in JSON: enough to repeat it, with the digest of its record to compare."""
    return {
        "game": match.game,
        "number": number,
        "seed": match.seed,
        "players": match.players,
        "options": match.options,
        "bots": [bot.name for bot in bots],
        "plies": plies,
        "scores": match.scores(),
        "winners": list(match.winners()),
        "digest": sha256(canonical(match.record())).hexdigest(),
    }


class Totals:
    """Sums over all games."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.plies = 0
        self.points = [0] * players
        self.wins = [0.0] * players

    def add(self, match: Match, plies: int) -> None:
        """Adds a finished game; a shared win counts in part."""
        self.games += 1
        self.plies += plies
        winners = match.winners()
        for seat, score in enumerate(match.scores()):
            self.points[seat] += score
            self.wins[seat] += 1 / len(winners) if seat in winners else 0


def _show(texts: Locale, totals: Totals, bots: Sequence[Bot], seed: str) -> None:
    console = options.screen()
    table = Table()
    for key in ("seat", "bot", "wins", "points"):
        table.add_column(texts.text(f"simulate.{key}"), justify="left" if key == "bot" else "right")
    for seat, bot in enumerate(bots):
        wins, points = totals.wins[seat] / totals.games, totals.points[seat] / totals.games
        table.add_row(str(seat), bot.name, f"{texts.number(100 * wins)} %", texts.number(points))
    console.print(table)
    plies = totals.plies if totals.games == 1 else texts.number(totals.plies / totals.games)
    console.print(texts.text("simulate.summary", games=totals.games, plies=plies))
    console.print(Text(texts.text("simulate.seed", seed=seed), style="dim"), soft_wrap=True)
