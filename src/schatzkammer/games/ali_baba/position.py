"""Positions out and in: the whole state as plain data, and a state from data that nobody vouches for."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field
from schatzkammer.games.ali_baba import flow
from schatzkammer.games.ali_baba.components import (
    ALL_TILES,
    BAN_NAMES,
    BAN_TILES,
    COLOUR_OF,
    LAMPS,
    SLOT_NAMES,
    TILE_NAMES,
    TREASURES,
)
from schatzkammer.games.ali_baba.state import (
    LAMP_STEP,
    NONE,
    OVER,
    PICK_STEP,
    SHOW_STEP,
    TAKE_STEP,
    YELLOW_STEP,
    AliBabaState,
)
from schatzkammer.games.ali_baba.steps import STEP_OF_SPELL, turned_up
from schatzkammer.games.ali_baba.view import tile_names

REMOVED = {"classic": 0, "lamp": 0, "equal": 1, "small": 3}
LEFT_OVER = {"classic": 6, "lamp": 0, "equal": 0, "small": 6}
HIGHEST = 1_000_000


def position(s: AliBabaState) -> Json:
    """The whole state, hidden tiles included."""
    return {
        "turn": int(s.turn),
        "last_turn": int(s.last_turn) if s.last_turn != NONE else None,
        "step": flow.STEPS[s.step].name,
        "slot": SLOT_NAMES[s.slot] if s.slot != NONE else None,
        "spell": TILE_NAMES[s.spell] if s.spell != NONE else None,
        "turned": int(s.turned),
        "removed": [TREASURES[treasure] for treasure in s.removed],
        "board": {SLOT_NAMES[slot]: TILE_NAMES[s.tiles[slot]] for slot in members(s.board, 0)},
        "beside": tile_names(s.beside),
        "left_over": [TILE_NAMES[tile] for tile in s.left_over],
        "seats": [
            {
                "points": s.points[seat],
                "tiles": tile_names(s.hands[seat]),
                "ban": BAN_NAMES[s.bans[seat]] if s.bans[seat] != NONE else None,
                "shown": TILE_NAMES[s.shown[seat]] if s.shown[seat] != NONE else None,
            }
            for seat in range(int(s.players))
        ],
    }


def load(game: TurnGame, setup: Setup, given: Json) -> AliBabaState:
    """The state of a position; BadPosition names the first thing that cannot be."""
    names = ["turn", "last_turn", "step", "slot", "spell", "turned", "removed", "board", "beside", "left_over", "seats"]
    entries = Field(given, BadPosition).table(names)
    s = flow.empty_cave(game, setup)
    variant = str(setup.options["variant"])
    s.removed = [entry.one_of(TREASURES) for entry in entries["removed"].items()]
    if len(s.removed) != REMOVED[variant] or s.removed != sorted(set(s.removed)):
        raise entries["removed"].bad(f"{REMOVED[variant]} different treasures in order are needed (A42, A43).")
    players = _load_tiles(s, entries, variant)
    s.turn = entries["turn"].integer(0, 2 * 60)
    _load_players(s, players)
    _load_step(game, s, entries)
    _check_end(s, entries)
    return s


class _Pool:
    """The tiles of this game that have not been placed yet: each is placed once (A1)."""

    def __init__(self, s: AliBabaState) -> None:
        self.tiles: i64 = ALL_TILES
        for treasure in s.removed:
            self.tiles &= ~BAN_TILES[treasure]

    def place(self, entry: Field) -> int:
        tile = entry.one_of(TILE_NAMES)
        if not self.tiles & BIT[tile]:
            raise entry.bad(f"{TILE_NAMES[tile]} is not in this game, or is somewhere else already (A1).")
        self.tiles ^= BIT[tile]
        return tile


def _load_tiles(s: AliBabaState, entries: dict[str, Field], variant: str) -> list[dict[str, Field]]:
    """A1: every tile has its place; gives back the entries of the players."""
    pool = _Pool(s)
    board: i64 = 0
    tiles = [-1] * 54
    for name, entry in entries["board"].mapping().items():
        if name not in SLOT_NAMES or not s.cave.slots & BIT[SLOT_NAMES.index(name)]:
            raise entry.bad("there is no such slot in this cave (A4, A43).")
        slot = SLOT_NAMES.index(name)
        tiles[slot] = pool.place(entry)
        board |= BIT[slot]
    for slot in members(board, 0):
        for under in s.cave.below[slot]:
            if not board & BIT[under]:
                raise entries["board"].bad(f"{SLOT_NAMES[slot]} hangs in the air (A4).")
    s.board = board
    s.up = s.cave.uncovered(board)
    for entry in entries["beside"].items(0, 6):
        s.beside |= BIT[pool.place(entry)]
    if count(s.beside) != (6 if variant == "lamp" else 0):
        raise entries["beside"].bad("six tiles lie there in the variant with the lamp, else none (A40).")
    if count(s.beside & LAMPS) > count(s.cave.slots & ~board):
        raise entries["beside"].bad("a lamp lies there only after it was taken and swapped (A41).")
    size = LEFT_OVER[variant]
    s.left_over = [pool.place(entry) for entry in entries["left_over"].items(size, size)]
    seats = entries["seats"].items(s.setup.players, s.setup.players)
    players = [seat.table(["points", "tiles", "ban", "shown"]) for seat in seats]
    for seat in range(len(players)):
        for entry in players[seat]["tiles"].items(0, 60):
            s.hands[seat] |= BIT[pool.place(entry)]
    if pool.tiles:
        raise BadPosition(f"These tiles are nowhere: {', '.join(tile_names(pool.tiles))} (A1).")
    # Taken tiles leave their slot in the list of what was laid out; which one lay where no longer matters.
    s.tiles = tiles
    return players


def _load_players(s: AliBabaState, players: list[dict[str, Field]]) -> None:
    """A20, A24, A25: the points, the bans and the tiles being shown."""
    bans: list[int] = []
    shown: list[int] = []
    for seat in range(len(players)):
        player = players[seat]
        s.points[seat] = player["points"].integer(0, HIGHEST if s.turn >= seat else 0)
        ban = player["ban"].one_of_or_none(BAN_NAMES)
        if ban in s.removed:
            raise player["ban"].bad("this treasure is not in the game (A25).")
        if ban >= 0 and s.turn <= seat:
            raise player["ban"].bad("who has had no turn has banned nothing (A25).")
        bans.append(ban)
        tile = player["shown"].one_of_or_none(TILE_NAMES)
        if tile >= 0 and not s.hands[seat] & BIT[tile]:
            raise player["shown"].bad("only an own tile can be shown (A24).")
        shown.append(tile)
    s.bans = bans
    s.shown = shown


def _load_step(game: TurnGame, s: AliBabaState, entries: dict[str, Field]) -> None:
    """The step, and whether what it needs is there: the place, the tile and its spell."""
    step: i64 = game.step_named(entries["step"])
    s.slot = entries["slot"].one_of_or_none(SLOT_NAMES)
    s.spell = entries["spell"].one_of_or_none(TILE_NAMES)
    s.turned = entries["turned"].integer(0, 4)
    s.seat = s.turn % s.players
    s.banned = flow.banned_for(s, s.seat)
    if step != OVER and s.bans[s.seat] != NONE:
        raise entries["step"].bad("the player's own ban has ended with the start of this turn (A25).")
    if step in (TAKE_STEP, OVER):
        _check_between_turns(s, entries)
    else:
        _check_taken(s, entries)
        _check_spell(s, step, entries)
        _load_showing(s, step, entries)
    s.step = step
    if step == OVER:
        s.seat = NONE
        return
    game.renew_offer(s)
    if not s.offer and step != TAKE_STEP:
        raise entries["step"].bad("there is nothing to decide in this step.")


def _check_between_turns(s: AliBabaState, entries: dict[str, Field]) -> None:
    """A10: before a tile is taken nothing is under way."""
    if s.slot != NONE or s.spell != NONE or s.turned or s.shown.count(-1) != s.players:
        raise entries["step"].bad("no tile was taken yet, so there is no slot, no spell and nothing shown.")


def _check_taken(s: AliBabaState, entries: dict[str, Field]) -> None:
    """A10, A11, A12: the tile that was taken left a bare place, and its spell is in the player's hand."""
    if s.slot == NONE or not s.cave.slots & BIT[s.slot] or s.board & BIT[s.slot]:
        raise entries["slot"].bad("the place that the taken tile left is needed (A10).")
    if s.cave.above[s.slot] & s.board:
        raise entries["slot"].bad("the taken tile cannot have been covered (A10).")
    for under in s.cave.below[s.slot]:
        if not s.board & BIT[under]:
            raise entries["slot"].bad("the tiles that the taken one lay on are still there (A4).")
    if s.turned != turned_up(s, s.slot, s.board)[1]:
        raise entries["turned"].bad("the tiles that the taken one alone covered were turned up (A11).")
    if s.spell == NONE or not s.hands[s.seat] & BIT[s.spell]:
        raise entries["spell"].bad("the tile whose spell is used is needed, in the player's hand (A12).")


