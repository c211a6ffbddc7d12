"""All games as records, out of a database and into another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from schatzkammer.core.errors import BadRecord
from schatzkammer.core.game import Json
from schatzkammer.core.opening import game_id, replay
from schatzkammer.games import find
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Moved, Opened, Seat, Terms
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import ENTRIES, SNAPSHOTS, TABLES
from schatzkammer.table.table import Table


class Archived(Struct, frozen=True, forbid_unknown_fields=True):
    """One game in an archive."""

    id: str
    created: int
    finished: int | None
    players: list[str]
    record: Json


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
        yield cast("Json", msgspec.to_builtins(Archived(name, created, table.at if over else None, players, record)))


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
    seats = [Seat("human", None, name[:80]) for name in game.players]
    terms = Terms(match.game, match.players, dict(match.options))
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
    # One that was given up before its end is over all the same; who won it is not in its record.
    table.standing.status = "over"
    store.create(connection, table, new_invite())
    if rows:
        connection.execute(insert(ENTRIES), rows)
    kept = {"table_id": game.id, "version": table.version, "at": game.finished}
    connection.execute(insert(SNAPSHOTS), {**kept, "data": msgspec.json.encode(table.snapshot())})
    return True


def _moves(record: Json) -> list[tuple[int, str]]:
    return [(int(seat), str(move)) for seat, move in cast("list[tuple[int, str]]", record["moves"])]
