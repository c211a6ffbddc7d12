"""Naming and digging an area (S36, S40 to S45), turning the card (S52) and picking cells (S54)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, lowest
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.components import ALL_CELLS, ARROWS, CELL_NAMES, NOT_LEFT, NOT_RIGHT, Card, Shape
from schatzkammer.games.solomon.moves import USE
from schatzkammer.games.solomon.state import ACT_STEP, NAME_STEP, NONE, PICK_STEP, SolomonState, cells_of_height, height
from schatzkammer.games.solomon.steps import pay
from schatzkammer.games.solomon.steps.step import cell_names, refuse

# Bits of `SolomonState.objects` (S50).
MIRROR_BIT: Final[i64] = 1
AXE_BIT: Final[i64] = 2
SEAL_BIT: Final[i64] = 4
AMULET_BIT: Final[i64] = 8
PAIR: Final[i64] = 5  # Mirror and Seal


class NameArea(Step[SolomonState]):
    """S36: the player names the area before the first shift; whether it can be dug is checked at the dig."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        if not s.declare_before or s.named or (s.step == NAME_STEP and s.arrow == NONE):
            return 0
        return held(s).firsts

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        return name_area(s, seat, held(s).areas[choice])

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        return name_outcome(held(s).areas[choice])

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        if not s.declare_before:
            return refuse("S36", "no_naming")
        if s.named:
            return refuse("S36", "named_already")
        if s.step == NAME_STEP and s.arrow == NONE:
            return refuse("S54", "pick_cells") if s.objects & SEAL_BIT else refuse("S52", "turn_first")
        return refuse("S41", "off_board", {"cell": CELL_NAMES[choice]})


class DigArea(Step[SolomonState]):
    """S40, S41, S44: the player digs one tile from every cell of an area of the card's shape."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        axe = s.objects & AXE_BIT
        if s.named:
            return s.area & -s.area if one_level(s, s.area, axe) else 0
        if s.objects & SEAL_BIT or (s.objects & MIRROR_BIT and s.arrow == NONE):
            return 0
        return diggable(s, held(s), axe)

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        return pay.excavate(s, seat, dug_area(s, choice))

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        return pay.dig_outcome(s, seat, dug_area(s, choice))

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        if s.named:
            if s.area & -s.area != bit(choice):
                return refuse("S36", "other_area", {"cell": CELL_NAMES[lowest(s.area)]})
            return _not_diggable(s, s.area)
        if s.objects & SEAL_BIT:
            return refuse("S54", "pick_cells")
        if s.objects & MIRROR_BIT and s.arrow == NONE:
            return refuse("S52", "turn_first")
        if not held(s).areas[choice]:
            return refuse("S41", "off_board", {"cell": CELL_NAMES[choice]})
        return _not_diggable(s, held(s).areas[choice])


class PickCell(Step[SolomonState]):
    """S54: with the Seal, the player picks the cells one by one; each touches one picked before."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        if not s.objects & SEAL_BIT or s.named:
            return 0
        if s.area:
            return around(s.area) & _ground(s, lowest(s.area))
        return ALL_CELLS if s.declare_before else sealable(s, s.objects & AXE_BIT)

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        s.area |= bit(choice)
        if s.events is not None:
            s.events.append({"event": "cell", "seat": int(seat), "cell": CELL_NAMES[choice]})
        if count(s.area) < card(s).size:
            return PICK_STEP
        if s.declare_before:
            return name_area(s, seat, s.area)
        return pay.excavate(s, seat, s.area)

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """The area with this cell; if it completes the area, what naming (S36) or digging it (S66) would bring."""
        area = s.area | bit(choice)
        if count(area) < card(s).size:
            return {"places": cell_names(area), "then": "pick"}
        return name_outcome(area) if s.declare_before else pay.dig_outcome(s, seat, area)

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        where: dict[str, object] = {"cell": CELL_NAMES[choice]}
        if s.named:
            return refuse("S36", "named_already")
        if not s.objects & SEAL_BIT:
            return refuse("S54", "no_seal")
        if s.area & bit(choice):
            return refuse("S54", "picked", where)
        if not s.declare_before and not s.level1 & bit(choice):
            return refuse("S42", "empty", {"cell": CELL_NAMES[choice]})
        if s.area and not around(s.area) & bit(choice):
            return refuse("S54", "apart", where)
        if s.area:
            return refuse("S43", "levels", {"cells": [CELL_NAMES[choice], *cell_names(s.area)]})
        reason = "too_few_axe" if s.objects & AXE_BIT else "too_few"
        return refuse("S54", reason, {**where, "size": int(card(s).size)})

    def stray(self, s: SolomonState, seat: i64, action: i64) -> IllegalMove | None:
        return mirror_and_seal(s, action)


def mirror_and_seal(s: SolomonState, action: i64) -> IllegalMove | None:
    """S50: refuses the Mirror after the Seal and the Seal after the Mirror; None for any other action."""
    other = bit(action - USE.first) if USE.first <= action < USE.end else 0
    return refuse("S50", "mirror_and_seal") if other & PAIR and s.objects & PAIR & ~other else None


