"""Export of all games as records, and import into another database."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from schatzkammer.core.errors import BadRecord
from schatzkammer.core.game import Json
from schatzkammer.core.loading import game_id, replay
from schatzkammer.core.match import Match, winners_without
from schatzkammer.games import find
from schatzkammer.table.entries import Moved
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Draw, Opened, Result, Seat, Terms
from schatzkammer.table.names import LONGEST_NAME
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.check import DAMAGE
from schatzkammer.table.store.schema import TABLES
from schatzkammer.table.table import Table

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

    Tables where nobody has started a game have none to export; those whose deal is secret are left out.
    """
    tables = select(TABLES.c.id, TABLES.c.created).order_by(TABLES.c.created, TABLES.c.id)
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
    seed, shuffle = match.seed, match.shuffle
    if shuffle is not None:
        seed, draw = cast("str", shuffle["server"]), _draw(shuffle)
    else:
        draw = None
    rules = cast("int", game.record["rules"])
    table = Table(game.id, Opened(terms, rules, seats, "", started=True, draw=draw), seed, game.created)
    moves = cast("list[tuple[int, str]]", game.record["moves"])
    entries = [table.apply(Moved(int(seat), str(move)), game.finished) for seat, move in moves]
    _end(table, match, cast("list[int]", game.record.get("forfeited", [])))
    store.create(connection, table, new_invite())
    for entry in entries:
        store.append(connection, store.insert_entry(game.id, entry, ()), store.Extras())
    store.add_snapshot(connection, game.id, table.version, game.finished, table.snapshot())
    return True


def _end(table: Table, match: Match, forfeited: Sequence[int]) -> None:
    """Ends a table as its record says. Records do not say when a seat forfeited, so no log entry does.

    Records of early releases do not say who forfeited either; such games have no winner.
    """
    state = table.state
    state.seats = [
        replace(seat, forfeited=True, away=True) if number in forfeited else seat
        for number, seat in enumerate(state.seats)
    ]
    state.status = "over"
    state.result = None
    if match.over or forfeited:
        state.result = Result(winners_without(match, forfeited), match.scores() if match.over else None)
    table.restore(table.version, table.at, table.snapshot())  # recomputes who is to act


def _draw(shuffle: Json) -> Draw:
    """The joint shuffle of a record, as a table has it."""
    return msgspec.convert({name: shuffle[name] for name in ("commitments", "shares", "round", "silent")}, Draw)


def _visible(name: str) -> str:
    """A name without invisible characters and direction marks, shortened if necessary."""
    printable = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", name))
    visible = " ".join(printable.split())[:LONGEST_NAME].rstrip()
    if not visible:
        raise ValueError("players: a name has no visible characters.")
    return visible
