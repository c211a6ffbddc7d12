"""The bot that plays anything."""

from __future__ import annotations

from schatzkammer.bots.protocol import Glimpse
from schatzkammer.core.stream import Stream


class Random:
    """Chooses among the legal actions, each as likely."""

    name = "random"

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """Any legal action."""
        return glimpse.legal[rng.below(len(glimpse.legal))]
