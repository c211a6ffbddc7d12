"""`admin`: people and tables, for those who run the server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.kept import Data, database_address, opened
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

admin = typer.Typer(help="People and tables, for those who run the server.", no_args_is_help=True)

Login = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


class NoSuch(BadInput):
    """There is no account or table of that name."""


@admin.command()
def people(data: Data = None) -> None:
    """List the accounts: since when, blocked or not, name."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES).where(IDENTITIES.c.kind == "account").order_by(IDENTITIES.c.login)
    with opened(database_address(data)) as engine, engine.connect() as connection:
        for row in connection.execute(query):
            typer.echo(f"{_day(row.created)}  {'blocked' if row.blocked else '       '}  {row.name}")


@admin.command()
def block(name: Login, data: Data = None) -> None:
    """Keep an account out; its programs, too."""
    _change(name, data, blocked=True)


@admin.command()
def unblock(name: Login, data: Data = None) -> None:
    """Let an account in again."""
    _change(name, data, blocked=False)


@admin.command()
def password(
    name: Login,
    new: Annotated[str, typer.Option("--new", prompt=True, hide_input=True, confirmation_prompt=True)],
    data: Data = None,
) -> None:
    """Set a new password; wherever the account was signed in, it no longer is."""
    from schatzkammer.table.passwords import hashed_password

    _change(name, data, password=hashed_password(new))


@admin.command()
def tokens(name: Login, data: Data = None) -> None:
    """List the programs of an account whose tokens are valid: since when, id, name."""
    from schatzkammer.table.people import programs

    with opened(database_address(data)) as engine, engine.connect() as connection:
        for program in programs(connection, _found(connection, name)):
            typer.echo(f"{_day(program.created)}  {program.id}  {program.name}")


@admin.command()
def revoke(
    program: Annotated[str, typer.Argument(metavar="ID", help="The id of a program, as `tokens` lists it.")],
    data: Data = None,
) -> None:
    """Make a program's token void; its seats stay as they are."""
    from schatzkammer.table import people

    with opened(database_address(data)) as engine, engine.begin() as connection:
        if not people.revoke(connection, program):
            raise NoSuch("There is no such program.")


@admin.command()
def tables(data: Data = None) -> None:
    """List the tables: when they were last touched, how they stand, id, game."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import TABLES

    with opened(database_address(data)) as engine, engine.connect() as connection:
        for row in connection.execute(select(TABLES).order_by(TABLES.c.touched.desc())):
            typer.echo(f"{_day(row.touched)}  {row.status:8}{row.id:14}{row.game}")


@admin.command()
def remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")], data: Data = None
) -> None:
    """Remove a table with all that was played and said there. Stop the server first."""
    from sqlalchemy import delete

    from schatzkammer.table.store.schema import TABLES

    with opened(database_address(data)) as engine, engine.begin() as connection:
        if connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount != 1:
            raise NoSuch("There is no such table.")


def _change(name: str, data: Data, **values: object) -> None:
    """Changes an account and ends its sessions."""
    from sqlalchemy import update

    from schatzkammer.table.store.schema import IDENTITIES

    with opened(database_address(data)) as engine, engine.begin() as connection:
        found = _found(connection, name)
        changed = {**values, "epoch": IDENTITIES.c.epoch + 1}
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == found).values(**changed))
        if "blocked" in values:
            bots = update(IDENTITIES).where(IDENTITIES.c.owner == found)
            connection.execute(bots.values(blocked=values["blocked"]))


def _found(connection: Connection, name: str) -> str:
    """The id of an account."""
    from sqlalchemy import select

    from schatzkammer.table.names import login_of
    from schatzkammer.table.store.schema import IDENTITIES

    found = connection.execute(select(IDENTITIES.c.id).where(IDENTITIES.c.login == login_of(name))).scalar()
    if found is None:
        raise NoSuch("There is no account of that name.")
    return str(found)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
