"""`dataset`: games of bots as data to learn from."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.arena.plan import make_run
from schatzkammer.arena.runner import run
from schatzkammer.cli import options
from schatzkammer.cli.files import FileNotWritten, reason
from schatzkammer.cli.runs import Jobs, Ray, with_progress
from schatzkammer.cli.texts import phrase, said
from schatzkammer.cli.train import NoNumpy
from schatzkammer.core.loading import fresh_seed
from schatzkammer.games import find


def dataset(
    game: options.GameId,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The new file, NAME.npz.")],
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="Number of games.")] = 100,
    players: options.Players = None,
    bots: options.Bots = "value",
    seed: options.Seed = None,
    option: options.Options = None,
    components: options.Components = None,
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Write every decision of games between bots to a file of numpy arrays.

    Of each decision it has what the seat knew, what was legal, what it did, and what came of it.
    """
    rules = find(game)
    setup = options.chosen_setup(rules, players, option, components)
    names = [bot.name for bot in options.lineup(bots, setup.players)]
    try:
        from schatzkammer.train.dataset import DatasetPlan, numbered_game, write_dataset
        from schatzkammer.train.run import in_order
    except ImportError:
        raise NoNumpy(phrase("error.no_numpy")) from None
    plan = make_run(DatasetPlan, rules, setup, names, fresh_seed() if seed is None else seed)
    try:
        out.touch(exist_ok=False)
        with closing(run(numbered_game, plan, range(games), jobs, ray)) as played:
            rows = write_dataset(out, plan, in_order(with_progress(played, 0, games)))
    except OSError as error:
        raise FileNotWritten(phrase("error.not_written", file=out, reason=reason(error))) from None
    typer.echo(said("dataset.written", file=out, games=games, rows=rows), err=True)
