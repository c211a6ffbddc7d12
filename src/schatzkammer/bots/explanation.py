"""Why a bot decides as it does, as data and as one sentence; and the hints that players ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from schatzkammer.core.game import Json
from schatzkammer.core.text import DEFAULT, Words

WORDS = Words("schatzkammer.bots")


class Candidate(NamedTuple):
    """One action that a bot has considered; None where the bot has no figure."""

    action: int
    move: str  # the action in notation
    value: float | None = None  # static evaluation in points; only differences matter
    visits: int | None = None  # simulated games that began with it
    score: float | None = None  # the bot's mean points in them
    win: float | None = None  # the share of them that it won


class Explanation:
    """A decision and the figures behind it."""

    def __init__(self, reason: str, candidates: Sequence[Candidate]) -> None:
        self.reason = reason  # only, lot, glance, value or search: the key of the sentence
        self.candidates = tuple(candidates)  # the chosen one first, then the next best

    @property
    def action(self) -> int:
        """The chosen action."""
        return self.candidates[0].action

    def sentence(self, lang: str = DEFAULT) -> str:
        """The explanation as one sentence."""
        first = self.candidates[0]
        details: dict[str, object] = {"move": first.move}
        key = f"why.{self.reason}"
        if self.reason == "search":
            details["visits"] = first.visits
            details["all"] = sum(candidate.visits or 0 for candidate in self.candidates)
        if self.reason in ("search", "value"):
            details |= _expected(first, "")
        if len(self.candidates) > 1 and self.reason in ("glance", "search"):
            second = self.candidates[1]
            key += "_second"
            details["second"] = second.move
            if self.reason == "search":
                details |= _expected(second, "second_")
            else:
                details["more"] = f"{(first.value or 0.0) - (second.value or 0.0):.1f}"
        return WORDS.say(lang, key, details)

    def data(self) -> Json:
        """The explanation as plain data."""
        return {"reason": self.reason, "candidates": [candidate._asdict() for candidate in self.candidates]}


def _expected(candidate: Candidate, prefix: str) -> dict[str, object]:
    """Expected points and win rate, rounded for reading."""
    return {f"{prefix}score": round(candidate.score or 0.0), f"{prefix}win": round(100 * (candidate.win or 0.0))}


@dataclass(frozen=True)
class Hint:
    """Moves to make in order, and the points they are expected to gain."""

    moves: list[str]
    value: float
    cells: list[str] = field(default_factory=list)  # King Solomon: the cells dug ...
    tiles: list[str | None] = field(default_factory=list)  # ... and the tiles found there, None if never seen
    cost: int = 0  # of the whole turn
    parts: dict[str, float] = field(default_factory=dict)  # what the value consists of
