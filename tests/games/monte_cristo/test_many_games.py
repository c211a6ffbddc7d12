"""Many random games: nothing is ever lost, every game ends, and the rare things all happen and are right.

2,000 games for each number of players where the rules are compiled, 150 where they are interpreted.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import lru_cache
from itertools import pairwise

import pytest

import schatzkammer as sk
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.games.monte_cristo.components import BOOK
from schatzkammer.games.monte_cristo.state import DISCARD_STEP, GIVE_STEP, UNIT, MonteCristoState, number_at, total

pytestmark = [pytest.mark.slow, pytest.mark.once]

GAMES = 2000 if sk.compiled() else 150
ALL_CARDS = sum(UNIT[card] for card in BOOK.cards)
ALL_TREASURES = sum(UNIT[treasure] for treasure in BOOK.treasures)
RARE = {
    "empty lane skipped",
    "deck shuffled in the middle of a draw",
    "bag refilled",
    "hand limit with jokers",
    "joker discarded",
    "full dungeon cleared",
    "tie in a queue",
    "joker as the eighth card",
    "leftover bags used",
    "forced",
}

NAMED = {
    "clear": "full dungeon cleared",
    "discard_joker": "joker discarded",
    "forced": "forced",
    "left_over": "leftover bags used",
    "refill": "bag refilled",
    "scoring": "scoring",
    "shuffle": "deck shuffled",
    "skip": "empty lane skipped",
}


def conserved(s: MonteCristoState, each: int) -> None:
    """M2, M3, M4, M22, M32: all pieces, and the limits, straight from the fields."""
    cards = sum(s.hands) + s.discards + sum(UNIT[card % 16] for card in s.deck)
    cards += sum(UNIT[card % 16] for jokers in s.jokers for card in jokers)
    treasures = sum(s.treasures) + sum(s.collected) + s.aside + sum(UNIT[treasure] for treasure in s.bag)
    drawn = sum(UNIT[number] for number in s.drawn)
    assert cards + (drawn if s.lane == 0 else 0) == ALL_CARDS
    assert treasures + (drawn if s.lane == 2 else 0) == ALL_TREASURES
    marbles_kept(tuple(s.lanes), s.lane, s.players, each)
    most = 8 if s.step in (GIVE_STEP, DISCARD_STEP) else 7
    standing = [seat for queue in s.queues for seat in queue]
    for seat in range(s.players):
        in_areas = f"{s.bonus >> seat & 0x1111:b}".count("1")
        assert number_at(s.hunters, seat) + number_at(s.marseille, seat) + standing.count(seat) + in_areas == 9
        assert len(s.jokers[seat]) + total(s.hands[seat]) <= most


@lru_cache(maxsize=10_000)  # the same marbles lie there for many decisions
def marbles_kept(held: tuple[int, ...], acting: int, players: int, each: int) -> None:
    """M2, M22: all marbles within the limits, and a lane free for the acting one."""
    lanes = [f"{lane:o}" for lane in held]
    active = str(held[acting] % 8)
    others = [lane for number, lane in enumerate(lanes) if number != acting]
    assert any(len(lane) < 7 and lane.count(active) < 3 for lane in others)
    for colour in "1234"[:players]:
        assert "".join(lanes).count(colour) == each
        assert all(lane.count(colour) <= 3 and len(lane) <= 7 for lane in lanes)


def happened(s: MonteCristoState, told: list[dict], counts: Counter) -> None:
    """Counts what a decision brought, and checks what the rare things left behind."""
    counts.update(NAMED[event["event"]] for event in told if event["event"] in NAMED)
    for event, next_event in pairwise(told):
        if (event["event"], next_event["event"]) == ("shuffle", "draw_card"):
            counts["deck shuffled in the middle of a draw"] += 1
        if event["event"] == next_event["event"] == "rank" and event["dungeon"] == next_event["dungeon"]:
            counts["tie in a queue"] += event["hunters"] == next_event["hunters"]
            assert (-event["hunters"], event["place"]) < (-next_event["hunters"], next_event["place"])
    for event in told:
        if event["event"] == "refill":
            assert s.aside == 0
            assert len(s.bag) == event["number"] - 3
        elif event["event"] == "clear":
            assert len(event["treasure"]) == 4
            assert s.treasures["ABCDEF".index(event["dungeon"])] == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_random_games(players: int) -> None:
    game = find("monte-cristo")
    setup = checked_setup(game, players)
    stream, rng = seeded(f"many games {players}", "test"), random.Random(players)
    each = 6 if players == 2 else 4
    counts: Counter = Counter()
    for _ in range(GAMES):
        s = game.start(setup, stream)
        conserved(s, each)
        while moves := s.legal():
            if s.step == DISCARD_STEP and s.jokers[s.seat]:
                counts["hand limit with jokers"] += 1
                counts["joker as the eighth card"] += s.lane == 1
            s.events = []
            s.apply(moves[int(rng.random() * len(moves))])
            counts["decisions"] += 1
            if s.seat >= 0:
                conserved(s, each)
            happened(s, s.events, counts)
        counts["ended by points" if max(s.points) >= 40 else "ended by rounds"] += 1
        counts["shared win"] += len(game.winners(s)) > 1
    assert counts["ended by points"] + counts["ended by rounds"] == GAMES
    missing = RARE - {name for name, times in counts.items() if times}
    assert not missing
    sys.stderr.write(f"\n{players} players, {GAMES} games: {dict(sorted(counts.items()))}\n")
