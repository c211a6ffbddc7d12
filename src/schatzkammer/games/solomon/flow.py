"""Set-up, the order of play, the end and the score: the contents page of the rulebook."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, members, place
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.components import ALL_CELLS, ALPHA, BOOK, CARD_NAMES, CURSE, MIRROR, box
from schatzkammer.games.solomon.moves import FIRST_GIVE, FIRST_SHIFT, FIRST_USE, STOP
from schatzkammer.games.solomon.state import ACT, CHOOSE, END, GIVE, NO_DEALS, NONE, SolomonState, blank_state
from schatzkammer.games.solomon.steps.choose import Play
from schatzkammer.games.solomon.steps.dig import Cell, Dig, Name, Turn, card
from schatzkammer.games.solomon.steps.magic import PAIR, Use
from schatzkammer.games.solomon.steps.move import OVER, REVEAL, Move, kind_names, refuse
from schatzkammer.games.solomon.steps.pay import Give, Stop, wealth
from schatzkammer.games.solomon.steps.shift import Shift

COINS_EACH: Final = [0, 0, 10, 10, 10, 8]  # S11, by players
CARDS_EACH: Final = [0, 0, 12, 8, 6, 5]  # S12, by players

# Every kind of move, in the order of the action numbers.
MOVES: Final[list[Move]] = [Play(), Shift(), Name(), Dig(), Cell(), Use(), Turn(), Give(), Stop()]

# A round, step by step: the kinds of moves that belong to each.
STEP_NAMES: Final = ["choose", "act", "name", "dig", "pick", "give", "over"]
STEP_RULES: Final = ["S21", "S40", "S36", "S56", "S54", "S64", "S70"]
STEP_MOVES: Final[list[list[Move]]] = [
    [MOVES[0]],  # everybody chooses a card (S21)
    [MOVES[1], MOVES[2], MOVES[3], MOVES[5], MOVES[8]],  # shift (S30), name (S36), dig (S40), magic (S50), or stop
    [MOVES[2], MOVES[4], MOVES[6]],  # an area is named with Mirror or Seal (S36)
    [MOVES[3], MOVES[4], MOVES[5], MOVES[6]],  # objects are in use: the dig follows (S56)
    [MOVES[4]],  # the Seal's cells (S54)
    [MOVES[7]],  # a tile is added to lost finds (S64)
    [],
]


def empty_cave(game: Game, setup: Setup, chance: Stream) -> SolomonState:
    """S20: the table of a game before anything is dealt."""
    s = blank_state(game, setup, BOOK if setup.components is None else box(setup.components), chance)
    s.rounds = CARDS_EACH[setup.players]
    return s


def set_up(game: Game, setup: Setup, stream: Stream) -> SolomonState:
    """S10, S11, S12: fills the cave, deals coins and cards; S13: screens hide what each one has."""
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
    start_round(s)
    return s


def _tiles(counts: list[int]) -> list[int]:
    """One entry for each tile of a group."""
    return [kind for kind in range(16) for _ in range(counts[kind])]


def go_on(s: SolomonState, step: i64) -> None:
    """A round: choose (S21), then everybody's turn (S22): on to the step that a move leads to."""
    if step == REVEAL:
        reveal(s)
    elif step == OVER:
        end_turn(s)
    else:
        s.step = step


def start_round(s: SolomonState) -> None:
    """S21: everybody chooses; a last remaining card plays itself. S70: without cards the game is over."""
    s.chosen = [-1] * int(s.players)
    if s.log is not None and s.round < s.rounds:
        s.log.append({"event": "round", "round": int(s.round) + 1})
    if s.round == s.rounds:
        end_game(s)
    elif s.round == s.rounds - 1:
        s.chosen = [int(place(hand)) for hand in s.hands]
        reveal(s)
    else:
        s.step = CHOOSE
        s.pending = bit(s.players) - 1
        s.seat = 0


def reveal(s: SolomonState) -> None:
    """S21: all cards are turned up together and leave the hands."""
    hands = s.hands[:]
    for seat, number in enumerate(s.chosen):
        hands[seat] ^= bit(number)
        if s.log is not None:
            s.log.append({"event": "reveal", "seat": seat, "card": CARD_NAMES[number]})
    s.hands = hands
    s.news += 1
    s.waiting = bit(s.players) - 1
    start_turn(s)


def start_turn(s: SolomonState) -> None:
    """S22: of those who wait the player with the lowest card."""
    first: i64 = NONE
    for seat in members(s.waiting, 0):
        if first == NONE or s.chosen[seat] < s.chosen[first]:
            first = seat
    s.seat = first
    s.step = ACT
    s.limit = shift_limit(s)
    if s.log is not None:
        s.log.append({"event": "turn", "seat": int(first), "card": CARD_NAMES[s.chosen[first]]})


def shift_limit(s: SolomonState) -> i64:
    """S35: no more shifts than wealth at the start of the turn and 5 for each cell of the card."""
    return wealth(s, s.seat) + 5 * card(s).size


def end_turn(s: SolomonState) -> None:
    """S22: the next player; when all have had their turn the round is over."""
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
        start_turn(s)
        return
    put_away(s)
    s.round += 1
    start_round(s)


