"""All games as records, out of a database and into another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select

from schatzkammer.core.errors import BadRecord
from schatzkammer.core.game import Json
from schatzkammer.core.match import Match, winners_without
from schatzkammer.core.opening import game_id, replay
from schatzkammer.games import find
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Moved, Opened, Result, Seat, Terms
from schatzkammer.table.names import LONGEST_NAME
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import ENTRIES, SNAPSHOTS, TABLES
from schatzkammer.table.table import Table

LATEST = 253_402_300_799_999  # the last moment of the year 9999

Name = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,40}\Z")]
Moment = Annotated[int, Meta(ge=0, le=LATEST)]


class Archived(Struct, frozen=True, forbid_unknown_fields=True):
    """One game in an archive."""

    id: Name
    created: Moment
    finished: Moment | None
    players: list[str]
    record: Json
    private: bool = False


def exported(connection: Connection) -> Iterator[Json]:
    """Every game; one that is still going on only as everybody may know it."""
    names = connection.execute(select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id)).scalars().all()
    for name in names:
        try:
            table = store.load(connection, name)
        except Refused:  # of other rules: nothing here can read it
            continue
        if table is None or table.match is None:
            continue
        created = int(connection.execute(select(TABLES.c.created).where(TABLES.c.id == name)).scalar_one())
        over = table.standing.status == "over"
        players = [seat.name or f"bot {seat.bot}" for seat in table.seats]
        record = table.record(store.entries(connection, name))
        finished = table.at if over else None
        game = Archived(name, created, finished, players, record, table.opened.terms.private)
        yield cast("Json", msgspec.to_builtins(game))


def imported(connection: Connection, source: object) -> bool:
    """Adds a finished game; False when it is there already or was not finished. ValueError on nonsense."""
    try:
        game = msgspec.convert(source, Archived)
    except msgspec.ValidationError as error:
        raise ValueError(f"{str(error).rstrip('.')}.") from None
    known = connection.execute(select(TABLES.c.id).where(TABLES.c.id == game.id)).first()
    if game.finished is None or known is not None:
        return False
    match = replay(find(game_id(game.record, BadRecord)), game.record)
    if match.seed is None or len(game.players) != match.players or match.components is not None:
        raise ValueError("a game of a table has a seed, and as many names as players.")
    seats = [Seat("human", None, _shown(name)) for name in game.players]
    terms = Terms(match.game, match.players, dict(match.options), private=game.private)
    rules = cast("int", game.record["rules"])
    table = Table(game.id, Opened(terms, rules, seats, "", started=True), match.seed, game.created)
    rows = [
        {
            "table_id": game.id,
            "version": entry.version,
            "at": entry.at,
            "body": msgspec.json.encode(entry.body),
            "events": msgspec.json.encode(entry.events),
        }
        for entry in (table.apply(Moved(seat, move), game.finished) for seat, move in _moves(game.record))
    ]
    _end(table, match, cast("list[int]", game.record.get("forfeited", [])))
    store.create(connection, table, new_invite())
    if rows:
        connection.execute(insert(ENTRIES), rows)
    kept = {"table_id": game.id, "version": table.version, "at": game.finished}
    connection.execute(insert(SNAPSHOTS), {**kept, "data": msgspec.json.encode(table.snapshot())})
    return True


def _end(table: Table, match: Match, given_up: Sequence[int]) -> None:
    """Lets a table be over as its record says; when somebody gave up is not in it, so it is in no entry of the log.

    Records of old do not tell who gave up: a game that ended so has no winner.
    """
    standing = table.standing
    standing.seats = [
        replace(seat, forfeited=True, away=True) if at in given_up else seat for at, seat in enumerate(standing.seats)
    ]
    standing.status = "over"
    standing.result = None
    if match.over or given_up:
        standing.result = Result(winners_without(match, given_up), match.scores() if match.over else None)
    table.restore(table.version, table.at, table.snapshot())  # nobody owes a decision any more


def _shown(name: str) -> str:
    """A name as it may be shown: no signs that cannot be seen or turn the text around, and not too long."""
    seen = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", name))
    shown = " ".join(seen.split())[:LONGEST_NAME].rstrip()
    if not shown:
        raise ValueError("players: a name cannot be shown.")
    return shown


def _moves(record: Json) -> list[tuple[int, str]]:
    return [(int(seat), str(move)) for seat, move in cast("list[tuple[int, str]]", record["moves"])]
