"""Ali Baba: everybody saw every tile that went behind a screen (A10, A23, A24); whoever forgets nothing knows them."""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i32_le, write_i64_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.bits import bit, count, eight_bytes
from schatzkammer.core.game import State
from schatzkammer.games.ali_baba.moves import ACTIONS
from schatzkammer.games.ali_baba.state import END, NONE, SHOW, AliBabaState
from schatzkammer.games.ali_baba.steps import PASS_BIT, STEPS
from schatzkammer.observe.encoder import HIGHEST, Encoder, Field, Trace, after, put, put_bits, put_offer

NO_TREASURES: Final = bytes(54)
NOTHING: Final = [bytes(5 * players) for players in range(5)]
# By step, the part of a mask before and after the actions of its kind.
BEFORE: Final = [bytes(int(step.first)) for step in STEPS]
AFTER: Final = [bytes(int(ACTIONS - step.first - step.choices)) for step in STEPS]


class AliBabaEncoder(Encoder):
    """The cave slot by slot, the tiles one by one, the seats, and the turn under way."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.longest = 54 * (players + 4)
        self.most_points = 1000

    def fields(self) -> list[Field]:
        players = int(self.players)
        return [
            Field("slot_colour", 54, 8, True, "0 bare, 1 face down, 2–7 the colour of the tile that lies face up"),
            Field("slot_treasure", 54, 11, True, "0 none face up, 1–10 its treasure"),
            Field("tiles", 60, 4 + players, True, "0 unseen, 1 face up, 2 beside, 3 not in the game, 4 + n seat n's"),
            Field("bans", players, 17, True, "0 none, 1–10 a treasure, 11–16 a colour"),
            Field("shown", players, 62, True, "0 none, 1 chosen in secret, 2–61 the tile (A24)"),
            Field("choosing", players, 2, True, "1 if the seat still has to choose a tile to show (A24)"),
            Field("points", players, 256, False, "from spells"),
            Field("counts", players, 61, False, "tiles behind the screen"),
            Field("step", 1, 8, True, "take, lamp, green, yellow, show, pick, white, over"),
            Field("active", 1, players + 1, True, "the seat whose turn it is; the number of players when it is over"),
            Field("slot", 1, 55, True, "0 none, 1–54 the slot emptied in this turn"),
            Field("spell", 1, 61, True, "0 none, 1–60 the tile whose spell is used"),
            Field("turned", 1, 5, False, "tiles turned up in this turn"),
            Field("turn", 1, 121, False, "turns completed"),
            Field("left", 1, 10, False, "0 not known yet, else 1 + turns until the end (A30)"),
        ]

    def touch_fields(self, state: State, trace: Trace) -> i64:
        s = cast(AliBabaState, state)
        return s.step + s.board

    def touch_lists(self, state: State) -> i64:
        s = cast(AliBabaState, state)
        return len(s.tiles) + len(s.hands) + len(s.bans) + len(s.shown) + len(s.points)

    def touch_items(self, state: State, action: i64) -> i64:
        s = cast(AliBabaState, state)
        return s.tiles[0] + s.hands[0] + s.hands[1] + s.bans[0]

    def trace(self) -> Trace:
        return Trace()

    def write(self, state: State, seat: i64, trace: Trace, before: bytes, out: BytesWriter) -> None:
        s = cast(AliBabaState, state)
        _write_cave(s, seat, out)
        _write_seats(s, seat, out)
        out.append(u8(s.step))
        out.append(u8(s.players if s.step == END else (s.turn - seat) % s.players))
        out.append(u8(s.slot + 1))
        out.append(u8(s.spell + 1))
        out.append(u8(s.turned))
        put(out, s.turn)
        out.append(u8(0 if s.last_turn == NONE else s.last_turn - s.turn + 1))

    def write_mask(self, state: State, seat: i64, none: bytes, out: BytesWriter) -> None:
        s = cast(AliBabaState, state)
        if s.step == SHOW or seat != s.seat:
            Encoder.write_mask(self, state, seat, none, out)
            return
        step = s.step
        put_offer(out, BEFORE[step], s.offer, STEPS[step].choices, AFTER[step], s.offer & PASS_BIT != 0)


def _write_cave(s: AliBabaState, seat: i64, out: BytesWriter) -> None:
    """Slots and tiles: first all that is not face up, many bytes at a time, then the face-up tiles one by one."""
    base: i64 = len(out)
    put_bits(out, s.board, 54)
    out.write(NO_TREASURES)
    _write_tiles(s, seat, out)
    for removed in s.removed:
        step: i64 = 0
        while step < 6:
            out[base + 108 + removed * 6 + step] = 3
            step += 1
    up = s.up
    tiles = s.tiles
    slot = base
    while up:
        if up & 1:
            tile: i64 = tiles[slot - base]
            treasure = tile // 6
            out[slot] = u8(tile - 6 * treasure + 2)
            out[slot + 54] = u8(treasure + 1)
            out[base + 108 + tile] = 1
        up >>= 1
        slot += 1


def _write_tiles(s: AliBabaState, seat: i64, out: BytesWriter) -> None:
    """Where each tile is, as far as it is behind a screen or beside the board.

    The codes in bits: 4 for all seats, 1 more for the second, 2 for the third, both for the fourth; 2 for beside.
    """
    hands = s.hands
    second: i64 = hands[after(seat, 1, s.players)]
    third: i64 = hands[after(seat, 2, s.players)] if s.players > 2 else 0
    fourth: i64 = hands[after(seat, 3, s.players)] if s.players > 3 else 0
    fours = hands[seat] | second | third | fourth
    twos = third | fourth | s.beside
    ones = second | fourth
    part: i64 = 0
    while part < 7:
        write_i64_le(out, 4 * eight_bytes(fours) + 2 * eight_bytes(twos) + eight_bytes(ones))
        fours >>= 8
        twos >>= 8
        ones >>= 8
        part += 1
    write_i32_le(out, i32(4 * eight_bytes(fours) + 2 * eight_bytes(twos) + eight_bytes(ones)))


def _write_seats(s: AliBabaState, seat: i64, out: BytesWriter) -> None:
    players = s.players
    bans = s.bans
    shown = s.shown
    points = s.points
    hands = s.hands
    showing = s.step == SHOW
    base: i64 = len(out)
    out.write(NOTHING[players])
    other = seat
    at = base
    while at < base + players:
        ban: i64 = bans[other]
        out[at] = u8(ban + 1)
        tile: i64 = shown[other]
        if tile != NONE:
            out[at + players] = u8(1 if showing and at > base else tile + 2)
        if showing and s.pending & bit(other):
            out[at + 2 * players] = 1
        won: i64 = points[other]
        out[at + 3 * players] = u8(won if won < HIGHEST else HIGHEST)
        out[at + 4 * players] = u8(count(hands[other]))
        at += 1
        other += 1
        if other == players:
            other = 0
