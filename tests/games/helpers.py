"""What the tests of all games ask of a match."""

from __future__ import annotations

import pytest

import schatzkammer as sk


def play(m: sk.Match, *moves: str) -> list[dict]:
    """Plays moves of whoever is to act; all events."""
    events = []
    for move in moves:
        events += m.play(m.to_act[0], move)
    return events


def refused(m: sk.Match, seat: int, move: str, rule: str) -> str:
    """Asserts that a rule refuses the move and nothing has changed; the key of the reason."""
    before = m.position()
    with pytest.raises(sk.IllegalMove) as refusal:
        m.play(seat, move)
    assert refusal.value.rule == rule, refusal.value
    assert m.position() == before
    return refusal.value.reason


def events_named(events: list[dict], name: str) -> list[dict]:
    """The events of one name, without it."""
    return [
        {key: value for key, value in event.items() if key != "event"} for event in events if event["event"] == name
    ]


def seat_view(m: sk.Match, seat: int) -> dict:
    """A seat as everybody sees it."""
    return m.view()["seats"][seat]


def points(m: sk.Match) -> list[int]:
    """The points of all seats."""
    return [seat["points"] for seat in m.position()["seats"]]
