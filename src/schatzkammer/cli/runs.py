"""What `simulate`, `arena` and `lab` share: parallel games, a progress bar, reports."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from schatzkammer.arena.formatting import Formatter
from schatzkammer.cli.files import FileNotWritten
from schatzkammer.cli.texts import phrase

Jobs = Annotated[
    int, typer.Option("--jobs", min=1, max=1024, metavar="N", help="Games at a time, each in its own process.")
]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on an existing Ray cluster: HOST:PORT or auto.")
]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write an HTML page with plots; it works offline.")
]

T = TypeVar("T")


def with_progress(results: Iterator[T], done: int, games: int) -> Iterator[T]:
    """Yields the results and shows a progress bar if stderr is a terminal."""
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
    """Reports a missing folder before a long run instead of after it."""
    if path is not None and not path.parent.is_dir():
        raise FileNotWritten(phrase("file.not_written.no_folder", file=path))


def table_of(fmt: Formatter, first: str, *others: str) -> Table:
    """A table with the headings of its columns; figures are right-aligned."""
    table = Table(fmt.text(f"column.{first}"))
    for name in others:
        table.add_column(fmt.text(f"column.{name}"), justify="right")
    return table


def print_footer(console: Console, fmt: Formatter, lines: Sequence[str], seed: str, report: Path | None) -> None:
    """Prints lines below the tables, where the report is, and the seed."""
    for line in lines:
        console.print(line)
    if report is not None:
        console.print(fmt.text("line.written", file=report), soft_wrap=True)
    console.print(Text(fmt.text("line.seed", seed=seed), style="dim"), soft_wrap=True)
