"""`export` and `import`: all games as records, one JSON object per line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.cli.database import Data, database_url, open_database
from schatzkammer.cli.files import BadFile

LONGEST_LINE = 8 * 1024 * 1024


def export_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; - is stdout.")] = Path("-"),
    data: Data = None,
) -> None:
    """Write all games as records; unfinished games without seed and secrets.

    This is not a backup: it contains no accounts, passwords, tokens or chat,
    and unfinished games cannot be continued from it.
    To make a backup, copy the SQLite file while the server is stopped
    (`sqlite3 FILE ".backup COPY"` while it runs), or dump the PostgreSQL database.
    """
    from schatzkammer.table.archive import exported

    with open_database(database_url(data)) as engine, engine.connect() as connection:
        lines = (json.dumps(game, ensure_ascii=False) + "\n" for game in exported(connection))
        if str(file) == "-":
            sys.stdout.writelines(lines)
            return
        try:
            with file.open("w", encoding="utf-8") as target:
                target.writelines(lines)
        except OSError as error:
            raise BadFile(f"{file} cannot be written: {error.strerror}.") from None


def import_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `export`; - is stdin.")],
    data: Data = None,
) -> None:
    """Read finished games into the database; skips unfinished games and games that it already has.

    If anything in the file is wrong, nothing is read.
    Accounts, tokens, chat and unfinished games are not imported:
    players are known by their names only. Private games stay private.
    """
    from schatzkammer.table.archive import imported

    added = skipped = 0
    with (
        open_database(database_url(data), create=True) as engine,
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        for where, game in _games(file):
            try:
                if imported(connection, game):
                    added += 1
                else:
                    skipped += 1
            except ValueError as error:
                raise BadFile(f"{where}: {error}") from None
        if not added and not skipped:
            raise BadFile(f"{_called(file)} contains no games.")
    typer.echo(f"Games read: {added}; skipped: {skipped}.", err=True)


def _games(file: Path) -> Iterator[tuple[str, object]]:
    """The games in the lines of a file, each with its place for error messages; blank lines are skipped."""
    number = 0
    if str(file) == "-" and sys.stdin is None:
        return
    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as source:
            while line := source.readline(LONGEST_LINE + 1):
                number += 1
                where = f"{_called(file)}, line {number}"
                if len(line) > LONGEST_LINE:
                    raise BadFile(f"{where}: the line is too long.")
                if line.strip():
                    yield where, _parsed(line, where)
    except OSError as error:
        raise BadFile(f"{_called(file)} cannot be read: {error.strerror}.") from None


def _parsed(line: bytes, where: str) -> object:
    try:
        parsed: object = json.loads(line)
    except (ValueError, RecursionError):
        raise BadFile(f"{where}: the line was not written by `export`.") from None
    return parsed


def _called(file: Path) -> str:
    return "The input" if str(file) == "-" else str(file)
