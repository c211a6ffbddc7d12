"""The decision rating: the mean loss of a decision, and an interval that holds as often as it claims."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from schatzkammer.table.decisions import MEANINGFUL, Losses, losses_of, rating_of

pytestmark = pytest.mark.quick


def review(*seats: list[tuple[float, bool]]) -> bytes:
    return msgspec.json.encode(
        {
            "seats": [
                {"seat": number, "decisions": [{"real": real, "loss_win": loss, "move": "x"} for loss, real in made]}
                for number, made in enumerate(seats)
            ]
        }
    )


def test_only_real_decisions_count() -> None:
    found = dict(losses_of(review([(0.1, True), (0.5, False), (0.3, True)], [])))
    assert found[0].number == 2
    assert math.isclose(found[0].loss, 0.4)
    assert math.isclose(found[0].squares, 0.1)
    assert found[1] == Losses(0, 0, 0)


def test_nobody_is_rated_without_a_decision() -> None:
    assert rating_of([]) is None
    assert rating_of([Losses(0, 0.0, 0.0)]) is None


def test_it_is_the_mean_of_all_decisions_and_provisional_at_first() -> None:
    games = [Losses(10, 0.5, 0.05), Losses(30, 0.3, 0.01)]
    found = rating_of(games)
    assert found is not None
    assert math.isclose(found.loss, 0.02)
    assert (found.decisions, found.games, found.provisional) == (40, 2, True)
    assert rating_of(games * MEANINGFUL).provisional is False
    assert rating_of(games * 20).reach < rating_of(games * 5).reach < found.reach


def played(rng: random.Random, strength: float, decisions: int) -> Losses:
    """A game of somebody whose decisions in one game have much in common, most of which lose nothing."""
    day = strength * rng.gammavariate(4.0, 0.25)
    made = [rng.expovariate(1 / (3 * day)) if rng.random() < 1 / 3 else 0.0 for _ in range(decisions)]
    return Losses(len(made), sum(made), sum(loss * loss for loss in made))


@pytest.mark.parametrize("games", [2, 3, MEANINGFUL, 20])
def test_intervals_hold(games: int) -> None:
    rng = random.Random(games)
    held = 0
    for _ in range(400):
        found = rating_of([played(rng, 0.02, rng.randint(10, 40)) for _ in range(games)])
        held += abs(found.loss - 0.02) <= found.reach
    assert held >= 0.9 * 400


def test_some_hundred_decisions_tell_strong_from_weak() -> None:
    rng = random.Random(5)
    strong, weak = (rating_of([played(rng, loss, 30) for _ in range(12)]) for loss in (0.01, 0.03))
    assert strong.loss + strong.reach < weak.loss - weak.reach
