"""`admin`: accounts and tables, for operators of the server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.database import Data, transaction
from schatzkammer.cli.prompt import read_secret
from schatzkammer.cli.server_options import GuestDays, IdleDays, SessionDays, UnfinishedDays, WaitingDays
from schatzkammer.cli.texts import phrase, said
from schatzkammer.core.errors import BadInput
from schatzkammer.table.lifetimes import KEPT, Lifetimes

if TYPE_CHECKING:
    from sqlalchemy import Connection

admin = typer.Typer()

DASH = "; write `--` before an id that starts with a dash."
Login = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


@admin.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Manage accounts and tables."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@admin.command()
def people(data: Data = None) -> None:
    """List the accounts with their creation time and state."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES).where(IDENTITIES.c.kind == "account").order_by(IDENTITIES.c.login)
    with transaction(data) as connection:
        typer.echo(f"{said('admin.since'):18}{said('admin.state'):9}{said('admin.name')}")
        for row in connection.execute(query):
            state = said("admin.blocked" if row.blocked else "admin.open")
            typer.echo(f"{_time(row.created):18}{state:9}{row.name}")


@admin.command()
def block(name: Login, data: Data = None) -> None:
    """Block an account and its programs."""
    typer.echo(said("admin.is_blocked", name=_change(name, data, blocked=True)))


@admin.command()
def unblock(name: Login, data: Data = None) -> None:
    """Unblock an account and its programs."""
    typer.echo(said("admin.is_unblocked", name=_change(name, data, blocked=False)))


@admin.command()
def password(
    name: Login,
    new: Annotated[
        str | None,
        typer.Option("--new", metavar="PASSWORD", help="The new password; if omitted, you are prompted for it."),
    ] = None,
    data: Data = None,
) -> None:
    """Set a new password and sign the account out everywhere."""
    from schatzkammer.table.passwords import hashed_password

    account = _change(name, data, password=hashed_password(_ask_twice() if new is None else new))
    typer.echo(said("admin.new_password", name=account))


def _ask_twice() -> str:
    first = read_secret(said("admin.ask_password"))
    again = None if first is None else read_secret(said("admin.repeat_password"))
    if first is None or again is None:
        raise BadInput(phrase("error.no_password"))
    if first != again:
        raise BadInput(phrase("error.passwords_differ"))
    return first


@admin.command()
def tokens(name: Login, data: Data = None) -> None:
    """List the programs of an account that have a valid token."""
    from schatzkammer.table.accounts import programs

    with transaction(data) as connection:
        typer.echo(f"{said('admin.since'):18}{'ID':18}{said('admin.name')}")
        for program in programs(connection, _account(connection, name)[0]):
            typer.echo(f"{_time(program.created):18}{program.id:17} {program.name}")


@admin.command()
def revoke(
    program: Annotated[str, typer.Argument(metavar="ID", help=f"The id of a program, as `tokens` lists it{DASH}")],
    data: Data = None,
) -> None:
    """Revoke a program's token; its seats stay as they are."""
    from schatzkammer.table import accounts

    with transaction(data, writes=True) as connection:
        if not accounts.revoke(connection, program):
            raise BadInput(phrase("error.no_program"))
    typer.echo(said("admin.revoked", program=program))


@admin.command()
def tables(data: Data = None) -> None:
    """List the tables, the most recently used first."""
    from sqlalchemy import select

    from schatzkammer.table.store.schema import TABLES

    with transaction(data) as connection:
        typer.echo(f"{said('admin.used'):18}{said('admin.status'):9}{'ID':14}{said('admin.game')}")
        for row in connection.execute(select(TABLES).order_by(TABLES.c.touched.desc())):
            typer.echo(f"{_time(row.touched):18}{row.status:9}{row.id:13} {row.game}")


@admin.command()
def remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=f"The id of a table{DASH}")],
    data: Data = None,
) -> None:
    """Remove a table with its game and chat.

    Clients at the table learn of it with their next command.
    """
    from sqlalchemy import delete

    from schatzkammer.table.settling import settle_all
    from schatzkammer.table.store import results
    from schatzkammer.table.store.schema import TABLES

    with transaction(data, writes=True) as connection:
        results.reopen(connection, table)
        if connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount != 1:
            raise BadInput(phrase("error.no_table"))
        settle_all(connection)  # later ratings rested on it
    typer.echo(said("admin.removed", table=table))


