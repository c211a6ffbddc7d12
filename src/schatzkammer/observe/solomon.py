"""King Solomon: the cave as far as it was ever seen, cards, coins, tiles, and what is known of tiles dealt face down.

What payments, failed digs and so on have shown of tiles dealt face down (S64, S65) stands in the bounds: those of the
last deal, which hold for all that a seat has received so far.
"""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i32_le, write_i64_be, write_i64_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.bits import bit, count, eight_bytes, place
from schatzkammer.core.game import State
from schatzkammer.games.solomon.flow import STEP_MOVES
from schatzkammer.games.solomon.moves import ACTIONS, FIRST_SHIFT
from schatzkammer.games.solomon.state import CHOOSE, END, NONE, Bounds, Deal, Ledger, SolomonState, height
from schatzkammer.games.solomon.steps import recall
from schatzkammer.games.solomon.view import played
from schatzkammer.observe.encoder import (
    Encoder,
    Field,
    Trace,
    after,
    at_most_highest,
    eight_numbers,
    put,
    put_again,
    put_bits,
    turned,
)
from schatzkammer.observe.solomon_shifts import put_shifts

DEALS: Final = [0, 0, 0, 24, 24, 25]  # by players: one a turn at most, and none between two
OFFSET: Final[i64] = 16  # of numbers that may be below zero
ZEROS: Final = [bytes(length) for length in range(17 * 25 + 1)]
NOTHING_SHOWN: Final = bytes([16] * 16 + [255] * 16 + [0, 255])  # the bounds of a seat of which nothing has shown
NO_DEALS: Final = [b"", b"", b""] + [bytes(33 * DEALS[players]) + NOTHING_SHOWN * players for players in range(3, 6)]


def _levels(tall: int, dark: int) -> int:
    """A stack's codes without the kinds of tiles seen, as bytes, the lowest tile's first: 1 never seen, 2 seen."""
    codes = [1 if level < dark and level < tall - 1 else 2 for level in range(tall)]
    return int.from_bytes(bytes(codes).ljust(4, b"\0"), "big")


# By the number of tiles and, in two bits below, of those that nobody has seen.
LEVELS: Final = [_levels(tall, dark) for tall in range(5) for dark in range(4)]

Tiles = tuple[i64, i64]  # counted by kind, a byte each: the first eight kinds and the others
NO_TILES: Final[Tiles] = (0, 0)

CAVE: Final[i64] = 144  # bytes
UNWRITTEN: Final = Ledger([])


