"""What a reader is shown of a table: built up from what he may know, for the socket and for REST alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from schatzkammer.core.game import Game, Json
from schatzkammer.server import wire
from schatzkammer.table.model import BotSat, Cleared, Entry, Handed, Moved, Resumed, Sat, Seat, Started, TookBack
from schatzkammer.table.store.tables import Listed
from schatzkammer.table.table import Table

_ENCODE = msgspec.json.Encoder().encode


def text(message: wire.ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return _ENCODE(message)


class Eyes(NamedTuple):
    """Through whose eyes somebody looks at a table, None as a spectator, and all the seats that are his."""

    seat: int | None
    seats: tuple[int, ...]


class Moment:
    """A table at one moment and what has led to it: what is the same for all who are told is encoded once.

    `known` is what they know of the table beside its game: what is still so need not be told.
    """

    def __init__(self, table: Table, since: int, entries: Sequence[Entry], known: tuple[object, ...] = ()) -> None:
        self.since = since
        self.shown = shown(table)
        self._table = table
        self._entries = entries
        self._free_undo = table.free_undo
        self._info: Any = None if self.shown == known else msgspec.Raw(_ENCODE(info(table)))
        secrets = any("only" in event for entry in entries for event in entry.events)
        self._told: Any = None if secrets else msgspec.Raw(_ENCODE(_told(entries, None)))
        # Both parts of a view are objects that are never empty: they are joined where one ends and the other begins.
        self._common = b"" if table.match is None else _ENCODE(table.match.common_view())[:-1] + b","
        self._texts: dict[Eyes, bytes] = {}

    def text(self, eyes: Eyes) -> bytes:
        """How the table stands for somebody, and what has happened, as it goes over the wire."""
        said = self._texts.get(eyes)
        if said is None:
            said = self._texts[eyes] = text(self._state(eyes))
        return said

    def _state(self, eyes: Eyes) -> wire.Snapshot | wire.Update:
        table, seat = self._table, eyes.seat
        view: Any = self._view(seat)
        kind = wire.Update if self.since else wire.Snapshot
        return kind(
            table.version,
            self.since,
            seat,
            list(eyes.seats),
            self._info,
            _told(self._entries, seat) if self._told is None else self._told,
            view,
            legal(table, seat) if seat is not None and seat in table.to_act else None,
            undo(table, seat, free=seat == self._free_undo),
        )

    def _view(self, seat: int | None) -> msgspec.Raw | None:
        match = self._table.match
        return None if match is None else msgspec.Raw(self._common + _ENCODE(match.own_view(seat))[1:])


def shown(table: Table) -> tuple[object, ...]:
    """All that changes of what everybody may know of a table beside its game."""
    now = table.standing
    return now.status, now.seats, now.host, now.timers, now.result, now.wishes, now.next


def info(table: Table) -> wire.TableInfo:
    """What everybody may know of a table."""
    standing = table.standing
    return wire.TableInfo(
        table.id,
        table.opened.terms,
        table.opened.rules,
        standing.status,
        [seat_info(seat) for seat in standing.seats],
        next(iter(table.seats_of(standing.host)), None),
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


def listing(listed: Listed, reader: str | None) -> wire.Listing:
    """A table in a list."""
    mine = [] if reader is None else [at for at, seat in enumerate(listed.seats) if seat.identity == reader]
    return wire.Listing(
        listed.id,
        listed.created,
        listed.touched,
        listed.opened.terms,
        listed.status,
        [seat_info(seat) for seat in listed.seats],
        listed.owing,
        mine,
        not set(mine).isdisjoint(listed.owing),
    )


def _told(entries: Sequence[Entry], seat: int | None) -> list[wire.Told]:
    return [told(entry, seat) for entry in entries]


def told(entry: Entry, seat: int | None) -> wire.Told:
    """An entry without what others alone may know; a move is told by its events only."""
    body = entry.body
    kind = str(body.__struct_config__.tag)
    if isinstance(body, Moved):
        return wire.Told(entry.version, entry.at, kind, body.seat, events=visible(entry.events, seat))
    if isinstance(body, TookBack):
        return wire.Told(entry.version, entry.at, kind, body.seat, undone=body.undone)
    if isinstance(body, Started | Resumed):
        return wire.Told(entry.version, entry.at, kind)
    name = body.name if isinstance(body, Sat | Handed) else body.bot if isinstance(body, BotSat) else None
    return wire.Told(entry.version, entry.at, kind, body.seat, None if isinstance(body, Cleared) else name)


def visible(events: Sequence[Json], seat: int | None) -> list[Json]:
    """The events that everybody may know, and those for this seat only."""
    return [event for event in events if event.get("only", seat) == seat]


def legal(table: Table, seat: int) -> wire.Legal:
    """The moves of a seat that owes a decision, keyed to what can be clicked: what a move is done to, else its verb."""
    moves: list[Any] = []
    at: dict[str, list[int]] = {}
    for place, move in enumerate([] if table.match is None else table.match.offers(seat)):
        choice, clicked = _choice(move)
        moves.append(choice)
        for target in clicked:
            at.setdefault(target, []).append(place)
    return wire.Legal(moves, at)


@lru_cache(maxsize=4096)
def _choice(move: str) -> tuple[msgspec.Raw, list[str]]:
    """A move as it goes over the wire, and what can be clicked for it."""
    verb, *targets = move.split(" ")
    return msgspec.Raw(_ENCODE(wire.Choice(move, verb, targets))), targets or [verb]


def undo(table: Table, seat: int | None, *, free: bool) -> wire.Takeback | None:
    """Whether a seat's last decision can be taken back, and if not, why; None where there is nothing to take back."""
    if seat is None or table.standing.status != "playing" or table.seats[seat].away:
        return None
    reason = table.no_undo(seat)
    if reason is None or (free and reason != "undo.none"):
        return _POSSIBLE
    return _impossible(table.game, reason)


_POSSIBLE = wire.Takeback(possible=True)


@cache
def _impossible(game: Game, reason: str) -> wire.Takeback:
    return wire.Takeback(possible=False, rule=game.no_undo(reason).rule, reason=f"refusal.{reason}")
