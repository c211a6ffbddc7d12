"""The sums of a review: result − prior = luck of the deal + luck of draws + others + own errors + remainder.

The worth of the game to a seat is followed from the deal to the end. Every change of it has one cause, so the sum is
exact; the remainder is what the judge itself gets wrong about decisions that were made well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from schatzkammer.bots.estimate import result
from schatzkammer.bots.review.parts import Decision, Part, Task, walk_of
from schatzkammer.bots.review.worth import NOTHING, Worth, worth_of

# A loss in units of a mistake is the larger of both: 6 win-share points, or 3 points.
MISTAKE: Final = Worth(3.0, 0.06)
MARKS: Final = ((2.0, "blunder"), (1.0, "mistake"), (0.5, "inaccuracy"))  # from this many units on
DECAY: Final = 0.5  # a decision that loses one unit scores 100 · e^−0.5 = 61
OBVIOUS: Final = 4.0  # units by which the best choice leads the next one
PHASES: Final = 3  # the decisions of a seat in as many parts of the game


@dataclass(frozen=True)
class Accuracy:
    """How well a seat decided, in the whole game or in a part of it."""

    decisions: int  # real ones: neither forced nor obvious
    loss: Worth  # the mean of each
    accuracy: float | None  # 0 to 100; None without a real decision


@dataclass(frozen=True)
class SeatReview:
    """What became of a seat's prospects. In points and in shares of the win: prior + all others = result."""

    seat: int
    result: Worth
    prior: Worth
    deal_luck: Worth
    draw_luck: Worth
    others: Worth
    errors: Worth
    remainder: Worth
    whole: Accuracy
    phases: list[Accuracy]


@dataclass(frozen=True)
class GameReview:
    """The review of a game."""

    game: str
    players: int
    seed: str
    seats: list[SeatReview]
    decisions: list[Decision]
    shares: list[list[float]]  # after the deal and after each move: everybody's share of the win, as they know it
    luck: list[list[Worth]]  # of each move: by seat, the luck of what it turned up; of the deal first


def assembled(work: Task, parts: Sequence[Part]) -> GameReview:
    """The review from all its parts in their order."""
    walk = walk_of(work.record)
    players = int(walk.setup.players)
    decisions = [part.decision for part in parts if part.decision is not None]
    ledgers = [_Ledger(seat, parts[0]) for seat in range(players)]
    for part in parts[1:]:
        for ledger in ledgers:
            ledger.enter(part)
    end = result(walk.states[-1])
    seats = [
        ledger.closed(worth_of(end, ledger.seat), [made for made in decisions if made.seat == ledger.seat], len(parts))
        for ledger in ledgers
    ]
    return GameReview(walk.game.id, players, work.seed, seats, decisions, _shares(parts), [part.luck for part in parts])


class _Ledger:
    """Where the prospects of one seat went, so far.

    Between two turns of a seat, whatever is not luck is due to the others: what they decided, and what the judge sees
    more clearly once it looks at the seat's next decision.
    """

    def __init__(self, seat: int, deal: Part) -> None:
        self.seat = seat
        dealt = deal.now[seat]
        if dealt is None or deal.prior is None:
            raise AssertionError("the first part is the deal")
        self.prior = deal.prior[seat]
        self.current = dealt
        self.deal_luck = deal.luck[seat]
        self.draw_luck = NOTHING
        self.others = NOTHING
        self.errors = NOTHING
        self.remainder = NOTHING
        self._fresh = True  # whether the seat has not decided yet ...
        self._others_moved = False  # ... and whether others have, since it did

    def enter(self, part: Part) -> None:
        """Enters one move."""
        decision = part.decision
        if part.seat != self.seat:
            self._others_moved = True
        elif decision is not None:
            if self._others_moved or self._fresh:
                self._appraise(decision.worth.plus(decision.loss))
            self.errors = self.errors - decision.loss
            self.current = self.current - decision.loss
            self._fresh = self._others_moved = False
        luck = part.luck[self.seat]
        self.draw_luck = self.draw_luck.plus(luck)
        self.current = self.current.plus(luck)

    def _appraise(self, worth: Worth) -> None:
        """Takes over what the game is worth to the seat now."""
        change = worth - self.current
        if self._others_moved:
            self.others = self.others.plus(change)
        else:
            self.remainder = self.remainder.plus(change)
        self.current = worth

    def closed(self, end: Worth, decisions: Sequence[Decision], parts: int) -> SeatReview:
        """The sums once the game is over."""
        self._appraise(end)
        phases = [
            accuracy(made for made in decisions if made.ply * PHASES // (parts - 1) == phase) for phase in range(PHASES)
        ]
        return SeatReview(
            self.seat,
            end,
            self.prior,
            self.deal_luck,
            self.draw_luck,
            self.others,
            self.errors,
            self.remainder,
            accuracy(decisions),
            phases,
        )


def units(loss: Worth) -> float:
    """A loss in units of a mistake."""
    return max(0.0, loss.points / MISTAKE.points, loss.win / MISTAKE.win)


def mark_of(decision: Decision) -> str | None:
    """The mark of a decision: blunder, mistake or inaccuracy; None if its loss, less its standard error, is smaller."""
    size = units(decision.loss - decision.error)
    return next((name for least, name in MARKS if size >= least), None)


def counts(decision: Decision) -> bool:
    """Whether a decision is a real one. An obvious one counts only if it was missed."""
    return decision.move != decision.best or units(decision.lead) < OBVIOUS


def accuracy(decisions: Iterable[Decision]) -> Accuracy:
    """The mean of the real decisions among some."""
    real = [made for made in decisions if counts(made)]
    number = len(real)
    if not number:
        return Accuracy(0, NOTHING, None)
    points = sum(made.loss.points for made in real) / number
    win = sum(made.loss.win for made in real) / number
    scored = sum(100.0 * exp(-DECAY * units(made.loss)) for made in real)
    return Accuracy(number, Worth(points, win), scored / number)


def _shares(parts: Sequence[Part]) -> list[list[float]]:
    """After each part everybody's share of the win, as that seat knows it; they are made to add up to one."""
    current = [NOTHING] * len(parts[0].now)
    shares: list[list[float]] = []
    for part in parts:
        current = [before if now is None else now for before, now in zip(current, part.now, strict=True)]
        whole = sum(worth.win for worth in current) or 1.0
        shares.append([worth.win / whole for worth in current])
    return shares
