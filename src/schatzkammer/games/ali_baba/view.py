"""What a seat may know, and states drawn at random from what it knows."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members, nth
from schatzkammer.core.game import Json
from schatzkammer.core.stream import Stream
from schatzkammer.games.ali_baba import flow
from schatzkammer.games.ali_baba.components import ALL_TILES, BAN_NAMES, BAN_TILES, SLOT_NAMES, TILE_NAMES, TREASURES
from schatzkammer.games.ali_baba.state import NONE, OVER, SHOW_STEP, AliBabaState


def public_view(s: AliBabaState) -> Json:
    """Everything that lies in the middle of the table (A5, A10)."""
    over = s.step == OVER
    seen: Json = {
        "turn": int(s.turn),
        "active": None if over else int(s.turn % s.players),
        "step": flow.STEPS[s.step].name,
        "last_turn": int(s.last_turn) if s.last_turn != NONE else None,
        "removed": [TREASURES[treasure] for treasure in s.removed],
        "board": _board(s),
        "beside": tile_names(s.beside),
        "taken": _taken(s),
    }
    if s.setup.options["memory"] == "open":
        seen["unseen"] = tile_names(unseen(s))
    if over:
        seen["sheet"] = flow.score_sheet(s)
    return seen


def private_view(s: AliBabaState, seat: int) -> Json:
    """The players, as far as their screens let the seat see (A5, A10); seat -1 is a spectator."""
    over = s.step == OVER
    return {"seats": [_seat(s, other, seat, over) for other in range(int(s.players))]}


def _board(s: AliBabaState) -> Json:
    """Slot by slot the tile that lies face up, None for a back; bared slots are not listed."""
    return {SLOT_NAMES[slot]: TILE_NAMES[s.tiles[slot]] if s.up & BIT[slot] else None for slot in members(s.board, 0)}


def _taken(s: AliBabaState) -> Json | None:
    """In the middle of a turn: the place that was emptied, the tile whose spell is used, how many were turned up."""
    if s.slot == NONE:
        return None
    return {"slot": SLOT_NAMES[s.slot], "spell": TILE_NAMES[s.spell], "turned": int(s.turned)}


def _seat(s: AliBabaState, other: int, seat: int, over: bool) -> Json:
    """One player: points, ban and number of tiles are public; the tiles as far as the screen lets them be seen."""
    ban = s.bans[other]
    visible = other == seat or over or s.setup.options["memory"] == "open"
    chosen = s.shown[other]
    revealed = s.step != SHOW_STEP or other == seat
    return {
        "points": s.points[other],
        "count": int(count(s.hands[other])),
        "tiles": tile_names(s.hands[other]) if visible else None,
        "ban": BAN_NAMES[ban] if ban != NONE else None,
        "chosen": chosen != NONE,
        "shown": TILE_NAMES[chosen] if chosen != NONE and revealed else None,
    }


def tile_names(tiles: i64) -> list[str]:
    """The names of a set of tiles, by treasure and colour."""
    return [TILE_NAMES[tile] for tile in members(tiles, 0)]


def unseen(s: AliBabaState) -> i64:
    """The tiles that nobody has seen: all of the game but those face up, behind screens or beside the board."""
    tiles: i64 = ALL_TILES & ~s.beside
    for treasure in s.removed:
        tiles &= ~BAN_TILES[treasure]
    for hand in s.hands:
        tiles &= ~hand
    for slot in members(s.up, 0):
        tiles &= ~BIT[s.tiles[slot]]
    return tiles


def sample(s: AliBabaState, seat: int, stream: Stream) -> AliBabaState:
    """A state that agrees with all the seat has seen.

    Everybody saw every tile that went behind a screen (A10, A23, A24), so what is hidden are the tiles face
    down and those left over, in any order, and tiles chosen in secret just now (A24), which may be any of
    their owner's. All of it is equally likely.
    """
    drawn = s.copy()
    hidden = members(unseen(s), 0)
    stream.shuffle(hidden)
    tiles = s.tiles[:]
    used = 0
    for slot in members(s.board & ~s.up, 0):
        tiles[slot] = hidden[used]
        used += 1
    drawn.tiles = tiles
    drawn.left_over = hidden[used:]
    if s.step == SHOW_STEP:
        shown = s.shown[:]
        for other in range(int(s.players)):
            if shown[other] != NONE and other != seat:
                shown[other] = nth(s.hands[other], stream.below(count(s.hands[other])))
        drawn.shown = shown
    return drawn
