"""`export` and `import`: all games as records, one JSON object a line."""

from __future__ import annotations

import json
import sys
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
    """Write all games as records; those still going on without seed and secrets."""
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `export` has written.")],
    data: Data = None,
) -> None:
    """Read finished games into the database; those that are there already or not finished are left out."""
    from schatzkammer.table.archive import imported

    added = left_out = 0
    with (
        opened(database_address(data)) as engine,
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        for number, game in enumerate(_lines(file), start=1):
            try:
                if imported(connection, game):
                    added += 1
                else:
                    left_out += 1
            except ValueError as error:
                raise BadFile(f"{file}, line {number}: {error}") from None
    typer.echo(f"{added} games read, {left_out} left out.", err=True)


def _lines(file: Path) -> list[object]:
    games: list[object] = []
    try:
        with file.open(encoding="utf-8") as source:
            for number, line in enumerate(source, start=1):
                if len(line) > LONGEST_LINE:
                    raise BadFile(f"{file}, line {number}: this line is too long.")
                games.append(json.loads(line))
    except OSError as error:
        raise BadFile(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{file} is not what `export` has written.") from None
    return games
