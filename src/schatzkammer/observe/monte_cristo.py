"""Monte Cristo: everything is public except the order of deck and bag and the faces of jokers.

Cards that were shuffled together are a batch: everybody knows which cards it has and where they are, but not which is
which.
"""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, u8

from schatzkammer.core.bits import bit, eight_bytes
from schatzkammer.core.game import State
from schatzkammer.games.monte_cristo.components import SUPPLY
from schatzkammer.games.monte_cristo.flow import STEPS
from schatzkammer.games.monte_cristo.state import NONE, Four, MonteCristoState, number_at, of_four, of_six
from schatzkammer.games.monte_cristo.steps.supply import receiving_seat
from schatzkammer.observe.encoder import (
    Encoder,
    Field,
    Snapshot,
    after,
    owners_from,
    put,
    put_again,
    put_bits,
    put_packed,
    put_zeros,
    rotated,
    step_codes,
)

CARDS: Final[i64] = 30  # also the most batches there can be
JOKERS: Final[i64] = 8  # a seat has to discard beyond seven cards
DRAWN: Final[i64] = 4
TYPE_BITS: Final[i64] = 4  # of a card; its batch is above them
TYPE: Final[i64] = 15
NO_CARDS: Final = bytes(30 + 30 * 15)
NO_QUEUES: Final = [bytes(54 * players) for players in range(5)]
STEP_CODE: Final = step_codes(STEPS)


class MonteCristoSnapshot(Snapshot):
    """The lists that take longest to write."""

    def __init__(self) -> None:
        super().__init__()
        nothing: list[int] = []
        none: list[list[int]] = []
        self.deck = nothing
        self.bag = nothing
        self.jokers = none


class MonteCristoEncoder(Encoder):
    """The slide, the market, the dungeons, cards and treasures, the seats, and the current action."""

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

    def snapshot(self) -> Snapshot:
        return MonteCristoSnapshot()

    def write(self, state: State, seat: i64, last: Snapshot, before: bytes, out: BytesWriter) -> None:
        s = cast(MonteCristoState, state)
        _write_slide(s, seat, out)
        _write_dungeons(s, seat, out)
        _write_cards(s, cast(MonteCristoSnapshot, last), before, out)
        _write_action(s, seat, out)
        _write_seats(s, seat, out)


