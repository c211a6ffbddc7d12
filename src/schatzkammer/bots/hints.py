"""Hints for players: what a seat could do next, using only what it knows."""

from __future__ import annotations

from schatzkammer.bots.explanation import Hint
from schatzkammer.bots.policies import policy_of
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded

__all__ = ["Hint", "hints"]


def hints(match: Match, seat: int, most: int) -> list[Hint]:
    """The best moves of a seat, best first; empty if it owes no decision."""
    actions = match.legal_actions(seat)
    if not actions:
        return []
    sampled = match.state.sample(seat, seeded("", "hint"))
    return policy_of(match.game).hints(sampled, seat, actions)[:most]
