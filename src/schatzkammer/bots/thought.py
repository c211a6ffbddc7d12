"""Why a bot decides as it does: its candidates as data, and one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schatzkammer.core.game import Json
from schatzkammer.core.text import Words

WORDS = Words("schatzkammer.bots")


class Candidate(NamedTuple):
    """One action that a bot has considered; what it does not know of it is None."""

    action: int
    move: str  # the action in notation
    worth: float | None = None  # at a glance, in points; only differences count
    visits: int | None = None  # imagined games that began with it
    score: float | None = None  # the own points that they ended with, on average
    win: float | None = None  # the share of them that was won


class Thought:
    """A decision and what speaks for it."""

    def __init__(self, reason: str, candidates: Sequence[Candidate]) -> None:
        self.reason = reason  # only, lot, glance or search: key of the sentence
        self.candidates = tuple(candidates)  # the one chosen first, then the next best

    @property
    def action(self) -> int:
        """The action decided on."""
        return self.candidates[0].action

    def sentence(self, lang: str = "en") -> str:
        """The thought in one sentence of that language."""
        first = self.candidates[0]
        details: dict[str, object] = {"move": first.move}
        key = f"why.{self.reason}"
        if self.reason == "search":
            details["visits"] = first.visits
            details["all"] = sum(candidate.visits or 0 for candidate in self.candidates)
            details |= _expected(first, "")
        if len(self.candidates) > 1 and self.reason in ("glance", "search"):
            second = self.candidates[1]
            key += "_second"
            details["second"] = second.move
            if self.reason == "search":
                details |= _expected(second, "second_")
            else:
                details["more"] = f"{(first.worth or 0.0) - (second.worth or 0.0):.1f}"
        return WORDS.say(lang, key, details)

    def data(self) -> Json:
        """The thought as plain data."""
        return {"reason": self.reason, "candidates": [candidate._asdict() for candidate in self.candidates]}


def _expected(candidate: Candidate, prefix: str) -> dict[str, object]:
    """What a candidate promises, rounded for reading."""
    return {f"{prefix}score": round(candidate.score or 0.0), f"{prefix}win": round(100 * (candidate.win or 0.0))}
