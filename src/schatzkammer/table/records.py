"""Tables made from records: a finished game to look at, and a running one that goes on from some move of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from schatzkammer.core.errors import BadRecord
from schatzkammer.core.game import Json
from schatzkammer.core.loading import digest, game_id, replay
from schatzkammer.core.match import Match, winners_without
from schatzkammer.games import GAMES
from schatzkammer.table.commands import new_table_id
from schatzkammer.table.entries import LogEntry, Moved
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Draw, Opened, Origin, Person, Result, Seat, Terms
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table
from schatzkammer.table.terms import check_bot, known_game

MOST_MOVES = 5_000  # far more than the longest game has


class Filled(NamedTuple):
    """A new table and its log."""

    table: Table
    entries: list[LogEntry]
    owing: list[list[int]]  # the people who owe a decision after each entry


def finished(table_id: str, record: Json, opened: Opened, created: int, ended: int) -> Filled:
    """The table of a valid record's game, which ends as the record says."""
    filled = _filled(table_id, record, opened, created, cast("list[tuple[int, str]]", record["moves"]), ended)
    match = filled.table.match
    if match is not None:
        _end(filled.table, match, cast("list[int]", record.get("forfeited", [])))
    return filled


def uploaded(content: bytes, host: Person, at: int) -> Filled:
    """A private table with the game of a file that somebody has uploaded; refuses what is no record of a table."""
    record = _read(content)
    game = known_game(game_id(record, BadRecord))
    match = replay(game, record)
    if match.seed is None or match.components is not None:
        raise Refused("no_seed")
    terms = Terms(match.game, match.players, dict(match.options), private=True)
    seats = [Seat("human") for _ in range(match.players)]
    opened = opening_of(match, terms, seats, host.identity)
    return finished(new_table_id(), record, replace(opened, uploaded=True), at, at)


def continued(record: Json, of: str, choice: tuple[int, int], bot: str, host: Person, pace: int, at: int) -> Filled:
    """A private, unrated table that goes on after so many moves of a finished game, with the host in a seat of it.

    `choice` is the number of moves and the seat; bots take the other seats.
    """
    number, seat = choice
    match = replay(known_game(game_id(record, BadRecord)), record)
    moves = cast("list[tuple[int, str]]", record["moves"])
    if seat >= match.players:
        raise Refused("no_seat")
    if number > len(moves) or (number == len(moves) and match.over):
        raise Refused("no_more")
    check_bot(bot)
    terms = Terms(match.game, match.players, dict(match.options), private=True, pace=pace)
    seats = [Seat("bot", bot=bot) for _ in range(match.players)]
    seats[seat] = Seat("human", host.identity, host.name, remote=host.remote)
    opened = replace(opening_of(match, terms, seats, host.identity), origin=Origin(digest(record), number, of))
    return _filled(new_table_id(), record, opened, at, moves[:number], at)


def opening_of(match: Match, terms: Terms, seats: list[Seat], host: str) -> Opened:
    """How a table is opened whose game is dealt like that of a match."""
    draw, origin = None, None
    if match.shuffle is not None:
        parts = {name: match.shuffle[name] for name in ("commitments", "shares", "round", "silent")}
        draw = msgspec.convert(parts, Draw)
    if match.origin is not None:
        origin = msgspec.convert(match.origin, Origin)
    return Opened(terms, match.rules, seats, host, started=True, draw=draw, origin=origin)


def create(connection: Connection, filled: Filled, invite: str) -> None:
    """Stores a new table with its log."""
    table = filled.table
    store.create_played(connection, table, invite, filled.entries, filled.owing)
    if table.opened.uploaded:
        store.add_member(connection, table.id, table.opened.host, seated=False)


def create_again(connection: Connection, filled: Filled, invite: str) -> None:
    """Retries `create` after an unknown commit outcome."""
    if store.access(connection, filled.table.id, None) is None:
        create(connection, filled, invite)


def _filled(
    table_id: str, record: Json, opened: Opened, created: int, moves: Sequence[tuple[int, str]], at: int
) -> Filled:
    """A table that is opened like this, after these moves."""
    shuffle = cast("Json | None", record.get("shuffle"))
    seed = cast("str", record["seed"] if shuffle is None else shuffle["server"])
    table = Table(table_id, opened, seed, created)
    entries, owing = [], []
    for seat, move in moves:
        entries.append(table.apply(Moved(int(seat), str(move)), at))
        owing.append(list(table.owing))
    return Filled(table, entries, owing)


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


def _read(content: bytes) -> Json:
    """The record in a file: by itself, or within a line of an export."""
    try:
        value = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Refused("no_record") from None
    if isinstance(value, dict) and "game" not in value and isinstance(value.get("record"), dict):
        value = value["record"]
    if not isinstance(value, dict) or "game" not in value:
        raise Refused("no_record")
    if value.get("unfinished") is True:
        raise Refused("unfinished_record")
    if isinstance(value.get("game"), str) and value["game"] in GAMES:
        rules, known = value.get("rules"), GAMES[value["game"]].versions()
        if type(rules) is int and rules not in known:
            raise Refused("unknown_rules", rules=rules, known=[str(version) for version in known])
    moves = value.get("moves")
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise Refused("too_long")
    return cast("Json", value)
