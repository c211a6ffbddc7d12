"""`admin`: accounts and tables, for operators of the server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.database import Data, database_url, open_database
from schatzkammer.cli.prompt import read_secret
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

admin = typer.Typer()

Login = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


class NotFound(BadInput):
    """There is no such account, program or table."""


class NoPassword(BadInput):
    """No password was given, or two different ones."""


@admin.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Manage accounts and tables, for operators of the server."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@admin.command()
def people(data: Data = None) -> None:
    """List the accounts with their creation time and state."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES).where(IDENTITIES.c.kind == "account").order_by(IDENTITIES.c.login)
    with open_database(database_url(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'SINCE (UTC)':18}{'STATE':9}NAME")
        for row in connection.execute(query):
            typer.echo(f"{_time(row.created):18}{'blocked' if row.blocked else 'open':9}{row.name}")


@admin.command()
def block(name: Login, data: Data = None) -> None:
    """Block an account and its programs."""
    known = _change(name, data, blocked=True)
    typer.echo(f"{known} is blocked.")


@admin.command()
def unblock(name: Login, data: Data = None) -> None:
    """Unblock an account and its programs."""
    known = _change(name, data, blocked=False)
    typer.echo(f"{known} is unblocked.")


@admin.command()
def password(
    name: Login,
    new: Annotated[
        str | None,
        typer.Option(
            "--new", metavar="PASSWORD", help="The new password; by default you are asked for it, so nobody sees it."
        ),
    ] = None,
    data: Data = None,
) -> None:
    """Set a new password and sign the account out everywhere."""
    from schatzkammer.table.passwords import hashed_password

    known = _change(name, data, password=hashed_password(_asked_twice() if new is None else new))
    typer.echo(f"{known} has a new password and is signed out everywhere.")


def _asked_twice() -> str:
    first = read_secret("New password: ")
    again = None if first is None else read_secret("Repeat the password: ")
    if first is None or again is None:
        raise NoPassword("No password was given; it must be typed twice.")
    if first != again:
        raise NoPassword("The two passwords differ.")
    return first


@admin.command()
def tokens(name: Login, data: Data = None) -> None:
    """List the programs of an account that have a valid token."""
    from schatzkammer.table.accounts import programs

    with open_database(database_url(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'SINCE (UTC)':18}{'ID':18}NAME")
        for program in programs(connection, _found(connection, name)[0]):
            typer.echo(f"{_time(program.created):18}{program.id:17} {program.name}")


@admin.command()
def revoke(
    program: Annotated[str, typer.Argument(metavar="ID", help="The id of a program, as `tokens` lists it.")],
    data: Data = None,
) -> None:
    """Revoke a program's token; its seats stay as they are."""
    from schatzkammer.table import accounts

    with open_database(database_url(data)) as engine, engine.begin() as connection:
        if not accounts.revoke(connection, program):
            raise NotFound("There is no such program.")
    typer.echo(f"The token of {program} is revoked.")


@admin.command()
def tables(data: Data = None) -> None:
    """List the tables, most recently used first."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import TABLES

    with open_database(database_url(data)) as engine, engine.connect() as connection:
        typer.echo(f"{'LAST MOVE (UTC)':18}{'STATUS':9}{'ID':14}GAME")
        for row in connection.execute(select(TABLES).order_by(TABLES.c.touched.desc())):
            typer.echo(f"{_time(row.touched):18}{row.status:9}{row.id:13} {row.game}")


@admin.command()
def remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")], data: Data = None
) -> None:
    """Remove a table with its game and chat; clients learn of it with their next command."""
    from sqlalchemy import delete

    from schatzkammer.table.store.schema import TABLES

    with open_database(database_url(data)) as engine, engine.begin() as connection:
        if connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount != 1:
            raise NotFound("There is no such table.")
    typer.echo(f"Table {table} is removed.")


def _change(name: str, data: Data, **values: object) -> str:
    """Changes an account, ends its sessions and returns its name."""
    from sqlalchemy import update

    from schatzkammer.table.store.schema import IDENTITIES

    with open_database(database_url(data)) as engine, engine.begin() as connection:
        found, known = _found(connection, name)
        changed = {**values, "epoch": IDENTITIES.c.epoch + 1}
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == found).values(**changed))
        if "blocked" in values:
            bots = update(IDENTITIES).where(IDENTITIES.c.owner == found)
            connection.execute(bots.values(blocked=values["blocked"]))
    return known


def _found(connection: Connection, name: str) -> tuple[str, str]:
    """The id and the display name of an account."""
    from sqlalchemy import select

    from schatzkammer.table.names import login_of
    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES.c.id, IDENTITIES.c.name).where(IDENTITIES.c.login == login_of(name))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("There is no account with that name.")
    return str(row.id), str(row.name)


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
