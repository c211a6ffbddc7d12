"""The view of a seat, and states sampled from what it knows."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members, nth
from schatzkammer.core.stream import Stream
from schatzkammer.games.ali_baba import flow
from schatzkammer.games.ali_baba.components import (
    ALL_TILES,
    BAN_NAMES,
    BAN_TILES,
    SLOT_NAMES,
    TILE_NAMES,
    TREASURES,
    Amounts,
)
from schatzkammer.games.ali_baba.state import NONE, OVER, SHOW_STEP, AliBabaState
from schatzkammer.games.ali_baba.steps import slots_to_take, tile_names
from schatzkammer.games.ali_baba.types import PointAmounts, PrivateView, PublicView, SeatView, StepName, Taken


def public_view(s: AliBabaState) -> PublicView:
    """The middle of the table (A5, A10)."""
    over = s.step == OVER
    view: PublicView = {
        "turn": int(s.turn),
        "active": None if over else int(s.turn % s.players),
        "step": cast(StepName, flow.STEPS[s.step].name),
        "last_turn": int(s.last_turn) if s.last_turn != NONE else None,
        "turns_left": _turns_left(s, over),
        "amounts": _amounts(s.amounts),
        "removed": [TREASURES[treasure] for treasure in s.removed],
        "board": {
            SLOT_NAMES[slot]: TILE_NAMES[s.tiles[slot]] if s.up & BIT[slot] else None for slot in members(s.board, 0)
        },
        "beside": tile_names(s.beside),
        "taken": _taken(s),
    }
    if s.setup.options["memory"] == "open":
        view["unseen"] = tile_names(unseen(s))
    if over:
        view["sheet"] = [flow.sheet_line(s, seat) for seat in range(int(s.players))]
    return view


def private_view(s: AliBabaState, seat: int) -> PrivateView:
    """The players as a seat sees them (A5, A10); seat -1 is a spectator."""
    seats = [_seat(s, other, seat) for other in range(int(s.players))]
    reader: i64 = s.turn % s.players if seat == NONE else seat
    takable: i64 = slots_to_take(s, flow.banned_for(s, reader))
    return {
        "banned": [SLOT_NAMES[slot] for slot in members(s.up & ~takable, 0)],
        "seats": seats,
        "standing": [None if player["score"] is None else player["score"]["total"] for player in seats],
    }


def _turns_left(s: AliBabaState, over: bool) -> list[int] | None:
    """A30: by seat, the turns to come and the current one; None while unknown."""
    if s.last_turn == NONE:
        return None
    turns = range(0) if over else range(int(s.turn), int(s.last_turn))
    return [sum(turn % int(s.players) == seat for turn in turns) for seat in range(int(s.players))]


def _amounts(amounts: Amounts) -> PointAmounts:
    return {
        "pink": int(amounts.pink),
        "blue": int(amounts.blue),
        "brown": int(amounts.brown),
        "sets": amounts.sets[1:],
    }


def _taken(s: AliBabaState) -> Taken | None:
    if s.slot == NONE:
        return None
    return {"slot": SLOT_NAMES[s.slot], "spell": TILE_NAMES[s.spell], "turned": int(s.turned)}


def _seat(s: AliBabaState, other: int, seat: int) -> SeatView:
    """One player: points, ban and the number of tiles are public; the tiles may be behind the screen."""
    ban = s.bans[other]
    visible = other == seat or s.step == OVER or s.setup.options["memory"] == "open"
    chosen = s.shown[other]
    revealed = s.step != SHOW_STEP or other == seat
    return {
        "points": s.points[other],
        "count": int(count(s.hands[other])),
        "tiles": tile_names(s.hands[other]) if visible else None,
        "score": flow.sheet_line(s, other) if visible else None,
        "worth": int(s.amounts.of_sets(s.hands[other])) if visible else None,
        "ban": BAN_NAMES[ban] if ban != NONE else None,
        "chosen": chosen != NONE,
        "shown": TILE_NAMES[chosen] if chosen != NONE and revealed else None,
    }


def unseen(s: AliBabaState) -> i64:
    """The tiles nobody has seen: all but those face up, behind screens or beside the board."""
    tiles: i64 = ALL_TILES & ~s.beside
    for treasure in s.removed:
        tiles &= ~BAN_TILES[treasure]
    for hand in s.hands:
        tiles &= ~hand
    for slot in members(s.up, 0):
        tiles &= ~BIT[s.tiles[slot]]
    return tiles


def reshuffle(s: AliBabaState, stream: Stream) -> AliBabaState:
    """Draws the order of the face-down and left-over tiles anew, which nobody knows."""
    shuffled = s.copy()
    hidden = members(unseen(s), 0)
    stream.shuffle(hidden)
    tiles = s.tiles[:]
    used = 0
    for slot in members(s.board & ~s.up, 0):
        tiles[slot] = hidden[used]
        used += 1
    shuffled.tiles = tiles
    shuffled.left_over = hidden[used:]
    return shuffled


def sample(s: AliBabaState, seat: int, stream: Stream) -> AliBabaState:
    """Draws a state consistent with everything the seat has seen.

    Everyone has seen the tiles that went behind screens (A10, A23, A24). Hidden are the order of the face-down and
    left-over tiles, and which of their tiles other players have secretly chosen to show (A24). All possibilities
    are equally likely.
    """
    sampled = reshuffle(s, stream)
    if s.step == SHOW_STEP:
        shown = s.shown[:]
        for other in range(int(s.players)):
            if shown[other] != NONE and other != seat:
                shown[other] = nth(s.hands[other], stream.below(count(s.hands[other])))
        sampled.shown = shown
    return sampled
