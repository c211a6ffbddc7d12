"""A sequential test: stops as soon as it is clear enough which of two bots is better.

The generalised sequential probability ratio test compares two hypotheses about a mean score per deal, with the variance
taken from the deals so far. It errs at most as often as asked for, however often one looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

FEWEST = 8  # deals before anything is decided: the variance of fewer means little
LEAST_VARIANCE = 1e-3  # of a deal's score, where all deals ended alike


class Hypotheses(NamedTuple):
    """Mean scores per deal, 0 to 1: `equal` says that nothing is gained, `better` that something is."""

    equal: float = 0.5
    better: float = 0.55
    error: float = 0.05  # of either kind


def log_likelihood_ratio(scores: Sequence[float], hypotheses: Hypotheses) -> float:
    """How much likelier the scores are if the first bot is better, as a logarithm."""
    number = len(scores)
    mean = sum(scores) / number
    variance = max(LEAST_VARIANCE, sum((score - mean) ** 2 for score in scores) / number)
    middle = (hypotheses.equal + hypotheses.better) / 2
    return number * (hypotheses.better - hypotheses.equal) * (mean - middle) / variance


def decided(scores: Sequence[float], hypotheses: Hypotheses) -> bool | None:
    """True: the first bot is better; False: it is not; None: more deals are needed."""
    if len(scores) < FEWEST:
        return None
    bound = log((1 - hypotheses.error) / hypotheses.error)
    ratio = log_likelihood_ratio(scores, hypotheses)
    return True if ratio >= bound else False if ratio <= -bound else None
