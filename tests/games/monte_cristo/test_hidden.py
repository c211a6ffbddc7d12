"""What is known of cards: an onlooker with a perfect memory and the view agree, and samples are drawn from it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from schatzkammer.games.monte_cristo.components import BOOK, TYPE_NAMES
from tests.games.monte_cristo.picture import match


class Onlooker:
    """Follows a game by its events alone: which cards were shuffled together, and where they went unseen."""

    def __init__(self, m: sk.Match) -> None:
        first = Counter(TYPE_NAMES[card] for card in BOOK.cards)
        first.subtract(m.view()["drawn"])
        for seat in m.view()["seats"]:
            first.subtract(seat["cards"])
        self.deck = [first] * sum(first.values())  # for every card the heap it was shuffled with
        self.jokers: list[list[Counter]] = [[] for _ in range(m.players)]
        self.discards: Counter = Counter()

    def hear(self, event: dict) -> None:
        name = event["event"]
        if name == "draw_card":
            self.deck.pop(0)[event["card"]] -= 1
        elif name == "joker":
            self.jokers[event["seat"]].append(self.deck.pop(0))
        elif name in ("discard_joker", "pay_joker"):
            self.deck.append(self.jokers[event["seat"]].pop(0))
        elif name in ("discard", "pay"):
            self.discards[event["card"]] += 1
        elif name == "shuffle":
            assert not self.deck
            self.deck = [self.discards] * sum(self.discards.values())
            self.discards = Counter()

    def agrees(self, view: dict) -> None:
        def faces(batch: int) -> Counter:
            return Counter(view["batches"][str(batch)])

        assert [+heap for heap in self.deck] == [faces(batch) for batch in view["deck"]]
        for heaps, seat in zip(self.jokers, view["seats"], strict=True):
            assert [+heap for heap in heaps] == [faces(batch) for batch in seat["jokers"]]
        places = [*view["deck"], *(batch for seat in view["seats"] for batch in seat["jokers"])]
        assert Counter(places) == {int(batch): len(cards) for batch, cards in view["batches"].items()}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_view_shows_what_an_onlooker_can_know_and_no_more(players: int) -> None:
    most = 0
    for seed in range(12):
        m = sk.new("monte-cristo", players=players, seed=f"onlooker {seed}")
        onlooker = Onlooker(m)
        rng = random.Random(seed)
        while not m.over:
            moves = m.legal(m.to_act[0])
            wanted = [move for move in moves if move in ("enter joker", "discard joker")]
            told = m.play(m.to_act[0], rng.choice(wanted or moves))
            for event in told:
                onlooker.hear(event)
            onlooker.agrees(m.view())
            most = max(most, len(m.view()["batches"]))
    assert most >= (2 if players == 2 else 3), "several batches were about at the same time"


def two_batches() -> sk.Match:
    """Two jokers and the lowest card of the deck are of an older batch than the rest of the deck."""
    m = match("r: ? ? / 2 / 0", 2, "order", "change")
    position = m.position()
    faces = ["gold-1", "ruby-2", "diamond-3"]
    rest = [card for card, _ in position["deck"]]
    jokers = position["seats"][0]["jokers"]
    rest += [card for card, _ in jokers]
    top = ["sapphire-1", "sapphire-2", "emerald-1"]
    for face in faces + top:
        rest.remove(face)
    position["seats"][0]["jokers"] = [[faces[0], 4], [faces[1], 4]]
    position["deck"] = [[card, 0] for card in top] + [[faces[2], 4]]
    position["discards"] = sorted(rest, key=TYPE_NAMES.index)
    return sk.from_position("monte-cristo", position)


def test_a_sample_keeps_every_card_in_its_batch_each_order_as_likely() -> None:
    m = two_batches()
    rng = seeded("batches", "test")
    orders, decks = Counter(), Counter()
    for _ in range(1200):
        position = m.state.game.position(m.state.sample(0, rng))
        jokers = [card for card, _ in position["seats"][0]["jokers"]]
        deck = [card for card, _ in position["deck"]]
        orders[(*jokers, deck[-1])] += 1
        decks[tuple(deck[:-1])] += 1
        assert position["discards"] == m.position()["discards"]
    for found in (orders, decks):
        assert len(found) == 6
        assert all(140 < times < 260 for times in found.values()), "200 each, give or take"


def test_a_sample_knows_nothing_of_what_will_be_shuffled_or_drawn() -> None:
    m = sk.new("monte-cristo", players=3, seed="future")
    rng = seeded("future", "test")
    keys = {m.state.game.position(m.state.sample(0, rng))["chance"]["key"] for _ in range(50)}
    assert len(keys) == 50
    assert m.position()["chance"]["key"] not in keys
    bags = {tuple(m.state.game.position(m.state.sample(0, rng))["bag"]) for _ in range(50)}
    assert len(bags) == 50
    assert len({tuple(sorted(bag)) for bag in bags}) == 1


def test_all_seats_and_spectators_see_the_same() -> None:
    m = sk.new("monte-cristo", players=4, seed="same")
    rng = random.Random(5)
    while not m.over:
        views = [{**m.view(seat), "seat": None} for seat in (None, 0, 1, 2, 3)]
        assert all(view == views[0] for view in views)
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))


def test_what_was_drawn_stays_drawn_a_joker_too() -> None:
    m = match("order: r b b\nsupply: r r b", 2, "order", "marble")
    m.play(0, "lane chest")
    with pytest.raises(sk.IllegalMove) as refusal:
        m.undo(0)
    assert refusal.value.reason == "undo.news"
    placing = {"seat": 0, "left": 3, "entered": False, "extra": 0}
    m = match("", 2, "hunters", "place", placing=placing)
    m.play(0, "enter joker")
    with pytest.raises(sk.IllegalMove) as refusal:
        m.undo(0)
    assert refusal.value.reason == "undo.news"
