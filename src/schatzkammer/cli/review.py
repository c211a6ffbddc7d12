"""`review`: what every decision of a recorded game cost, and what was luck."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Annotated, cast

import typer

from schatzkammer.arena.runner import run
from schatzkammer.bots.review import SEED, Part, Task, assembled, parts_of, review_part, task
from schatzkammer.bots.review.data import review_data, unproven
from schatzkammer.cli import options
from schatzkammer.cli.files import read_record
from schatzkammer.cli.review_page import review_page
from schatzkammer.cli.review_text import ReviewText, print_proof, print_review
from schatzkammer.cli.runs import with_progress
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.processes import usable_cores

JOBS_HELP = "Decisions at a time, each in its own process; by default as many as there are cores."


def review(
    file: options.RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="Only seat N, counted from 0; by default all seats.")
    ] = None,
    as_json: options.AsJson = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print an HTML page that works offline.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Prove that the sums add up to the result.")] = False,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Of the sampled worlds; same seed, same review.")
    ] = SEED,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, max=1024, metavar="N", help=JOBS_HELP)] = None,
    lang: options.Lang = None,
) -> None:
    """Review a finished game: what every decision cost, and what was luck.

    Every decision is judged by what its seat knew then.
    docs/review.md explains the figures.
    """
    if as_json + as_html + check > 1:
        raise BadInput(phrase("error.one_form"))
    record = read_record(file)
    work = task(record, seed)
    data = reviewed(work, jobs or usable_cores())
    if seat is not None:
        options.checked_seat(seat, cast(int, data["players"]))
        data["seats"] = [entry for entry in cast("list[Json]", data["seats"]) if entry["seat"] == seat]
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False))
        return
    words = ReviewText(options.language(lang), cast(Json, record), data)
    if as_html:
        typer.echo(review_page(words))
    elif check:
        failed = unproven(data)
        print_proof(options.screen(), words)
        if failed:
            raise BadInput(phrase("error.sums", seats=", ".join(map(str, failed))))
    else:
        print_review(options.screen(), words)


def reviewed(work: Task, jobs: int) -> Json:
    """The review as plain data, computed by so many processes."""
    number = parts_of(work)
    found: list[Part | None] = [None] * number
    parts = cast("Generator[tuple[int, Part]]", run(_numbered, work, range(number), jobs))
    for at, part in with_progress(parts, 0, number):
        found[at] = part
    return review_data(assembled(work, cast("list[Part]", found)))


def _numbered(work: Task, number: int) -> tuple[int, Part]:
    return number, review_part(work, number)
