"""Shared by the tests of the rules: small positions and short questions."""

from __future__ import annotations

import pytest

import schatzkammer as sk

FLOOR = """
{} .. | .. .. .. .. | .. .. .. | .. ..
{} .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. .. .. | .. .. .. .. |          |
.. .. .. .. .. |             |          |
"""
TOWER = """
{} .. | .. .. .. .. | .. .. .. | .. ..
{} .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. ## ## | .. .. .. pK |          |
.. .. .. ## ## |             |          |
"""


def floor(first: str, second: str = "pN bN") -> str:
    """A cave of which only the beginnings of two floor rows are left: four places and two."""
    return FLOOR.format(first, second)


def floor_and_tower(first: str, second: str = "pN bN") -> str:
    """The same with four tiles still face down in the far corner, so that the end is not near."""
    return TOWER.format(first, second)


def refused(m: sk.Match, seat: int, move: str, rule: str) -> None:
    before = m.position()
    with pytest.raises(sk.IllegalMove) as refusal:
        m.play(seat, move)
    assert refusal.value.rule == rule
    assert m.position() == before


def points(m: sk.Match) -> list[int]:
    return [seat["points"] for seat in m.position()["seats"]]


def hand(m: sk.Match, seat: int) -> list[str]:
    return m.position()["seats"][seat]["tiles"]
