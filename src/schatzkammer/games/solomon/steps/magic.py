"""Magic objects: declared for a dig, spent with it (S50 to S56)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import AXE, MIRROR
from schatzkammer.games.solomon.state import ACT_STEP, DIG_STEP, NAME_STEP, NONE, SolomonState
from schatzkammer.games.solomon.steps.dig import (
    AXE_BIT,
    MIRROR_BIT,
    PAIR,
    SEAL_BIT,
    diggable,
    held,
    one_level,
    sealable,
    turnable,
)
from schatzkammer.games.solomon.steps.step import kind_names, refuse


class Use(Step[SolomonState]):
    """S50: the player declares an object behind their screen for the dig; S56: no object is used without a dig.

    Offered only if a legal dig can follow, and then the dig must follow. S36: if areas are named first, Mirror and
    Seal are named with the area, and the player may still decide not to dig.
    """

    def offer(self, s: SolomonState, seat: i64) -> i64:
        hoard = s.hoards[seat]
        found: i64 = 0
        which: i64 = 0
        while which < 4:
            if hoard[MIRROR + which] and not s.objects & bit(which) and usable(s, seat, which):
                found |= bit(which)
            which += 1
        return found

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        s.objects |= bit(choice)
        if s.events is not None:
            s.events.append({"event": "use", "seat": int(seat), "tile": kind_names(s)[MIRROR + choice]})
        evidence.has(s, seat, MIRROR + choice)
        if names_area(s, choice):
            return NAME_STEP
        if not can_dig(s, s.objects):
            evidence.has(s, seat, AXE)
        return DIG_STEP

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """S50: the object that the dig will spend."""
        return {"gives": [kind_names(s)[MIRROR + choice]], "then": "name" if names_area(s, choice) else "dig"}

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        what: dict[str, object] = {"tile": kind_names(s)[MIRROR + choice]}
        if s.objects & bit(choice):
            return refuse("S50", "one_of_a_kind", what)
        if (s.objects | bit(choice)) & PAIR == PAIR:
            return refuse("S50", "mirror_and_seal")
        if not s.hoards[seat][MIRROR + choice]:
            return refuse("S50", "no_object", what)
        if s.declare_before and bit(choice) & PAIR:
            return refuse("S36", "not_named_with", what)
        if s.arrow != NONE and not s.named:
            return refuse("S52", "turned_last")
        return refuse("S56", "no_dig", what)


def names_area(s: SolomonState, which: i64) -> bool:
    """S36: whether the object is used by naming an area with it."""
    return s.declare_before and bit(which) & PAIR != 0


def usable(s: SolomonState, seat: i64, which: i64) -> bool:
    """Whether the object may be declared now: a legal dig can follow (S50, S56)."""
    objects: i64 = s.objects | bit(which)
    if objects & PAIR == PAIR:
        return False
    if names_area(s, which):
        return s.step == ACT_STEP and not s.named
    return (s.arrow == NONE or s.named) and dig_follows(s, seat, objects)


def dig_follows(s: SolomonState, seat: i64, objects: i64) -> bool:
    """S56: whether a legal dig can follow with these objects, or with the player's Axe declared after them."""
    if can_dig(s, objects):
        return True
    return not objects & AXE_BIT and s.hoards[seat][AXE] > 0 and can_dig(s, objects | AXE_BIT)


def can_dig(s: SolomonState, objects: i64) -> bool:
    """Whether a legal dig is possible with exactly these objects."""
    axe = objects & AXE_BIT
    if s.named:
        return one_level(s, s.area, axe)
    if objects & SEAL_BIT:
        return sealable(s, axe) != 0
    if objects & MIRROR_BIT and s.arrow == NONE:
        return turnable(s, axe) != 0
    return diggable(s, held(s), axe) != 0


def needs_axe(s: SolomonState) -> bool:
    """Whether the objects declared so far allow no dig without the Axe, so that it must follow."""
    return s.step == DIG_STEP and not can_dig(s, s.objects)
