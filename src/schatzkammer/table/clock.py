"""Clocks: pure arithmetic on times that the log holds, so that every worker reckons the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from schatzkammer.table.model import HOUR, SECOND, Clock, Timer


def wound_up(clock: Clock, seats: int) -> list[Timer]:
    """The clocks at the start of a game; none where the table has none."""
    if clock.kind == "none":
        return []
    stock = clock.base * SECOND if clock.kind == "live" else clock.hours * HOUR
    return [Timer(stock) for _ in range(seats)]


def ticked(clock: Clock, timers: Sequence[Timer], owing: Collection[int], at: int) -> list[Timer]:
    """The clocks when from now on these people owe a decision: theirs run, the others stand."""
    return [_one(clock, timer, seat in owing, at) for seat, timer in enumerate(timers)]


def _one(clock: Clock, timer: Timer, owes: bool, at: int) -> Timer:
    if timer.since is None:
        if not owes:
            return timer
        return Timer(clock.hours * HOUR if clock.kind == "slow" else timer.left, at)
    if owes:
        return timer  # a turn of several decisions is one stretch of time
    left = max(0, timer.left - (at - timer.since))
    return Timer(left + clock.increment * SECOND if clock.kind == "live" else left)


def deadline(timers: Sequence[Timer]) -> int | None:
    """When the first clock that runs is down."""
    ends = [timer.since + timer.left for timer in timers if timer.since is not None]
    return min(ends, default=None)


def expired(timers: Sequence[Timer], at: int) -> list[int]:
    """The seats whose time is up."""
    return [seat for seat, timer in enumerate(timers) if timer.since is not None and timer.since + timer.left <= at]