def _load_showing(s: AliBabaState, step: i64, entries: dict[str, Field]) -> None:
    """A24: who has chosen a tile to show, and who still has to."""
    shown = s.players - s.shown.count(-1)
    if s.shown[s.seat] != NONE or (shown and step not in (SHOW_STEP, PICK_STEP)):
        raise entries["step"].bad("nobody shows a tile now (A24).")
    if step not in (SHOW_STEP, PICK_STEP):
        return
    for seat in range(int(s.players)):
        if seat != s.seat and s.hands[seat] and s.shown[seat] == NONE:
            s.pending |= BIT[seat]
    if (s.pending == 0) != (step == PICK_STEP) or (step == PICK_STEP and not shown):
        raise entries["step"].bad("the tiles are revealed when all who have any have chosen (A24).")
    if step == SHOW_STEP:
        s.seat = members(s.pending, 0)[0]


def _check_spell(s: AliBabaState, step: i64, entries: dict[str, Field]) -> None:
    """A12, A41: the step is the one that the tile's colour asks for, or the lamp's."""
    if step == LAMP_STEP:
        if not s.beside or not BIT[s.spell] & LAMPS:
            raise entries["spell"].bad("only a lamp is swapped, and only in its variant (A41).")
        return
    asked = STEP_OF_SPELL[COLOUR_OF[s.spell]]
    if step != asked and not (asked == YELLOW_STEP and step in (SHOW_STEP, PICK_STEP)):
        raise entries["spell"].bad("this tile's colour does not lead to this step (A12).")


