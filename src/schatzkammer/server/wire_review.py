"""The review of a game, as the server sends it and `schatzkammer review --json` prints it; see docs/review.md."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from schatzkammer.bots.review.data import cause_text


class TriedMove(Struct, frozen=True):
    """A choice that was looked at closely, and what it promised."""

    move: str
    points: float
    win: float


class ReviewedDecision(Struct, frozen=True):
    """A decision, judged by what its seat knew; `sentence` says what is wrong, in the language of the request."""

    ply: int
    move: str
    best: str
    line: list[str]
    points: float
    win: float
    loss_points: float
    loss_win: float
    error: float
    error_win: float
    mark: Literal["inaccuracy", "mistake", "blunder"] | None
    cause: str | None
    real: bool
    to_others: list[float]
    tried: list[TriedMove]
    sentence: str = ""


class ReviewedPhase(Struct, frozen=True):
    """How well a seat decided in a part of the game."""

    accuracy: float | None
    real: int
    loss_points: float
    loss_win: float


class ReviewTerms(Struct, frozen=True):
    """Where a result comes from: `prior` and all that follow add up to it."""

    result: float
    prior: float
    deal_luck: float
    draw_luck: float
    others: float
    errors: float
    remainder: float


class ReviewedSeat(Struct, frozen=True):
    """A seat's sums in points and, under `win`, in shares of the win; its accuracy and its decisions."""

    seat: int
    result: float
    prior: float
    deal_luck: float
    draw_luck: float
    others: float
    errors: float
    remainder: float
    win: ReviewTerms
    accuracy: float | None
    real: int
    loss_points: float
    loss_win: float
    phases: list[ReviewedPhase]
    decisions: list[ReviewedDecision]


class Review(Struct, frozen=True):
    """The review of a game. `shares` and `luck` have an entry for the deal and one for each move."""

    format: int
    game: str
    players: int
    seed: str
    seats: list[ReviewedSeat]
    shares: list[list[float]]
    luck: list[list[float]]
    luck_win: list[list[float]]


class ReviewState(Struct, frozen=True):
    """How far a review is."""

    status: Literal["none", "running", "done"]
    done: int = 0  # of its parts
    parts: int = 0
    review: Review | None = None


def told(data: bytes, lang: str) -> Review:
    """A review that is kept, with its errors as sentences in a language."""
    review = msgspec.json.decode(data)
    for seat in review["seats"]:
        for decision in seat["decisions"]:
            if decision["cause"] is not None:
                decision["sentence"] = cause_text(decision["cause"], lang)
    return msgspec.convert(review, Review)
