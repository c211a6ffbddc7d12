"""The whole state as plain data, and back, validated."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field, Pool
from schatzkammer.games.ali_baba import flow
from schatzkammer.games.ali_baba.components import (
    BAN_NAMES,
    COLOUR_OF,
    LAMPS,
    SLOT_NAMES,
    TILE_NAMES,
    TILES,
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
from schatzkammer.games.ali_baba.steps import STEP_OF_SPELL, tile_names, turned_up

ENTRIES = ["turn", "last_turn", "step", "slot", "spell", "turned", "removed", "board", "beside", "left_over", "seats"]
SEAT = ["points", "tiles", "ban", "shown"]
LEFT_OVER = {"classic": 6, "lamp": 0, "equal": 0, "small": 6}
MOST_POINTS = 1_000_000


def position(s: AliBabaState) -> Json:
    """The whole state as plain data, hidden tiles included."""
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
    """The state of a position; raises BadPosition for the first entry that cannot be."""
    field = Field(given, BadPosition)
    entries = field.table(ENTRIES)
    s = flow.empty_cave(game, setup)
    variant = str(setup.options["variant"])
    s.removed = entries["removed"].each_of(TREASURES)
    number = flow.REMOVED[variant]
    if len(s.removed) != number or s.removed != sorted(set(s.removed)):
        raise entries["removed"].bad(f"{number} different treasures in order are needed (A42, A43).")
    seats = entries["seats"].tables(setup.players, SEAT)
    _load_tiles(s, entries, seats, variant).check_empty(field)
    s.turn = entries["turn"].integer(0, 2 * 60)
    _load_players(s, seats)
    _load_step(game, s, entries)
    _check_end(s, entries)
    return s


def _load_tiles(s: AliBabaState, entries: dict[str, Field], seats: list[dict[str, Field]], variant: str) -> Pool:
    """A1: places the tiles; returns those that are missing."""
    pool = Pool([tile for tile in range(int(TILES)) if tile // 6 not in s.removed], TILE_NAMES, "tile", "A1")
    unknown = "there is no such slot in this cave (A4, A43)."
    board: i64 = 0
    tiles = [-1] * 54  # which tile lay on an empty slot no longer matters
    for slot, entry in entries["board"].indexed(SLOT_NAMES, unknown).items():
        if not s.cave.slots & BIT[slot]:
            raise entry.bad(unknown)
        tiles[slot] = pool.place(entry)
        board |= BIT[slot]
    for slot in members(board, 0):
        for under in s.cave.below[slot]:
            if not board & BIT[under]:
                raise entries["board"].bad(f"nothing supports the tile on {SLOT_NAMES[slot]} (A4).")
    s.tiles = tiles
    s.board = board
    s.up = s.cave.uncovered(board)
    s.beside = sum([BIT[tile] for tile in pool.place_all(entries["beside"], 0, 6)])
    if count(s.beside) != (6 if variant == "lamp" else 0):
        raise entries["beside"].bad("the lamp variant has six tiles there, the others none (A40).")
    if count(s.beside & LAMPS) > count(s.cave.slots & ~board):
        raise entries["beside"].bad("a lamp gets there only by being taken and swapped (A41).")
    left_over = LEFT_OVER[variant]
    s.left_over = pool.place_all(entries["left_over"], left_over, left_over)
    for seat, player in enumerate(seats):
        s.hands[seat] = sum([BIT[tile] for tile in pool.place_all(player["tiles"], 0, int(TILES))])
    return pool


def _load_players(s: AliBabaState, seats: list[dict[str, Field]]) -> None:
    """A20, A24, A25: points, bans and tiles being shown."""
    bans: list[int] = []
    shown: list[int] = []
    for seat, player in enumerate(seats):
        s.points[seat] = player["points"].integer(0, MOST_POINTS if s.turn >= seat else 0)
        ban = player["ban"].one_of_or_none(BAN_NAMES)
        if ban in s.removed:
            raise player["ban"].bad("this treasure is not in the game (A25).")
        if ban >= 0 and s.turn <= seat:
            raise player["ban"].bad("a player who has had no turn has no ban (A25).")
        bans.append(ban)
        tile = player["shown"].one_of_or_none(TILE_NAMES)
        if tile >= 0 and not s.hands[seat] & BIT[tile]:
            raise player["shown"].bad("players show their own tiles (A24).")
        shown.append(tile)
    s.bans = bans
    s.shown = shown


def _load_step(game: TurnGame, s: AliBabaState, entries: dict[str, Field]) -> None:
    """The step, and what is under way in it."""
    step: i64 = game.step_named(entries["step"])
    s.slot = entries["slot"].one_of_or_none(SLOT_NAMES)
    s.spell = entries["spell"].one_of_or_none(TILE_NAMES)
    s.turned = entries["turned"].integer(0, 4)
    s.seat = s.turn % s.players
    s.banned = flow.banned_for(s, s.seat)
    if step != OVER and s.bans[s.seat] != NONE:
        raise entries["step"].bad("the player's own ban ended at the start of this turn (A25).")
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
    """A10: before a tile is taken, nothing is under way."""
    if s.slot != NONE or s.spell != NONE or s.turned or s.shown.count(-1) != s.players:
        raise entries["step"].bad("no tile has been taken, so there is no slot, no spell and nothing shown.")


def _check_taken(s: AliBabaState, entries: dict[str, Field]) -> None:
    """A10, A11, A12: the taken tile's slot is empty, and the tile whose spell acts is the player's."""
    if s.slot == NONE or not s.cave.slots & BIT[s.slot] or s.board & BIT[s.slot]:
        raise entries["slot"].bad("the empty slot of the taken tile is needed (A10).")
    if s.cave.above[s.slot] & s.board:
        raise entries["slot"].bad("the taken tile cannot have been covered (A10).")
    for under in s.cave.below[s.slot]:
        if not s.board & BIT[under]:
            raise entries["slot"].bad("the tiles below the taken one are still there (A4).")
    if s.turned != turned_up(s, s.slot, s.board)[1]:
        raise entries["turned"].bad("the tiles that only the taken one covered were turned up (A11).")
    if s.spell == NONE or not s.hands[s.seat] & BIT[s.spell]:
        raise entries["spell"].bad("one of the player's tiles is needed (A12).")


def _load_showing(s: AliBabaState, step: i64, entries: dict[str, Field]) -> None:
    """A24: the seats that have not yet chosen a tile to show."""
    shown = s.players - s.shown.count(-1)
    if s.shown[s.seat] != NONE or (shown and step not in (SHOW_STEP, PICK_STEP)):
        raise entries["step"].bad("nobody shows a tile now (A24).")
    if step not in (SHOW_STEP, PICK_STEP):
        return
    for seat in range(int(s.players)):
        if seat != s.seat and s.hands[seat] and s.shown[seat] == NONE:
            s.pending |= BIT[seat]
    if (s.pending == 0) != (step == PICK_STEP) or (step == PICK_STEP and not shown):
        raise entries["step"].bad("tiles are revealed once every opponent who has tiles has chosen (A24).")
    if step == SHOW_STEP:
        s.seat = members(s.pending, 0)[0]


def _check_spell(s: AliBabaState, step: i64, entries: dict[str, Field]) -> None:
    """A12, A41: the step belongs to the tile's colour, or to the lamp."""
    if step == LAMP_STEP:
        if not s.beside or not BIT[s.spell] & LAMPS:
            raise entries["spell"].bad("only a lamp can be swapped, and only in the lamp variant (A41).")
        return
    asked = STEP_OF_SPELL[COLOUR_OF[s.spell]]
    if step != asked and not (asked == YELLOW_STEP and step in (SHOW_STEP, PICK_STEP)):
        raise entries["spell"].bad("this tile's colour does not lead to this step (A12).")


def _check_end(s: AliBabaState, entries: dict[str, Field]) -> None:
    """A30, A31: the last turn is known if and only if no tile is face down."""
    hidden = s.board & ~s.up
    taken = int(count(s.cave.slots & ~s.board))
    turns = int(s.turn) + (0 if s.step in (TAKE_STEP, OVER) else 1)
    if not turns <= taken <= 2 * turns:
        raise entries["turn"].bad("every turn takes one tile or two (A10, A23).")
    if hidden:
        if entries["last_turn"].value is not None:
            raise entries["last_turn"].bad("it is unknown as long as a tile is face down (A30).")
        if s.step == OVER:
            raise entries["step"].bad("the game is not over as long as a tile is face down (A30).")
        return
    last = entries["last_turn"].integer(1, 4 * 60)
    s.last_turn = last
    rest = last - int(s.turn)
    if last % s.players or not 0 <= rest <= 2 * s.players - (0 if s.turned else 1):
        raise entries["last_turn"].bad("the round is completed, then everyone has one last turn (A30).")
    ended = rest == 0 or (s.board == 0 and s.step in (TAKE_STEP, OVER))
    if ended != (s.step == OVER):
        raise entries["step"].bad("the game ends after its last turn, or when the board is empty (A30, A31).")
