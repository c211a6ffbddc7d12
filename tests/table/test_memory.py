"""What a running table keeps in memory has a bound, however long the game lasts."""

from __future__ import annotations

import random

import pytest

from schatzkammer.core.loading import checked_setup
from schatzkammer.games import GAMES
from schatzkammer.table.entries import LogEntry, Moved, TookBack
from schatzkammer.table.model import Opened, Seat, Terms
from schatzkammer.table.replaying import effective_moves, replayed
from schatzkammer.table.table import Table

MOST_EVENTS = 100  # of decisions that can still be taken back


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_keeps_only_the_events_that_can_be_taken_back(game: str) -> None:
    rules, rng = GAMES[game], random.Random(game)
    players = rules.min_players
    terms = Terms(game, players, dict(checked_setup(rules, players, {}).options))
    seats = [Seat("bot", bot="random")] * players
    table = Table("memory", Opened(terms, rules.rules, seats, "", started=True), "any seed", 1)
    log: list[LogEntry] = []
    kept, taken_back = 0, 0
    while table.state.status == "playing" and len(log) < 400:
        seat = table.to_act[0]
        log.append(table.apply(Moved(seat, rng.choice(table.match.legal(seat))), 1))
        kept = max(kept, len(table.match._events))
        version = table.reversible_decision(seat) if rng.random() < 0.2 else None
        if version is not None:
            taken_back += 1
            log.append(table.apply(TookBack(seat, [version]), 1))
    told = sum(len(entry.events) for entry in log)
    assert told > 2 * kept
    assert taken_back > 3
    assert kept <= MOST_EVENTS
    assert replayed(table, effective_moves(log)).position() == table.match.position()
