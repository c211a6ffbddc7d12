"""Tables as clients get them, over the socket and REST: built up from what each reader may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from schatzkammer.core.game import Game
from schatzkammer.core.match import Match, visible_events
from schatzkammer.core.odds import together
from schatzkammer.core.outcome import Outcome
from schatzkammer.server import wire
from schatzkammer.table.entries import BotSat, Handed, LogEntry, Moved, Nudged, Sat, SeatBody, Substituted, TookBack
from schatzkammer.table.model import Seat
from schatzkammer.table.store.tables import ListedTable
from schatzkammer.table.table import Table

encode = msgspec.json.Encoder().encode

MANY = 40  # legal moves of a verb whose outcomes are only sent when asked for


class Pov(NamedTuple):
    """A point of view: the seat whose view is shown (None: a spectator's), and all seats of the reader."""

    seat: int | None
    seats: tuple[int, ...]
    outcomes: bool = False  # whether the reader wants to know what legal moves would bring, and the game's forecast


class Broadcast:
    """One change of a table, encoded for each point of view; what all readers get is encoded once.

    `last_public` is the public part that the readers have; it is sent again only if it has changed.
    """

    def __init__(
        self, table: Table, since: int, entries: Sequence[LogEntry], last_public: tuple[object, ...] = ()
    ) -> None:
        state = table.state
        self.table = table
        self.since = since
        self.public = (
            *(state.status, state.seats, state.host, state.timers, state.result),
            *(state.wishes, state.next, state.undo_request, state.open_chat, state.draw, state.published),
        )
        self.reseats = not all(isinstance(entry.body, (Moved, TookBack)) for entry in entries)  # seats may have changed
        self._entries = entries
        self._info: Any = None if self.public == last_public else msgspec.Raw(encode(table_info(table)))
        # The entries for all readers; None if a reader may know more than another.
        secret = any("only" in event for entry in entries for event in entry.events)
        self._infos: Any = None if secret else msgspec.Raw(encode([entry_info(entry, None) for entry in entries]))
        # Both parts of a view are non-empty objects; they are joined at their braces.
        self._public_view = b"" if table.match is None else encode(table.match.public_view())[:-1] + b","
        self._texts: dict[Pov, bytes] = {}

    def text(self, pov: Pov) -> bytes:
        """The message for a point of view, as sent."""
        text = self._texts.get(pov)
        if text is None:
            table, seat = self.table, pov.seat
            view: Any = None
            if table.match is not None:
                own = table.match.private_view(seat) | (table.match.forecast() if pov.outcomes else {})
                view = msgspec.Raw(self._public_view + encode(own)[1:])
            message = (wire.Update if self.since else wire.Snapshot)(
                table.version,
                self.since,
                seat,
                list(pov.seats),
                self._info,
                [entry_info(entry, seat) for entry in self._entries] if self._infos is None else self._infos,
                view,
                legal(table, seat, pov.outcomes) if seat is not None and seat in table.to_act else None,
                takeback(table, seat),
            )
            text = self._texts[pov] = encode(message)
        return text


def table_info(table: Table) -> wire.TableInfo:
    """The public part of a table."""
    state = table.state
    return wire.TableInfo(
        table.id,
        table.opened.terms,
        table.opened.rules,
        state.status,
        [seat_info(seat) for seat in state.seats],
        next(iter(table.seats_of(state.host)), None),
        table.commitment,
        table.seed if table.disclosed else None,
        state.draw,
        state.timers,
        state.result,
        state.undo_request,
        state.open_chat,
        state.wishes,
        table.aids and state.status == "playing",
        table.opened.previous,
        state.next,
        table.opened.origin,
        table.opened.uploaded,
        table.opened.deal,
        table.concealed,
    )


def seat_info(seat: Seat) -> wire.SeatInfo:
    """The public part of a seat."""
    return wire.SeatInfo(
        seat.kind, seat.name, seat.bot, seat.remote, seat.away, seat.forfeited, seat.offered, seat.mark
    )


def listing(listed: ListedTable, reader: str | None) -> wire.Listing:
    """A table in a list."""
    mine = [] if reader is None else [number for number, seat in enumerate(listed.seats) if seat.identity == reader]
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
        listed.deadline,
    )


def entry_info(entry: LogEntry, seat: int | None) -> wire.EntryInfo:
    """A log entry for a seat, or for spectators; its events describe a move."""
    body = entry.body
    return wire.EntryInfo(
        entry.version,
        entry.at,
        str(body.__struct_config__.tag),
        body.seat if isinstance(body, SeatBody) else None,
        _entry_name(entry),
        body.undone if isinstance(body, TookBack) else [],
        visible_events(entry.events, seat),
    )


def _entry_name(entry: LogEntry) -> str | None:
    """The person or bot an entry names."""
    body = entry.body
    if isinstance(body, (Sat, Handed, Nudged)):
        return body.name
    return body.bot if isinstance(body, (BotSat, Substituted)) else None


def legal(table: Table, seat: int, with_outcomes: bool) -> wire.Legal:
    """The legal moves of a seat that owes a decision, indexed by target, or by verb if they have none."""
    moves: list[Any] = []
    at: dict[str, list[int]] = {}
    legal_moves: list[str] = [] if table.match is None else table.match.legal_moves(seat)
    for index, move in enumerate(legal_moves):
        choice, keys = _choice(move)
        moves.append(choice)
        for key in keys:
            at.setdefault(key, []).append(index)
    return wire.Legal(moves, at, outcomes(table.match, seat, legal_moves)) if with_outcomes else wire.Legal(moves, at)


def outcomes(match: Match | None, seat: int, moves: list[str]) -> dict[str, Outcome]:
    """What legal moves would bring, without those of verbs that have many."""
    if match is None:
        return {}
    verbs = Counter([move.partition(" ")[0] for move in moves])
    return {move: match.outcome_of(seat, move) for move in moves if verbs[move.partition(" ")[0]] <= MANY}


@lru_cache(maxsize=4096)
def _choice(move: str) -> tuple[msgspec.Raw, list[str]]:
    """A move as sent, and its keys in the index."""
    verb, *targets = move.split(" ")
    return msgspec.Raw(encode(wire.Choice(move, verb, targets))), targets or [verb]


def odds(match: Match, seat: int | None) -> list[wire.PlaceOdds]:
    """The chances of what is hidden from a reader; places with the same are named together."""
    return [wire.PlaceOdds(places, chances) for places, chances in together(match.odds(seat))]


def takeback(table: Table, seat: int | None) -> wire.Takeback | None:
    """Whether a seat may take back its last decision; None for spectators and absent players, and outside the game."""
    if seat is None or table.state.status != "playing" or table.state.seats[seat].away:
        return None
    reason = table.undo_refusal(seat)
    return _POSSIBLE if reason is None else _impossible(table.game, reason)


_POSSIBLE = wire.Takeback(possible=True)


@cache
def _impossible(game: Game, reason: str) -> wire.Takeback:
    return wire.Takeback(possible=False, rule=game.no_undo(reason).rule, reason=f"refusal.{reason}")
