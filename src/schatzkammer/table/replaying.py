"""A table's game from its whole log: the record, and how a decision is taken back that revealed something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match, visible_events
from schatzkammer.table.entries import LogEntry, Moved, TookBack
from schatzkammer.table.model import Earlier
from schatzkammer.table.table import Table


class PlayedMove(NamedTuple):
    """A decision in force."""

    version: int
    seat: int
    move: str
    events: list[Json]


def rewound(table: Table, history: Sequence[LogEntry], seat: int) -> tuple[TookBack, Earlier]:
    """Takes back the seat's last decision, whatever it revealed: the entry's body, and the game before it."""
    moves = effective_moves(history)
    last = max([index for index, played in enumerate(moves) if played.seat == seat], default=-1)
    if last < 0:
        raise table.game.no_undo("undo.none")
    earlier = Earlier(replayed(table, moves[:last]), dict(Counter([played.seat for played in moves[:last]])))
    return TookBack(seat, [played.version for played in moves[last:]]), earlier


def record_of(table: Table, history: Sequence[LogEntry]) -> Json:
    """The full record with the seed once everything may be told, before that only what everybody may know.

    The full record names the seats that forfeited and the winners at the table.
    """
    if table.disclosed:
        moves = effective_moves(history)
        return replayed(table, moves).record() | evidence(table, moves)
    terms = table.opened.terms
    events = [event for played in effective_moves(history) for event in visible_events(played.events, None)]
    return {
        "game": terms.game,
        "rules": table.opened.rules,
        "players": terms.players,
        "options": dict(terms.options),
        "commitment": table.commitment,
        "unfinished": True,
        "events": events,
    }


def evidence(table: Table, moves: Sequence[PlayedMove]) -> Json:
    """What the record of a finished game says that no move tells: of its shuffle, its origin and its end."""
    found: Json = {}
    shuffle, origin = table.shuffle(), table.opened.origin
    if shuffle is not None:
        found["shuffle"] = shuffle
    if origin is not None:
        # Moves that were taken over may have been taken back since.
        found["origin"] = {"record": origin.record, "moves": sum(played.version <= origin.moves for played in moves)}
    if table.forfeited and table.state.result is not None:
        found |= {"winners": list(table.state.result.winners), "forfeited": table.forfeited}
    return found


def replayed(table: Table, moves: Sequence[PlayedMove]) -> Match:
    """The table's game after these moves."""
    match = table.new_match()
    for played in moves:
        match.play(played.seat, played.move)
    return match


def effective_moves(history: Sequence[LogEntry]) -> list[PlayedMove]:
    """The moves of a log that were not taken back."""
    undone = {version for entry in history if isinstance(entry.body, TookBack) for version in entry.body.undone}
    return [
        PlayedMove(entry.version, entry.body.seat, entry.body.move, entry.events)
        for entry in history
        if isinstance(entry.body, Moved) and entry.version not in undone
    ]
