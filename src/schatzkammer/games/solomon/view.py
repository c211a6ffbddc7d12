"""The view of a seat, and states sampled from what it knows.

The view shows what lies on the table; with `memory` = `open`, also everything that everyone has seen before. Players
who forget nothing know every tile of the cave that was ever on top, wherever it went; all coins; the cards played; and
all tiles behind screens, except those dealt face down (S64, S65), about which `belief.evidence` has bounds. Hidden are
the tiles of the cave that were never on top, which are all dark (S3); cards in hand, chosen secretly or never dealt;
other seats' shares of deals; and future randomness.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members, nth
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.solomon import flow
from schatzkammer.games.solomon.belief import evidence, resample
from schatzkammer.games.solomon.components import (
    ALL_CARDS,
    AMULET,
    ARROWS,
    AXE,
    CARD_NAMES,
    CELL_NAMES,
    CURSE,
    CURSE_PRIZES,
    FAMILIES,
    MAGIC_PRIZES,
    MIRROR,
    OBJECTS,
    SEAL,
    SET_POINTS,
    SHOWN,
    VALUE,
)
from schatzkammer.games.solomon.state import (
    CHOOSE_STEP,
    GIVE_STEP,
    NONE,
    OVER,
    SolomonState,
    height,
    put_unseen,
    sorted_unseen,
    unseen_tiles,
)
from schatzkammer.games.solomon.steps import pay
from schatzkammer.games.solomon.steps.choose import shift_limit, turn_order
from schatzkammer.games.solomon.steps.dig import card
from schatzkammer.games.solomon.steps.step import cell_names, kind_names, tile_names
from schatzkammer.games.solomon.types import Leaders, PrivateView, PublicView, SeatView, StepName, Tile, TurnView


def public_view(s: SolomonState) -> PublicView:
    """Everything in front of the screens (S13)."""
    over = s.step == OVER
    turn = not over and s.step != CHOOSE_STEP
    remembers = s.setup.options["memory"] == "open"
    names = kind_names(s)
    view: PublicView = {
        "round": int(s.round),
        "rounds": int(s.rounds),
        "step": cast(StepName, flow.STEPS[s.step].name),
        "active": int(s.seat) if turn else None,
        "waiting": members(s.waiting, 0) if turn else [],
        "order": turn_order(s) if turn else list(range(int(s.players))),
        "cave": {CELL_NAMES[cell]: _stack(s, cell, remembers) for cell in members(s.level1, 0)},
        "supply": int(s.supply),
        "beside": counted(s, s.beside),
        "discarded": sum(s.discarded),
        "played": [CARD_NAMES[number] for number in members(played(s), 0)],
        "families": {names[kind]: FAMILIES[kind] for kind in SHOWN},
        "values": {names[kind]: VALUE[kind] + CURSE[kind] for kind in SHOWN if VALUE[kind] + CURSE[kind]},
        "objects": {"mirror": names[MIRROR], "axe": names[AXE], "seal": names[SEAL], "amulet": names[AMULET]},
        "set": int(SET_POINTS),
        "prizes": {
            "curses": (CURSE_PRIZES[0], CURSE_PRIZES[1]),
            "magic": (MAGIC_PRIZES[0], MAGIC_PRIZES[1]),
        },
    }
    if remembers:
        unseen = unseen_tiles(s)
        view["unseen"] = counted(s, [unseen.count(kind) for kind in range(16)])
        view["deals"] = [{"seat": deal.seat, "tiles": tile_names(s, deal.lot)} for deal in s.ledger.deals]
    if over:
        view["sheet"] = flow.score_sheet(s)
    return view


def private_view(s: SolomonState, seat: int) -> PrivateView:
    """The players and the current turn as a seat may know them (S13); seat -1 is a spectator."""
    over = s.step == OVER
    turn = not over and s.step != CHOOSE_STEP
    remembers = s.setup.options["memory"] == "open"
    seats = [_seat(s, other, seat, over, remembers) for other in range(int(s.players))]
    standing = [_standing(player) for player in seats]
    return {
        "seats": seats,
        "turn": _turn(s, seat) if turn else None,
        "shapes": {CARD_NAMES[number]: s.box.cards[number].picture for number in members(_seen_cards(s, seat), 0)},
        "leaders": _leaders(seats),
        "standing": [*flow.scores(s)] if over else standing,
    }


def _leaders(players: list[SeatView]) -> Leaders | None:
    """S72: who leads in curses and magic by the tiles the reader knows; None if some seat's are all hidden (S13)."""
    curses: list[int] = []
    magic: list[int] = []
    for player in players:
        score = player["score"]
        if score is None:
            return None
        curses.append(score["curses"])
        magic.append(score["magic"])
    return {"curses": flow.leaders(curses), "magic": flow.leaders(magic)}


def _standing(player: SeatView) -> int | None:
    """S71: a seat's points without the prizes, if the reader knows all its tiles."""
    score = player["score"]
    return score["total"] if score is not None and not player["unknown"] else None


def _seen_cards(s: SolomonState, seat: int) -> i64:
    """The cards in a seat's hand, and those revealed in this round (S21)."""
    cards: i64 = s.hands[seat] if seat >= 0 else 0
    if s.step != CHOOSE_STEP:
        for number in s.chosen:
            if number != NONE:
                cards |= bit(number)
    return cards


