"""The judges by game."""

from __future__ import annotations

from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.review.solomon import SolomonJudge
from schatzkammer.bots.review.worth import Judge, ValueJudge
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.core.game import Game, Setup

# Games whose single actions mean little have a judge of their own.
JUDGES: dict[str, type[SolomonJudge]] = {"solomon": SolomonJudge}


def judge_of(game: Game, setup: Setup) -> Judge:
    """The judge of a set-up: by its frozen value, where there is one."""
    policy = policy_of(game.id)
    value = value_of(game.id, setup)
    own = JUDGES.get(game.id)
    if own is not None:
        return own(policy)
    if value is not None and not policy.races_plans:
        return ValueJudge(policy, value)
    return Judge(policy)
