"""`export` and `import`: all games as records, one JSON object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from schatzkammer.cli.files import BadFile
from schatzkammer.cli.kept import Data, database_address, opened

LONGEST_LINE = 8 * 1024 * 1024


def export_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; - is stdout.")] = Path("-"),
    data: Data = None,
) -> None:
    """Write all games as records; those still going on without seed and secrets.

    This is no backup: accounts, passwords, tokens and chat are not in it,
    and games that are going on cannot be continued from it.
    A backup is a copy of the SQLite file itself while the server is stopped
    (`sqlite3 FILE ".backup COPY"` while it runs), or a dump of PostgreSQL.
    """
    from schatzkammer.table.archive import exported

    with opened(database_address(data)) as engine, engine.connect() as connection:
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `export` has written; - is stdin.")],
    data: Data = None,
) -> None:
    """Read finished games into the database; those that are there already or not finished are left out.

    Either all of a file is read or, where something in it is wrong, nothing.
    Accounts, tokens, chat and games that were going on do not come with it:
    players are known by their names only. Private games stay private.
    """
    from schatzkammer.table.archive import imported

    added = left_out = 0
    with (
        opened(database_address(data), create=True) as engine,
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        for where, game in _games(file):
            try:
                if imported(connection, game):
                    added += 1
                else:
                    left_out += 1
            except ValueError as error:
                raise BadFile(f"{where}: {error}") from None
        if not added and not left_out:
            raise BadFile(f"{_called(file)} is empty: there are no games in it.")
    typer.echo(f"{added} games read, {left_out} left out.", err=True)


def _games(file: Path) -> Iterator[tuple[str, object]]:
    """What stands in the lines of a file, each with the words for where that is; blank lines are nothing."""
    number = 0
    if str(file) == "-" and sys.stdin is None:
        return
    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as source:
            while line := source.readline(LONGEST_LINE + 1):
                number += 1
                where = f"{_called(file)}, line {number}"
                if len(line) > LONGEST_LINE:
                    raise BadFile(f"{where}: this line is too long.")
                if line.strip():
                    yield where, _parsed(line, where)
    except OSError as error:
        raise BadFile(f"{_called(file)} cannot be read: {error.strerror}.") from None


def _parsed(line: bytes, where: str) -> object:
    try:
        parsed: object = json.loads(line)
    except (ValueError, RecursionError):
        raise BadFile(f"{where}: this is not what `export` has written.") from None
    return parsed


def _called(file: Path) -> str:
    return "The input" if str(file) == "-" else str(file)
