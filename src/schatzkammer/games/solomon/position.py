"""The whole state as plain data, and back, validated."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field, Pool
from schatzkammer.games.solomon import flow
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import (
    ARROWS,
    CARD_NAMES,
    CARDS,
    CELL_NAMES,
    COINS,
    KIND_NAMES,
    MIRROR,
    OBJECTS,
)
from schatzkammer.games.solomon.state import (
    ACT_STEP,
    CHOOSE_STEP,
    DIG_STEP,
    GIVE_STEP,
    NAME_STEP,
    NONE,
    OVER,
    PICK_STEP,
    UNBOUNDED,
    Bounds,
    Deal,
    Ledger,
    SolomonState,
    height,
    unseen_tiles,
)
from schatzkammer.games.solomon.steps import cave, dig, magic
from schatzkammer.games.solomon.steps.choose import shift_limit
from schatzkammer.games.solomon.view import unseen_depth

ENTRIES = [
    *("round", "step", "cave", "unseen", "unused", "waiting", "seats", "supply", "beside", "discarded"),
    *("deals", "turn", "chance"),
]
SEAT = ["coins", "tiles", "finds", "hand", "card"]
TURN = ["shifts", "objects", "arrow", "area", "named", "lost"]
BOUNDS = ["seat", "low", "high", "least", "most"]
UNKNOWN_TILE = f"there is no such tile; there are: {', '.join(KIND_NAMES)}."


def position(s: SolomonState) -> Json:
    """The whole state as plain data, hidden tiles and cards included."""
    return {
        "round": int(s.round),
        "step": flow.STEPS[s.step].name,
        "cave": {CELL_NAMES[cell]: _names(_stack(s, cell)) for cell in members(s.level1, 0)},
        "unseen": {CELL_NAMES[cell]: unseen_depth(s, cell) for cell in members(s.dark1, 0)},
        "unused": _cards(s.unused),
        "waiting": members(s.waiting, 0),
        "seats": [
            {
                "coins": s.coins[seat],
                "tiles": _counted(s.hoards[seat]),
                "finds": _names(s.finds[seat]),
                "hand": _cards(s.hands[seat]),
                "card": CARD_NAMES[s.chosen[seat]] if s.chosen[seat] != NONE else None,
            }
            for seat in range(int(s.players))
        ],
        "supply": int(s.supply),
        "beside": _counted(s.beside),
        "discarded": _counted(s.discarded),
        "deals": [_deal(deal, order) for deal, order in zip(s.ledger.deals, s.dealt, strict=True)],
        "turn": {
            "shifts": int(s.shifts),
            "objects": [OBJECTS[which] for which in members(s.objects, 0)],
            "arrow": ARROWS[s.arrow] if s.arrow != NONE else None,
            "area": [CELL_NAMES[cell] for cell in members(s.area, 0)],
            "named": s.named,
            "lost": _names(s.lot),
        },
        "chance": s.chance.position(),
    }


def _stack(s: SolomonState, cell: i64) -> list[int]:
    """The kinds of a stack's tiles from the bottom up."""
    tall = int(height(s, BIT[cell]))
    return [(s.stacks[cell] >> (4 * (tall - 1 - level))) & 15 for level in range(tall)]


def _names(kinds: list[int]) -> list[str]:
    return [KIND_NAMES[kind] for kind in kinds]


def _cards(cards: i64) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards, 0)]


def _counted(counts: list[int]) -> dict[str, int]:
    return {KIND_NAMES[kind]: counts[kind] for kind in range(16) if counts[kind]}


def _deal(deal: Deal, order: list[int]) -> Json:
    """A deal with the order of its tiles and the bounds since."""
    listed: list[Json] = []
    for seat, bounds in enumerate(deal.bounds):
        if bounds is not None:
            high = {KIND_NAMES[kind]: number for kind, number in enumerate(bounds.high) if number < UNBOUNDED}
            most = bounds.most if bounds.most < UNBOUNDED else None
            listed.append(
                {"seat": seat, "low": _counted(bounds.low), "high": high, "least": bounds.least, "most": most}
            )
    return {"seat": deal.seat, "tiles": _names(order), "bounds": listed}