@admin.command()
def purge(
    session_days: SessionDays = KEPT.session,
    idle_days: IdleDays = KEPT.idle,
    guest_days: GuestDays = KEPT.guest,
    waiting_days: WaitingDays = KEPT.waiting,
    unfinished_days: UnfinishedDays = KEPT.unfinished,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be deleted.")] = False,
    data: Data = None,
) -> None:
    """Delete void sessions, guests who cannot come back, abandoned tables, and empty groups.

    A server does the same once an hour. Finished games are kept.
    """
    from schatzkammer.table.purge import purges
    from schatzkammer.table.service import wall_clock

    lifetimes = Lifetimes(session_days, idle_days, guest_days, waiting_days, unfinished_days)
    with transaction(data, writes=True) as connection:
        removed = {}
        for kind, delete_some in purges(lifetimes, wall_clock()):
            removed[kind] = 0
            while some := delete_some(connection):
                removed[kind] += some
        if dry_run:
            connection.rollback()
    typer.echo(", ".join(f"{kind}: {count}" for kind, count in removed.items()))


@admin.command()
def ratings(
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Compute all results and ratings again, from the logs of the tables.")
    ] = False,
    data: Data = None,
) -> None:
    """List the ratings of every game's players, or compute them again."""
    from schatzkammer.games import GAMES
    from schatzkammer.table.settling import settle_again
    from schatzkammer.table.store import results

    with transaction(data, writes=recompute) as connection:
        if recompute:
            games, differing = settle_again(connection)
            typer.echo(said("admin.recomputed", games=games, seats=differing))
            return
        for game in GAMES:
            standings = results.standings(connection, game)
            names = results.names(connection, [standing.player for standing in standings])
            for player, rating, played in standings:
                shown = names.get(player, player)
                typer.echo(f"{game:14}{rating.value:6} ±{round(rating.reach):<5}{played:6}  {shown}")


@admin.command()
def reports(
    close: Annotated[
        int | None, typer.Option("--close", metavar="NUMBER", help="The number of a report that is dealt with.")
    ] = None,
    data: Data = None,
) -> None:
    """List what people have reported to the operator, or close a report."""
    from schatzkammer.table.service import wall_clock
    from schatzkammer.table.store import reports as store

    with transaction(data, writes=close is not None) as connection:
        if close is not None:
            if not store.close(connection, close, wall_clock()):
                raise BadInput(phrase("error.no_report", number=close))
            typer.echo(said("admin.report_closed", number=close))
            return
        found = store.reports(connection)
        if not found:
            typer.echo(said("admin.no_reports"))
            return
        typer.echo(f"{'NO':>5}  {said('admin.reported'):18}{said('admin.reporter'):25}{said('admin.word')}")
        for report in found:
            typer.echo(f"{report.id:5}  {_time(report.at):18}{report.name:24} {report.text}".rstrip())
            if report.line is not None:
                about = said("admin.about", name=report.about or "", table=report.table or "", line=report.line)
                typer.echo(f"{'':7}{about}")


def _change(name: str, data: Data, **values: object) -> str:
    """Changes an account, ends its sessions and returns its name."""
    from sqlalchemy import update

    from schatzkammer.table.store.schema import IDENTITIES
    from schatzkammer.table.store.sessions import end_all

    with transaction(data, writes=True) as connection:
        account, shown = _account(connection, name)
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == account).values(**values))
        end_all(connection, account)
        if "blocked" in values:
            programs = update(IDENTITIES).where(IDENTITIES.c.owner == account)
            connection.execute(programs.values(blocked=values["blocked"]))
    return shown


def _account(connection: Connection, name: str) -> tuple[str, str]:
    """The id and the display name of an account."""
    from sqlalchemy import select

    from schatzkammer.table.names import login_of
    from schatzkammer.table.store.schema import IDENTITIES

    query = select(IDENTITIES.c.id, IDENTITIES.c.name).where(IDENTITIES.c.login == login_of(name))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise BadInput(phrase("error.no_account"))
    return str(row.id), str(row.name)


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
