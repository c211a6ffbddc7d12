"""King Solomon: the cave as far as it has been seen, cards, coins and tiles, and what is known of dealt tiles."""

from __future__ import annotations

from typing import Final, cast

from librt.strings import BytesWriter, write_i32_le, write_i64_le
from mypy_extensions import i32, i64, u8

from schatzkammer.core.bits import count, eight_bytes
from schatzkammer.core.game import State
from schatzkammer.games.solomon.flow import STEPS
from schatzkammer.games.solomon.state import CHOOSE_STEP, NONE, OVER, Ledger, SolomonState
from schatzkammer.games.solomon.view import played
from schatzkammer.observe.encoder import (
    Encoder,
    Field,
    Snapshot,
    after,
    at_most_highest,
    put,
    put_again,
    put_bits,
    rotated,
    step_codes,
)
from schatzkammer.observe.solomon.cave import CaveSnapshot, write_cave
from schatzkammer.observe.solomon.tiles import (
    DEALS,
    NO_DEALS,
    ZEROS,
    counted_by_kind,
    total,
    write_certain,
    write_counts,
    write_deals,
    write_tiles,
)

UNWRITTEN: Final = Ledger([])
STEP_CODE: Final = step_codes(STEPS)


class SolomonSnapshot(CaveSnapshot):
    """The cave, cards, coins and tiles."""

    def __init__(self) -> None:
        super().__init__()
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
        self.shifts: i64 = 0
        self.supply: i64 = 0
        self.pending: i64 = 0
        self.waiting: i64 = 0
        self.choosing = False


class SolomonEncoder(Encoder):
    """The cave, the cards, the seats, the current turn, and the deals."""

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
            Field("hand", 32, 2, True, "1 for a card in the observer's hand"),
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
                Field("bounds", 34 * players, 256, False, "received by a seat: 16 + fewest and most by kind, value"),
            ]
        return fields

    def snapshot(self) -> Snapshot:
        return SolomonSnapshot()

    def write(self, state: State, seat: i64, last: Snapshot, before: bytes, out: BytesWriter) -> None:
        s = cast(SolomonState, state)
        t = cast(SolomonSnapshot, last)
        write_cave(s, t, before, out)
        same = t.seat == seat and t.ledger is s.ledger and t.dealt is s.dealt
        if same and s.shifts == t.shifts + 1:  # a shift changes the cave and nothing else (S30)
            at: i64 = len(out) + 102 + 38 * s.players
            put_again(out, before, 162 + 38 * s.players + len(NO_DEALS[s.players]))
            out[at] = u8(at_most_highest(s.shifts))
            t.shifts = s.shifts
            return
        t.shifts = s.shifts
        if same and _cards_unchanged(s, t):
            put_again(out, before, 64 + 4 * s.players)
        else:
            _write_cards(s, seat, out)
            _keep_cards(s, t)
        if same and _goods_unchanged(s, t):
            put_again(out, before, 34 * (1 + s.players))
        else:
            _write_goods(s, seat, out)
            _keep_goods(s, t)
        _write_turn(s, seat, out)
        if same and t.lot is s.lot:
            put_again(out, before, 16)
        else:
            write_tiles(counted_by_kind(s.lot), out)
            t.lot = s.lot
        if same:
            put_again(out, before, len(NO_DEALS[s.players]))
        else:
            write_deals(s, seat, out)
            t.seat = seat
            t.ledger = s.ledger
            t.dealt = s.dealt


def _cards_unchanged(s: SolomonState, t: SolomonSnapshot) -> bool:
    """Whether the cards are as in the snapshot."""
    return (
        t.hands is s.hands
        and t.chosen is s.chosen
        and t.pending == s.pending
        and t.waiting == s.waiting
        and t.choosing == (s.step == CHOOSE_STEP)
    )


def _keep_cards(s: SolomonState, t: SolomonSnapshot) -> None:
    t.hands = s.hands
    t.chosen = s.chosen
    t.pending = s.pending
    t.waiting = s.waiting
    t.choosing = s.step == CHOOSE_STEP


def _goods_unchanged(s: SolomonState, t: SolomonSnapshot) -> bool:
    """Whether coins and tiles are as in the snapshot."""
    return (
        t.coins is s.coins
        and t.hoards is s.hoards
        and t.finds is s.finds
        and t.beside is s.beside
        and t.discarded is s.discarded
        and t.supply == s.supply
    )


def _keep_goods(s: SolomonState, t: SolomonSnapshot) -> None:
    t.coins = s.coins
    t.hoards = s.hoards
    t.finds = s.finds
    t.beside = s.beside
    t.discarded = s.discarded
    t.supply = s.supply


def _write_cards(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    """The observer's hand, cards played and chosen, who still chooses, who waits for a turn, the sizes of hands."""
    players = s.players
    put_bits(out, s.hands[seat], 32)
    put_bits(out, played(s), 32)
    choosing = s.step == CHOOSE_STEP
    places: i64 = 0
    while places < players:
        number: i64 = s.chosen[after(seat, places, players)]
        code: i64 = 0
        if number != NONE:
            code = 1 if choosing and places > 0 else number + 2
        out.append(u8(code))
        places += 1
    put_bits(out, rotated(s.pending, seat, players) | rotated(s.waiting, seat, players) << players, 2 * players)
    places = 0
    while places < players:
        out.append(u8(count(s.hands[after(seat, places, players)])))
        places += 1


def _write_goods(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    """Coins, and all tiles outside the cave."""
    players = s.players
    places: i64 = 0
    while places < players:
        put(out, s.coins[after(seat, places, players)])
        places += 1
    put(out, s.supply)
    places = 0
    while places < players:
        put(out, total(s.hoards[after(seat, places, players)]))
        places += 1
    places = 0
    while places < players:
        other = after(seat, places, players)
        write_certain(s.hoards[other], s.received[other], out)
        places += 1
    places = 0
    while places < players:
        write_tiles(counted_by_kind(s.finds[after(seat, places, players)]), out)
        places += 1
    write_counts(s.received[seat], out)
    write_counts(s.beside, out)
    put(out, total(s.discarded))


def _write_turn(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    turn = s.step != CHOOSE_STEP and s.step != OVER
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
    step: i64 = STEP_CODE[s.step]
    write_i64_le(out, step | active << 8 | rounds | shifts | (objects & 257) << 48)
    named: i64 = 0
    if s.named:
        named = 1
    write_i32_le(out, i32(objects >> 16 | (s.arrow + 1) << 16 | named << 24))
    if s.area:
        put_bits(out, s.area, 36)
    else:
        out.write(ZEROS[36])