def _write_slide(s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
    """The lanes, seven bytes each, then the turn and the market."""
    players = s.players
    supply = _seven_owners(s.lanes[0], seat, players)
    hunters = _seven_owners(s.lanes[1], seat, players)
    chest = _seven_owners(s.lanes[2], seat, players)
    order = _seven_owners(s.lanes[3], seat, players)
    write_i64_le(out, supply | (hunters & 0xFF) << 56)
    write_i64_le(out, hunters >> 8 | (chest & 0xFFFF) << 48)
    write_i64_le(out, chest >> 16 | (order & 0xFFFFFF) << 40)
    write_i32_le(out, i32(order >> 24))
    step: i64 = STEP_CODE[s.step]
    marker = (s.lane + 1) | _relative(s.active, seat, players) << 8
    write_i32_le(out, i32(marker | _relative(s.seat, seat, players) << 16 | step << 24))
    put(out, s.rounds)
    for kind in s.market:
        out.append(u8(kind))


def _write_dungeons(s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
    """Treasures, then hunters in dungeons and bonus areas."""
    players = s.players
    dungeon: i64 = 0
    while dungeon < 6:
        put_packed(out, of_six(s.treasures, dungeon))
        dungeon += 1
    first: i64 = len(out)
    out.write(NO_QUEUES[players])
    for queue in s.queues:
        at = first
        for owner in queue:
            out[at] = u8(_relative(owner, seat, players))
            at += 1
        first += 9 * players
    entered: i64 = 0
    area: i64 = 0
    while area < 4:
        entered |= rotated((s.bonus >> (4 * area)) & 15, seat, players) << (area * players)
        area += 1
    put_bits(out, entered, 4 * players)


def _write_cards(s: MonteCristoState, last: MonteCristoSnapshot, before: bytes, out: BytesWriter) -> None:
    """The deck and the batches of unseen cards, then discards and treasures."""
    if last.deck is s.deck and last.jokers is s.jokers:
        put_again(out, before, CARDS + CARDS * 15)
    else:
        last.deck = s.deck
        last.jokers = s.jokers
        top: i64 = len(out)
        batches = top + CARDS
        out.write(NO_CARDS)
        deck = s.deck
        at: i64 = len(deck)
        while at > 0:
            at -= 1
            card: i64 = deck[at]
            out[top] = u8((card >> TYPE_BITS) + 1)
            _count_unseen(card, batches, out)
            top += 1
        for jokers in s.jokers:
            for joker in jokers:
                _count_unseen(joker, batches, out)
    put_packed(out, s.discards)
    if last.bag is s.bag:
        put_again(out, before, 15)
    else:
        last.bag = s.bag
        treasures: i64 = 0
        for treasure in s.bag:
            treasures += bit(4 * i64(treasure))
        put_packed(out, treasures)
    put_packed(out, s.aside)


def _write_action(s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
    """The state of the current action."""
    players = s.players
    drawn: i64 = 0
    written: i64 = 0
    for number in s.drawn:
        if written < DRAWN:
            drawn |= (i64(number) + 1) << (8 * written)
            written += 1
    write_i32_le(out, i32(drawn))
    receiver: i64 = 0
    if s.lane == SUPPLY and len(s.drawn) > 0:
        receiver = _relative(receiving_seat(s), seat, players)
    out.append(u8(receiver))
    _write_numbers(s.dealt, seat, players, out)
    write_i16_le(out, i16(s.left | s.entered << 8))
    write_i64_le(out, s.extra | eight_bytes(s.laid & 63) << 8 | (s.dungeon + 1) << 56)
    for owner in s.order:
        out.append(u8(_relative(owner, seat, players)))
    put_zeros(out, players - len(s.order))
    _write_heaps(s.collected, seat, players, out)
    put_packed(out, s.owed | s.paid << 20 | s.least << 40)  # five numbers each
    write_i16_le(out, i16((s.kind + 1) | s.largest << 8))


def _write_seats(s: MonteCristoState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    places: i64 = 0
    while places < players:
        put(out, of_four(s.points, after(seat, places, players)))
        places += 1
    _write_numbers(s.hunters, seat, players, out)
    _write_numbers(s.marseille, seat, players, out)
    _write_heaps(s.hands, seat, players, out)
    places = 0
    while places < players:
        held: i64 = 0
        written: i64 = 0
        for joker in s.jokers[after(seat, places, players)]:
            if written < JOKERS:
                held |= ((i64(joker) >> TYPE_BITS) + 1) << (8 * written)
                written += 1
        write_i64_le(out, held)
        places += 1


def _write_heaps(heaps: Four, seat: i64, players: i64, out: BytesWriter) -> None:
    """Each seat's numbers by type."""
    places: i64 = 0
    while places < players:
        put_packed(out, of_four(heaps, after(seat, places, players)))
        places += 1


def _write_numbers(packed: i64, seat: i64, players: i64, out: BytesWriter) -> None:
    """Each seat's number of those packed together."""
    places: i64 = 0
    while places < players:
        out.append(u8(number_at(packed, after(seat, places, players))))
        places += 1


def _relative(owner: i64, seat: i64, players: i64) -> i64:
    """0 for nobody, else 1 + the places from the observer to the owner."""
    if owner == NONE:
        return 0
    return (owner - seat if owner >= seat else owner - seat + players) + 1


def _seven_owners(lane: i64, seat: i64, players: i64) -> i64:
    """A lane's seven marbles as bytes, each as `_relative` gives it."""
    lane = (lane & 0o7777) | (lane & 0o7770000) << 20
    lane = (lane & 0x0000003F0000003F) | (lane & 0x00000FC000000FC0) << 10
    lane = (lane & 0x0007000700070007) | (lane & 0x0038003800380038) << 5
    return owners_from(lane, players - seat, players)


def _count_unseen(card: i64, batches: i64, out: BytesWriter) -> None:
    """Counts a card in its batch, by type."""
    at = batches + (card >> TYPE_BITS) * 15 + (card & TYPE)
    out[at] = out[at] + 1
