"""What the tests of Monte Cristo's rules ask of a match."""

from __future__ import annotations

import pytest

import schatzkammer as sk


def refused(m: sk.Match, seat: int, move: str, rule: str) -> str:
    """The move is refused by that rule, and nothing has changed; tells why."""
    before = m.position()
    with pytest.raises(sk.IllegalMove) as refusal:
        m.play(seat, move)
    assert refusal.value.rule == rule
    assert m.position() == before
    return refusal.value.reason


def act(m: sk.Match, *moves: str) -> list[dict]:
    """Plays moves of whoever is to act; returns all events."""
    told = []
    for move in moves:
        told += m.play(m.to_act[0], move)
    return told


def of(told: list[dict], event: str) -> list[dict]:
    """The events of one name, without it."""
    return [{name: value for name, value in each.items() if name != "event"} for each in told if each["event"] == event]


def player(m: sk.Match, seat: int) -> dict:
    """A seat as everybody sees it."""
    return m.view()["seats"][seat]


def points(m: sk.Match) -> list[int]:
    """The points of all seats."""
    return [seat["points"] for seat in m.view()["seats"]]
