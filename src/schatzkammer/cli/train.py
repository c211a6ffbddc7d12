"""`train`: a value from nothing, by self-play."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schatzkammer.cli import options
from schatzkammer.cli.runs import Jobs, Ray
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.games import find


class NoNumpy(BadInput):
    """Training and data sets need numpy, which is not installed."""


def train(
    game: options.GameId,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where everything is written; an interrupted run goes on.")
    ],
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.0, metavar="N", help="Begin no further generation after this time.")
    ] = 60.0,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Determines the games and the first weights.")
    ] = "1",
    scale: Annotated[
        float, typer.Option("--scale", min=0.001, max=1000.0, metavar="X", help="More or fewer games in a generation.")
    ] = 1.0,
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Train a value from nothing: play with itself, learn, and challenge the champion, generation by generation."""
    find(game)
    try:
        from schatzkammer.train.run import Generation, Settings, Training
    except ImportError:
        raise NoNumpy(phrase("error.no_numpy")) from None
    training = Training(out, Settings(game, seed, scale), jobs, ray)
    console = Console(stderr=True)
    typer.echo("\t".join(Generation._fields))
    for line in training.progress:
        typer.echo("\t".join(map(str, line)))
    end = time.monotonic() + 60 * minutes
    with console.status("") as status:
        while time.monotonic() < end:
            line = training.advance(status.update)
            typer.echo("\t".join(map(str, line)))
            sys.stdout.flush()
    typer.echo(f"{training.folder / 'champion.value'}", err=True)
