"""King Solomon: the cave as far as it was ever seen, cards, coins, tiles, and what is known of tiles dealt face down.

What payments, failed digs and so on have shown of tiles dealt face down (S64, S65) stands in the bounds: those of the
last deal, which hold for all that a seat has received so far.
"""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i32_le, write_i64_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.bits import bit, count, place
from schatzkammer.core.game import State
from schatzkammer.games.solomon.state import CHOOSE, END, NONE, SolomonState, height
from schatzkammer.games.solomon.steps import recall
from schatzkammer.games.solomon.view import played
from schatzkammer.observe.encoder import HIGHEST, Encoder, Field, after, put, put_bits

DEALS: Final = [0, 0, 0, 24, 24, 25]  # by players: one a turn at most, and none between two
OFFSET: Final[i64] = 16  # of numbers that may be below zero
NO_TILES: Final = [0] * 16
NO_DEALS: Final = [bytes(16 * deals) for deals in range(26)]


class SolomonEncoder(Encoder):
    """The cave, the cards, the seats, the turn under way, and the deals."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.longest = 7500
        self.most_points = 1000

    def fields(self) -> list[Field]:
        players = int(self.players)
        deals = DEALS[players]
        fields = [
            Field("cave", 144, 18, True, "36 cells, four tiles from the bottom: 0 none, 1 never seen, 2–17 its kind"),
            Field("unseen", 16, 145, False, "tiles of the cave that were never seen, by kind"),
            Field("hand", 32, 2, True, "1 for a card in the own hand"),
            Field("played", 32, 2, True, "1 for a card that was played"),
            Field("chosen", players, 34, True, "0 no card, 1 one in secret, 2–33 the card"),
            Field("choosing", players, 2, True, "1 if the seat still has to choose"),
            Field("waiting", players, 2, True, "1 if the seat's turn of this round is not over"),
            Field("cards", players, 14, False, "in hand"),
            Field("coins", players, 41, False, "of each seat"),
            Field("supply", 1, 41, False, "coins beside the board"),
            Field("counts", players, 145, False, "tiles of each seat"),
            Field("tiles", 16 * players, 161, False, "16 + each seat's tiles by kind, those received in deals apart"),
            Field("finds", 16 * players, 145, False, "those that lie open, by kind"),
            Field("received", 16, 145, False, "what the observer has received in deals, by kind"),
            Field("beside", 16, 145, False, "treasures paid and objects used, by kind"),
            Field("discarded", 1, 145, False, "tiles that left the game unseen"),
            Field("step", 1, 7, True, "choose, act, name, dig, pick, give, over"),
            Field("active", 1, players + 1, True, "the seat whose turn it is; the number of players if it is nobody's"),
            Field("round", 1, 13, False, "rounds completed"),
            Field("rounds", 1, 13, False, "rounds in all"),
            Field("shifts", 1, 256, False, "made in this turn"),
            Field("limit", 1, 256, False, "the most that the observer can make in its turn"),
            Field("objects", 4, 2, True, "1 for a magic object in use"),
            Field("arrow", 1, 5, True, "0 none, 1–4 the direction chosen with the Mirror"),
            Field("named", 1, 2, True, "1 if an area was named"),
            Field("area", 36, 2, True, "1 for a cell named or picked"),
            Field("lost", 16, 145, False, "finds that are lost while a tile has to be added, by kind"),
        ]
        if deals:
            fields += [
                Field("dealers", deals, players + 1, True, "deal by deal: 0 none, 1 + n: seat n's finds were dealt"),
                Field("lots", 16 * deals, 145, False, "deal by deal: the tiles by kind"),
                Field("shares", 16 * deals, 145, False, "deal by deal: what the observer got, by kind"),
                Field(
                    "bounds",
                    34 * players,
                    256,
                    False,
                    "received by a seat: 16 + fewest and most by kind, value",
                ),
            ]
        return fields

    def write(self, state: State, seat: i64, out: BytesWriter) -> None:
        s = cast(SolomonState, state)
        _write_cave(s, out)
        _write_unseen(s, out)
        put_bits(out, s.hands[seat], 32)
        put_bits(out, played(s), 32)
        _write_choices(s, seat, out)
        _write_seats(s, seat, out)
        _write_counts(s.beside, 0, out)
        put(out, sum(s.discarded))
        _write_turn(s, seat, out)
        if s.players > 2:
            _write_deals(s, seat, out)


def _write_cave(s: SolomonState, out: BytesWriter) -> None:
    cell: i64 = 0
    while cell < 36:
        here = bit(cell)
        tall = height(s, here)
        stack: i64 = s.stacks[cell]
        dark: i64 = (1 if s.dark1 & here else 0) + (1 if s.dark2 & here else 0) + (1 if s.dark3 & here else 0)
        codes: i64 = 0
        level = tall
        while level > 0:
            level -= 1
            codes = codes * 256 + (1 if level < dark and level < tall - 1 else (stack & 15) + 2)
            stack >>= 4
        write_i32_le(out, i32(codes))
        cell += 1


def _write_unseen(s: SolomonState, out: BytesWriter) -> None:
    """Tiles of the cave that nobody has seen, counted by kind."""
    low: i64 = 0
    high: i64 = 0
    cells = s.dark1
    while cells:
        here = cells & -cells
        stack: i64 = s.stacks[place(here)]
        bottom = 4 * (height(s, here) - 1)
        top: i64 = bottom - 8 if s.dark3 & here else bottom - 4 if s.dark2 & here else bottom
        while bottom >= top:
            kind = (stack >> bottom) & 15
            low += _unit(kind)
            high += _unit(kind - 8)
            bottom -= 4
        cells ^= here
    write_i64_le(out, low)
    write_i64_le(out, high)


def _write_choices(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    choosing = s.step == CHOOSE
    places: i64 = 0
    while places < players:
        number: i64 = s.chosen[after(seat, places, players)]
        out.append(u8(0 if number == NONE else 1 if choosing and places else number + 2))
        places += 1
    _write_flags(s.pending if choosing else 0, seat, players, out)
    _write_flags(s.waiting, seat, players, out)


def _write_flags(seats: i64, seat: i64, players: i64, out: BytesWriter) -> None:
    """For each seat, counted from one on, whether it is among those given."""
    put_bits(out, (seats >> seat) | (seats << (players - seat)), players)


def _write_seats(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    places: i64 = 0
    while places < players:
        put(out, count(s.hands[after(seat, places, players)]))
        places += 1
    places = 0
    while places < players:
        put(out, s.coins[after(seat, places, players)])
        places += 1
    put(out, s.supply)
    places = 0
    while places < players:
        put(out, sum(s.hoards[after(seat, places, players)]))
        places += 1
    places = 0
    while places < players:
        other = after(seat, places, players)
        # At the end the screens are lifted.
        counts = s.hoards[other] if s.step == END or not s.dealt else recall.certain(s, other)
        _write_counts(counts, OFFSET, out)
        places += 1
    places = 0
    while places < players:
        _write_kinds(s.finds[after(seat, places, players)], out)
        places += 1
    _write_counts(recall.received(s, seat) if s.dealt else NO_TILES, 0, out)


def _write_turn(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    turn = s.step != CHOOSE and s.step != END
    out.append(u8(s.step))
    active = s.seat - seat
    out.append(u8(s.players if not turn else active if active >= 0 else active + s.players))
    out.append(u8(s.round))
    out.append(u8(s.rounds))
    put(out, s.shifts)
    put(out, s.limit if turn and s.seat == seat else 0)
    put_bits(out, s.objects, 4)
    out.append(u8(s.arrow + 1))
    out.append(1 if s.named else 0)
    put_bits(out, s.area, 36)
    _write_kinds(s.lot, out)


def _write_deals(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    most: i64 = DEALS[s.players]
    deals = s.ledger.deals
    number: i64 = 0
    while number < most:
        dealer: i64 = NONE
        if number < len(deals):
            dealer = deals[number].seat - seat
            if dealer < 0:
                dealer += s.players
        out.append(u8(dealer + 1))
        number += 1
    for deal in deals:
        _write_kinds(deal.lot, out)
    out.write(NO_DEALS[most - len(deals)])
    for at, deal in enumerate(deals):
        _write_kinds(recall.share_of(deal, s.dealt[at], seat, s.players), out)
    out.write(NO_DEALS[most - len(deals)])
    places: i64 = 0
    while places < s.players:
        bounds = deals[-1].bounds[after(seat, places, s.players)] if deals else None
        if bounds is None:
            bounds = recall.NO_BOUNDS
        _write_counts(bounds.low, OFFSET, out)
        _write_counts(bounds.high, 0, out)
        put(out, bounds.least if bounds.least > 0 else 0)
        put(out, bounds.most if bounds.most > 0 else 0)
        places += 1


def _write_kinds(kinds: list[int], out: BytesWriter) -> None:
    """Tiles, counted by kind."""
    low: i64 = 0
    high: i64 = 0
    for kind in kinds:
        low += _unit(kind)
        high += _unit(kind - 8)
    write_i64_le(out, low)
    write_i64_le(out, high)


def _unit(kind: i64) -> i64:
    """One in the byte of a kind from 0 to 7; nothing for others."""
    return bit(8 * kind) if 0 <= kind < 8 else 0


def _write_counts(counts: list[int], add: i64, out: BytesWriter) -> None:
    for counted in counts:
        number: i64 = counted + add
        out.append(u8(0 if number < 0 else number if number < HIGHEST else HIGHEST))
