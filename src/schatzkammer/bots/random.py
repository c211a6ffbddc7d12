"""The bot that plays anything."""

from __future__ import annotations

from schatzkammer.bots.protocol import Glimpse, Thinker
from schatzkammer.bots.thought import Thought
from schatzkammer.core.stream import Stream


class Random(Thinker):
    """Chooses among the legal actions, each as likely."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)

    def _ponder(self, glimpse: Glimpse, rng: Stream) -> Thought:
        return Thought("lot", [glimpse.candidate(glimpse.legal[rng.below(len(glimpse.legal))])])
