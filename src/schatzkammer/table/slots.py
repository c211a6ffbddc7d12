"""When bots answer: at the end of a slot, so that the time they took does not tell what they hold.

A search stops early when its choice is clear, and a seat with one legal move has nothing to search: both depend on what
only that seat knows. The length of a slot depends on the bot alone, and an answer that misses it waits for the next.
"""

from __future__ import annotations

from functools import cache

from schatzkammer.bots import budget_of

PLAIN = 0.01  # seconds for a bot that does not search,
EACH_ITERATION = 0.004  # for one iteration of a search,
RESERVE = 1.25  # and more than a search with a time may take


@cache
def slot(bot: str) -> float:
    """The length of a bot's slots in seconds."""
    budget = budget_of(bot)
    if budget is None:
        return PLAIN
    if budget.milliseconds is not None:
        return RESERVE * budget.milliseconds / 1000
    return EACH_ITERATION * (budget.iterations or 1)


def wait(bot: str, taken: float) -> float:
    """The seconds from a bot's answer to the end of its slot."""
    return -taken % slot(bot)
