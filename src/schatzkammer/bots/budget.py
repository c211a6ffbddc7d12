"""How long a searching bot takes for one decision: a number of iterations, or a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from schatzkammer.bots.explanation import WORDS
from schatzkammer.core.errors import BadInput
from schatzkammer.core.text import Phrase
from schatzkammer.core.validation import quoted

MOST_ITERATIONS = 1_000_000
MOST_MILLISECONDS = 600_000
COUNTED = 2  # iterations for a millisecond, where bots have to answer alike on every machine

_WRITTEN = re.compile(r"(?P<number>[0-9]{1,9}(\.[0-9]{1,3})?)(?P<unit>ms|s|)", re.ASCII)


class BadBudget(BadInput):
    """The budget cannot be read, or the bot does not search."""


class Budget(NamedTuple):
    """Iterations or milliseconds; the other is None."""

    iterations: int | None = None
    milliseconds: int | None = None

    def __str__(self) -> str:
        return f"{self.iterations}" if self.milliseconds is None else f"{self.milliseconds}ms"

    def counted(self) -> Budget:
        """A number of iterations in place of a time."""
        return self if self.milliseconds is None else Budget(max(1, round(COUNTED * self.milliseconds)))

    def iterate(self) -> Iterator[int]:
        """Yields once per iteration, at least once: the number of iterations that may still follow.

        The clock is read between iterations, and the time of the longest one is held in reserve. With a time budget
        the number left is estimated from the pace so far, plus a tenth.
        """
        if self.milliseconds is None:
            yield from reversed(range(self.iterations or 1))
            return
        seconds = self.milliseconds / 1000
        start = last = perf_counter()
        longest = 0.0
        done = 0
        while done == 0 or last - start + longest < seconds:
            spent = last - start
            yield int(1.1 * done * (seconds - spent) / spent) if spent else MOST_ITERATIONS
            done += 1
            now = perf_counter()
            longest = max(longest, now - last)
            last = now


def read_budget(text: str) -> Budget:
    """`2000` (iterations), `200ms` or `1.5s`; BadBudget otherwise."""
    found = _WRITTEN.fullmatch(text)
    if found is None or (not found["unit"] and "." in found["number"]):
        raise BadBudget(Phrase(WORDS, "error.budget", given=quoted(text)))
    number = float(found["number"])
    if not found["unit"]:
        if not 1 <= number <= MOST_ITERATIONS:
            raise BadBudget(Phrase(WORDS, "error.iterations", given=quoted(text), most=MOST_ITERATIONS))
        return Budget(iterations=int(number))
    milliseconds = round(number * (1000 if found["unit"] == "s" else 1))
    if not 1 <= milliseconds <= MOST_MILLISECONDS:
        raise BadBudget(Phrase(WORDS, "error.time", given=quoted(text), most=MOST_MILLISECONDS // 1000))
    return Budget(milliseconds=milliseconds)
