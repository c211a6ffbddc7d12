"""`certify`: proves for a time that nothing hidden leaks, and writes down what was compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from schatzkammer.cli import options
from schatzkammer.cli.files import write_text
from schatzkammer.cli.runs import check_report
from schatzkammer.cli.texts import cli_texts, game_texts
from schatzkammer.core.loading import fresh_seed
from schatzkammer.games import find

if TYPE_CHECKING:
    from schatzkammer.certificate.run import Certificate

LEAKS = 1  # the exit code where something was found


def certify(
    game: options.GameId,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, metavar="S", help="How long to compare; 60 seconds unless --games says."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, metavar="N", help="End after so many games: repeats a certificate.")
    ] = None,
    seed: options.Seed = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the certificate to this file (JSON).")
    ] = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Prove that nothing hidden leaks, for as long as you like.

    Random games are played in all set-ups, at tables of the server and below it. At every decision the hidden part of
    the game is replaced by another one that a player cannot tell from it, for each seat and for spectators: nothing
    that they get may change. If anything does, it is a finding, and the exit code is 1.
    """
    from schatzkammer.certificate.run import certify as proof  # the whole server: other commands start without it

    rules = find(game)
    check_report(report)
    limit = 60.0 if seconds is None and games is None else seconds
    with Console(stderr=True).status("…") as status:
        made = proof(
            rules, fresh_seed() if seed is None else seed, limit, games, lambda done: status.update(f"{done} …")
        )
    text = msgspec.json.format(msgspec.json.encode(made), indent=1).decode()
    if report is not None:
        write_text(report, text + "\n")
    if as_json:
        sys.stdout.write(text + "\n")
    else:
        _print(made, options.language(lang))
    if made.found:
        raise typer.Exit(LEAKS)


def _print(made: Certificate, lang: str) -> None:
    """The certificate for people."""
    texts, console = cli_texts(lang), options.screen()
    details = msgspec.structs.asdict(made) | {
        "title": game_texts(lang, find(made.game)).text("title"),
        "kind": texts.text(f"certify.{'compiled' if made.compiled else 'interpreted'}"),
        "rules": ", ".join(map(str, made.rules)),
    }
    console.print(Text(texts.text("certify.heading", **details), style="bold"))
    table = options.plain_table(gap=2)
    for check, count in made.checks.items():
        table.add_row(Text(check), Text(texts.number(count, 0), justify="right"))
    console.print(table)
    console.print(texts.text("certify.games", **details))
    console.print(texts.text("certify.hidden", **details))
    for found in made.findings:
        reader = texts.text("certify.spectator") if found.reader is None else texts.word("seat", found.reader)
        place = msgspec.structs.asdict(found) | {"reader": reader}
        console.print(Text(texts.text("certify.finding", **place), style="red"))
    verdict = Text(texts.text("certify.leaks" if made.found else "certify.clean", **details), style="bold")
    console.print(verdict)
    console.print(Text(texts.text("certify.seed", **details), style="dim"), soft_wrap=True)
