"""What `arena` and `lab` share: how many games at once and where, how far they are, reports."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from schatzkammer.cli.files import NotWritten, write_text

Jobs = Annotated[int, typer.Option("--jobs", min=1, max=1024, help="How many games at once, a process each.")]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on an existing Ray cluster: HOST:PORT or auto.")
]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write a page with plots that needs no network.")
]

T = TypeVar("T")


def watched(results: Iterator[T], done: int, games: int) -> Iterator[T]:
    """Shows on a terminal how far it is and how long it will take; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield from results
        return
    columns = (BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as progress:
        task = progress.add_task("", total=games, completed=done)
        for result in results:
            yield result
            progress.advance(task)


def check_report(path: Path | None) -> None:
    """Finds out before a long run, not after it, that a report has nowhere to go."""
    if path is not None and not path.parent.is_dir():
        raise NotWritten("file.not_written.no_folder", file=path)


def write_report(path: Path, text: str) -> None:
    """Writes a report, over one that is there: it can always be made anew."""
    write_text(path, text, over=True)