def _stack(s: SolomonState, cell: int, remembers: bool) -> list[Tile | None]:
    """S10: a stack from the bottom up: its top tile, and with memory the tiles that were seen before."""
    names = kind_names(s)
    stack = s.stacks[cell]
    tall = int(height(s, bit(cell)))
    hidden = unseen_depth(s, cell) if remembers else tall - 1
    tiles: list[Tile | None] = [None] * hidden
    for level in range(hidden, tall):
        tiles.append(names[(stack >> (4 * (tall - 1 - level))) & 15])
    return tiles


def unseen_depth(s: SolomonState, cell: i64) -> int:
    """How many of a stack's tiles, from the bottom, nobody has seen."""
    here = bit(cell)
    return (1 if s.dark1 & here else 0) + (1 if s.dark2 & here else 0) + (1 if s.dark3 & here else 0)


def _seat(s: SolomonState, other: int, seat: int, over: bool, remembers: bool) -> SeatView:
    """One player as a seat sees them; the numbers of tiles and cards are public."""
    own = other == seat or over
    owned = sum(s.hoards[other])
    known: list[int] | None = None
    if own:
        known = s.hoards[other]
    elif remembers:
        known = [max(number, 0) for number in evidence.certain(s, other)]
    number = s.chosen[other]
    revealed = s.step != CHOOSE_STEP or other == seat
    return {
        "coins": s.coins[other] if known is not None else None,
        "count": owned,
        "tiles": counted(s, known) if known is not None else None,
        "unknown": owned - sum(known) if known is not None else owned,
        "score": flow.score(s.coins[other], known) if known is not None else None,
        "finds": tile_names(s, s.finds[other]),
        "cards": int(count(s.hands[other])),
        "hand": [CARD_NAMES[card] for card in members(s.hands[other], 0)] if other == seat else None,
        "chosen": number != NONE,
        "card": CARD_NAMES[number] if number != NONE and revealed else None,
    }


def _turn(s: SolomonState, seat: int) -> TurnView:
    """The current turn; only the player knows the limit of shifts and what they can pay with."""
    own = s.seat == seat
    owed: i64 = 0 if s.step == GIVE_STEP else s.shifts  # S64: who loses the finds pays nothing
    money = pay.wealth(s, s.seat)
    return {
        "card": CARD_NAMES[s.chosen[s.seat]],
        "shape": card(s).picture,
        "size": int(card(s).size),
        "shifts": int(s.shifts),
        "limit": int(s.limit) if own else None,
        "cost": int(owed),
        "money": int(money) if own else None,
        "pays": pay.is_paid(owed, money, 0) if own else None,
        "objects": [OBJECTS[which] for which in members(s.objects, 0)],
        "arrow": ARROWS[s.arrow if s.arrow != NONE else 0],
        "named": s.named,
        "area": cell_names(s.area),
        "lost": tile_names(s, s.lot),
    }


def counted(s: SolomonState, counts: list[int]) -> dict[str, int]:
    """Numbers of tiles by name; zeros are left out."""
    names = kind_names(s)
    return {names[kind]: counts[kind] for kind in range(16) if counts[kind] > 0}


def played(s: SolomonState) -> i64:
    """The cards played in this round or before."""
    cards: i64 = ALL_CARDS & ~s.unused
    for hand in s.hands:
        cards &= ~hand
    return cards


def reshuffle(s: SolomonState, stream: Stream) -> SolomonState:
    """Shuffles the unseen tiles of the cave, which nobody knows, and replaces the stream of future randomness."""
    shuffled = s.copy()
    shuffled.chance = Stream(stream.randbytes(32))
    unseen = sorted_unseen(s)  # sorted, so that the result does not depend on where they are
    stream.shuffle(unseen)
    put_unseen(shuffled, unseen)
    return shuffled


def sample(game: TurnGame, s: SolomonState, seat: int, stream: Stream) -> SolomonState:
    """Draws a state consistent with everything the seat has seen, by its posterior probability.

    Shuffles the unseen tiles of the cave and the cards the seat has not seen, redraws secret choices from their hands,
    resamples deals (`belief.resample`), and replaces the stream of future randomness.
    """
    sampled = reshuffle(s, stream)
    _sample_cards(s, sampled, seat, stream)
    if s.dealt:
        resample.redeal(s, sampled, seat, stream)
        if s.step != CHOOSE_STEP and s.step != OVER:
            sampled.limit = shift_limit(sampled)
    game.renew_offer(sampled)
    return sampled


def _sample_cards(s: SolomonState, sampled: SolomonState, seat: int, stream: Stream) -> None:
    """S12, S13, S21: shuffles the cards the seat has not seen; redraws the other seats' secret choices."""
    unknown = s.unused
    for other, hand in enumerate(s.hands):
        if other != seat:
            unknown |= hand
    cards = members(unknown, 0)
    stream.shuffle(cards)
    hands = s.hands[:]
    chosen = s.chosen[:]
    used = 0
    for other in range(int(s.players)):
        if other != seat:
            hand = 0
            for _ in range(int(count(s.hands[other]))):
                hand |= bit(cards[used])
                used += 1
            hands[other] = hand
            if s.step == CHOOSE_STEP and chosen[other] != NONE:
                chosen[other] = nth(hand, stream.below(count(hand)))
    sampled.hands = hands
    sampled.chosen = chosen
    sampled.unused = 0
    for number in cards[used:]:
        sampled.unused |= bit(number)
