"""Positions out and in: the whole state as plain data, and a state from data that nobody vouches for."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field
from schatzkammer.games.solomon import flow
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import (
    ALL_CARDS,
    ARROWS,
    CARD_NAMES,
    CELL_NAMES,
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

NAMES = [
    *("round", "step", "cave", "unseen", "unused", "waiting", "seats", "supply", "beside", "discarded"),
    *("deals", "turn", "chance"),
]
SEAT = ["coins", "tiles", "finds", "hand", "card"]
TURN = ["shifts", "objects", "arrow", "area", "named", "lost"]
BOUNDS = ["seat", "low", "high", "least", "most"]


def position(s: SolomonState) -> Json:
    """The whole state, hidden tiles and cards included."""
    return {
        "round": int(s.round),
        "step": flow.STEPS[s.step].name,
        "cave": {CELL_NAMES[cell]: _names(stack(s, cell)) for cell in members(s.level1, 0)},
        "unseen": {CELL_NAMES[cell]: unseen(s, cell) for cell in members(s.dark1, 0)},
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
        "deals": [_deal(deal, s.dealt[at]) for at, deal in enumerate(s.ledger.deals)],
        "turn": {
            "shifts": int(s.shifts),
            "objects": [OBJECTS[which] for which in members(s.objects, 0)],
            "arrow": ARROWS[s.arrow] if s.arrow != NONE else None,
            "area": [CELL_NAMES[cell] for cell in members(s.area, 0)],
            "named": s.named,
            "lost": _names(s.lot),
        },
        "chance": {"key": s.chance.key.hex(), "spent": s.chance.spent()},
    }


def stack(s: SolomonState, cell: i64) -> list[int]:
    """The kinds of a stack's tiles from the bottom up."""
    tall = int(height(s, BIT[cell]))
    return [(s.stacks[cell] >> (4 * (tall - 1 - level))) & 15 for level in range(tall)]


def unseen(s: SolomonState, cell: i64) -> int:
    """How many of a stack's tiles, from the bottom, nobody has seen."""
    bit: i64 = BIT[cell]
    return (1 if s.dark1 & bit else 0) + (1 if s.dark2 & bit else 0) + (1 if s.dark3 & bit else 0)


def _names(kinds: list[int]) -> list[str]:
    return [KIND_NAMES[kind] for kind in kinds]


def _cards(cards: i64) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards, 0)]


def _counted(counts: list[int]) -> dict[str, int]:
    return {KIND_NAMES[kind]: counts[kind] for kind in range(16) if counts[kind]}


def _deal(deal: Deal, order: list[int]) -> Json:
    """A deal with the order of its tiles and what has shown of it since."""
    told: list[Json] = []
    for seat, bounds in enumerate(deal.bounds):
        if bounds is not None:
            told.append(
                {
                    "seat": seat,
                    "low": _counted(bounds.low),
                    "high": {
                        KIND_NAMES[kind]: bounds.high[kind] for kind in range(16) if bounds.high[kind] < UNBOUNDED
                    },
                    "least": bounds.least,
                    "most": bounds.most if bounds.most < UNBOUNDED else None,
                }
            )
    return {"seat": deal.seat, "tiles": _names(order), "bounds": told}


def load(game: TurnGame, setup: Setup, given: Json) -> SolomonState:
    """The state of a position; BadPosition names the first thing that cannot be."""
    entries = Field(given, BadPosition).table(NAMES)
    s = flow.empty_cave(game, setup, _chance(entries["chance"]))
    s.step = game.step_named(entries["step"])
    s.round = entries["round"].integer(0, int(s.rounds))
    players = setup.players
    seats = [entry.table(SEAT) for entry in entries["seats"].items(players, players)]
    _load_tiles(s, entries, seats)
    _load_coins(s, entries, seats)
    _load_cards(s, entries, seats)
    _load_turn(s, entries["turn"].table(TURN), entries)
    _check_finds(s, seats)
    _load_deals(s, entries["deals"])
    game.renew_offer(s)
    return s


def _chance(entry: Field) -> Stream:
    """The stream of all chance to come."""
    parts = entry.table(["key", "spent"])
    text = parts["key"].text()
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise parts["key"].bad("64 hexadecimal digits are needed.")
    stream = Stream(bytes.fromhex(text))
    stream.skip_to(parts["spent"].integer(0, 1_000_000))
    return stream


