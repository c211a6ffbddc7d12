"""What a reader is shown of a table: built up from what he may know, for the socket and for REST alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from schatzkammer.core.game import Json
from schatzkammer.server import wire
from schatzkammer.table.model import BotSat, Cleared, Entry, Moved, Sat, Seat, Started, TookBack
from schatzkammer.table.store.tables import Listed
from schatzkammer.table.table import Table

_ENCODE = msgspec.json.Encoder().encode


def text(message: wire.ServerMessage) -> str:
    """A message as it goes over the wire."""
    return _ENCODE(message).decode()


def state(
    table: Table, seat: int | None, since: int, entries: Iterable[Entry], known: wire.TableInfo | None = None
) -> wire.Snapshot | wire.Update:
    """How the table stands for a seat, None for a spectator, and what has happened since a version.

    What everybody may know is the same for all readers, and need not be gathered for each.
    """
    kind = wire.Update if since else wire.Snapshot
    match = table.match
    return kind(
        table.version,
        since,
        seat,
        known or info(table),
        [told(entry, seat) for entry in entries],
        None if match is None else match.view(seat),
        legal(table, seat),
    )


def info(table: Table) -> wire.TableInfo:
    """What everybody may know of a table."""
    standing = table.standing
    return wire.TableInfo(
        table.id,
        table.opened.terms,
        table.opened.rules,
        standing.status,
        [seat_info(seat) for seat in standing.seats],
        table.seat_of(standing.host),
        table.commitment,
        table.seed if standing.status == "over" else None,
        standing.timers,
        standing.result,
        standing.wishes,
        table.opened.previous,
        standing.next,
    )


def seat_info(seat: Seat) -> wire.SeatInfo:
    """What everybody may know of a seat."""
    return wire.SeatInfo(seat.kind, seat.name, seat.bot, seat.remote, seat.away, seat.forfeited)


def listing(listed: Listed) -> wire.Listing:
    """A table in a list."""
    seats = [seat_info(seat) for seat in listed.seats]
    return wire.Listing(listed.id, listed.created, listed.touched, listed.opened.terms, listed.status, seats)


def told(entry: Entry, seat: int | None) -> wire.Told:
    """An entry without what others alone may know; a move is told by its events only."""
    body = entry.body
    kind = str(body.__struct_config__.tag)
    if isinstance(body, Moved):
        return wire.Told(entry.version, entry.at, kind, body.seat, events=visible(entry.events, seat))
    if isinstance(body, TookBack):
        return wire.Told(entry.version, entry.at, kind, body.seat, undone=body.undone)
    if isinstance(body, Started):
        return wire.Told(entry.version, entry.at, kind)
    name = body.name if isinstance(body, Sat) else body.bot if isinstance(body, BotSat) else None
    return wire.Told(entry.version, entry.at, kind, body.seat, None if isinstance(body, Cleared) else name)


def visible(events: Sequence[Json], seat: int | None) -> list[Json]:
    """The events that everybody may know, and those for this seat only."""
    return [event for event in events if event.get("only", seat) == seat]


def legal(table: Table, seat: int | None) -> wire.Legal | None:
    """The moves of a seat that owes a decision, keyed to what can be clicked: what a move is done to, else its verb."""
    if seat is None or table.match is None or seat not in table.to_act:
        return None
    moves: list[wire.Choice] = []
    at: dict[str, list[int]] = {}
    for place, move in enumerate(table.match.legal(seat)):
        verb, *targets = move.split(" ")
        moves.append(wire.Choice(move, verb, targets))
        for target in targets or [verb]:
            at.setdefault(target, []).append(place)
    return wire.Legal(moves, at)
