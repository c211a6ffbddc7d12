"""The class of an error that players understand, from what the two moves would have brought and whom they helped."""

from __future__ import annotations

from typing import Final

from schatzkammer.bots.review.choices import Verdict
from schatzkammer.core.game import State
from schatzkammer.core.outcome import Outcome

# All classes; bots/text has a sentence for each.
CAUSES: Final = (
    "spell_missed",
    "spell_wasted",
    "set_left",
    "set_missed",
    "points_missed",
    "turned_up",
    "overpaid",
    "stack_opened",
    "dig_missed",
    "dig_worse",
    "shift_worse",
    "object_wasted",
    "card_worse",
    "tile_shown",
    "ban_worse",
    "hunter_worse",
    "marble_worse",
    "treasure_laid",
    "treasure_worse",
    "helped_others",
    "worse",
)
MOST_GIVEN: Final = 0.5  # the share of a loss from which on what others gain explains it

# What is wrong with a move, by its verb, if nothing more can be said.
BY_VERB: Final = {
    "play": "card_worse",
    "give": "card_worse",
    "discard": "card_worse",
    "pay": "card_worse",
    "show": "tile_shown",
    "ban": "ban_worse",
    "place": "hunter_worse",
    "enter": "hunter_worse",
    "lane": "marble_worse",
    "down": "marble_worse",
    "up": "marble_worse",
    "lay": "treasure_laid",
    "shift": "shift_worse",
    "name": "dig_worse",
    "dig": "dig_worse",
    "cell": "dig_worse",
    "turn": "dig_worse",
    "use": "object_wasted",
}
SPELLS: Final = ("also", "ask", "pick", "ban", "swap")


def cause_of(state: State, seat: int, chosen: int, found: Verdict) -> str:
    """The class of an error."""
    game = state.game
    verb, *_ = game.notation(chosen).split()
    better, *_ = game.notation(found.best).split()
    made = game.outcome(state, seat, chosen)
    best = game.outcome(state, seat, found.best)
    if verb == "pass" and better in SPELLS:
        return "spell_missed"
    if verb in SPELLS and better == "pass":
        return "spell_wasted"
    if verb == "stop":
        return "dig_missed"
    if verb in ("shift", "dig") and _cost(made) > _cost(best) and better in ("dig", "stop"):
        return "overpaid"
    given = max(0.0, *[points for other, points in enumerate(found.to_others) if other != seat])
    if given > MOST_GIVEN * max(found.loss.points, given / 2):
        helped = _helped(verb, made, best)
        if helped is not None:
            return helped
    if verb in ("take", "also", "pick", "swap"):
        return _own_loss(made, best) or "treasure_worse"
    return BY_VERB.get(verb, "worse")


def _helped(verb: str, made: Outcome, best: Outcome) -> str | None:
    """How a move helps others more than another one would."""
    more = len(made.get("turns_up", [])) > len(best.get("turns_up", []))
    if verb in ("take", "also"):
        return "turned_up" if more else "set_left"
    if verb == "shift":
        return "stack_opened" if made.get("turns_up") else "helped_others"
    if verb in ("show", "ban", "lay"):
        return None
    return "helped_others"


def _own_loss(made: Outcome, best: Outcome) -> str | None:
    """What a move brings less than another one would."""
    if _grown(best) > _grown(made):
        return "set_missed"
    if best.get("points", 0) > made.get("points", 0):
        return "points_missed"
    return None


def _cost(outcome: Outcome) -> int:
    return outcome.get("cost", 0)


def _grown(outcome: Outcome) -> int:
    before, after = outcome.get("worth", (0, 0))
    return after - before
