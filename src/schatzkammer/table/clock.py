"""Clocks: pure arithmetic on the times in the log, so that every worker gets the same result."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from schatzkammer.table.model import HOUR, SECOND, Clock, Timer


def initial_timers(clock: Clock, seats: int) -> list[Timer]:
    """The timers at the start of a game; none when the table plays without a clock."""
    if clock.kind == "none":
        return []
    stock = clock.base * SECOND if clock.kind == "live" else clock.hours * HOUR
    return [Timer(stock) for _ in range(seats)]


def update_timers(
    clock: Clock, timers: Sequence[Timer], owing: Collection[int], at: int, mover: int | None, broken_off: Sequence[int]
) -> tuple[list[Timer], list[int]]:
    """Runs the timers of the seats that owe a decision; returns all timers, and the seats whose turn is interrupted.

    Only a player's own decision ends their turn. A player who leaves and returns, or whose turn comes back because
    another player took back a decision, continues with the time that was left.
    """
    after, interrupted = [], []
    for seat, timer in enumerate(timers):
        owes, ended = seat in owing, seat == mover and seat not in owing
        if timer.since is None:
            fresh = clock.kind == "slow" and seat not in broken_off
            after.append(Timer(clock.hours * HOUR if fresh else timer.left, at) if owes else timer)
        elif owes:
            after.append(timer)  # the clock runs on through all decisions of a turn
        else:
            left = max(0, timer.left - (at - timer.since))
            after.append(Timer(left + clock.increment * SECOND if ended and clock.kind == "live" else left))
        if not owes and not ended and (timer.since is not None or seat in broken_off):
            interrupted.append(seat)
    return after, interrupted


def deadline(timers: Sequence[Timer]) -> int | None:
    """When the first running clock runs out."""
    ends = [timer.since + timer.left for timer in timers if timer.since is not None]
    return min(ends, default=None)


def expired(timers: Sequence[Timer], at: int) -> list[int]:
    """The seats whose time has run out."""
    return [seat for seat, timer in enumerate(timers) if timer.since is not None and timer.since + timer.left <= at]
