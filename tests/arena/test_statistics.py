"""Statistics agree with published tables and worked examples."""

from __future__ import annotations

from math import comb, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schatzkammer.arena.statistics import (
    Estimate,
    contrast,
    estimate,
    incomplete_beta,
    share,
    slope,
    student_quantile,
    student_within,
    wilson,
)

TABLE = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    9: 2.262,
    10: 2.228,
    20: 2.086,
    30: 2.042,
    60: 2.000,
    120: 1.980,
}


@pytest.mark.parametrize("freedom", sorted(TABLE))
def test_student_quantiles_match_the_table(freedom):
    assert abs(student_quantile(freedom) - TABLE[freedom]) < 0.0005


def test_student_is_cauchy_with_one_degree_of_freedom_and_normal_with_many():
    assert isclose(student_within(1, 1), 0.5)
    assert abs(student_quantile(10**6) - 1.959964) < 1e-5


@given(st.integers(1, 12), st.integers(1, 12), st.floats(0.01, 0.99))
def test_the_incomplete_beta_of_integers_is_a_binomial_sum(a, b, x):
    n = a + b - 1
    exact = sum(comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(a, n + 1))
    assert isclose(incomplete_beta(x, a, b), exact, abs_tol=1e-12)


def test_estimate_has_students_interval():
    # 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squares 32, so s = sqrt(32 / 7); t(7) = 2.3646
    found = estimate([2, 4, 4, 4, 5, 5, 7, 9])
    reach = 2.3646 * sqrt(32 / 7) / sqrt(8)
    assert found.mean == 5
    assert abs(found.high - (5 + reach)) < 1e-4
    assert abs(found.low - (5 - reach)) < 1e-4
    assert estimate([3]) == Estimate(3, None, None)


def test_wilson_matches_worked_examples():
    # 15 of 20: 0.531 to 0.888; none of 10: 0 to 0.2775
    assert [round(end, 3) for end in wilson(0.75, 20)] == [0.531, 0.888]
    assert wilson(0, 10)[0] == 0
    assert round(wilson(0, 10)[1], 4) == 0.2775
    assert wilson(1, 10)[1] == 1


def test_the_share_of_independent_games_has_wilsons_interval():
    values = [1.0] * 150 + [0.0] * 50
    assert share(values).low == pytest.approx(wilson(0.75, 200)[0], abs=0.002)
    assert share(values).high == pytest.approx(wilson(0.75, 200)[1], abs=0.002)


def test_the_interval_of_a_share_reflects_the_variance_over_deals():
    lucky = [1.0, 0.0] * 50  # the deal decides: a hundred deals are worth a hundred games
    even = [0.5] * 98 + [1.0, 0.0]  # each bot wins once per deal: far more certain
    assert share(lucky).high - share(lucky).low == pytest.approx(0.19, abs=0.01)
    assert share(even).high - share(even).low < 0.05


def test_a_share_of_only_wins_is_not_certain():
    found = share([1.0] * 10)
    assert (found.mean, found.high) == (1, 1)
    assert found.low == wilson(1, 10)[0] < 0.75


def test_the_contrast_of_independent_values_is_welchs():
    first, second = [5.0, 7.0, 9.0, 11.0], [1.0, 2.0, 3.0, 2.0, 2.0]
    clusters = [([value], []) for value in first] + [([], [value]) for value in second]
    found = contrast(clusters)
    assert found.mean == 6
    spread = sum((v - 8) ** 2 for v in first) / 16 + sum((v - 2) ** 2 for v in second) / 25
    assert found.high - 6 == pytest.approx(student_quantile(8) * sqrt(spread * 9 / 8))


def test_a_contrast_within_clusters_cancels_common_effects():
    # In each game the user is two points ahead, whatever the level of the game.
    found = contrast([([base + 2.0], [base]) for base in (10.0, 50.0, 90.0, 30.0)])
    assert found.mean == 2
    assert found.high == pytest.approx(2)
    assert contrast([([1.0], [])]) is None


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=40))
def test_a_share_stays_between_0_and_1(values):
    found = share(values)
    assert 0 <= found.low <= found.mean <= found.high <= 1


def test_a_slope_within_clusters_is_least_squares():
    # Within each cluster the points lie on y = c + 3x, whatever its level c.
    exact = slope([[(0, 5), (1, 8), (2, 11)], [(1, 100), (4, 109)], [(2, 7), (2, 9)]])
    assert exact.mean == pytest.approx(3)
    assert exact.high == pytest.approx(3)
    # Two clusters of two, equally wide, with slopes 1 and 3: the mean is 2; residuals of a cluster add up.
    found = slope([[(0, 0), (2, 2)], [(0, 0), (2, 6)]])
    assert found.mean == pytest.approx(2)
    assert found.high - 2 == pytest.approx(12.706 * sqrt(2 * (0.5**2 + 0.5**2)), rel=1e-4)
    assert slope([[(1, 5), (1, 6)]]) is None
