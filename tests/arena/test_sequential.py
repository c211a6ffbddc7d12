"""The sequential test: it errs as seldom as it says, however often one looks."""

from __future__ import annotations

import random

import pytest

from schatzkammer.arena.sequential import FEWEST, Hypotheses, decided

HYPOTHESES = Hypotheses(0.5, 0.56)
MOST = 4000


def verdict(chance: float, rng: random.Random) -> tuple[bool | None, int]:
    """Plays deals of two games until the test is decided; each game is won with this chance."""
    scores: list[float] = []
    while len(scores) < MOST:
        scores.append(((rng.random() < chance) + (rng.random() < chance)) / 2)
        found = decided(scores, HYPOTHESES)
        if found is not None:
            return found, len(scores)
    return None, MOST


@pytest.mark.parametrize(("chance", "better"), [(0.5, False), (0.56, True)])
def test_errors_are_rare(chance: float, better: bool) -> None:
    rng = random.Random(7)
    found = [verdict(chance, rng) for _ in range(400)]
    wrong = sum(one is (not better) for one, _ in found)
    assert wrong <= 0.05 * len(found) + 9  # two standard errors above what is promised
    assert all(one is not None for one, _ in found)


def test_clear_cases_end_early() -> None:
    rng = random.Random(8)
    lengths = [verdict(0.8, rng)[1] for _ in range(100)]
    assert sum(lengths) / len(lengths) < 40


def test_nothing_is_decided_by_a_few_deals() -> None:
    assert decided([1.0] * (FEWEST - 1), HYPOTHESES) is None
    assert decided([1.0] * 50, HYPOTHESES) is True
    assert decided([0.0] * 50, HYPOTHESES) is False
