"""`export` and `import`: all games as records, one JSON object per line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.cli.database import Data, transaction
from schatzkammer.cli.files import reason
from schatzkammer.cli.language import LANGUAGE
from schatzkammer.cli.texts import phrase, said
from schatzkammer.core.errors import BadInput

LONGEST_LINE = 8 * 1024 * 1024


def export_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; - is stdout.")] = Path("-"),
    data: Data = None,
) -> None:
    """Write all games as records.

    Unfinished games come without seed and secrets. If a game cannot be written,
    such as one by rules that this release does not know, the others are, stderr
    says which and why, and the exit code is 1.

    This is not a backup: it contains no accounts, passwords, tokens or chat,
    and unfinished games cannot be continued from it.
    `schatzkammer backup` makes one.
    """
    from schatzkammer.table.archive import LeftOut, export_games

    left_out: dict[str, list[str]] = {}

    def lines() -> Iterator[str]:
        for game in export_games(connection):
            if isinstance(game, LeftOut):
                why = said("export.damaged") if game.reason is None else game.reason.sentence(LANGUAGE.get())
                left_out.setdefault(why, []).append(game.id)
            else:
                yield json.dumps(game, ensure_ascii=False) + "\n"

    with transaction(data) as connection:
        if str(file) == "-":
            sys.stdout.writelines(lines())
        else:
            try:
                with file.open("w", encoding="utf-8") as target:
                    target.writelines(lines())
            except OSError as error:
                raise BadInput(phrase("error.not_written", file=file, reason=reason(error))) from None
    for why, tables in left_out.items():
        typer.echo(said("export.left_out", tables=", ".join(tables), why=why), err=True)
    if left_out:
        raise typer.Exit(1)


def import_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `export`; - is stdin.")],
    data: Data = None,
) -> None:
    """Read finished games into the database.

    Unfinished games and games that the database already has are skipped.
    If anything in the file is wrong, nothing is read.

    Accounts, tokens and chat are not imported: players are known by their
    names only. Private games stay private.
    """
    from schatzkammer.table.archive import import_game

    source = phrase("error.input") if str(file) == "-" else str(file)
    added = skipped = 0
    with transaction(data, writes=True, create=True) as connection:
        for number, game in _games(file, source):
            try:
                if import_game(connection, game):
                    added += 1
                else:
                    skipped += 1
            except ValueError as error:
                raise BadInput(
                    phrase("error.line", source=source, line=number, reason=str(error).rstrip("."))
                ) from None
        if not added and not skipped:
            raise BadInput(phrase("error.no_games", source=source))
    typer.echo(said("import.read", added=added, skipped=skipped), err=True)


def _games(file: Path, source: str) -> Iterator[tuple[int, object]]:
    """The games in a file with their line numbers; blank lines are skipped."""
    if str(file) == "-" and sys.stdin is None:
        return
    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as lines:
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE + 1), b""), start=1):
                if len(line) > LONGEST_LINE:
                    raise BadInput(phrase("error.long_line", source=source, line=number))
                if line.strip():
                    yield number, _parsed(line, source, number)
    except OSError as error:
        raise BadInput(phrase("error.not_read", file=source, reason=reason(error))) from None


def _parsed(line: bytes, source: str, number: int) -> object:
    try:
        game: object = json.loads(line)
    except (ValueError, RecursionError):
        raise BadInput(phrase("error.not_exported", source=source, line=number)) from None
    return game
