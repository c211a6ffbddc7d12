"""Ends a run early: as soon as it is clear whether the first bot wins more than its share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from schatzkammer.arena.formatting import Formatter
from schatzkammer.arena.game import Result
from schatzkammer.arena.plan import Plan
from schatzkammer.arena.sequential import Hypotheses, decided
from schatzkammer.arena.statistics import without_luck

MARGIN = 0.05  # of the win: with this much above its share the first bot is better


@dataclass(frozen=True)
class Verdict:
    """What the first deals say of the first bot; `better` is None as long as it is not clear."""

    deals: int
    better: bool | None
    share: float  # what bots of equal strength win
    margin: float
    error: float  # how often a verdict of either kind is wrong


def spoken(fmt: Formatter, bot: str, verdict: Verdict) -> str:
    """The verdict as a sentence."""
    share, error = fmt.axis_percent(verdict.share), fmt.axis_percent(verdict.error)
    if verdict.better is None:
        return fmt.text("line.unclear", bot=bot, share=share)
    wanted = fmt.axis_percent(verdict.share + verdict.margin)
    said = fmt.text("line.better", share=wanted) if verdict.better else fmt.text("line.not_better", share=share)
    return fmt.text("line.clear", deals=verdict.deals, bot=bot, verdict=said, error=error)


class Judge:
    """Judges a run deal by deal, in the order of the plan, in whatever order its games end."""

    def __init__(self, plan: Plan, results: Mapping[int, Result]) -> None:
        self._plan = plan
        self._results = results
        self._wins: list[float] = []
        self._luck: list[float] = []
        self._hypotheses = Hypotheses(1 / plan.players, 1 / plan.players + MARGIN)
        self.verdict = self._verdict(None)

    def is_clear(self) -> bool:
        """Judges the results that there are now; once it is clear, it stays."""
        while self.verdict.better is None and (deal := self._next_deal()):
            wins, luck = zip(*deal, strict=True)
            self._wins.append(fmean(wins))
            self._luck.append(fmean(luck))
            self.verdict = self._verdict(decided(without_luck(self._wins, self._luck), self._hypotheses))
        return self.verdict.better is not None

    def _next_deal(self) -> Sequence[tuple[float, float]]:
        """The wins of the first bot in the games of the next deal, and the luck in them; empty if one is missing."""
        first = len(self._wins) * self._plan.games_per_deal
        numbers = range(first, first + self._plan.games_per_deal)
        if not all(number in self._results for number in numbers):
            return []
        played = [self._results[number] for number in numbers]
        seats = [(result, result.seats.index(0)) for result in played if 0 in result.seats]
        return [(result.win(seat), result.luck.wins[seat] if result.luck else 0.0) for result, seat in seats]

    def _verdict(self, better: bool | None) -> Verdict:
        equal, _, error = self._hypotheses
        return Verdict(len(self._wins), better, equal, MARGIN, error)
