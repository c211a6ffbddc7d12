"""Monte Cristo: everything lies open but the order of deck and bag and the faces of jokers, the same for every seat.

Cards that were shuffled together are a batch: everybody knows which cards it consists of and where they are, but not
which is which.
"""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from schatzkammer.core.game import State
from schatzkammer.games.monte_cristo.components import SUPPLY
from schatzkammer.games.monte_cristo.state import BATCH, NONE, MonteCristoState
from schatzkammer.observe.encoder import Encoder, Field, after, put, put_list

CARDS: Final[i64] = 30  # so many cards, so many batches at most
JOKERS: Final[i64] = 8  # a seat has to discard beyond seven cards
NO_BATCHES: Final = bytes(30 * 15)


class MonteCristoEncoder(Encoder):
    """The slide, the market, the dungeons, cards and treasures, the seats, and the action under way."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.longest = 200 * 4 * 40
        self.most_points = 1000

    def fields(self) -> list[Field]:
        players = int(self.players)
        seat = players + 1
        return [
            Field("lanes", 28, seat, True, "four lanes of seven places from below: 0 empty, 1 + n a marble of seat n"),
            Field("lane", 1, 5, True, "0 none, 1–4 where the action marker stands"),
            Field("active", 1, seat, True, "0 nobody, 1 + n: seat n's marble acts"),
            Field("decides", 1, seat, True, "0 nobody, 1 + n: seat n decides"),
            Field("step", 1, 10, True, "give, discard, place, reinforce, lay, take, pay, change, marble, over"),
            Field("round", 1, 201, False, "rounds completed"),
            Field("market", 5, 5, True, "the kinds from the top place down"),
            Field("treasures", 90, 16, False, "in each dungeon, by type"),
            Field(
                "queues", 54 * players, seat, True, "in each dungeon, foremost first: 0 nobody, 1 + n seat n's hunter"
            ),
            Field("bonus", 4 * players, 2, True, "in each bonus area: 1 if seat n has a hunter there"),
            Field("deck", 30, 31, True, "from the top: 0 no card, 1 + b one of batch b"),
            Field("batches", 450, 16, False, "unseen cards of each batch, by type"),
            Field("discards", 15, 16, False, "by type"),
            Field("bag", 15, 16, False, "treasures in the bag, by type"),
            Field("aside", 15, 16, False, "treasures laid aside, by type"),
            Field("drawn", 4, 16, True, "cards to give or treasures to lay: 0 none, 1 + type"),
            Field("receiver", 1, seat, True, "0 nobody, 1 + n: seat n gets the next card"),
            Field("dealt", players, 16, True, "the card a seat just got: 0 none, 1 + type"),
            Field("placing", 3, 64, False, "hunters left to place, whether a bonus area was entered, extra hunters"),
            Field("laid", 6, 2, True, "1 if a dungeon got a treasure in this action"),
            Field("dungeon", 1, 7, True, "0 none, 1–6 where treasure is collected"),
            Field("order", players, seat, True, "who is still to collect, the collector first: 0 nobody, 1 + n"),
            Field("collected", 15 * players, 16, False, "treasures of each seat in this scoring, by type"),
            Field("dues", 15, 16, False, "by kind: bags owed, bags paid, fewest bags on a card paid"),
            Field("kind", 1, 6, True, "0 none, 1–5 the kind that is paid for"),
            Field("largest", 1, 4, False, "how many bags the next card may have"),
            Field("points", players, 256, False, "on the score track"),
            Field("hunters", players, 16, False, "in the seat's own supply"),
            Field("marseille", players, 16, False, "hunters in Marseille"),
            Field("cards", 15 * players, 16, False, "open cards of each seat, by type"),
            Field("jokers", 8 * players, 31, True, "of each seat, the oldest first: 0 none, 1 + b one of batch b"),
        ]

    def write(self, state: State, seat: i64, out: BytesWriter) -> None:
        s = cast(MonteCristoState, state)
        self._write_table(s, seat, out)
        self._write_cards(s, out)
        self._write_action(s, seat, out)
        self._write_seats(s, seat, out)

    def _write_table(self, s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
        players = s.players
        for held in s.lanes:
            lane: i64 = held
            high: i64 = 0
            while high < 7:
                owner = (lane & 7) - 1
                out.append(u8(_relative(owner, seat, players)))
                lane >>= 3
                high += 1
        out.append(u8(s.lane + 1))
        out.append(u8(_relative(s.active, seat, players)))
        out.append(u8(_relative(s.seat, seat, players)))
        out.append(u8(s.step))
        put(out, s.rounds)
        put_list(out, s.market, 0, 5)
        for heap in s.treasures:
            _write_packed(heap, 15, out)
        for queue in s.queues:
            _write_owners(queue, seat, players, 9 * players, out)
        area: i64 = 0
        while area < 4:
            places: i64 = 0
            while places < players:
                out.append(u8((s.bonus >> (area * 4 + after(seat, places, players))) & 1))
                places += 1
            area += 1

    def _write_cards(self, s: MonteCristoState, out: BytesWriter) -> None:
        top: i64 = len(s.deck)
        written: i64 = 0
        while written < CARDS:
            card: i64 = s.deck[top - 1 - written] if written < top else -BATCH
            out.append(u8(card // BATCH + 1))
            written += 1
        base: i64 = len(out)
        out.write(NO_BATCHES)
        _count_unseen(s.deck, base, out)
        for jokers in s.jokers:
            _count_unseen(jokers, base, out)
        _write_packed(s.discards, 15, out)
        base = len(out)
        _write_packed(0, 15, out)
        for treasure in s.bag:
            out[base + treasure] += 1
        _write_packed(s.aside, 15, out)

    def _write_action(self, s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
        players = s.players
        put_list(out, s.drawn, 1, 4)
        receives = len(s.drawn) > 0 and s.lane == SUPPLY
        out.append(u8(_relative((s.active + s.receiver) % players, seat, players) if receives else 0))
        places: i64 = 0
        while places < players:
            out.append(u8((s.dealt >> (4 * after(seat, places, players))) & 15))
            places += 1
        out.append(u8(s.left))
        out.append(u8(s.entered))
        out.append(u8(s.extra))
        dungeon: i64 = 0
        while dungeon < 6:
            out.append(u8((s.laid >> dungeon) & 1))
            dungeon += 1
        out.append(u8(s.dungeon + 1))
        _write_owners(s.order, seat, players, players, out)
        places = 0
        while places < players:
            _write_packed(s.collected[after(seat, places, players)], 15, out)
            places += 1
        _write_packed(s.owed, 5, out)
        _write_packed(s.paid, 5, out)
        _write_packed(s.least, 5, out)
        out.append(u8(s.kind + 1))
        out.append(u8(s.largest))

    def _write_seats(self, s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
        players = s.players
        for numbers in (s.points, s.hunters, s.marseille):
            places: i64 = 0
            while places < players:
                put(out, numbers[after(seat, places, players)])
                places += 1
        places = 0
        while places < players:
            _write_packed(s.hands[after(seat, places, players)], 15, out)
            places += 1
        places = 0
        while places < players:
            jokers = s.jokers[after(seat, places, players)]
            held: i64 = 0
            while held < JOKERS:
                card: i64 = jokers[held] if held < len(jokers) else -BATCH
                out.append(u8(card // BATCH + 1))
                held += 1
            places += 1


def _relative(owner: i64, seat: i64, players: i64) -> i64:
    """0 for nobody, else 1 + the places from the observer to the owner."""
    if owner == NONE:
        return 0
    return (owner - seat if owner >= seat else owner - seat + players) + 1


def _write_packed(packed: i64, length: i64, out: BytesWriter) -> None:
    """Numbers of four bits side by side."""
    while length > 0:
        out.append(u8(packed & 15))
        packed >>= 4
        length -= 1


def _write_owners(owners: list[int], seat: i64, players: i64, length: i64, out: BytesWriter) -> None:
    for owner in owners:
        out.append(u8(_relative(owner, seat, players)))
        length -= 1
    while length > 0:
        out.append(0)
        length -= 1


def _count_unseen(cards: list[int], base: i64, out: BytesWriter) -> None:
    for card in cards:
        batch: i64 = card // BATCH
        out[base + batch * 15 + card % BATCH] += 1