def put_away(s: SolomonState) -> None:
    """S45: the finds go behind the screens, at the end of the round or of the turn."""
    s.finds = [[] for _ in s.finds]


def end_game(s: SolomonState) -> None:
    """S70: all cards are played; the screens are lifted, so nothing behind them is a secret any more."""
    s.seat = NONE
    s.step = END
    if s.ledger.deals or s.setup.options["memory"] == "screens":
        s.news += 1
    s.ledger = NO_DEALS
    s.dealt = []
    if s.log is not None:
        s.log.append({"event": "over"})


def legal(s: SolomonState, seat: i64) -> list[int]:
    """All legal moves of a seat that owes a decision, by number."""
    actions: list[object] = []
    for move in STEP_MOVES[s.step]:
        move.fill(s, seat, actions)
    return cast(list[int], actions)


def pick(s: SolomonState, seat: i64, stream: Stream) -> i64:
    """One of them, each as likely."""
    moves = STEP_MOVES[s.step]
    sizes: i64 = 0  # of all kinds of moves, a byte each
    total: i64 = 0
    place_of: i64 = 0
    for move in moves:
        size = move.size(s, seat)
        sizes |= size << place_of
        total += size
        place_of += 8
    index = stream.below(total)
    for move in moves:
        if index < sizes & 255:
            return move.first + move.nth(s, seat, index)
        index -= sizes & 255
        sizes >>= 8
    raise AssertionError("the moves do not add up")


def move_of(action: i64) -> Move:
    """The kind of move that an action number belongs to."""
    kind = MOVES[0]
    for other in MOVES:
        if other.first <= action:
            kind = other
    return kind


MOVE_OF: Final[list[Move]] = [move_of(action) for action in range(385)]


def why_not(s: SolomonState, seat: i64, action: i64) -> IllegalMove:
    """Why a seat that owes a decision may not make that move."""
    move = MOVE_OF[action]
    choice = action - move.first
    using = move.first == FIRST_USE
    if s.step == GIVE:
        if using and int(MIRROR + choice) in s.lot:
            return refuse("S51", "dug_now", {"tile": kind_names(s)[MIRROR + choice]})
        if action != STOP and FIRST_SHIFT <= action < FIRST_GIVE:
            return refuse("S40", "dug_already")
    elif using and s.objects and (s.objects | bit(choice)) & PAIR == PAIR and not s.objects & bit(choice):
        return refuse("S50", "mirror_and_seal")
    if move in STEP_MOVES[s.step]:
        return move.why_not(s, seat, choice)
    if s.step == ACT:
        return _not_in_a_turn(s, seat, action)
    return refuse(STEP_RULES[s.step], f"step_{STEP_NAMES[s.step]}")


def _not_in_a_turn(s: SolomonState, seat: i64, action: i64) -> IllegalMove:
    """S22: while a turn is played out, moves that belong elsewhere."""
    if action < FIRST_SHIFT:
        return refuse("S22", "card_lies", {"card": CARD_NAMES[s.chosen[seat]]})
    if action >= FIRST_GIVE:
        return refuse("S64", "nothing_lost")
    move = MOVE_OF[action]
    return move.why_not(s, seat, action - move.first)


def scores(s: SolomonState) -> list[int]:
    """S71: coins, treasures, parchments and both prizes."""
    curses = prizes([curse_sum(hoard) for hoard in s.hoards], 24, 12)
    magic = prizes([sum(hoard[MIRROR:]) for hoard in s.hoards], 16, 8)
    return [
        int(wealth(s, seat)) + 10 * parchment_sets(s.hoards[seat]) + curses[seat] + magic[seat]
        for seat in range(int(s.players))
    ]


def parchment_sets(hoard: list[int]) -> int:
    """S71: how many full sets of four different parchments there are."""
    return min(hoard[ALPHA:MIRROR])


def curse_sum(hoard: list[int]) -> int:
    """S72: the sum of the values of the curses."""
    return sum(hoard[kind] * CURSE[kind] for kind in range(16))


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


def winners(s: SolomonState) -> list[int]:
    """S76: most points; equal ones share the win."""
    totals = scores(s)
    best = max(totals)
    return [seat for seat in range(int(s.players)) if totals[seat] == best]


def score_sheet(s: SolomonState) -> list[dict[str, object]]:
    """S71: for each seat what its coins, treasures, parchments, curses and objects score, and the sum."""
    totals = scores(s)
    curses = prizes([curse_sum(hoard) for hoard in s.hoards], 24, 12)
    magic = prizes([sum(hoard[MIRROR:]) for hoard in s.hoards], 16, 8)
    sheet: list[dict[str, object]] = []
    for seat in range(int(s.players)):
        hoard = s.hoards[seat]
        sheet.append(
            {
                "coins": s.coins[seat],
                "treasures": int(wealth(s, seat)) - s.coins[seat],
                "sets": [parchment_sets(hoard), 10 * parchment_sets(hoard)],
                "curses": [curse_sum(hoard), curses[seat]],
                "magic": [sum(hoard[MIRROR:]), magic[seat]],
                "total": totals[seat],
            }
        )
    return sheet
