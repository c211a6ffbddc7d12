"""The bot that plays at random."""

from __future__ import annotations

from schatzkammer.bots.explanation import Explanation
from schatzkammer.bots.protocol import ExplainingBot, Glimpse
from schatzkammer.core.stream import Stream


class Random(ExplainingBot):
    """Draws one of the legal actions, all equally likely."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)

    def draws(self, game: str) -> bool:
        return True

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        return Explanation("lot", [glimpse.candidate(glimpse.legal[rng.below(len(glimpse.legal))])])
