"""What a seat may know, and states drawn at random from what it knows.

The view shows what lies on the table; with `memory` = `open` also all that everybody has seen before. Whoever
forgets nothing knows: every tile of the cave that was ever on top, wherever it went; all coins; all tiles that
went behind a screen, but for those dealt face down (S64, S65), of which `steps/evidence.py` tells; and the cards
that were played. Hidden are the tiles of the cave that were never on top, all of the dark group (S3), cards in
hand and cards never dealt, a card chosen in secret, shares of deals of others, and what chance has yet to bring.
"""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members, nth
from schatzkammer.core.game import Json
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.games.solomon import flow
from schatzkammer.games.solomon.belief import evidence, resample
from schatzkammer.games.solomon.components import ALL_CARDS, ARROWS, CARD_NAMES, CELL_NAMES, OBJECTS
from schatzkammer.games.solomon.moves import CELL, DIG, SPACE
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
from schatzkammer.games.solomon.steps.choose import shift_limit
from schatzkammer.games.solomon.steps.dig import card, held
from schatzkammer.games.solomon.steps.step import cell_names, kind_names, tile_names


def public_view(s: SolomonState) -> Json:
    """Everything that lies in front of the screens (S13)."""
    over = s.step == OVER
    turn = not over and s.step != CHOOSE_STEP
    remembers = s.setup.options["memory"] == "open"
    seen: Json = {
        "round": int(s.round),
        "rounds": int(s.rounds),
        "step": flow.STEPS[s.step].name,
        "active": int(s.seat) if turn else None,
        "waiting": members(s.waiting, 0) if turn else [],
        "cave": {CELL_NAMES[cell]: _stack(s, cell, remembers) for cell in members(s.level1, 0)},
        "supply": int(s.supply),
        "beside": counted(s, s.beside),
        "discarded": sum(s.discarded),
        "played": [CARD_NAMES[number] for number in members(played(s), 0)],
    }
    if remembers:
        seen["unseen"] = counted(s, kinds_counted(unseen_tiles(s)))
        seen["deals"] = [{"seat": deal.seat, "tiles": tile_names(s, deal.lot)} for deal in s.ledger.deals]
    if over:
        seen["sheet"] = flow.score_sheet(s)
    return seen


def private_view(s: SolomonState, seat: int) -> Json:
    """The players and the turn under way, as far as the seat may know them (S13); seat -1 is a spectator."""
    over = s.step == OVER
    turn = not over and s.step != CHOOSE_STEP
    remembers = s.setup.options["memory"] == "open"
    return {
        "seats": [_seat(s, other, seat, over, remembers) for other in range(int(s.players))],
        "turn": _turn(s, seat) if turn else None,
        "digs": digs(s) if turn and s.seat == seat else None,
    }


def _stack(s: SolomonState, cell: int, remembers: bool) -> list[str | None]:
    """S10: a stack from the bottom up: the top is visible, and the height; memory adds what was seen before."""
    here = bit(cell)
    tall = int(height(s, here))
    names = kind_names(s)
    dark = (1 if s.dark1 & here else 0) + (1 if s.dark2 & here else 0) + (1 if s.dark3 & here else 0)
    shown: list[str | None] = []
    for level in range(tall):
        visible = level == tall - 1 or (remembers and level >= dark)
        shown.append(names[(s.stacks[cell] >> (4 * (tall - 1 - level))) & 15] if visible else None)
    return shown


def _seat(s: SolomonState, other: int, seat: int, over: bool, remembers: bool) -> Json:
    """One player: the numbers of tiles and cards are public; coins and tiles as far as they can be known.

    `unknown` is how many of the tiles are not told: all behind the screen, or with memory those dealt face down.
    """
    own = other == seat or over
    tiles: dict[str, int] | None = None
    if own:
        tiles = counted(s, s.hoards[other])
    elif remembers:
        tiles = counted(s, evidence.certain(s, other))
    number = s.chosen[other]
    revealed = s.step != CHOOSE_STEP or other == seat
    return {
        "coins": s.coins[other] if own or remembers else None,
        "count": sum(s.hoards[other]),
        "tiles": tiles,
        "finds": tile_names(s, s.finds[other]),
        "cards": int(count(s.hands[other])),
        "hand": [CARD_NAMES[card] for card in members(s.hands[other], 0)] if other == seat else None,
        "chosen": number != NONE,
        "card": CARD_NAMES[number] if number != NONE and revealed else None,
    }


