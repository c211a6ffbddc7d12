"""The fields of a position and its copy. No rules here."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, lowest
from schatzkammer.core.game import Game, Setup, State
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.components import ALL_CELLS, CELLS, COINS, KINDS, Box

# The steps of a round, as flow.py lists them.
CHOOSE_STEP: Final[i64] = 0  # everybody chooses a card
ACT_STEP: Final[i64] = 1  # shift, name an area, dig, use an object, or stop
NAME_STEP: Final[i64] = 2  # an area is being named together with Mirror or Seal
DIG_STEP: Final[i64] = 3  # an object is in use: the dig has to follow
PICK_STEP: Final[i64] = 4  # cells are being picked one by one with the Seal
GIVE_STEP: Final[i64] = 5  # a tile has to be added to finds that are lost
END_TURN: Final[i64] = 6
OVER: Final[i64] = 7

NONE: Final[i64] = -1
UNBOUNDED: Final[i64] = 1000  # more than any number of tiles or any value of them


class Bounds:
    """Public bounds on the tiles a seat has received face down: on their number by kind, and on their value."""

    def __init__(self, low: list[int], high: list[int], least: int, most: int) -> None:
        self.low = low
        self.high = high
        self.least = least
        self.most = most


class Deal:
    """Finds dealt face down (S64): who lost them, their kinds, and what has since become known about who got which.

    `bounds` has an entry for each seat, None where nothing has shown. They hold for all the seat received up
    to and including this deal, and speak of the time before the next deal.
    """

    def __init__(self, seat: int, lot: list[int], bounds: list[Bounds | None]) -> None:
        self.seat = seat
        self.lot = lot
        self.bounds = bounds


class Ledger:
    """The public history of tiles dealt face down. Never changed, except for the cache `worked_out`."""

    def __init__(self, deals: list[Deal]) -> None:
        self.deals = deals
        self.worked_out: dict[object, object] = {}


NO_DEALS: Final = Ledger([])
NOTHING_RECEIVED: Final = [[0] * 16] * 5  # for any number of players


class SolomonState(State):
    """A position. Lists marked *shared* are never changed in place: copies hold the same list."""

    __slots__ = (
        "area",
        "arrow",
        "beside",
        "box",
        "chance",
        "chosen",
        "coins",
        "dark1",
        "dark2",
        "dark3",
        "dealt",
        "declare_before",
        "designer",
        "discarded",
        "finds",
        "hands",
        "hoards",
        "ledger",
        "level1",
        "level2",
        "level3",
        "level4",
        "limit",
        "lot",
        "named",
        "objects",
        "received",
        "round",
        "rounds",
        "shifts",
        "stacks",
        "supply",
        "unused",
        "uphill",
        "waiting",
    )

    box: Box
    designer: bool  # option `edition`
    declare_before: bool  # option `declare`
    uphill: bool  # option `uphill`
    chance: Stream  # shared: all chance after the set-up; a draw replaces it by an advanced copy
    # The cave. A stack is a number in base 16: a leading 1, then its tiles from the bottom to the top.
    stacks: list[int]
    level1: i64  # the cells with at least one tile ...
    level2: i64
    level3: i64
    level4: i64  # ... and with four
    dark1: i64  # the cells whose lowest tile nobody has seen
    dark2: i64  # ... whose second tile nobody has seen
    dark3: i64
    # Cards
    hands: list[int]  # shared: the cards of each seat
    unused: i64  # cards that nobody was dealt
    chosen: list[int]  # shared: the card each seat plays this round, NONE while not chosen
    waiting: i64  # seats that have not finished their turn of this round
    round: i64  # rounds completed
    rounds: i64
    # Coins and tiles
    coins: list[int]  # shared
    hoards: list[list[int]]  # shared: how many tiles of each kind each seat has, open finds included
    finds: list[list[int]]  # shared: those of them that lie open before the screen (S45)
    supply: i64  # coins beside the board
    beside: list[int]  # shared: treasures paid and objects used, by kind
    discarded: list[int]  # shared: tiles that left the game unseen (S64), by kind
    ledger: Ledger  # shared: tiles dealt face down
    dealt: list[list[int]]  # shared: for each of its deals the tiles in the order they were dealt
    received: list[list[int]]  # shared: how many tiles of each kind each seat got in these deals
    # The turn
    shifts: i64  # made in this turn
    limit: i64  # S35: the most shifts in this turn
    objects: i64  # magic objects in use or named with the area, a bit each
    arrow: i64  # the direction chosen with the Mirror
    area: i64  # the cells named (S36) or picked so far (S54)
    named: bool  # whether an area was named
    lot: list[int]  # shared: lost finds, while a tile must be added to them

    def copy(self) -> SolomonState:
        twin = SolomonState()
        self.copy_to(twin)
        twin.box = self.box
        twin.designer = self.designer
        twin.declare_before = self.declare_before
        twin.uphill = self.uphill
        twin.chance = self.chance
        twin.stacks = self.stacks[:]
        twin.level1 = self.level1
        twin.level2 = self.level2
        twin.level3 = self.level3
        twin.level4 = self.level4
        twin.dark1 = self.dark1
        twin.dark2 = self.dark2
        twin.dark3 = self.dark3
        twin.hands = self.hands
        twin.unused = self.unused
        twin.chosen = self.chosen
        twin.waiting = self.waiting
        twin.round = self.round
        twin.rounds = self.rounds
        twin.coins = self.coins
        twin.hoards = self.hoards
        twin.finds = self.finds
        twin.supply = self.supply
        twin.beside = self.beside
        twin.discarded = self.discarded
        twin.ledger = self.ledger
        twin.dealt = self.dealt
        twin.received = self.received
        twin.shifts = self.shifts
        twin.limit = self.limit
        twin.objects = self.objects
        twin.arrow = self.arrow
        twin.area = self.area
        twin.named = self.named
        twin.lot = self.lot
        return twin


def blank_state(game: Game, setup: Setup, box: Box, chance: Stream) -> SolomonState:
    """A state with an empty cave and no card or coin dealt."""
    s = SolomonState()
    s.begin(game, setup)
    s.box = box
    players = setup.players
    s.designer = setup.options["edition"] == "designer"
    s.declare_before = setup.options["declare"] == "before"
    s.uphill = setup.options["uphill"] is True
    s.chance = chance
    s.stacks = [1] * 36
    s.level1 = s.level2 = s.level3 = s.level4 = 0
    s.dark1 = s.dark2 = s.dark3 = 0
    s.hands = [0] * players
    s.unused = 0
    s.chosen = [-1] * players
    s.waiting = 0
    s.round = 0
    s.rounds = 0
    s.coins = [0] * players
    s.hoards = [[0] * 16 for _ in range(players)]
    s.finds = [[] for _ in range(players)]
    s.supply = COINS
    s.beside = [0] * 16
    s.discarded = [0] * 16
    s.ledger = NO_DEALS
    s.dealt = []
    s.received = NOTHING_RECEIVED
    s.shifts = 0
    s.limit = 0
    s.objects = 0
    s.arrow = NONE
    s.area = 0
    s.named = False
    s.lot = []
    return s


def height(s: SolomonState, cell_bit: i64) -> i64:
    """The number of tiles on a cell, given as a bit."""
    if s.level2 & cell_bit:
        if s.level4 & cell_bit:
            return 4
        return 3 if s.level3 & cell_bit else 2
    return 1 if s.level1 & cell_bit else 0


def cells_of_height(s: SolomonState, tall: i64) -> i64:
    """The cells with exactly that many tiles."""
    if tall == 1:
        return s.level1 & ~s.level2
    if tall == 2:
        return s.level2 & ~s.level3
    if tall == 3:
        return s.level3 & ~s.level4
    return s.level4 if tall == 4 else ALL_CELLS & ~s.level1


def unseen_tiles(s: SolomonState) -> list[int]:
    """The kinds of the cave's unseen tiles, by cell, from the bottom up."""
    kinds: list[int] = []
    cell: i64 = 0
    here: i64 = 1
    while cell < CELLS:
        if s.dark1 & here:
            stack: i64 = s.stacks[cell]
            shift = (height(s, here) - 1) * 4
            kinds.append(int((stack >> shift) & 15))
            if s.dark2 & here:
                kinds.append(int((stack >> (shift - 4)) & 15))
                if s.dark3 & here:
                    kinds.append(int((stack >> (shift - 8)) & 15))
        cell += 1
        here <<= 1
    return kinds


