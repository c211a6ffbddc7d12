"""The policies, by game. A new game's policy is one file here and one line below."""

from __future__ import annotations

from schatzkammer.bots.policies.ali_baba import POLICY as ALI_BABA
from schatzkammer.bots.policies.monte_cristo import POLICY as MONTE_CRISTO
from schatzkammer.bots.policies.solomon import POLICY as SOLOMON
from schatzkammer.bots.policy import Policy

POLICIES: dict[str, Policy] = {"ali-baba": ALI_BABA, "monte-cristo": MONTE_CRISTO, "solomon": SOLOMON}


def policy_of(game_id: str) -> Policy:
    """The policy of a game."""
    return POLICIES[game_id]