def _turn(s: SolomonState, seat: int) -> Json:
    """The turn under way: the card as it is held, shifts and objects so far; the limit is the player's secret."""
    return {
        "card": CARD_NAMES[s.chosen[s.seat]],
        "shape": card(s).picture,
        "shifts": int(s.shifts),
        "limit": int(s.limit) if s.seat == seat else None,
        "objects": [OBJECTS[which] for which in members(s.objects, 0)],
        "arrow": ARROWS[s.arrow if s.arrow != NONE else 0],
        "named": s.named,
        "area": cell_names(s.area),
        "lost": tile_names(s, s.lot),
    }


def digs(s: SolomonState) -> Json:
    """S66: for every dig the player may do now: what it takes, what it costs, and whether they can pay."""
    told: Json = {}
    if s.step == GIVE_STEP:
        return told
    wealth = pay.wealth(s, s.seat)
    for first in members(flow.DIG_AREA.offer(s, s.seat), 0):
        _tell_dig(s, SPACE.notation[DIG.first + first], s.area if s.named else held(s).areas[first], wealth, told)
    if s.area and not s.named and count(s.area) == card(s).size - 1 and not s.declare_before:
        for cell in members(flow.PICK_CELL.offer(s, s.seat), 0):
            _tell_dig(s, SPACE.notation[CELL.first + cell], s.area | bit(cell), wealth, told)
    return told


def _tell_dig(s: SolomonState, move: str, area: i64, wealth: i64, told: Json) -> None:
    lot = pay.finds(s, area)
    owed = pay.cost(s, lot)
    told[move] = {
        "cells": cell_names(area),
        "tiles": tile_names(s, lot),
        "cost": int(owed),
        "pays": pay.is_paid(owed, wealth, pay.value(lot)),
    }


def counted(s: SolomonState, counts: list[int]) -> dict[str, int]:
    """Tiles by name, those there are."""
    names = kind_names(s)
    return {names[kind]: counts[kind] for kind in range(16) if counts[kind] > 0}


def kinds_counted(kinds: list[int]) -> list[int]:
    """Tiles by kind."""
    counts = [0] * 16
    for kind in kinds:
        counts[kind] += 1
    return counts


def played(s: SolomonState) -> i64:
    """The cards that lie on the table or have been played before."""
    gone: i64 = ALL_CARDS & ~s.unused
    for hand in s.hands:
        gone &= ~hand
    return gone


def sample(game: TurnGame, s: SolomonState, seat: int, stream: Stream) -> SolomonState:
    """A state that agrees with all the seat has seen, drawn as likely as it may be the truth.

    Unseen tiles of the cave in any order; unknown cards over the other hands and the rest; a card chosen in
    secret any of its hand; deals by `belief.resample`; and fresh chance for all that is yet to come.
    """
    drawn = s.copy()
    drawn.chance = Stream(stream.randbytes(32))
    unseen = sorted_unseen(s)  # so that where they lie makes no difference
    stream.shuffle(unseen)
    put_unseen(drawn, unseen)
    _sample_cards(s, drawn, seat, stream)
    if s.dealt:
        resample.redeal(s, drawn, seat, stream)
        if s.step != CHOOSE_STEP and s.step != OVER:
            drawn.limit = shift_limit(drawn)
    game.renew_offer(drawn)
    return drawn


def _sample_cards(s: SolomonState, drawn: SolomonState, seat: int, stream: Stream) -> None:
    """S12, S13, S21: cards that the seat has not seen, in any hand or in none; a secret choice is any of them."""
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
    drawn.hands = hands
    drawn.chosen = chosen
    drawn.unused = 0
    for number in cards[used:]:
        drawn.unused |= bit(number)
