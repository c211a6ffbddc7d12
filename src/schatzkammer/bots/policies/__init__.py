"""The policies by game id; a game without one plays by random rollouts. A policy for a new game is one line below."""

from __future__ import annotations

from schatzkammer.bots.policies.ali_baba import AliBabaPolicy
from schatzkammer.bots.policies.monte_cristo import MonteCristoPolicy
from schatzkammer.bots.policies.rollout import RolloutPolicy
from schatzkammer.bots.policies.solomon.policy import SolomonPolicy
from schatzkammer.bots.policy import Policy

POLICIES: dict[str, Policy] = {
    "ali-baba": AliBabaPolicy(),
    "monte-cristo": MonteCristoPolicy(),
    "solomon": SolomonPolicy(),
}
DEFAULT = RolloutPolicy()


def policy_of(game_id: str) -> Policy:
    """The policy of a game."""
    return POLICIES.get(game_id, DEFAULT)