class SolomonTrace(Trace):
    """The heights of the stacks and how much of them is unseen; the cards, coins and tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.level1: i64 = 0
        self.level2: i64 = 0
        self.level3: i64 = 0
        self.level4: i64 = 0
        self.dark1: i64 = 0
        self.dark2: i64 = 0
        self.dark3: i64 = 0
        nothing: list[int] = []
        self.chosen = nothing
        self.hands = nothing
        self.coins = nothing
        self.beside = nothing
        self.discarded = nothing
        self.lot = nothing
        none: list[list[int]] = []
        self.hoards = none
        self.finds = none
        self.dealt = none
        self.ledger = UNWRITTEN
        self.supply: i64 = 0
        self.pending: i64 = 0
        self.waiting: i64 = 0
        self.choosing = False
        self.over = False


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

    def touch(self, state: State) -> i64:
        s = cast(SolomonState, state)
        return s.step + len(s.stacks) + len(s.chosen) + len(s.hoards) + len(s.hoards[s.seat])

    def trace(self) -> Trace:
        return SolomonTrace()

    def write(self, state: State, seat: i64, trace: Trace, before: bytes, out: BytesWriter) -> None:
        s = cast(SolomonState, state)
        t = cast(SolomonTrace, trace)
        if t.seat < 0:
            _write_cave(s, out)
        else:
            _write_changed_cave(s, t, before, out)
        _remember_cave(s, t)
        same = t.seat == seat and t.ledger is s.ledger and t.dealt is s.dealt
        if same and _same_goods(s, t):
            put_again(out, before, 98 + 38 * s.players)
        else:
            put_bits(out, s.hands[seat], 32)
            put_bits(out, played(s), 32)
            _write_choices(s, seat, out)
            _write_seats(s, seat, out)
            _write_counts(s.beside, out)
            put(out, _total(s.discarded))
            _remember_goods(s, t)
        _write_turn(s, seat, out)
        if same and t.lot is s.lot:
            put_again(out, before, 16)
        else:
            _write_tiles(_counted(s.lot), out)
            t.lot = s.lot
        if same:
            put_again(out, before, len(NO_DEALS[s.players]))
        else:
            _write_deals(s, seat, out)
            t.seat = seat
            t.ledger = s.ledger
            t.dealt = s.dealt

    def write_mask(self, state: State, seat: i64, none: bytes, out: BytesWriter) -> None:
        s = cast(SolomonState, state)
        if s.step != CHOOSE and seat != s.seat:
            out.write(none)
            return
        written: i64 = 0
        for move in STEP_MOVES[s.step]:
            out.write(ZEROS[move.first - written])
            if move.first == FIRST_SHIFT:
                put_shifts(out, s)
            else:
                put_bits(out, move.offer(s, seat), move.choices)
            written = move.first + move.choices
        out.write(ZEROS[ACTIONS - written])


def _write_cave(s: SolomonState, out: BytesWriter) -> None:
    """The stacks, two cells at a time, then the tiles that nobody has seen, counted by kind."""
    stacks = s.stacks
    first: i64 = 0
    second: i64 = 0
    row: i64 = 0
    while row < 36:
        # Of the six cells of a row, a byte each: the number of tiles, and of those that nobody has seen.
        tall = _six(s.level1, row) + _six(s.level2, row) + _six(s.level3, row) + _six(s.level4, row)
        dark = _six(s.dark1, row) + _six(s.dark2, row) + _six(s.dark3, row)
        cell = row
        while cell < row + 6:
            left_levels: i64 = LEVELS[((tall & 7) << 2) | (dark & 3)]
            right_levels: i64 = LEVELS[((tall >> 6) & 28) | ((dark >> 8) & 3)]
            left = _from_below(stacks[cell], tall & 7)
            right = _from_below(stacks[cell + 1], (tall >> 8) & 7)
            write_i64_be(out, _codes(left, left_levels) << 32 | _codes(right, right_levels))
            # In four bits a kind: no more than six tiles at once, so that no count overflows.
            unseen = _unseen(left, dark & 3) + _unseen(right, (dark >> 8) & 3)
            first += eight_numbers(unseen)
            second += eight_numbers(unseen >> 32)
            tall >>= 16
            dark >>= 16
            cell += 2
        row += 6
    write_i64_le(out, first)
    write_i64_le(out, second)


def _write_changed_cave(s: SolomonState, t: SolomonTrace, before: bytes, out: BytesWriter) -> None:
    """The same, but only stacks that have become higher or lower, or have more to see, are written anew.

    A tile is seen for the first time when it comes to lie on top, one in a stack at a time.
    """
    base: i64 = len(out)
    put_again(out, before, CAVE + 16)
    heights = (s.level1 ^ t.level1) | (s.level2 ^ t.level2) | (s.level3 ^ t.level3) | (s.level4 ^ t.level4)
    uncovered = (s.dark1 ^ t.dark1) | (s.dark2 ^ t.dark2) | (s.dark3 ^ t.dark3)
    cells = heights | uncovered
    while cells:
        here = cells & -cells
        cell = place(here)
        stack: i64 = s.stacks[cell]
        tall = height(s, here)
        dark = ((s.dark1 >> cell) & 1) + ((s.dark2 >> cell) & 1) + ((s.dark3 >> cell) & 1)
        levels: i64 = LEVELS[(tall << 2) | dark]
        codes = _codes(_from_below(stack, tall), levels)
        at = base + 4 * cell
        out[at] = u8((codes >> 24) & 255)
        out[at + 1] = u8((codes >> 16) & 255)
        out[at + 2] = u8((codes >> 8) & 255)
        out[at + 3] = u8(codes & 255)
        if uncovered & here:
            at = base + CAVE + (stack & 15)
            out[at] = out[at] - 1
        cells ^= here


def _remember_cave(s: SolomonState, t: SolomonTrace) -> None:
    t.level1 = s.level1
    t.level2 = s.level2
    t.level3 = s.level3
    t.level4 = s.level4
    t.dark1 = s.dark1
    t.dark2 = s.dark2
    t.dark3 = s.dark3


def _same_goods(s: SolomonState, t: SolomonTrace) -> bool:
    """Whether cards, coins and tiles are as they were written last."""
    return (
        t.hands is s.hands
        and t.chosen is s.chosen
        and t.coins is s.coins
        and t.hoards is s.hoards
        and t.finds is s.finds
        and t.beside is s.beside
        and t.discarded is s.discarded
        and t.supply == s.supply
        and t.pending == s.pending
        and t.waiting == s.waiting
        and t.choosing == (s.step == CHOOSE)
        and t.over == (s.step == END)
    )


def _remember_goods(s: SolomonState, t: SolomonTrace) -> None:
    t.hands = s.hands
    t.chosen = s.chosen
    t.coins = s.coins
    t.hoards = s.hoards
    t.finds = s.finds
    t.beside = s.beside
    t.discarded = s.discarded
    t.supply = s.supply
    t.pending = s.pending
    t.waiting = s.waiting
    t.choosing = s.step == CHOOSE
    t.over = s.step == END


def _six(cells: i64, first: i64) -> i64:
    """Six bytes, 1 for each of six cells that is among those given."""
    return eight_bytes((cells >> first) & 63)


def _from_below(stack: i64, tall: i64) -> i64:
    """A stack's four numbers of four bits, the lowest tile's first, zeros after the highest."""
    return (stack << (16 - 4 * tall)) & 0xFFFF


def _codes(stack: i64, levels: i64) -> i64:
    """Four bytes, the lowest tile's first: 0 none, 1 never seen, 2 + kind."""
    seen = (levels >> 1) & 0x01010101
    return (eight_numbers(stack) & (seen * 15)) + levels


