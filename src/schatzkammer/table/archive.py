"""Export of all games as records, and import into another database."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Annotated, NamedTuple, cast

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Connection, select

from schatzkammer.core.errors import BadRecord
from schatzkammer.core.game import Json
from schatzkammer.core.loading import game_id, replay
from schatzkammer.games import find
from schatzkammer.table import records
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Seat, Terms
from schatzkammer.table.names import LONGEST_NAME
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.check import DAMAGE
from schatzkammer.table.store.schema import TABLES

LATEST = 253_402_300_799_999  # the end of the year 9999

TableId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,40}\Z")]
Time = Annotated[int, Meta(ge=0, le=LATEST)]


class Archived(Struct, frozen=True, forbid_unknown_fields=True):
    """One game in an archive."""

    id: TableId
    created: Time
    finished: Time | None
    players: list[str]
    record: Json
    private: bool = False


class LeftOut(NamedTuple):
    """A table whose game cannot be exported; `reason` is None if its log is damaged."""

    id: str
    reason: Refused | None


def export_games(connection: Connection) -> Iterator[Json | LeftOut]:
    """Yields every game, of unfinished ones only what everybody may know, and every table that it leaves out.

    Tables where nobody has started a game have none to export, and uploaded games were not played here. Tables whose
    deal is secret are left out.
    """
    tables = (
        select(TABLES.c.id, TABLES.c.created)
        .where(TABLES.c.uploaded.is_(False))
        .order_by(TABLES.c.created, TABLES.c.id)
    )
    for table_id, created in connection.execute(tables).all():
        try:
            table = store.load(connection, table_id)
            if table is None or table.match is None:
                continue
            if table.concealed:
                yield LeftOut(table_id, Refused("concealed"))
                continue
            record = record_of(table, store.entries(connection, table_id))
        except Refused as refusal:
            yield LeftOut(table_id, refusal)
            continue
        except DAMAGE:
            yield LeftOut(table_id, None)
            continue
        players = [seat.name or f"bot {seat.bot}" for seat in table.state.seats]
        finished = table.at if table.state.status == "over" else None
        game = Archived(table_id, created, finished, players, record, table.opened.terms.private)
        yield cast("Json", msgspec.to_builtins(game))


def import_game(connection: Connection, source: object) -> bool:
    """Imports a finished game; returns False if it exists or is unfinished. Raises ValueError for invalid data."""
    try:
        game = msgspec.convert(source, Archived)
    except msgspec.ValidationError as error:
        raise ValueError(f"{str(error).rstrip('.')}.") from None
    if game.finished is None or store.access(connection, game.id, None) is not None:
        return False
    match = replay(find(game_id(game.record, BadRecord)), game.record)
    if match.seed is None or len(game.players) != match.players or match.components is not None:
        raise ValueError("a table's game needs a seed and one name per player.")
    seats = [Seat("human", None, _visible(name)) for name in game.players]
    terms = Terms(match.game, match.players, dict(match.options), private=game.private)
    filled = records.finished(
        game.id, game.record, records.opening_of(match, terms, seats, ""), game.created, game.finished
    )
    records.create(connection, filled, new_invite())
    return True


def _visible(name: str) -> str:
    """A name without invisible characters and direction marks, shortened if necessary."""
    printable = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", name))
    visible = " ".join(printable.split())[:LONGEST_NAME].rstrip()
    if not visible:
        raise ValueError("players: a name has no visible characters.")
    return visible
