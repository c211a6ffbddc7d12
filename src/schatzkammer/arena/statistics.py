"""Statistics for the arena and the lab, from the standard library alone.

Observations that depend on each other (the games of one deal, the seats of one game) form a cluster; clusters are
independent. Every interval uses one number per cluster and Student's t-distribution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist, fmean, variance

CONFIDENCE = 0.95
LUCK_TOLD = 8  # values
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % confidence interval; a single value has none."""

    mean: float
    low: float | None
    high: float | None

    def scaled(self, factor: float) -> Estimate:
        """The estimate in other units."""
        ends = [None if end is None else factor * end for end in (self.low, self.high)]
        return Estimate(factor * self.mean, *ends)

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with Student's interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    reach = student_quantile(len(values) - 1) * sqrt(variance(values, mean) / len(values))
    return Estimate(mean, mean - reach, mean + reach)


def share(values: Sequence[float]) -> Estimate:
    """The mean of independent values between 0 and 1, with Wilson's interval for the effective sample size.

    The effective size is that of a binary sample whose mean varies as much (Korn and Graubard); if all values
    are equal, it is their number.
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    spread = variance(values, mean) / len(values)
    size = mean * (1 - mean) / spread * (Z / student_quantile(len(values) - 1)) ** 2 if spread else float(len(values))
    low, high = wilson(mean, size)
    return Estimate(mean, low, high)


def wilson(mean: float, size: float) -> tuple[float, float]:
    """Wilson's interval for a share in a number of trials."""
    weight = Z * Z / size
    centre = (mean + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(mean * (1 - mean) / size + weight / (4 * size))
    # Rounding must not exclude the ends of the scale.
    return (0.0 if mean == 0 else max(0.0, centre - reach)), (1.0 if mean == 1 else min(1.0, centre + reach))


def without_luck(values: Sequence[float], luck: Sequence[float]) -> list[float]:
    """Independent values less the luck in them, which is zero on average, weighted by how much it has told.

    The weight is the slope over the other values, as if LUCK_TOLD values more had shown that luck tells in full. As a
    value has no part in its own weight, none is biased.
    """
    number = len(values)
    total, luck_total = sum(values), sum(luck)
    squares = sum(one * one for one in luck)
    products = sum(one * value for one, value in zip(luck, values, strict=True))
    left = []
    for value, one in zip(values, luck, strict=True):
        weight = 1.0
        others = squares - one * one
        if number > 1 and others > 0:
            mean = (total - value) / (number - 1)
            prior = LUCK_TOLD * others / (number - 1)
            weight = (products - one * value - mean * (luck_total - one) + prior) / (others + prior)
        left.append(value - weight * one)
    return left


def fewer(values: Sequence[float], reduced: Sequence[float]) -> float | None:
    """How many times fewer values are needed for the same interval; None if nothing varies."""
    if len(values) < 2:
        return None
    before, after = variance(values), variance(reduced)
    return before / after if before and after else None


def contrast(clusters: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Estimate | None:
    """The mean of the first group minus that of the second, over all clusters; None if a group is empty."""
    pairs = list(clusters)
    firsts = sum(len(first) for first, _ in pairs)
    seconds = sum(len(second) for _, second in pairs)
    if not firsts or not seconds:
        return None
    mean_first = sum(sum(first) for first, _ in pairs) / firsts
    mean_second = sum(sum(second) for _, second in pairs) / seconds
    influences = [
        sum(value - mean_first for value in first) / firsts - sum(value - mean_second for value in second) / seconds
        for first, second in pairs
    ]
    return _sandwich(mean_first - mean_second, influences)


def slope(clusters: Iterable[Sequence[tuple[float, float]]]) -> Estimate | None:
    """The slope of the second value over the first within clusters; None if the first never varies.

    Effects common to a cluster cancel out.
    """
    spread = 0.0
    centred: list[list[tuple[float, float]]] = []
    for pairs in clusters:
        means = [fmean(values) for values in zip(*pairs, strict=True)]
        centred.append([(x - means[0], y - means[1]) for x, y in pairs])
        spread += sum(x * x for x, _ in centred[-1])
    if not spread:
        return None
    mean = sum(x * y for pairs in centred for x, y in pairs) / spread
    return _sandwich(mean, [sum(x * (y - mean * x) for x, y in pairs) / spread for pairs in centred])


def _sandwich(mean: float, influences: Sequence[float]) -> Estimate:
    """A linearised estimate with its sandwich interval, from the influence of each cluster."""
    clusters = len(influences)
    if clusters < 2:
        return Estimate(mean, None, None)
    total = sum(influence * influence for influence in influences)
    reach = student_quantile(clusters - 1) * sqrt(total * clusters / (clusters - 1))
    return Estimate(mean, mean - reach, mean + reach)


@lru_cache(maxsize=4096)
def student_quantile(freedom: int) -> float:
    """The half width that holds 95 % of Student's t-distribution, by degrees of freedom."""
    low, high = 0.0, 1.0
    while student_within(high, freedom) < CONFIDENCE:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_within(middle, freedom) < CONFIDENCE else (low, middle)
    return high


def student_within(reach: float, freedom: int) -> float:
    """The probability that Student's variable lies within this distance of zero."""
    return 1 - incomplete_beta(freedom / (freedom + reach * reach), freedom / 2, 0.5)


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # where the continued fraction converges fast
        return 1 - incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = d
    for step in range(1, 400):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        change = 1.0
        for term in (even, odd):
            d = 1 / _nonzero(1 + term * d)
            c = _nonzero(1 + term / c)
            change = c * d
            fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return front * fraction


def _nonzero(value: float) -> float:
    """The value, or a tiny number instead of zero."""
    return value if abs(value) > 1e-300 else 1e-300
