"""Sampling draws every state that agrees with what was seen, each with its probability."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

import schatzkammer as sk
from schatzkammer.core.stream import seeded
from tests.games.ali_baba.picture import match

# Four tiles face down under one, and six left over: 10!/6! = 5,040 ways the four can lie.
END = """
## ## .. .. .. | pK .. .. .. | .. .. .. | .. ..
## ## .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. .. .. | .. .. .. .. |          |
.. .. .. .. .. |             |          |
"""
# In the variant without left-overs the four face-down tiles are known as a set: 24 orders.
KNOWN_SET = {"variant": "equal"}


def chi_square(counts: Counter, possible: int) -> float:
    """How far the counts are from even, in standard deviations of the statistic."""
    expected = counts.total() / possible
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += (possible - len(counts)) * expected
    return (statistic - (possible - 1)) / (2 * (possible - 1)) ** 0.5


def orders(m: sk.Match, seat: int | None, draws: int) -> Counter:
    rng = seeded("orders", "test")
    slots = ("1a1", "1b1", "1a2", "1b2")
    boards = (m._game.position(m.state.sample(seat, rng))["board"] for _ in range(draws))
    return Counter(tuple(board[slot] for slot in slots) for board in boards)


def test_every_order_of_a_known_set_is_drawn_evenly() -> None:
    m = match(END, ["pD", "bD"], options=KNOWN_SET, removed=["lamp"])
    for seat in (None, 0, 1):
        counts = orders(m, seat, 24 * 200)
        assert len(counts) == 24
        assert abs(chi_square(counts, 24)) < 4


def test_every_order_with_tiles_left_over_is_drawn_evenly() -> None:
    m = match(END, ["pD", "bD"])
    possible = factorial(10) // factorial(6)
    counts = orders(m, 0, possible * 12)
    assert len(counts) > possible * 0.999
    assert abs(chi_square(counts, possible)) < 4


def test_a_secret_choice_is_any_tile_of_its_owner() -> None:
    m = match(END.replace("pK", "yK"), ["pD", "bD nD gD", "gS wS"])
    m.play(0, "take 2a1")
    m.play(0, "ask")
    m.play(1, "show brown-diamond")
    rng = seeded("choice", "test")

    def chosen(seat: int | None, draws: int) -> Counter:
        drawn = [m._game.position(m.state.sample(seat, rng)) for _ in range(draws)]
        return Counter(position["seats"][1]["shown"] for position in drawn)

    for seat in (None, 0, 2):
        counts = chosen(seat, 900)
        assert set(counts) == {"blue-diamond", "brown-diamond", "green-diamond"}
        assert abs(chi_square(counts, 3)) < 4
    assert set(chosen(1, 50)) == {"brown-diamond"}, "a seat knows its own choice"


def test_undo_takes_a_secret_choice_back_whoever_else_has_chosen() -> None:
    m = match(END.replace("pK", "yK"), ["pD", "bD nD", "gD gS", "wS"])
    m.play(0, "take 2a1")
    m.play(0, "ask")
    m.play(1, "show brown-diamond")
    m.play(2, "show green-sword")
    m.undo(1)
    assert m.to_act == (1, 3)
    assert m.view(2)["seats"][2]["shown"] == "green-sword"
    assert [move for _, move in m.record()["moves"]] == ["take 2a1", "ask", "show green-sword"]
    m.play(1, "show blue-diamond")
    m.undo(2)
    m.play(2, "show green-diamond")
    before = m.position()
    with pytest.raises(sk.IllegalMove, match="Another player"):
        m.undo(0)
    assert m.position() == before
    m.play(3, "show white-sword")
    assert m.view()["step"] == "pick"
    for seat in (1, 2, 3):
        with pytest.raises(sk.IllegalMove):
            m.undo(seat)


def test_undo_goes_back_through_several_decisions_up_to_what_was_turned_up() -> None:
    m = match(END.replace("pK", "yK"), ["pD", "bD nD"])
    m.play(0, "take 2a1")
    m.play(0, "ask")
    m.undo(0)
    assert m.legal(0) == ["ask", "pass"]
    with pytest.raises(sk.IllegalMove, match="A11"):
        m.undo(0)
