"""A review as plain data, for JSON, files and the web; and the proof of its sums."""

from __future__ import annotations

from typing import Final, cast

from schatzkammer.bots.explanation import WORDS
from schatzkammer.bots.review.parts import Decision
from schatzkammer.bots.review.sums import Accuracy, GameReview, SeatReview, counts, mark_of
from schatzkammer.core.game import Json
from schatzkammer.core.text import DEFAULT

FORMAT: Final = 1
TERMS: Final = ("prior", "deal_luck", "draw_luck", "others", "errors", "remainder")
PLACES: Final = 6  # decimals
TOLERANCE: Final = 1e-4  # of a sum of rounded terms


def review_data(review: GameReview) -> Json:
    """The review in points, with the same in shares of the win beside it."""
    return {
        "format": FORMAT,
        "game": review.game,
        "players": review.players,
        "seed": review.seed,
        "seats": [_seat(seat, review.decisions) for seat in review.seats],
        "shares": [[_rounded(share) for share in shares] for shares in review.shares],
        "luck": [[_rounded(luck.points) for luck in lucks] for lucks in review.luck],
        "luck_win": [[_rounded(luck.win) for luck in lucks] for lucks in review.luck],
    }


def unproven(data: Json) -> list[int]:
    """The seats whose terms do not add up to their result, in points or in shares of the win."""
    return [
        cast(int, seat["seat"])
        for seat in cast("list[Json]", data["seats"])
        for side in (seat, cast(Json, seat["win"]))
        if abs(sum(cast(float, side[term]) for term in TERMS) - cast(float, side["result"])) > TOLERANCE
    ]


def cause_text(cause: str, lang: str = DEFAULT) -> str:
    """What is wrong with a move, as a sentence."""
    return WORDS.say(lang, f"review.cause.{cause}")


def _seat(seat: SeatReview, decisions: list[Decision]) -> Json:
    own = [decision for decision in decisions if decision.seat == seat.seat]
    found: Json = {"seat": seat.seat, "result": _whole(seat.result.points)}
    found |= {term: _rounded(getattr(seat, term).points) for term in TERMS}
    found["win"] = {term: _rounded(getattr(seat, term).win) for term in ("result", *TERMS)}
    found |= _accuracy(seat.whole)
    found["phases"] = [_accuracy(phase) for phase in seat.phases]
    found["decisions"] = [_decision(decision) for decision in own]
    return found


def _accuracy(part: Accuracy) -> Json:
    return {
        "accuracy": None if part.accuracy is None else _rounded(part.accuracy),
        "real": part.decisions,
        "loss_points": _rounded(part.loss.points),
        "loss_win": _rounded(part.loss.win),
    }


def _decision(decision: Decision) -> Json:
    return {
        "ply": decision.ply,
        "move": decision.move,
        "best": decision.best,
        "line": decision.line,
        "points": _rounded(decision.worth.points),
        "win": _rounded(decision.worth.win),
        "loss_points": _rounded(decision.loss.points),
        "loss_win": _rounded(decision.loss.win),
        "error": _rounded(decision.error.points),
        "error_win": _rounded(decision.error.win),
        "mark": mark_of(decision),
        "cause": decision.cause,
        "real": counts(decision),
        "to_others": [_rounded(points) for points in decision.to_others],
        "tried": [
            {"move": move, "points": _rounded(worth.points), "win": _rounded(worth.win)}
            for move, worth in decision.tried
        ],
    }


def _rounded(value: float) -> float:
    return round(value, PLACES) + 0.0  # no negative zero


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value
