"""What a step of the turn is: what it offers, what a choice does, and why another is refused.

A choice is a bit of the offer: the action's number counted from the step's first one, or PASS_CHOICE.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.text import Words
from schatzkammer.games.monte_cristo.state import MonteCristoState

WORDS: Final = Words("schatzkammer.games.monte_cristo")

PASS_CHOICE: Final[i64] = 62
PASS_BIT: Final[i64] = 4611686018427387904


class Step:
    """One step of the turn."""

    name: str
    rule: str
    first: i64  # the action number of choice 0
    choices: i64  # how many actions are of this step's kind, PASS apart

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        """The choices of the seat; a single one plays itself."""
        raise NotImplementedError

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        """The effect of a choice, and the step or passage that follows."""
        raise NotImplementedError

    def why_not(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        """Why a choice of this step's kind is not in the offer."""
        raise NotImplementedError

    def stray(self, action: int) -> IllegalMove:
        """Why an action of another step's kind is not possible now."""
        return refuse(self.rule, f"step_{self.name}")


def refuse(rule: str, reason: str, details: dict[str, object] | None = None) -> IllegalMove:
    """A refusal with the id of its rule."""
    return IllegalMove(WORDS, rule, reason, details)


def tell(s: MonteCristoState, event: str, seat: i64) -> None:
    """An event that names a seat and nothing else."""
    if s.log is not None:
        s.log.append({"event": event, "seat": int(seat)})
