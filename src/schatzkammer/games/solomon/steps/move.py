"""What all kinds of moves have in common, and refusals."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, nth, place
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.text import Words
from schatzkammer.games.solomon.components import CELL_NAMES, DESIGNER_NAMES, KIND_NAMES
from schatzkammer.games.solomon.moves import NUMBERS
from schatzkammer.games.solomon.state import SolomonState

WORDS: Final = Words("schatzkammer.games.solomon")

# What a move leads to beside a step of its own: the cards are revealed, the turn is over.
REVEAL: Final[i64] = 7
OVER: Final[i64] = 8


class Move:
    """One kind of move. A choice is the action's number counted from the kind's first one."""

    first: i64
    choices: i64

    def offer(self, s: SolomonState, seat: i64) -> i64:
        """The choices that are legal in this step, as bits."""
        raise NotImplementedError

    def fill(self, s: SolomonState, seat: i64, actions: list[object]) -> None:
        """Adds the numbers of the legal moves of this kind, ascending."""
        offer = self.offer(s, seat)
        while offer:
            low = offer & -offer
            actions.append(NUMBERS[self.first + place(low)])
            offer ^= low

    def size(self, s: SolomonState, seat: i64) -> i64:
        """How many choices are legal in this step."""
        return count(self.offer(s, seat))

    def nth(self, s: SolomonState, seat: i64, index: i64) -> i64:
        """The legal choice with that many smaller ones before it."""
        return nth(self.offer(s, seat), index)

    def allowed(self, s: SolomonState, seat: i64, choice: i64) -> bool:
        """Whether the choice is legal in this step."""
        return self.offer(s, seat) & bit(choice) != 0

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        """The effect of a choice, and the step that follows."""
        raise NotImplementedError

    def why_not(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        """Why a choice is not legal although moves of this kind belong to the step."""
        raise NotImplementedError


def refuse(rule: str, reason: str, details: dict[str, object] | None = None) -> IllegalMove:
    """A refusal with the id of its rule."""
    return IllegalMove(WORDS, rule, reason, details)


def kind_names(s: SolomonState) -> list[str]:
    """S53: what the kinds of tiles are called in this edition."""
    return DESIGNER_NAMES if s.designer else KIND_NAMES


def cell_names(cells: i64) -> list[str]:
    """The names of a set of cells in reading order."""
    names: list[str] = []
    while cells:
        low = cells & -cells
        names.append(CELL_NAMES[place(low)])
        cells ^= low
    return names


def tile_names(s: SolomonState, kinds: list[int]) -> list[str]:
    """The names of tiles given by kind."""
    names = kind_names(s)
    return [names[kind] for kind in kinds]
