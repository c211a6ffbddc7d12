"""The review of a finished game: what every decision cost, what was luck, and what the others did.

`review` does it all at once; `part` reviews one decision, so that many processes can share a game, and `assembled`
joins the parts. The same record and seed give the same review. docs/review.md explains the figures.
"""

from __future__ import annotations

from schatzkammer.bots.review.parts import Decision, Part, Task, parts_of, task
from schatzkammer.bots.review.parts import part as review_part
from schatzkammer.bots.review.sums import GameReview, SeatReview, assembled

__all__ = [
    "SEED",
    "Decision",
    "GameReview",
    "Part",
    "SeatReview",
    "Task",
    "assembled",
    "parts_of",
    "review",
    "review_part",
    "task",
]

SEED = "review"  # of the random streams, unless another one is given


def review(record: object, seed: str = SEED) -> GameReview:
    """The review of a finished game, computed in this process; NotOver if it was not played to its end."""
    work = task(record, seed)
    return assembled(work, [review_part(work, number) for number in range(parts_of(work))])
