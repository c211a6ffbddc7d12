"""The chances of what is hidden from a seat: tiles below others, behind screens and discarded; cards and coins."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members
from schatzkammer.core.odds import Contents, Lying, Numbers, Odds, chances, known, pool, total
from schatzkammer.games.solomon.belief.chances import received_numbers
from schatzkammer.games.solomon.belief.evidence import certain, dealt_out
from schatzkammer.games.solomon.belief.worlds import NOBODY
from schatzkammer.games.solomon.components import CARD_NAMES, CELL_NAMES
from schatzkammer.games.solomon.state import CHOOSE_STEP, NONE, OVER, SolomonState, height, unseen_tiles
from schatzkammer.games.solomon.steps.step import kind_names
from schatzkammer.games.solomon.view import unseen_depth


def odds(s: SolomonState, seat: int) -> Odds:
    """S10, S12, S13, S64: by tile of the cave (cell and level), screen, hand and chosen card of each other seat."""
    if s.step == OVER:
        return {}
    found: Odds = {}
    _cave(s, found)
    _cards(s, seat, found)
    for other in range(int(s.players)):
        if other != seat:
            _screen(s, seat, other, found)
    _discards(s, seat, found)
    return found


def _cave(s: SolomonState, found: Odds) -> None:
    """S10: tiles that were never on top are shuffled; the others below a top tile are remembered."""
    names = kind_names(s)
    hidden: dict[str, int] = {}
    for kind in unseen_tiles(s):
        hidden[names[kind]] = hidden.get(names[kind], 0) + 1
    one = chances(pool(hidden, 1)) if hidden else []
    remembers = s.setup.options["memory"] == "open"
    for cell in members(s.level1, 0):
        stack = s.stacks[cell]
        tall = int(height(s, bit(cell)))
        unseen = unseen_depth(s, cell)
        for level in range(tall - 1):
            place = f"{CELL_NAMES[cell]} {level + 1}"
            if level < unseen:
                found[place] = one
            elif not remembers:
                found[place] = [(names[(stack >> (4 * (tall - 1 - level))) & 15], 1.0)]


def _cards(s: SolomonState, seat: int, found: Odds) -> None:
    """S12, S13, S21: cards that the seat has not seen are as likely in one hand as in another."""
    unknown: i64 = s.unused
    for other, hand in enumerate(s.hands):
        if other != seat:
            unknown |= hand
    cards = {CARD_NAMES[number]: 1 for number in members(unknown, 0)}
    for other, hand in enumerate(s.hands):
        if other == seat or not hand:
            continue
        found[f"seat {other} cards"] = chances(pool(cards, int(count(hand))))
        if s.step == CHOOSE_STEP and s.chosen[other] != NONE:
            found[f"seat {other} chosen"] = chances(pool(cards, 1))
    if s.unused:
        found["unused"] = chances(pool(cards, int(count(s.unused))))


def _screen(s: SolomonState, seat: int, other: int, found: Odds) -> None:
    """S13, S45, S65: what a screen hides: coins and tiles that all saw come, and what fell there face down."""
    public = certain(s, other)
    if s.setup.options["memory"] == "open":
        if not sum(s.received[other]):
            return
    else:
        found[f"seat {other} coins"] = [(str(s.coins[other]), 1.0)]
    for kind in s.finds[other]:
        public[kind] -= 1
    tiles = _tiles(s, public, seat, other)
    if tiles:
        found[f"seat {other} tiles"] = chances(tiles)


def _discards(s: SolomonState, seat: int, found: Odds) -> None:
    """S64: finds that were left after a deal are discarded unseen; what the designer's edition discards was seen."""
    public = s.discarded[:]
    for order, deal in zip(s.dealt, s.ledger.deals, strict=True):
        for kind in order[int(dealt_out(len(deal.lot), s.players - 1, False)) :]:
            public[kind] -= 1
    tiles = _tiles(s, public, seat, NOBODY)
    if tiles:
        found["discarded"] = chances(tiles)


def _tiles(s: SolomonState, public: list[int], seat: int, receiver: int) -> Contents:
    """By kind, the tiles that are certain together with those received face down."""
    names = kind_names(s)
    if not s.dealt:
        return known([names[kind] for kind in range(16) for _ in range(public[kind])])
    contents: Contents = {}
    for kind, received in enumerate(received_numbers(s, seat, receiver)):
        numbers = _shifted(received, public[kind])
        if len(numbers) > 1:
            contents[names[kind]] = numbers
    return contents


def _shifted(numbers: Numbers, more: int) -> Numbers:
    """The same numbers plus a certain one; what would be less than nothing has no chance."""
    return numbers[-more:] if more < 0 else total(numbers, [*[0.0] * more, 1.0])


def lying(s: SolomonState) -> Lying:
    """All tiles of the cave, what each seat has behind its screen and in its hand, and what is out of the game."""
    names = kind_names(s)
    places: Lying = {}
    for cell in members(s.level1, 0):
        tall = int(height(s, bit(cell)))
        for level in range(tall):
            places[f"{CELL_NAMES[cell]} {level + 1}"] = [names[(s.stacks[cell] >> (4 * (tall - 1 - level))) & 15]]
    for seat, hoard in enumerate(s.hoards):
        behind = hoard[:]
        for kind in s.finds[seat]:
            behind[kind] -= 1
        places[f"seat {seat} tiles"] = [names[kind] for kind in range(16) for _ in range(behind[kind])]
        places[f"seat {seat} coins"] = [str(s.coins[seat])]
        places[f"seat {seat} cards"] = [CARD_NAMES[card] for card in members(s.hands[seat], 0)]
        if s.chosen[seat] != NONE:
            places[f"seat {seat} chosen"] = [CARD_NAMES[s.chosen[seat]]]
    places["unused"] = [CARD_NAMES[card] for card in members(s.unused, 0)]
    places["discarded"] = [names[kind] for kind in range(16) for _ in range(s.discarded[kind])]
    return places