class TurnCard(Step[SolomonState]):
    """S52: with the Mirror, the card's arrow points in any of the four directions."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        if not s.objects & MIRROR_BIT or s.arrow != NONE:
            return 0
        return 15 if s.step == NAME_STEP else turnable(s, s.objects & AXE_BIT)

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        s.arrow = choice
        if s.events is not None:
            s.events.append({"event": "turned", "seat": int(seat), "arrow": ARROWS[choice]})
        return s.step

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """The number of places where the card could be dug now if turned this way."""
        places = diggable(s, card(s).shapes[choice], s.objects & AXE_BIT)
        return {"amounts": {"digs": int(count(places))}, "then": "name" if s.step == NAME_STEP else "dig"}

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        if not s.objects & MIRROR_BIT:
            return refuse("S52", "no_mirror")
        if s.arrow != NONE:
            return refuse("S52", "turned_already", {"arrow": ARROWS[s.arrow]})
        return refuse("S52", "no_place", {"arrow": ARROWS[choice]})


def card(s: SolomonState) -> Card:
    """The card of the player to act."""
    return s.box.cards[s.chosen[s.seat]]


def held(s: SolomonState) -> Shape:
    """The shape of the card: its arrow points at the entrance (S41) unless the Mirror turns it (S52)."""
    return card(s).shapes[s.arrow if s.arrow != NONE else 0]


def dug_area(s: SolomonState, first: i64) -> i64:
    """The area of a dig given by its first cell: the one named (S36), or where the shape lies (S41)."""
    return s.area if s.named else held(s).areas[first]


def name_outcome(area: i64) -> Outcome:
    """S36: what naming an area would bring."""
    return {"places": cell_names(area), "then": "act"}


def name_area(s: SolomonState, seat: i64, area: i64) -> i64:
    """S36: commits the player to this area: they dig it or nothing."""
    s.area = area
    s.named = True
    if s.events is not None:
        s.events.append({"event": "named", "seat": int(seat), "cells": cell_names(area)})
    return ACT_STEP


def one_level(s: SolomonState, area: i64, axe: i64) -> bool:
    """Whether no cell is empty (S42) and all top tiles are on one level (S43); the Axe lifts S43 (S53)."""
    return area & ~dug_together(s, area & -area, axe) == 0


def dug_together(s: SolomonState, cell_bit: i64, axe: i64) -> i64:
    """The cells that can be dug together with one, given as a bit: on its level (S43), or all with the Axe (S53)."""
    return s.level1 if axe else s.level1 & cells_of_height(s, height(s, cell_bit))


def diggable(s: SolomonState, shape: Shape, axe: i64) -> i64:
    """The first cells of all areas of a shape that can be dug (S42, S43; S53 with the Axe)."""
    # For each height: the cells of that height, and the first cells for which the shape fits into them.
    high4: i64 = s.level4
    high3: i64 = s.level3 & ~s.level4
    high2: i64 = s.level2 & ~s.level3
    high1: i64 = s.level1 & ~s.level2
    if axe:
        high4 = s.level1
        high3 = high2 = high1 = 0
    fits4, fits3, fits2, fits1 = high4, high3, high2, high1
    offsets = shape.offsets
    while offsets:
        offset = offsets & 63
        fits4 &= high4 >> offset
        fits3 &= high3 >> offset
        fits2 &= high2 >> offset
        fits1 &= high1 >> offset
        offsets >>= 6
    return (fits4 | fits3 | fits2 | fits1) & shape.firsts


def turnable(s: SolomonState, axe: i64) -> i64:
    """S52: the directions in which the card can be dug somewhere."""
    arrows: i64 = 0
    for arrow in range(4):
        if diggable(s, card(s).shapes[arrow], axe):
            arrows |= bit(arrow)
    return arrows


def sealable(s: SolomonState, axe: i64) -> i64:
    """S54: the cells of all connected groups large enough for the card, on one level or, with the Axe, on any."""
    size = card(s).size
    if axe:
        return _groups(s.level1, size)
    cells: i64 = 0
    for tall in range(1, 5):
        cells |= _groups(cells_of_height(s, tall), size)
    return cells


def around(area: i64) -> i64:
    """S54: the cells that touch an area by edge or corner."""
    wide = area | (area & NOT_LEFT) >> 1 | (area & NOT_RIGHT) << 1
    return (wide | wide >> 6 | wide << 6) & ALL_CELLS & ~area


def _groups(ground: i64, size: i64) -> i64:
    """The cells of all connected groups of at least `size` cells."""
    found: i64 = 0
    while ground:
        group = ground & -ground
        while True:
            grown = group | (around(group) & ground)
            if grown == group:
                break
            group = grown
        if count(group) >= size:
            found |= group
        ground &= ~group
    return found


def _ground(s: SolomonState, cell: i64) -> i64:
    """The cells that may be picked together with a cell."""
    if s.declare_before:
        return ALL_CELLS
    return dug_together(s, bit(cell), s.objects & AXE_BIT)


def _not_diggable(s: SolomonState, area: i64) -> IllegalMove:
    empty = area & ~s.level1
    if empty:
        return refuse("S42", "empty", {"cell": CELL_NAMES[lowest(empty)]})
    return refuse("S43", "levels", {"cells": cell_names(area)})