def load(game: TurnGame, setup: Setup, given: Json) -> SolomonState:
    """The state of a position; raises BadPosition for the first entry that cannot be."""
    entries = Field(given, BadPosition).table(ENTRIES)
    s = flow.empty_cave(game, setup, entries["chance"].stream())
    s.step = game.step_named(entries["step"])
    s.round = entries["round"].integer(0, int(s.rounds))
    seats = entries["seats"].tables(setup.players, SEAT)
    turn = entries["turn"].table(TURN)
    _load_tiles(s, entries, seats, turn)
    _load_coins(s, entries, seats)
    _load_cards(s, entries, seats)
    _load_turn(s, turn, entries)
    _load_finds(s, seats)
    _load_deals(s, entries["deals"])
    game.renew_offer(s)
    return s


def _load_tiles(
    s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]], turn: dict[str, Field]
) -> None:
    """S2, S10: every tile is in one place, and no stack is too high."""
    unknown = "there is no such cell; the cells are a1 to f6 (S1)."
    for cell, entry in entries["cave"].indexed(CELL_NAMES, unknown).items():
        for kind in entry.each_of(KIND_NAMES, 1, 4):
            cave.lay(s, cell, kind)
    for cell, entry in entries["unseen"].indexed(CELL_NAMES, unknown).items():
        depth = entry.integer(1, 3)
        if depth >= height(s, BIT[cell]):
            raise entry.bad("the top tile of a stack has been seen (S10).")
        s.dark1 |= BIT[cell]
        s.dark2 |= BIT[cell] if depth > 1 else 0
        s.dark3 |= BIT[cell] if depth > 2 else 0
    s.hoards = [_counts(seat["tiles"]) for seat in seats]
    s.beside = _counts(entries["beside"])
    s.discarded = _counts(entries["discarded"])
    s.lot = turn["lost"].each_of(KIND_NAMES, 0, 6)
    if sum(s.beside[5:MIRROR]):
        raise entries["beside"].bad("only treasures and objects lie beside the board (S50, S61).")
    tiles = s.lot[:]
    for cell in range(36):
        tiles += _stack(s, cell)
    unseen = unseen_tiles(s)
    for kind in range(16):
        number = tiles.count(kind) + sum([counts[kind] for counts in [s.beside, s.discarded, *s.hoards]])
        expected = s.box.light[kind] + s.box.dark[kind]
        if number != expected:
            raise BadPosition(f"There are {expected} tiles {KIND_NAMES[kind]}, not {number} (S2, S4).")
        if unseen.count(kind) > s.box.dark[kind]:
            raise entries["unseen"].bad(f"only dark tiles are unseen, and {KIND_NAMES[kind]} has fewer (S3, S5).")