def _load_tiles(s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """S2, S10: every tile is somewhere, and no stack is too high."""
    for name, entry in entries["cave"].mapping().items():
        cell = _cell(name, entry)
        for item in entry.items(1, 4):
            cave.lay(s, cell, item.one_of(KIND_NAMES))
    for name, entry in entries["unseen"].mapping().items():
        cell = _cell(name, entry)
        deep = entry.integer(1, 3)
        if deep >= height(s, BIT[cell]):
            raise entry.bad("the top tile of a stack has been seen, and those above the unseen ones (S10).")
        s.dark1 |= BIT[cell]
        s.dark2 |= BIT[cell] if deep > 1 else 0
        s.dark3 |= BIT[cell] if deep > 2 else 0
    s.hoards = [_counts(seat["tiles"]) for seat in seats]
    s.beside = _counts(entries["beside"])
    s.discarded = _counts(entries["discarded"])
    s.lot = [entry.one_of(KIND_NAMES) for entry in entries["turn"].table(TURN)["lost"].items(0, 6)]
    if sum(s.beside[5:MIRROR]):
        raise entries["beside"].bad("only treasures and objects lie beside the board (S50, S61).")
    everywhere = [s.beside[kind] + s.discarded[kind] + s.lot.count(kind) for kind in range(16)]
    for hoard in s.hoards:
        everywhere = [everywhere[kind] + hoard[kind] for kind in range(16)]
    for cell in range(36):
        for kind in stack(s, cell):
            everywhere[kind] += 1
    dark = unseen_tiles(s)
    for kind in range(16):
        wanted = s.box.light[kind] + s.box.dark[kind]
        if everywhere[kind] != wanted:
            raise BadPosition(f"There are {wanted} tiles {KIND_NAMES[kind]}, not {everywhere[kind]} (S2, S4).")
        if dark.count(kind) > s.box.dark[kind]:
            raise entries["unseen"].bad(f"only dark tiles are unseen, and {KIND_NAMES[kind]} has fewer (S3, S5).")


def _load_coins(s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """S8, S62: forty coins; nobody ever has more than at the start."""
    s.coins = [seat["coins"].integer(0, flow.COINS_EACH[s.players]) for seat in seats]
    s.supply = entries["supply"].integer(0, 40)
    if s.supply + sum(s.coins) != 40:
        raise entries["supply"].bad("there are 40 coins in all (S8).")


def _load_cards(s: SolomonState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """S12, S20, S21, S22: every card is in one place, and as many are played as rounds have passed."""
    free: i64 = ALL_CARDS
    in_turn = s.step not in (CHOOSE_STEP, OVER)
    rest = int(s.rounds - s.round) - (1 if in_turn else 0)
    hands: list[int] = []
    for seat in seats:
        hand = _card_set(seat["hand"], rest, free)
        free &= ~hand
        hands.append(hand)
    s.hands = hands
    s.unused = _card_set(entries["unused"], 32 - s.setup.players * int(s.rounds), free)
    free &= ~s.unused
    s.chosen = [seat["card"].one_of_or_none(CARD_NAMES) for seat in seats]
    for place, seat in enumerate(seats):
        number = s.chosen[place]
        if number == NONE and in_turn:
            raise seat["card"].bad("everybody has played a card in this round (S21).")
        if number != NONE and not BIT[number] & (free if in_turn else hands[place]):
            raise seat["card"].bad("this card is somewhere else (S21).")
        if in_turn:
            free &= ~BIT[number]
    if (s.step == OVER) != (s.round == s.rounds) or (s.step == CHOOSE_STEP and rest < 2):
        raise entries["round"].bad("the game lasts as many rounds as cards were dealt; a last card plays itself (S20).")
    _load_order(s, entries)


def _load_order(s: SolomonState, entries: dict[str, Field]) -> None:
    """S21, S22: who still has to choose, or whose turn is to come."""
    for entry in entries["waiting"].items(0, s.setup.players):
        s.waiting |= BIT[entry.integer(0, s.setup.players - 1)]
    if (s.waiting != 0) != (s.step not in (CHOOSE_STEP, OVER)) or count(s.waiting) != len(entries["waiting"].items()):
        raise entries["waiting"].bad("those wait whose turn of this round is not over (S22).")
    if s.step == OVER:
        s.seat = NONE
    elif s.step == CHOOSE_STEP:
        for seat in range(s.setup.players):
            if s.chosen[seat] == NONE:
                s.pending |= BIT[seat]
        if not s.pending:
            raise entries["step"].bad("the cards are turned up when all have chosen (S21).")
        s.seat = members(s.pending, 0)[0]
    else:
        waiting = [s.chosen[seat] for seat in members(s.waiting, 0)]
        if any(s.chosen[seat] > min(waiting) for seat in range(s.setup.players) if not s.waiting & BIT[seat]):
            raise entries["waiting"].bad("lower cards come first (S22).")
        s.seat = s.chosen.index(min(waiting))


def _load_turn(s: SolomonState, turn: dict[str, Field], entries: dict[str, Field]) -> None:
    """S35, S36, S50: what the player has done in this turn, and whether it leads to this step."""
    s.shifts = turn["shifts"].integer(0, 1000)
    for entry in turn["objects"].items(0, 4):
        s.objects |= BIT[entry.one_of(OBJECTS)]
    s.arrow = turn["arrow"].one_of_or_none(ARROWS)
    for entry in turn["area"].items(0, 6):
        s.area |= BIT[entry.one_of(CELL_NAMES)]
    if type(turn["named"].value) is not bool:
        raise turn["named"].bad("true or false is needed.")
    s.named = turn["named"].value
    if s.step == CHOOSE_STEP or s.step == OVER:
        if s.shifts or s.objects or s.arrow != NONE or s.area or s.named or s.lot:
            raise entries["turn"].bad("no turn is under way.")
        return
    _check_turn(s, turn)
    if not _fits_step(s):
        raise entries["turn"].bad("this does not lead to this step (S36, S50, S54, S56, S64).")


def _check_turn(s: SolomonState, turn: dict[str, Field]) -> None:
    """S35, S36, S50, S52, S64: each thing by itself."""
    s.limit = shift_limit(s)
    if s.shifts > (s.limit if s.named or not s.declare_before or s.step == GIVE_STEP else 0):
        raise turn["shifts"].bad("so many shifts cannot have been made (S35, S36).")
    if s.named and not s.declare_before:
        raise turn["named"].bad("no area is named first in this game (S36).")
    for which in members(s.objects, 0):
        if not s.hoards[s.seat][MIRROR + which]:
            raise turn["objects"].bad("the player has no such object (S50).")
    if s.objects & dig.PAIR == dig.PAIR:
        raise turn["objects"].bad("Mirror and Seal do not go together (S50).")
    if s.arrow != NONE and not s.objects & dig.MIRROR_BIT:
        raise turn["arrow"].bad("only the Mirror turns a card (S52).")
    if (s.step == GIVE_STEP) != (len(s.lot) > 0):
        raise turn["lost"].bad("finds are lost while a tile is added to them (S64).")


def _fits_step(s: SolomonState) -> bool:
    """Whether objects, arrow and area are such as the step knows them, and a legal move exists."""
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
    """S56: objects in use are followed by a dig, so there is one; it may still need the Axe."""
    if s.arrow != NONE and not s.named:
        return magic.can_dig(s, s.objects)
    return magic.dig_follows(s, s.seat, s.objects)


def _area_fits(s: SolomonState) -> bool:
    """S36, S41, S52, S54: the area that was named has the card's shape as it was held, or was picked freely."""
    if s.objects & dig.SEAL_BIT:
        return count(s.area) == dig.card(s).size and _connected(s.area)
    if s.objects & dig.MIRROR_BIT and s.arrow == NONE:
        return False
    return s.area != 0 and int(s.area) in dig.held(s).areas


def _connected(area: i64) -> bool:
    """S54: whether the cells hang together by edge or corner."""
    group = area & -area
    while group != area:
        grown = group | (dig.around(group) & area)
        if grown == group:
            return False
        group = grown
    return True


def _check_finds(s: SolomonState, seats: list[dict[str, Field]]) -> None:
    """S45: finds lie open before those whose turn of this round is over."""
    finds: list[list[int]] = []
    for seat in range(len(seats)):
        entry = seats[seat]["finds"]
        lying = [item.one_of(KIND_NAMES) for item in entry.items(0, 6)]
        if lying and (s.waiting == 0 or s.waiting & BIT[seat] or s.setup.options["open_finds"] == "turn"):
            raise entry.bad("finds lie open until the round or the turn is over (S45).")
        if lying != sorted(lying) or any(lying.count(kind) > s.hoards[seat][kind] for kind in lying):
            raise entry.bad("finds are among the player's tiles, in order (S45).")
        finds.append(lying)
    s.finds = finds


def _load_deals(s: SolomonState, entry: Field) -> None:
    """S64, S65: tiles dealt face down, with what has shown of them; both must agree with the hoards."""
    deals: list[Deal] = []
    orders: list[list[int]] = []
    thrown = [0] * 16
    hidden = not s.designer and s.players > 2 and s.step != OVER
    for item in entry.items(0, int(s.rounds * s.players) if hidden else 0):
        parts = item.table(["seat", "tiles", "bounds"])
        order = [tile.one_of(KIND_NAMES) for tile in parts["tiles"].items(3, 6)]
        deals.append(Deal(parts["seat"].integer(0, s.setup.players - 1), sorted(order), _bounds(s, parts["bounds"])))
        orders.append(order)
        for kind in order[evidence.dealt_out(len(order), s.players - 1, False) :]:
            thrown[kind] += 1
        if any(thrown[kind] > s.discarded[kind] for kind in range(16)):
            raise parts["tiles"].bad("more tiles were left over than are discarded (S64).")
        s.ledger = Ledger(deals)
        s.dealt = orders
        s.received = [evidence.received_by(s, seat) for seat in range(s.setup.players)]
        for seat in range(s.setup.players):
            bounds = deals[-1].bounds[seat]
            if bounds is not None and not evidence.holds(bounds, s.received[seat]):
                raise parts["bounds"].bad(f"the tiles of seat {seat} do not keep this (S64).")
    if deals:
        used = s.objects | (dig.AXE_BIT if magic.needs_axe(s) else 0)
        for seat in range(s.setup.players):
            if not evidence.complete(s, seat, used if seat == s.seat else 0):
                raise entry.bad(f"the table shows more of the tiles of seat {seat} than the bounds say (S64, S65).")


def _bounds(s: SolomonState, entry: Field) -> list[Bounds | None]:
    """What has shown since a deal, for each seat."""
    bounds: list[Bounds | None] = [None] * s.setup.players
    for item in entry.items(0, s.setup.players):
        parts = item.table(BOUNDS)
        high = [int(UNBOUNDED)] * 16
        for name, tile in parts["high"].mapping().items():
            high[_kind(name, tile)] = tile.integer(0, 144)
        most = int(UNBOUNDED) if parts["most"].value is None else parts["most"].integer(0, int(UNBOUNDED) - 1)
        seat = parts["seat"].integer(0, s.setup.players - 1)
        if bounds[seat] is not None:
            raise parts["seat"].bad("what has shown of a seat's tiles is told once.")
        bounds[seat] = Bounds(_counts(parts["low"]), high, parts["least"].integer(0, int(UNBOUNDED)), most)
    return bounds


def _counts(entry: Field) -> list[int]:
    """Tiles by kind."""
    counts = [0] * 16
    for name, item in entry.mapping().items():
        counts[_kind(name, item)] = item.integer(1, 144)
    return counts


def _kind(name: str, entry: Field) -> int:
    if name not in KIND_NAMES:
        raise entry.bad(f"there is no such tile; there are: {', '.join(KIND_NAMES)}.")
    return KIND_NAMES.index(name)


def _cell(name: str, entry: Field) -> int:
    if name not in CELL_NAMES:
        raise entry.bad("there is no such cell; the cells are a1 to f6 (S1).")
    return CELL_NAMES.index(name)


def _card_set(entry: Field, size: int, free: i64) -> int:
    """So many cards, none of which is somewhere else."""
    cards = 0
    for item in entry.items(size, size):
        number = item.one_of(CARD_NAMES)
        if not free & BIT[number] or cards & BIT[number]:
            raise item.bad("this card is somewhere else (S6).")
        cards |= BIT[number]
    return cards
