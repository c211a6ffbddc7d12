"""Set-up, the order of the steps, the end and the score."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import Over, Step, TurnGame
from schatzkammer.games.ali_baba.components import BAN_TILES, BOOK, LAMP, LARGE, SMALL, TILES, TREASURES, amounts
from schatzkammer.games.ali_baba.moves import ALSO, ASK, BAN, PICK, SHOW, SWAP, TAKE
from schatzkammer.games.ali_baba.state import (
    END_TURN,
    GREEN_STEP,
    LAMP_STEP,
    NONE,
    OVER,
    PICK_STEP,
    SHOW_STEP,
    TAKE_STEP,
    WHITE_STEP,
    YELLOW_STEP,
    AliBabaState,
    blank_state,
)
from schatzkammer.games.ali_baba.steps import Green, Lamp, Pick, Show, Take, White, Yellow, not_banned
from schatzkammer.games.ali_baba.types import SheetLine, Treasure

REMOVED: Final = {"classic": 0, "lamp": 0, "equal": 1, "small": 3}  # A42, A43: treasures left out


def empty_cave(game: Game, setup: Setup) -> AliBabaState:
    """A5: a state without tiles, before anything is drawn."""
    cave = SMALL if setup.options["variant"] == "small" else LARGE
    return blank_state(game, setup, cave, BOOK if setup.components is None else amounts(setup.components))


def set_up(game: TurnGame, setup: Setup, stream: Stream) -> AliBabaState:
    """A4, A40, A42, A43: shuffles the tiles and builds the pyramid with its uncovered tiles face up."""
    s = empty_cave(game, setup)
    variant = setup.options["variant"]
    tiles: list[int] = []
    if variant == "lamp":
        others = [tile for tile in range(int(TILES)) if tile // 6 != LAMP]
        stream.shuffle(others)
        for tile in others[:6]:
            s.beside |= BIT[tile]
        tiles = others[6:] + [tile for tile in range(int(TILES)) if tile // 6 == LAMP]
    else:
        s.removed = _removed(variant, stream)
        tiles = [tile for tile in range(int(TILES)) if tile // 6 not in s.removed]
    stream.shuffle(tiles)
    lay_out(s, tiles)
    start_turn(s)
    game.advance(s, TAKE_STEP)
    return s


def _removed(variant: str | bool, stream: Stream) -> list[int]:
    """A42, A43: the treasures that are drawn and left out."""
    number = REMOVED[str(variant)]
    treasures = list(range(10))
    if number:
        stream.shuffle(treasures)
    return sorted(treasures[:number])


def lay_out(s: AliBabaState, tiles: list[int]) -> None:
    """A4: lays the tiles on the slots of the cave in order; the rest leaves the game unseen."""
    laid = [-1] * 54
    used: i64 = 0
    for slot in s.cave.order:
        laid[slot] = tiles[used]
        used += 1
    s.tiles = laid
    s.left_over = tiles[used:]
    s.up = s.cave.top


def start_turn(s: AliBabaState) -> None:
    """Starts the next turn; the player's own ban ends (A25). Reports if bans leave the player no tile (A26)."""
    seat = s.turn % s.players
    s.seat = seat
    if s.events is not None:
        s.events.append({"event": "turn", "seat": int(seat)})
    if s.bans[seat] != NONE:
        bans = s.bans[:]
        bans[seat] = NONE
        s.bans = bans
        if s.events is not None:
            s.events.append({"event": "ban_ends", "seat": int(seat)})
    s.banned = banned_for(s, seat)
    if s.events is not None and s.banned and not not_banned(s, s.up, s.banned):
        s.events.append({"event": "bans_lifted", "seat": int(seat)})


def banned_for(s: AliBabaState, seat: i64) -> i64:
    """A25: the tiles that a seat may not take because of other players' bans."""
    tiles: i64 = 0
    for owner, ban in enumerate(s.bans):
        if ban != NONE and owner != seat:
            tiles |= BAN_TILES[ban]
    return tiles


class EndTurn(Step[AliBabaState]):
    """A30, A31: the game ends after the last turn, or at once when the board is empty."""

    def open(self, s: AliBabaState) -> i64:
        s.slot = NONE
        s.spell = NONE
        s.turned = 0
        s.turn += 1
        if s.board == 0 or s.turn == s.last_turn:
            return OVER
        start_turn(s)
        return TAKE_STEP


class End(Over[AliBabaState]):
    """A30: the game is over and the screens are removed."""

    def open(self, s: AliBabaState) -> i64:
        if s.setup.options["memory"] == "screens":
            s.news += 1
        return super().open(s)


STEPS: Final[list[Step[AliBabaState]]] = [
    Take(TAKE_STEP, "take", "A10", TAKE),
    Lamp(LAMP_STEP, "lamp", "A41", SWAP),
    Green(GREEN_STEP, "green", "A23", ALSO),
    Yellow(YELLOW_STEP, "yellow", "A24", ASK),
    Show(SHOW_STEP, "show", "A24", SHOW),
    Pick(PICK_STEP, "pick", "A24", PICK),
    White(WHITE_STEP, "white", "A25", BAN),
    EndTurn(END_TURN, "end_turn", "A30"),
    End(OVER, "over", "A30"),
]


def scores(s: AliBabaState) -> list[int]:
    """A32: the points for sets and from spells, by seat."""
    return [score(s, seat) for seat in range(int(s.players))]


def score(s: AliBabaState, seat: i64) -> int:
    """A32: the points of one seat."""
    return int(s.points[seat] + s.amounts.of_sets(s.hands[seat]))


def winners(s: AliBabaState) -> list[int]:
    """A33: most points, then fewest tiles; players still tied share the win."""
    ranks = [(-points, int(count(s.hands[seat]))) for seat, points in enumerate(scores(s))]
    best = min(ranks)
    return [seat for seat, rank in enumerate(ranks) if rank == best]


def sheet_line(s: AliBabaState, seat: i64) -> SheetLine:
    """A32: the size and points of each set of a seat, its points from spells, and the total."""
    sets: dict[Treasure, tuple[int, int]] = {}
    for treasure in range(10):
        size = int(count(s.hands[seat] & BAN_TILES[treasure]))
        if size:
            sets[TREASURES[treasure]] = size, s.amounts.sets[size]
    return {"sets": sets, "spells": s.points[seat], "total": score(s, seat)}
