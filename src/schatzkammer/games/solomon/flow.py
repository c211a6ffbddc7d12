"""Set-up, the order of play, the end and the score: the contents page of the rulebook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, lowest
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import OneOf, Over, Step, TurnGame
from schatzkammer.games.solomon.belief.evidence import treasure_value
from schatzkammer.games.solomon.components import (
    ALL_CELLS,
    BOOK,
    CARD_NAMES,
    CURSE_PRIZES,
    MAGIC_PRIZES,
    NOT_BOTTOM,
    NOT_LEFT,
    NOT_RIGHT,
    NOT_TOP,
    SET_POINTS,
    box,
)
from schatzkammer.games.solomon.moves import CELL, DIG, GIVE, NAME, PLAY, SHIFTS, STOP, TURN, USE
from schatzkammer.games.solomon.state import (
    ACT_STEP,
    CHOOSE_STEP,
    DIG_STEP,
    END_TURN,
    GIVE_STEP,
    NAME_STEP,
    NO_DEALS,
    NONE,
    NOTHING_RECEIVED,
    OVER,
    PICK_STEP,
    SolomonState,
    blank_state,
)
from schatzkammer.games.solomon.steps.choose import Choose, start_turn, turn_up
from schatzkammer.games.solomon.steps.dig import DigArea, NameArea, PickCell, TurnCard, mirror_and_seal
from schatzkammer.games.solomon.steps.magic import Use
from schatzkammer.games.solomon.steps.pay import Give, Stop, certain_points, curse_sum, object_count, parchment_sets
from schatzkammer.games.solomon.steps.shift import SHIFT_KINDS, lower_beside, may_shift
from schatzkammer.games.solomon.steps.step import refuse
from schatzkammer.games.solomon.types import ScoreView, SheetLine

COINS_EACH: Final = [0, 0, 10, 10, 10, 8]  # S11, by players
CARDS_EACH: Final = [0, 0, 12, 8, 6, 5]  # S12, by players


def empty_cave(game: Game, setup: Setup, chance: Stream) -> SolomonState:
    """S20: a game before anything is dealt."""
    s = blank_state(game, setup, BOOK if setup.components is None else box(setup.components), chance)
    s.rounds = CARDS_EACH[setup.players]
    return s


def set_up(game: TurnGame, setup: Setup, stream: Stream) -> SolomonState:
    """S10, S11, S12: fills the cave, deals coins and cards; S13: screens hide what each player has."""
    s = empty_cave(game, setup, Stream(stream.randbytes(32)))
    dark = _tiles(s.box.dark)
    light = _tiles(s.box.light)
    stream.shuffle(dark)
    stream.shuffle(light)
    for cell in range(36):
        s.stacks[cell] = ((16 + dark[3 * cell]) * 16 + dark[3 * cell + 1]) * 256 + dark[3 * cell + 2] * 16 + light[cell]
    s.level1 = s.level2 = s.level3 = s.level4 = ALL_CELLS
    s.dark1 = s.dark2 = s.dark3 = ALL_CELLS
    players = setup.players
    s.coins = [COINS_EACH[players]] * players
    s.supply -= COINS_EACH[players] * players  # S8
    cards = list(range(32))
    stream.shuffle(cards)
    each = CARDS_EACH[players]
    hands: list[int] = []
    for seat in range(players):
        hand = 0
        for number in cards[seat * each : (seat + 1) * each]:
            hand |= bit(number)
        hands.append(hand)
    s.hands = hands
    for number in cards[players * each :]:
        s.unused |= bit(number)
    game.advance(s, start_round(s))
    return s


def _tiles(counts: list[int]) -> list[int]:
    """One entry per tile, given the number of tiles of each kind."""
    return [kind for kind in range(16) for _ in range(counts[kind])]


def start_round(s: SolomonState) -> i64:
    """S21: everybody chooses a card; the last one plays itself. S70: without cards the game is over."""
    s.chosen = [-1] * int(s.players)
    if s.round == s.rounds:
        return OVER
    if s.events is not None:
        s.events.append({"event": "round", "round": int(s.round) + 1})
    if s.round < s.rounds - 1:
        return CHOOSE_STEP
    if s.events is not None:
        s.events.append({"event": "last_cards"})
    s.chosen = [int(lowest(hand)) for hand in s.hands]
    return turn_up(s)


class Act(OneOf[SolomonState]):
    """S22: the player shifts (S30), names an area (S36), digs (S40), uses magic (S50) or stops."""

    def set_masks(self, s: SolomonState) -> None:
        # Equal to each kind's own offer, without a call per kind: measurably faster in random play.
        cells: i64 = ALL_CELLS if may_shift(s) else 0
        one, two, three, four, uphill = s.level1, s.level2, s.level3, s.level4, s.uphill
        s.offer = lower_beside(one, two, three, four, uphill, 7, 0, cells & NOT_TOP & NOT_LEFT)
        s.further = (
            lower_beside(one, two, three, four, uphill, 6, 0, cells & NOT_TOP),
            lower_beside(one, two, three, four, uphill, 5, 0, cells & NOT_TOP & NOT_RIGHT),
            lower_beside(one, two, three, four, uphill, 1, 0, cells & NOT_LEFT),
            lower_beside(one, two, three, four, uphill, 0, 1, cells & NOT_RIGHT),
            lower_beside(one, two, three, four, uphill, 0, 5, cells & NOT_BOTTOM & NOT_LEFT),
            lower_beside(one, two, three, four, uphill, 0, 6, cells & NOT_BOTTOM),
            lower_beside(one, two, three, four, uphill, 0, 7, cells & NOT_BOTTOM & NOT_RIGHT),
            NAME_AREA.offer(s, s.seat),
            DIG_AREA.offer(s, s.seat),
            USE_OBJECT.offer(s, s.seat),
            1,
        )

    def stray(self, s: SolomonState, seat: i64, action: i64) -> IllegalMove | None:
        if action < SHIFTS[0].first:
            return refuse("S22", "card_lies", {"card": CARD_NAMES[s.chosen[seat]]})
        if action >= GIVE.first:
            return refuse("S64", "nothing_lost")
        if action < CELL.end:
            return PICK_CELL.refusal(s, seat, action - CELL.first)
        return TURN_CARD.refusal(s, seat, action - TURN.first)


class NameWith(OneOf[SolomonState]):
    """S36: the player names an area together with Mirror or Seal."""

    def stray(self, s: SolomonState, seat: i64, action: i64) -> IllegalMove | None:
        return mirror_and_seal(s, action)


class EndTurn(Step[SolomonState]):
    """S22: the next player follows; after the last one the round is over."""

    def open(self, s: SolomonState) -> i64:
        s.waiting ^= bit(s.seat)
        s.shifts = 0
        s.limit = 0
        s.objects = 0
        s.arrow = NONE
        s.area = 0
        s.named = False
        if s.setup.options["open_finds"] == "turn":
            put_away(s)
        if s.waiting:
            return start_turn(s)
        put_away(s)
        s.round += 1
        return start_round(s)


def put_away(s: SolomonState) -> None:
    """S45: moves all finds behind the screens, at the end of the round or of the turn."""
    s.finds = [[] for _ in s.finds]


class End(Over[SolomonState]):
    """S70: all cards are played; the screens are lifted, and nothing stays secret."""

    def open(self, s: SolomonState) -> i64:
        if s.ledger.deals or s.setup.options["memory"] == "screens":
            s.news += 1
        s.ledger = NO_DEALS
        s.dealt = []
        s.received = NOTHING_RECEIVED
        return super().open(s)


# Kinds of choices that several steps offer.
NAME_AREA: Final = NameArea(NAME_STEP, "name", "S36", NAME)
DIG_AREA: Final = DigArea(DIG_STEP, "dig", "S40", DIG)
PICK_CELL: Final = PickCell(PICK_STEP, "pick", "S54", CELL)
USE_OBJECT: Final = Use(ACT_STEP, "use", "S50", USE)
TURN_CARD: Final = TurnCard(NAME_STEP, "turn", "S52", TURN)

STEPS: Final[list[Step[SolomonState]]] = [
    Choose(CHOOSE_STEP, "choose", "S21", PLAY),
    Act(ACT_STEP, "act", "S40", [*SHIFT_KINDS, NAME_AREA, DIG_AREA, USE_OBJECT, Stop(ACT_STEP, "stop", "S40", STOP)]),
    NameWith(NAME_STEP, "name", "S36", [NAME_AREA, PICK_CELL, TURN_CARD]),
    OneOf(DIG_STEP, "dig", "S56", [DIG_AREA, PICK_CELL, USE_OBJECT, TURN_CARD]),
    PICK_CELL,
    Give(GIVE_STEP, "give", "S64", GIVE),
    EndTurn(END_TURN, "end_turn", "S22"),
    End(OVER, "over", "S70"),
]


def scores(s: SolomonState) -> list[int]:
    """S71: coins, treasures, parchments and both prizes."""
    curses = curse_prizes(s)
    magic = magic_prizes(s)
    return [
        certain_points(s.coins[seat], s.hoards[seat]) + curses[seat] + magic[seat] for seat in range(int(s.players))
    ]


def curse_prizes(s: SolomonState) -> list[int]:
    """S72: the prize of each seat for its curses."""
    return prizes([curse_sum(hoard) for hoard in s.hoards], CURSE_PRIZES[0], CURSE_PRIZES[1])


def magic_prizes(s: SolomonState) -> list[int]:
    """S72: the prize of each seat for its magic objects."""
    return prizes([object_count(hoard) for hoard in s.hoards], MAGIC_PRIZES[0], MAGIC_PRIZES[1])


def prizes(sizes: list[int], first: int, second: int) -> list[int]:
    """S72: what each collection earns by its size.

    S73: several first share both prizes, and there is no second; several second share theirs. S74: a second
    has at least half of the first. S75: nothing earns nothing, and shares are rounded down.
    """
    best = max(sizes)
    if best == 0:
        return [0] * len(sizes)
    leaders = sizes.count(best)
    if leaders > 1:
        return [(first + second) // leaders if size == best else 0 for size in sizes]
    runner_up = max(size for size in sizes if size != best)
    if 2 * runner_up < best:
        return [first if size == best else 0 for size in sizes]
    share = second // sizes.count(runner_up)
    return [first if size == best else share if size == runner_up else 0 for size in sizes]


def leaders(sizes: list[int]) -> list[int]:
    """S72: the seats with the largest collection; S75: nobody leads with nothing."""
    best = max(sizes)
    return [seat for seat, size in enumerate(sizes) if size == best] if best else []


def winners(s: SolomonState) -> list[int]:
    """S76: most points win; players with equally many share the win."""
    totals = scores(s)
    best = max(totals)
    return [seat for seat in range(int(s.players)) if totals[seat] == best]


def score_sheet(s: SolomonState) -> list[SheetLine]:
    """S71: what the coins, treasures, parchments, curses and objects of each seat score, and the total."""
    totals = scores(s)
    curses = curse_prizes(s)
    magic = magic_prizes(s)
    sheet: list[SheetLine] = []
    for seat in range(int(s.players)):
        known = score(s.coins[seat], s.hoards[seat])
        sheet.append(
            {
                "coins": known["coins"],
                "treasures": known["treasures"],
                "sets": known["sets"],
                "curses": (known["curses"], curses[seat]),
                "magic": (known["magic"], magic[seat]),
                "total": totals[seat],
            }
        )
    return sheet


def score(coins: int, hoard: list[int]) -> ScoreView:
    """S71: what coins and tiles are worth without the prizes; S72: the size of the collections that may win them."""
    sets = parchment_sets(hoard)
    return {
        "coins": coins,
        "treasures": int(treasure_value(hoard)),
        "sets": (sets, int(SET_POINTS) * sets),
        "curses": curse_sum(hoard),
        "magic": object_count(hoard),
        "total": certain_points(coins, hoard),
    }
