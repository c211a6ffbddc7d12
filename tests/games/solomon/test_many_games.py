"""Many random games: nothing is ever lost, nobody is ever stuck, and everything rare has happened.

2,000 games for each number of players and edition where the rules run compiled; fewer where they are interpreted.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from operator import is_

import pytest

import schatzkammer as sk
from schatzkammer.core.loading import checked_setup
from schatzkammer.core.stream import seeded
from schatzkammer.games import find
from schatzkammer.games.solomon.components import ALL_CARDS, BOOK
from schatzkammer.games.solomon.moves import NAME, SHIFTS
from schatzkammer.games.solomon.state import CHOOSE_STEP, OVER, unseen_tiles

pytestmark = [pytest.mark.slow, pytest.mark.once]

GAMES = 2000 if sk.compiled() else 40
GAME = find("solomon")
TILES = [light + dark for light, dark in zip(BOOK.light, BOOK.dark, strict=True)]
LONGEST = 12 * 2 * 200


def in_cave(s: object) -> int:
    return s.level1.bit_count() + s.level2.bit_count() + s.level3.bit_count() + s.level4.bit_count()


def outside(s: object) -> tuple:
    """All that lies outside the cave. These lists are never changed in place."""
    return s.hoards, s.coins, s.beside, s.discarded, s.lot


def check_amounts(s: object) -> None:
    """S2, S8: 144 tiles and 40 coins, however they lie."""
    owned = sum(map(sum, s.hoards))
    assert in_cave(s) + owned + sum(s.beside) + sum(s.discarded) + len(s.lot) == 144
    assert s.supply >= 0
    assert s.supply + sum(s.coins) == 40
    assert min(s.coins) >= 0


def check_kinds(s: object) -> None:
    """S2, S6, S10: every tile by kind and every card is in one place, and the stacks are what the levels say."""
    found = [s.beside[kind] + s.discarded[kind] + s.lot.count(kind) for kind in range(16)]
    for hoard in s.hoards:
        assert min(hoard) >= 0
        for kind in range(16):
            found[kind] += hoard[kind]
    for cell, stack in enumerate(s.stacks):
        tall = (s.level1 >> cell & 1) + (s.level2 >> cell & 1) + (s.level3 >> cell & 1) + (s.level4 >> cell & 1)
        assert stack.bit_length() == 4 * tall + 1
        while stack > 1:
            found[stack & 15] += 1
            stack >>= 4
    assert found == TILES
    hidden = unseen_tiles(s)
    assert all(hidden.count(kind) <= BOOK.dark[kind] for kind in set(hidden))
    assert s.dark3 & ~s.dark2 == 0 == s.dark2 & ~s.dark1
    cards = s.unused
    for hand in s.hands:
        assert not cards & hand
        cards |= hand
    if s.step not in (CHOOSE_STEP, OVER):
        for card in s.chosen:
            assert not cards >> card & 1
            cards |= 1 << card
    played = (ALL_CARDS & ~cards).bit_count()
    assert played == s.round * s.players


def count_rare(s: object, size: int, met: Counter) -> None:
    """What happened in a turn, told by its events."""
    told = Counter(event["event"] for event in s.events)
    met["failed digs"] += told["fail"]
    met["forgiven"] += told["forgiven"]
    met["short deals, a tile added"] += told["give"]
    met["Mirror"] += told["turned"]
    if told["fail"] and s.players == 5 and size == 3 and not told["give"]:
        met["short deals, nothing to add"] += 1
    if told["cell"] and told["dig"] and told["named"] == 0:
        met[f"Seal digs of {size}"] += 1
    for event in s.events:
        if event["event"] == "pay_treasures" and event["change"]:
            met["change given"] += 1
        if event["event"] == "use":
            met[f"use {event['tile']}"] += 1
    s.events.clear()


def random_game(s: object, rng: random.Random, met: Counter) -> None:
    plies = 0
    turn = (s.round, s.waiting)
    size = 0
    while s.seat >= 0:
        if s.step != CHOOSE_STEP:
            size = s.box.cards[s.chosen[s.seat]].size
        legal = s.legal()
        assert legal, "nobody is ever stuck"
        action = legal[int(rng.random() * len(legal))]
        if SHIFTS[0].first <= action < NAME.first:
            before, tiles = outside(s), in_cave(s)
            s.apply(action)
            assert in_cave(s) == tiles
            assert all(map(is_, outside(s), before)), "a shift moves a tile within the cave, and nothing else"
        else:
            s.apply(action)
            check_amounts(s)
        plies += 1
        if (s.round, s.waiting) != turn:
            turn = (s.round, s.waiting)
            check_kinds(s)
            count_rare(s, size, met)
    assert plies < LONGEST
    met["plies"] += plies
    assert len(GAME.scores(s)) == s.players


@pytest.mark.parametrize("edition", ["published", "designer"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_lost_and_everything_rare_happens(players: int, edition: str) -> None:
    setup = checked_setup(GAME, players, {"edition": edition})
    stream = seeded(f"long {players} {edition}", "test")
    rng = random.Random(players)
    met: Counter = Counter()
    for _ in range(GAMES):
        s = GAME.start(setup, stream)
        s.events = []
        random_game(s, rng, met)
    sys.stdout.write(f"\n{GAMES} games, {players} players, {edition}: {dict(sorted(met.items()))}\n")
    rare = ["failed digs", "forgiven", "change given", "Mirror"]
    if GAMES >= 2000:
        rare += [
            "Seal digs of 3",
            "Seal digs of 4",
            "Seal digs of 5",
            "Seal digs of 6",
            "use amulet",
            "use axe" if edition == "published" else "use carpet",
        ]
        if players == 5:
            rare += ["short deals, a tile added", "short deals, nothing to add"]
    assert not [name for name in rare if not met[name]], met
