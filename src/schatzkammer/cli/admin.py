"""`admin`: people and tables, for those who run the server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.kept import Data, database_address, opened
from schatzkammer.cli.prompt import read_secret
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

admin = typer.Typer()

Login = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


class NoSuch(BadInput):
    """There is no account or table of that name."""


class NoPassword(BadInput):
    """None was given, or not twice the same."""


@admin.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """People and tables, for those who run the server."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@admin.command()
def people(data: Data = None) -> None:
    """List the accounts: since when, blocked or not, name."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES).where(IDENTITIES.c.kind == "account").order_by(IDENTITIES.c.login)
    with opened(database_address(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'SINCE (UTC)':18}{'STATE':9}NAME")
        for row in connection.execute(query):
            typer.echo(f"{_day(row.created):18}{'blocked' if row.blocked else 'open':9}{row.name}")


@admin.command()
def block(name: Login, data: Data = None) -> None:
    """Keep an account out; its programs, too."""
    known = _change(name, data, blocked=True)
    typer.echo(f"{known} is kept out from now on.")


@admin.command()
def unblock(name: Login, data: Data = None) -> None:
    """Let an account in again."""
    known = _change(name, data, blocked=False)
    typer.echo(f"{known} is let in again.")


@admin.command()
def password(
    name: Login,
    new: Annotated[
        str | None,
        typer.Option(
            "--new", metavar="PASSWORD", help="The new password; else it is asked for, which nobody else sees."
        ),
    ] = None,
    data: Data = None,
) -> None:
    """Set a new password; wherever the account was signed in, it no longer is."""
    from schatzkammer.table.passwords import hashed_password

    known = _change(name, data, password=hashed_password(_asked_twice() if new is None else new))
    typer.echo(f"{known} has a new password and is signed out everywhere.")


def _asked_twice() -> str:
    first = read_secret("New password: ")
    again = None if first is None else read_secret("The same again: ")
    if first is None or again is None:
        raise NoPassword("No password was given; it is asked for twice.")
    if first != again:
        raise NoPassword("The two passwords are not the same.")
    return first


@admin.command()
def tokens(name: Login, data: Data = None) -> None:
    """List the programs of an account whose tokens are valid: since when, id, name."""
    from schatzkammer.table.people import programs

    with opened(database_address(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'SINCE (UTC)':18}{'ID':18}NAME")
        for program in programs(connection, _found(connection, name)[0]):
            typer.echo(f"{_day(program.created):18}{program.id:17} {program.name}")


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
    typer.echo(f"The token of {program} is void.")


@admin.command()
def tables(data: Data = None) -> None:
    """List the tables: when they were last touched, how they stand, id, game."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import TABLES

    with opened(database_address(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'LAST MOVE (UTC)':18}{'STATUS':9}{'ID':14}GAME")
        for row in connection.execute(select(TABLES).order_by(TABLES.c.touched.desc())):
            typer.echo(f"{_day(row.touched):18}{row.status:9}{row.id:13} {row.game}")


@admin.command()
def remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")], data: Data = None
) -> None:
    """Remove a table with all that was played and said there; whoever is at it is told so at his next wish."""
    from sqlalchemy import delete

    from schatzkammer.table.store.schema import TABLES

    with opened(database_address(data)) as engine, engine.begin() as connection:
        if connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount != 1:
            raise NoSuch("There is no such table.")
    typer.echo(f"Table {table} is removed.")


def _change(name: str, data: Data, **values: object) -> str:
    """Changes an account and ends its sessions; tells its name."""
    from sqlalchemy import update

    from schatzkammer.table.store.schema import IDENTITIES

    with opened(database_address(data)) as engine, engine.begin() as connection:
        found, known = _found(connection, name)
        changed = {**values, "epoch": IDENTITIES.c.epoch + 1}
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == found).values(**changed))
        if "blocked" in values:
            bots = update(IDENTITIES).where(IDENTITIES.c.owner == found)
            connection.execute(bots.values(blocked=values["blocked"]))
    return known


def _found(connection: Connection, name: str) -> tuple[str, str]:
    """The id of an account, and its name as it is shown."""
    from sqlalchemy import select

    from schatzkammer.table.names import login_of
    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES.c.id, IDENTITIES.c.name).where(IDENTITIES.c.login == login_of(name))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NoSuch("There is no account of that name.")
    return str(row.id), str(row.name)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