def _unseen(stack: i64, dark: i64) -> i64:
    """So many of a stack's lowest tiles, counted by kind, in four bits each."""
    if dark == 0:
        return 0
    found = bit(4 * (stack >> 12))
    if dark > 1:
        found += bit(4 * ((stack >> 8) & 15))
    if dark > 2:
        found += bit(4 * ((stack >> 4) & 15))
    return found


def _write_choices(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    choosing = s.step == CHOOSE
    places: i64 = 0
    while places < players:
        number: i64 = s.chosen[after(seat, places, players)]
        code: i64 = 0
        if number != NONE:
            code = 1 if choosing and places > 0 else number + 2
        out.append(u8(code))
        places += 1
    pending: i64 = 0
    if choosing:
        pending = s.pending
    put_bits(out, turned(pending, seat, players) | turned(s.waiting, seat, players) << players, 2 * players)


def _write_seats(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    places: i64 = 0
    while places < players:
        out.append(u8(count(s.hands[after(seat, places, players)])))
        places += 1
    places = 0
    while places < players:
        put(out, s.coins[after(seat, places, players)])
        places += 1
    put(out, s.supply)
    places = 0
    while places < players:
        put(out, _total(s.hoards[after(seat, places, players)]))
        places += 1
    hidden = len(s.dealt) > 0 and s.step != END  # at the end the screens are lifted
    places = 0
    while places < players:
        other = after(seat, places, players)
        _write_certain(s.hoards[other], _received(s, other) if hidden else NO_TILES, out)
        places += 1
    places = 0
    while places < players:
        _write_tiles(_counted(s.finds[after(seat, places, players)]), out)
        places += 1
    _write_tiles(_received(s, seat), out)


def _write_turn(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    turn = s.step != CHOOSE and s.step != END
    active = s.players
    limit: i64 = 0
    if turn:
        active = s.seat - seat
        if active < 0:
            active += s.players
        if active == 0:
            limit = at_most_highest(s.limit)
    rounds = s.round << 16 | s.rounds << 24
    shifts = at_most_highest(s.shifts) << 32 | limit << 40
    objects = eight_bytes(s.objects)
    write_i64_le(out, s.step | active << 8 | rounds | shifts | (objects & 257) << 48)
    named: i64 = 0
    if s.named:
        named = 1
    write_i32_le(out, i32(objects >> 16 | (s.arrow + 1) << 16 | named << 24))
    put_bits(out, s.area, 36)


def _write_deals(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    deals = s.ledger.deals
    if not deals:
        out.write(NO_DEALS[players])
        return
    more: i64 = DEALS[players] - len(deals)
    for deal in deals:
        dealer: i64 = deal.seat - seat
        if dealer < 0:
            dealer += players
        out.append(u8(dealer + 1))
    out.write(ZEROS[more])
    for deal in deals:
        _write_tiles(_counted(deal.lot), out)
    out.write(ZEROS[16 * more])
    for at, deal in enumerate(deals):
        _write_tiles(_share(deal, s.dealt[at], seat, players), out)
    out.write(ZEROS[16 * more])
    places: i64 = 0
    while places < players:
        _write_bounds(deals[-1].bounds[after(seat, places, players)], out)
        places += 1


def _write_bounds(bounds: Bounds | None, out: BytesWriter) -> None:
    if bounds is None:
        out.write(NOTHING_SHOWN)
        return
    for low in bounds.low:
        _put_within(out, low + OFFSET)
    for high in bounds.high:
        _put_within(out, high)
    _put_within(out, bounds.least)
    _put_within(out, bounds.most)


def _put_within(out: BytesWriter, number: i64) -> None:
    """Appends a number, 0 if it is below."""
    put(out, number if number > 0 else 0)


def _write_certain(hoard: list[int], received: Tiles, out: BytesWriter) -> None:
    """What a seat has apart from what it has received, by kind."""
    _write_eight(hoard, 0, OFFSET, received[0], out)
    _write_eight(hoard, 8, OFFSET, received[1], out)


def _write_counts(counts: list[int], out: BytesWriter) -> None:
    """Tiles that are counted by kind already."""
    _write_eight(counts, 0, 0, 0, out)
    _write_eight(counts, 8, 0, 0, out)


def _write_eight(counts: list[int], first: i64, add: i64, less: i64, out: BytesWriter) -> None:
    """The counts of eight kinds, each with something added and a byte taken off.

    There are too few curses and objects to reach the highest bit.
    """
    word: i64 = 0
    places: i64 = 0
    while places < 64:
        counted: i64 = counts[first]
        counted += add - ((less >> places) & 255)
        if counted > 0:
            word |= at_most_highest(counted) << places
        first += 1
        places += 8
    write_i64_le(out, word)


def _total(counts: list[int]) -> i64:
    """How many tiles they are, counted by kind."""
    total: i64 = 0
    for counted in counts:
        total += counted
    return total


def _write_tiles(tiles: Tiles, out: BytesWriter) -> None:
    write_i64_le(out, tiles[0])
    write_i64_le(out, tiles[1])


def _counted(kinds: list[int]) -> Tiles:
    """Tiles given one by one."""
    first: i64 = 0
    second: i64 = 0
    for number in kinds:
        kind: i64 = number
        if kind < 8:
            first += bit(8 * kind)
        else:
            second += bit(8 * kind - 64)
    return first, second


def _share(deal: Deal, order: list[int], seat: i64, players: i64) -> Tiles:
    """What a seat got of a deal."""
    first: i64 = 0
    second: i64 = 0
    at = recall.first_of(deal, seat, players)
    end = recall.dealt_out(len(order), players - 1, False)
    while at < end:
        kind: i64 = order[at]
        if kind < 8:
            first += bit(8 * kind)
        else:
            second += bit(8 * kind - 64)
        at += players - 1
    return first, second


def _received(s: SolomonState, seat: i64) -> Tiles:
    """All that a seat has received in deals."""
    first: i64 = 0
    second: i64 = 0
    for at, deal in enumerate(s.ledger.deals):
        share = _share(deal, s.dealt[at], seat, s.players)
        first += share[0]
        second += share[1]
    return first, second
