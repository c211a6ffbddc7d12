"""The treasure chest lane: treasures are drawn and laid in dungeons (M50 to M52)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, unpacked
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, Step
from schatzkammer.games.monte_cristo.components import CHEST_TREASURES, DUNGEONS, FULL_DUNGEON, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import (
    COLLECTOR,
    LAID,
    LAY_STEP,
    MARBLE_STEP,
    NONE,
    UNIT,
    MonteCristoState,
    of_six,
    total,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.hunters import ALL_DUNGEONS
from schatzkammer.games.monte_cristo.steps.step import refuse, then


class Lay(Step[MonteCristoState]):
    """M50: the treasures are laid in different dungeons, in the order in which they were drawn."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        return ALL_DUNGEONS & ~s.laid

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        treasure: i64 = s.drawn[0]
        s.drawn = s.drawn[1:]
        s.treasures = with_six(s.treasures, choice, of_six(s.treasures, choice) + UNIT[treasure])
        s.laid |= bit(choice)
        if s.events is not None:
            treasure_name, dungeon = TYPE_NAMES[treasure], DUNGEONS[choice]
            s.events.append({"event": "lay", "seat": int(seat), "treasure": treasure_name, "dungeon": dungeon})
        return LAY_STEP if s.drawn else LAID

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        treasures = total(of_six(s.treasures, choice)) + 1
        amounts = {"treasures": int(treasures)}
        if treasures >= FULL_DUNGEON:  # M52
            amounts["scoring"] = 1
        outcome: Outcome = {"gives": [TYPE_NAMES[s.drawn[0]]], "places": [DUNGEONS[choice]], "amounts": amounts}
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("M50", "must_lay")
        return refuse("M50", "same_dungeon", {"dungeon": DUNGEONS[choice]})


def open_chest(s: MonteCristoState) -> i64:
    """M50: draws three treasures; M51: if the bag holds fewer, those laid aside go back into it first."""
    if len(s.bag) < CHEST_TREASURES:
        bag = s.bag + unpacked(s.aside)
        chance = s.chance.copy()
        chance.shuffle(bag)
        s.chance = chance
        s.bag = bag
        s.aside = 0
        if s.events is not None:
            s.events.append({"event": "refill", "number": len(bag)})
    s.news += 1
    rest = len(s.bag) - int(CHEST_TREASURES)
    drawn = s.bag[rest:]
    drawn.reverse()
    s.drawn = drawn
    s.bag = s.bag[:rest]
    s.laid = 0
    if s.events is not None:
        names = [TYPE_NAMES[treasure] for treasure in drawn]
        s.events.append({"event": "draw_treasures", "seat": int(s.active), "treasure": names})
    return LAY_STEP


def is_full(s: MonteCristoState, dungeon: i64) -> bool:
    """M52: whether a dungeon holds four treasures, which triggers a scoring."""
    return total(of_six(s.treasures, dungeon)) >= FULL_DUNGEON


class Laid(Step[MonteCristoState]):
    """M52: a dungeon with four treasures triggers a scoring."""

    def open(self, s: MonteCristoState) -> i64:
        s.laid = 0
        full = [DUNGEONS[dungeon] for dungeon in range(6) if is_full(s, dungeon)]
        if not full:
            return MARBLE_STEP
        s.dungeon = NONE
        if s.events is not None:
            s.events.append({"event": "scoring", "seat": int(s.active), "number": len(full), "dungeon": full})
        return COLLECTOR
