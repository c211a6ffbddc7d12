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


def ticked(
    clock: Clock, timers: Sequence[Timer], owing: Collection[int], at: int, mover: int | None, broken_off: Sequence[int]
) -> tuple[list[Timer], list[int]]:
    """The clocks when from now on these people owe a decision, and whose turns are broken off: they stand half-way.

    Only a decision of one's own ends a turn. Whoever leaves and comes back, or whose turn comes back because another
    has taken his own decision back, goes on with what was left: time is not made out of nothing.
    """
    after, halfway = [], []
    for seat, timer in enumerate(timers):
        owes, ended = seat in owing, seat == mover and seat not in owing
        if timer.since is None:
            fresh = clock.kind == "slow" and seat not in broken_off
            after.append(Timer(clock.hours * HOUR if fresh else timer.left, at) if owes else timer)
        elif owes:
            after.append(timer)  # a turn of several decisions is one stretch of time
        else:
            left = max(0, timer.left - (at - timer.since))
            after.append(Timer(left + clock.increment * SECOND if ended and clock.kind == "live" else left))
        if not owes and not ended and (timer.since is not None or seat in broken_off):
            halfway.append(seat)
    return after, halfway


def deadline(timers: Sequence[Timer]) -> int | None:
    """When the first clock that runs is down."""
    ends = [timer.since + timer.left for timer in timers if timer.since is not None]
    return min(ends, default=None)


def expired(timers: Sequence[Timer], at: int) -> list[int]:
    """The seats whose time is up."""
    return [seat for seat, timer in enumerate(timers) if timer.since is not None and timer.since + timer.left <= at]
