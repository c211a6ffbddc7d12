"""Ali Baba: with perfect recall a seat knows all hands, since everybody saw the tiles taken (A10, A23, A24)."""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i32_le, write_i64_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.bits import bit, count, eight_bytes
from schatzkammer.core.game import State
from schatzkammer.games.ali_baba.flow import STEPS
from schatzkammer.games.ali_baba.state import NONE, OVER, SHOW_STEP, AliBabaState
from schatzkammer.observe.encoder import Encoder, Field, Snapshot, after, at_most_highest, put, put_bits, step_codes

NO_TREASURES: Final = bytes(54)
NOTHING: Final = [bytes(5 * players) for players in range(5)]
STEP_CODE: Final = step_codes(STEPS)


class AliBabaEncoder(Encoder):
    """The cave by slot, the place of each tile, the seats, and the current turn."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.longest = 54 * (players + 4)
        self.most_points = 1000

    def fields(self) -> list[Field]:
        players = int(self.players)
        return [
            Field("slot_colour", 54, 8, True, "0 empty, 1 face down, 2–7 the colour of the face-up tile"),
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

    def write(self, state: State, seat: i64, last: Snapshot, before: bytes, out: BytesWriter) -> None:
        s = cast(AliBabaState, state)
        _write_cave(s, seat, out)
        _write_seats(s, seat, out)
        out.append(u8(STEP_CODE[s.step]))
        out.append(u8(s.players if s.step == OVER else (s.turn - seat) % s.players))
        out.append(u8(s.slot + 1))
        out.append(u8(s.spell + 1))
        out.append(u8(s.turned))
        put(out, s.turn)
        out.append(u8(0 if s.last_turn == NONE else s.last_turn - s.turn + 1))


def _write_cave(s: AliBabaState, seat: i64, out: BytesWriter) -> None:
    """Slots and tiles: first everything that is not face up, then the face-up tiles one by one."""
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
    """The place of each tile that is behind a screen or beside the board: 4 + the seat, or 2."""
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
    showing = s.step == SHOW_STEP
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
        out[at + 3 * players] = u8(at_most_highest(points[other]))
        out[at + 4 * players] = u8(count(hands[other]))
        at += 1
        other += 1
        if other == players:
            other = 0