def _load_coins(s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """S8, S62: forty coins; no player has more than at the start."""
    s.coins = [seat["coins"].integer(0, flow.COINS_EACH[s.players]) for seat in seats]
    s.supply = entries["supply"].integer(0, int(COINS))
    if s.supply + sum(s.coins) != COINS:
        raise entries["supply"].bad("there are 40 coins in all (S8).")


def _load_cards(s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """S12, S20, S21: every card is in one place, and one per seat is played in each round."""
    pool = Pool(range(int(CARDS)), CARD_NAMES, "card", "S6")
    in_turn = s.step not in (CHOOSE_STEP, OVER)
    size = int(s.rounds - s.round) - (1 if in_turn else 0)
    s.hands = [_card_set(pool, seat["hand"], size) for seat in seats]
    s.unused = _card_set(pool, entries["unused"], int(CARDS) - s.setup.players * int(s.rounds))
    s.chosen = [seat["card"].one_of_or_none(CARD_NAMES) for seat in seats]
    for seat, player in enumerate(seats):
        card = s.chosen[seat]
        if in_turn:
            if card == NONE:
                raise player["card"].bad("every player has played a card in this round (S21).")
            pool.place(player["card"])
        elif card != NONE and not BIT[card] & s.hands[seat]:
            raise player["card"].bad("this card is not in the player's hand (S21).")
    if (s.step == OVER) != (s.round == s.rounds) or (s.step == CHOOSE_STEP and size < 2):
        raise entries["round"].bad("there are as many rounds as cards in a hand; the last card plays itself (S20).")
    _load_order(s, entries)


def _load_order(s: SolomonState, entries: dict[str, Field]) -> None:
    """S21, S22: the seats that have not chosen, or whose turn is to come."""
    seats = entries["waiting"].seats(s.setup.players, 0, s.setup.players)
    s.waiting = sum([BIT[seat] for seat in set(seats)])
    if (s.waiting != 0) != (s.step not in (CHOOSE_STEP, OVER)) or count(s.waiting) != len(seats):
        raise entries["waiting"].bad("the seats whose turn of this round is not over are needed (S22).")
    if s.step == OVER:
        s.seat = NONE
    elif s.step == CHOOSE_STEP:
        for seat in range(s.setup.players):
            if s.chosen[seat] == NONE:
                s.pending |= BIT[seat]
        if not s.pending:
            raise entries["step"].bad("the cards are revealed once every player has chosen (S21).")
        s.seat = members(s.pending, 0)[0]
    else:
        waiting = [s.chosen[seat] for seat in members(s.waiting, 0)]
        if any(s.chosen[seat] > min(waiting) for seat in range(s.setup.players) if not s.waiting & BIT[seat]):
            raise entries["waiting"].bad("lower cards come first (S22).")
        s.seat = s.chosen.index(min(waiting))


def _load_turn(s: SolomonState, turn: dict[str, Field], entries: dict[str, Field]) -> None:
    """S35, S36, S50: what the player has done in this turn, and whether it leads to this step."""
    s.shifts = turn["shifts"].integer(0, 1000)
    s.objects = sum([BIT[which] for which in set(turn["objects"].each_of(OBJECTS, 0, 4))])
    s.arrow = turn["arrow"].one_of_or_none(ARROWS)
    s.area = sum([BIT[cell] for cell in set(turn["area"].each_of(CELL_NAMES, 0, 6))])
    s.named = turn["named"].boolean()
    if s.step == CHOOSE_STEP or s.step == OVER:
        if s.shifts or s.objects or s.arrow != NONE or s.area or s.named or s.lot:
            raise entries["turn"].bad("there is no turn in this step.")
        return
    _check_turn(s, turn)
    if not _fits_step(s):
        raise entries["turn"].bad("this does not lead to this step (S36, S50, S54, S56, S64).")


def _check_turn(s: SolomonState, turn: dict[str, Field]) -> None:
    """S35, S36, S50, S52, S64: each entry by itself."""
    s.limit = shift_limit(s)
    if s.shifts > (s.limit if s.named or not s.declare_before or s.step == GIVE_STEP else 0):
        raise turn["shifts"].bad("the player cannot have made so many shifts (S35, S36).")
    if s.named and not s.declare_before:
        raise turn["named"].bad("no area is named first in this game (S36).")
    for which in members(s.objects, 0):
        if not s.hoards[s.seat][MIRROR + which]:
            raise turn["objects"].bad("the player has no such object (S50).")
    if s.objects & dig.PAIR == dig.PAIR:
        raise turn["objects"].bad("Mirror and Seal cannot be combined (S50).")
    if s.arrow != NONE and not s.objects & dig.MIRROR_BIT:
        raise turn["arrow"].bad("only the Mirror turns a card (S52).")
    if (s.step == GIVE_STEP) != (len(s.lot) > 0):
        raise turn["lost"].bad("finds are lost if and only if a tile has to be added (S64).")


def _fits_step(s: SolomonState) -> bool:
    """Whether objects, arrow and area fit the step, and a legal move exists."""
    pair = s.objects & dig.PAIR
    if s.step == GIVE_STEP:
        size = dig.card(s).size
        few = len(s.lot) == size and size < s.players - 1 and sum(s.hoards[s.seat]) > 0
        return few and not (s.objects or s.area or s.named)
    if s.named:
        return _area_fits(s) and (
            (s.step == ACT_STEP and s.objects == pair) or (s.step == DIG_STEP and s.objects != pair and _can_dig(s))
        )
    if s.step == ACT_STEP:
        return not (s.objects or s.area)
    if s.step == NAME_STEP:
        return s.declare_before and s.objects == pair != 0 and not s.area
    if s.step == DIG_STEP:
        return s.objects != 0 and not s.area and not (s.declare_before and pair) and _can_dig(s)
    picked = count(s.area)
    if (
        s.step != PICK_STEP
        or not s.objects & dig.SEAL_BIT
        or not 0 < picked < dig.card(s).size
        or not _connected(s.area)
    ):
        return False
    if s.declare_before:
        return s.objects == dig.SEAL_BIT
    return s.area & ~dig.sealable(s, s.objects & dig.AXE_BIT) == 0 and dig.one_level(s, s.area, s.objects & dig.AXE_BIT)


def _can_dig(s: SolomonState) -> bool:
    """S56: objects in use require a dig, so one must be possible; it may need the Axe."""
    if s.arrow != NONE and not s.named:
        return magic.can_dig(s, s.objects)
    return magic.dig_follows(s, s.seat, s.objects)


def _area_fits(s: SolomonState) -> bool:
    """S36, S41, S52, S54: the named area has the card's shape in its direction, or any shape with the Seal."""
    if s.objects & dig.SEAL_BIT:
        return count(s.area) == dig.card(s).size and _connected(s.area)
    if s.objects & dig.MIRROR_BIT and s.arrow == NONE:
        return False
    return s.area != 0 and int(s.area) in dig.held(s).areas


def _connected(area: i64) -> bool:
    """S54: whether the cells are connected by edges or corners."""
    group = area & -area
    while group != area:
        grown = group | (dig.around(group) & area)
        if grown == group:
            return False
        group = grown
    return True


def _load_finds(s: SolomonState, seats: list[dict[str, Field]]) -> None:
    """S45: open finds belong to players whose turn of this round is over."""
    s.finds = [player["finds"].each_of(KIND_NAMES, 0, 6) for player in seats]
    for seat, finds in enumerate(s.finds):
        entry = seats[seat]["finds"]
        if finds and (s.waiting == 0 or s.waiting & BIT[seat] or s.setup.options["open_finds"] == "turn"):
            raise entry.bad("finds are open until the round or the turn is over (S45).")
        if finds != sorted(finds) or any(finds.count(kind) > s.hoards[seat][kind] for kind in finds):
            raise entry.bad("finds are among the player's tiles, in order (S45).")


def _load_deals(s: SolomonState, entry: Field) -> None:
    """S64, S65: tiles dealt face down and the bounds since, which must agree with the hoards."""
    players = s.setup.players
    deals: list[Deal] = []
    orders: list[list[int]] = []
    discarded: list[int] = []
    hidden = not s.designer and players > 2 and s.step != OVER
    for item in entry.items(0, int(s.rounds) * players if hidden else 0):
        parts = item.table(["seat", "tiles", "bounds"])
        order = parts["tiles"].each_of(KIND_NAMES, 3, 6)
        deals.append(Deal(parts["seat"].integer(0, players - 1), sorted(order), _bounds(s, parts["bounds"])))
        orders.append(order)
        discarded += order[evidence.dealt_out(len(order), players - 1, False) :]
        if any(discarded.count(kind) > s.discarded[kind] for kind in range(16)):
            raise parts["tiles"].bad("more tiles were left over than are discarded (S64).")
        s.ledger = Ledger(deals)
        s.dealt = orders
        s.received = [evidence.received_by(s, seat) for seat in range(players)]
        for seat, bounds in enumerate(deals[-1].bounds):
            if bounds is not None and not evidence.holds(bounds, s.received[seat]):
                raise parts["bounds"].bad(f"the tiles of seat {seat} do not satisfy this (S64).")
    if deals:
        used = s.objects | (dig.AXE_BIT if magic.needs_axe(s) else 0)
        for seat in range(players):
            if not evidence.complete(s, seat, used if seat == s.seat else 0):
                raise entry.bad(f"the bounds of seat {seat} miss evidence on the table (S64, S65).")


def _bounds(s: SolomonState, entry: Field) -> list[Bounds | None]:
    """By seat, the bounds since a deal."""
    bounds: list[Bounds | None] = [None] * s.setup.players
    for item in entry.items(0, s.setup.players):
        parts = item.table(BOUNDS)
        high = [int(UNBOUNDED)] * 16
        for kind, number in parts["high"].indexed(KIND_NAMES, UNKNOWN_TILE).items():
            high[kind] = number.integer(0, 144)
        most = int(UNBOUNDED) if parts["most"].value is None else parts["most"].integer(0, int(UNBOUNDED) - 1)
        seat = parts["seat"].integer(0, s.setup.players - 1)
        if bounds[seat] is not None:
            raise parts["seat"].bad("a seat has its bounds once.")
        bounds[seat] = Bounds(_counts(parts["low"]), high, parts["least"].integer(0, int(UNBOUNDED)), most)
    return bounds


def _counts(entry: Field) -> list[int]:
    """Numbers of tiles by kind."""
    counts = [0] * 16
    for kind, number in entry.indexed(KIND_NAMES, UNKNOWN_TILE).items():
        counts[kind] = number.integer(1, 144)
    return counts


def _card_set(pool: Pool, entry: Field, size: int) -> int:
    """A set of this many cards."""
    return sum([BIT[card] for card in pool.place_all(entry, size, size)])