def _check_end(s: AliBabaState, entries: dict[str, Field]) -> None:
    """A30, A31: the end is known exactly when nothing lies face down, and it has come or is still ahead."""
    hidden = s.board & ~s.up
    taken = int(count(s.cave.slots & ~s.board))
    turns = int(s.turn) + (0 if s.step in (TAKE_STEP, OVER) else 1)
    if not turns <= taken <= 2 * turns:
        raise entries["turn"].bad("every turn takes one tile or two (A10, A23).")
    if hidden:
        if entries["last_turn"].value is not None:
            raise entries["last_turn"].bad("it is open as long as a tile lies face down (A30).")
        if s.step == OVER:
            raise entries["step"].bad("the game is not over as long as a tile lies face down (A30).")
        return
    last = entries["last_turn"].integer(1, 4 * 60)
    s.last_turn = last
    rest = last - int(s.turn)
    if last % s.players or not 0 <= rest <= 2 * s.players - (0 if s.turned else 1):
        raise entries["last_turn"].bad("the round is played to its end, then everybody has one last turn (A30).")
    ended = rest == 0 or (s.board == 0 and s.step in (TAKE_STEP, OVER))
    if ended != (s.step == OVER):
        raise entries["step"].bad("the game ends after its last turn, or when the board is empty (A30, A31).")
