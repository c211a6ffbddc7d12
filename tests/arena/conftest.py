"""Plans whose games are cheap to play."""

from __future__ import annotations

import pytest

from schatzkammer.arena.plan import Plan, make_plan
from schatzkammer.core.loading import checked_setup
from schatzkammer.games import find


def plan_of(
    *bots: str, players: int = 2, seed: str = "arena", game: str = "ali-baba", worlds: int = 0, **options
) -> Plan:
    rules = find(game)
    return make_plan(rules, checked_setup(rules, players, options), bots, seed, worlds)


@pytest.fixture
def plan() -> Plan:
    return plan_of("random", "random", "random", variant="small")
