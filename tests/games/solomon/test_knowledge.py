"""Samples against the truth: every way the face-down deals may have fallen, replayed move by move (S64, S65).

Nothing of the engine's own reasoning is used here. A short game is played; then it is replayed once for every
order in which its lots may have been dealt. An order is possible for a seat if all moves are legal in it and if
the seat sees the same after each of them. All possible orders are equally likely: samples must fall on them, and
on nothing else, in these proportions.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.games.solomon.picture import counted, position

SAMPLES = 1500

TILES = "1" * 9 + "2" * 7 + "3" * 6 + "4" * 5 + "5" * 4 + "m" * 10 + "s" * 11 + "u" * 8 + "aabbccdd" + "MXSA"


def opening(players: int, seed: int) -> dict:
    """A position of poor players with a few tiles, on flat ground full of treasures and curses."""
    rng = random.Random(seed)
    pile = rng.sample(TILES, 72)
    cave = " ".join(pile[2 * cell] + pile[2 * cell + 1] for cell in range(36))
    cards = rng.sample(range(1, 11 if seed % 2 else 7), players)
    stock = ["1X", "2", "3M", "", "14"]
    coins = [rng.randrange(3) for _ in range(players)]
    return position(cave, cards, hoards=stock[:players], coins=coins, options={"memory": "open"})


def next_move(m: sk.Match, rng: random.Random) -> tuple[int, str]:
    """Digs often, shifts now and then: so that digs fail and treasures are paid."""
    seat = rng.choice(m.to_act)
    legal = m.legal(seat)
    groups = {verb: [move for move in legal if move.startswith(verb)] for verb in ("dig", "shift", "use", "stop")}
    wanted = rng.choices(["dig", "shift", "use", "stop"], [5, 6, 2, 1])[0]
    return seat, rng.choice(groups[wanted] or legal)


def piles_of(order: tuple[str, ...], others: int) -> tuple[tuple[str, ...], ...]:
    """What each opponent got of a lot dealt in this order, and what was discarded."""
    handed = len(order) if len(order) < others else len(order) - len(order) % others
    return (*(tuple(sorted(order[at:handed:others])) for at in range(others)), tuple(sorted(order[handed:])))


def with_order(start: dict, order: tuple[str, ...]) -> dict:
    """The position right after a deal, had it fallen in this order."""
    changed = json.loads(json.dumps(start))
    deal = changed["deals"][-1]
    players = changed["players"]
    tiles = [Counter(seat["tiles"]) for seat in changed["seats"]]
    discarded = Counter(changed["discarded"])
    for dealt, sign in ((tuple(deal["tiles"]), -1), (order, 1)):
        for at, pile in enumerate(piles_of(dealt, players - 1)):
            owner = tiles[(deal["seat"] + 1 + at) % players] if at < players - 1 else discarded
            for tile in pile:
                owner[tile] += sign
    for seat, hoard in zip(changed["seats"], tiles, strict=True):
        seat["tiles"] = counted([*hoard.elements()])
    changed["discarded"] = counted([*discarded.elements()])
    deal["tiles"] = list(order)
    return changed


def outcome(place: dict) -> str:
    """What every seat got of every deal, and what everybody has now."""
    piles = [piles_of(tuple(deal["tiles"]), place["players"] - 1) for deal in place["deals"]]
    return json.dumps([piles, [seat["tiles"] for seat in place["seats"]]])


class Step:
    """A move of the short game, what it told everybody, and what every seat saw after it."""

    def __init__(self, m: sk.Match, seat: int, move: str) -> None:
        self.seat = seat
        self.move = move
        self.told = public(m.play(seat, move))
        self.views = {viewer: m.view(viewer) for viewer in (None, *range(m.players))}


def public(events: list[dict]) -> list[dict]:
    return [event for event in events if "only" not in event]


def played(players: int, seed: int, deals: int) -> tuple[dict, list[Step], sk.Match]:
    """A short game: its start, its moves, and the match some moves after its deals."""
    start = opening(players, seed)
    rng = random.Random(seed)
    m = sk.from_position("solomon", start)
    steps: list[Step] = []
    after_last = 0
    while not m.over and after_last < 20:
        before = m.position()
        step = Step(m, *next_move(m, rng))
        if m.over or len(m.position()["deals"]) > deals:
            return start, steps, sk.from_position("solomon", before)
        steps.append(step)
        after_last += len(before["deals"]) == deals
    return start, steps, m


def possible(start: dict, steps: list[Step], seat: int | None) -> Counter:
    """How many orders lead to which outcome, of those that the seat must hold possible."""
    found: Counter = Counter()
    open_ends = [(0, start, 1)]
    while open_ends:
        at, here, ways = open_ends.pop()
        m = sk.from_position("solomon", here)
        deals = len(here["deals"])
        for at_now, step in enumerate(steps[at:], start=at):
            try:
                told = m.play(step.seat, step.move)
            except sk.IllegalMove:
                break
            if len(m.state.ledger.deals) > deals:
                after = m.position()
                orders = Counter()
                shown = {}
                for order in permutations(after["deals"][-1]["tiles"]):
                    piles = piles_of(order, after["players"] - 1)
                    orders[piles] += 1
                    shown[piles] = order
                for piles, number in orders.items():
                    other = with_order(after, shown[piles])
                    if sk.from_position("solomon", other).view(seat) == step.views[seat]:
                        open_ends.append((at_now + 1, other, ways * number))
                break
            if public(told) != step.told or m.view(seat) != step.views[seat]:
                break
        else:
            found[outcome(m.position())] += ways
    return found


CASES = [
    *((3, seed, 2) for seed in range(8)),
    *((4, seed, 2) for seed in (0, 3, 5)),
    *((5, seed, 1) for seed in range(5)),
]


@pytest.mark.once
@pytest.mark.parametrize(("players", "seed", "deals"), CASES)
def test_samples_fall_as_often_as_the_truth_may(players: int, seed: int, deals: int) -> None:
    start, steps, m = played(players, seed, deals)
    chance = seeded(f"{players} {seed}", "test")
    place = m.position()
    for seat in (None, *range(players)):
        expected = possible(start, steps, seat)
        assert expected[outcome(place)], "the truth itself is possible"
        drawn = Counter(
            outcome({**place, **m.state.game.position(m.state.sample(seat, chance))}) for _ in range(SAMPLES)
        )
        assert drawn.keys() <= expected.keys(), "nothing impossible is drawn"
        for each, orders in expected.items():
            part = orders / expected.total()
            spread = 5 * (SAMPLES * part * (1 - part)) ** 0.5 + 1
            assert abs(drawn[each] - SAMPLES * part) <= spread, (each, part, drawn[each] / SAMPLES)


def test_the_games_above_hold_every_kind_of_evidence() -> None:
    """Bounds by kind and bounds on the value, from below and from above, and tiles given away."""
    met: Counter = Counter()
    for case in CASES:
        _, steps, m = played(*case)
        met["give"] += sum(step.move.startswith("give") for step in steps)
        for deal in m.position()["deals"]:
            for bounds in deal["bounds"]:
                met["low"] += bool(bounds["low"])
                met["high"] += bool(bounds["high"])
                met["least"] += bounds["least"] > 0
                met["most"] += bounds["most"] is not None
    assert min(met[name] for name in ("low", "high", "most", "give")) > 0, met


def test_shifts_that_only_a_treasure_allows_show_it() -> None:
    """S35: with 3 cells, no coins and nothing else a 16th shift is legal only for who has received a treasure."""
    flat = "5 m u . . . " + "ab . . . . . " + ". . . . . . " * 4
    start = position(flat, [2, 3, 4], coins=[0, 0, 0], options={"memory": "open"})
    chance = seeded("shifts", "test")

    def chances(m: sk.Match, seat: int) -> set[bool]:
        drawn = (m.state.game.position(m.state.sample(0, chance)) for _ in range(200))
        return {"treasure-5" in place["seats"][seat]["tiles"] for place in drawn}

    for key in range(40):
        m = sk.from_position("solomon", {**start, "chance": {"key": f"{key:064x}", "spent": 0}})
        m.play(0, "shift a2 b2")
        m.play(0, "shift b2 c2")
        m.play(0, "dig a1")  # 6 for 5: the dig fails
        rich = "treasure-5" in m.position()["seats"][1]["tiles"]
        assert chances(m, 1) == {False, True}
        for step in range(16 if rich else 15):
            m.play(1, "shift c2 c3" if step % 2 == 0 else "shift c3 c2")
            assert chances(m, 1) == ({True} if step == 15 else {False, True})
        if rich:
            return
    raise AssertionError("no seat 1 ever got the treasure")


@pytest.mark.once
@pytest.mark.parametrize(("players", "seed", "deals"), CASES)
def test_odds_are_the_share_of_all_orders(players: int, seed: int, deals: int) -> None:
    """Every seat's chances of what lies behind screens and among the discards, counted from the replayed orders."""
    start, steps, m = played(players, seed, deals)
    finds = [seat["finds"] for seat in m.position()["seats"]]
    for seat in (None, *range(players)):
        expected: Counter = Counter()
        orders = possible(start, steps, seat)
        for each, ways in orders.items():
            for other, tiles in enumerate(json.loads(each)[1]):
                for tile, copies in (Counter(tiles) - Counter(finds[other])).items():
                    expected.update({(f"seat {other} tiles", tile, copy): ways for copy in range(1, copies + 1)})
        copies: Counter = Counter()
        told = {}
        for place, chances in m.odds(seat).items():
            for tile, chance in chances if place.endswith("tiles") else []:
                copies[place, tile] += 1
                told[place, tile, copies[place, tile]] = chance
        unknown = {place for place, _, _ in told}
        counted_out = {key: ways / orders.total() for key, ways in expected.items() if key[0] in unknown}
        assert told == pytest.approx(counted_out, abs=1e-12)


@pytest.mark.parametrize(("players", "game"), [(3, 0), (5, 1), (3, 2)])
def test_S35_shifts_that_need_no_treasure_are_no_evidence(players: int, game: int) -> None:
    """Positions of whole games can be loaded, also where treasures received face down have been spent."""
    m = sk.new("solomon", players=players, seed=f"d{game}", options={"edition": "published"})
    rng = random.Random(game)
    while not m.over:
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))
        if m.state.shifts:
            position = m.position()
            assert sk.from_position("solomon", position).position() == position