def sorted_unseen(s: SolomonState) -> list[int]:
    """The kinds of the cave's unseen tiles, ascending."""
    few: i64 = 0  # how many of each kind, a byte each: kinds 0 to 6 ...
    more: i64 = 0  # ... 7 to 13 ...
    last: i64 = 0  # ... and the last two
    cells = s.dark1
    while cells:
        here = cells & -cells
        stack: i64 = s.stacks[lowest(here)]
        shift = (height(s, here) - 1) * 4
        deep: i64 = 3 if s.dark3 & here else 2 if s.dark2 & here else 1
        while deep > 0:
            kind = (stack >> shift) & 15
            if kind < 7:
                few += bit(8 * kind)
            elif kind < 14:
                more += bit(8 * (kind - 7))
            else:
                last += bit(8 * (kind - 14))
            shift -= 4
            deep -= 1
        cells ^= here
    kinds: list[int] = []
    kind = 0
    while kind < KINDS:
        copies = few & 255
        while copies > 0:
            kinds.append(kind)
            copies -= 1
        kind += 1
        few = more if kind == 7 else last if kind == 14 else few >> 8
    return kinds


def put_unseen(s: SolomonState, kinds: list[int]) -> None:
    """Replaces the cave's unseen tiles, in the order of `unseen_tiles`."""
    used = 0
    cell: i64 = 0
    here: i64 = 1
    while cell < CELLS:
        if s.dark1 & here:
            stack: i64 = s.stacks[cell]
            shift = (height(s, here) - 1) * 4
            stack ^= (((stack >> shift) & 15) ^ kinds[used]) << shift
            used += 1
            if s.dark2 & here:
                shift -= 4
                stack ^= (((stack >> shift) & 15) ^ kinds[used]) << shift
                used += 1
                if s.dark3 & here:
                    shift -= 4
                    stack ^= (((stack >> shift) & 15) ^ kinds[used]) << shift
                    used += 1
            s.stacks[cell] = stack
        cell += 1
        here <<= 1
