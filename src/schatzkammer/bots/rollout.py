"""The bot that tries every action in imagined games played at random to their end."""

from __future__ import annotations

from schatzkammer.bots.protocol import Glimpse
from schatzkammer.core.game import State
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream

PLAYOUTS = 400  # for one decision: a fifth of a second where a random game takes half a millisecond

# Small against a win, so that points only decide between actions that win about as often.
MARGIN_WEIGHT = 0.1


class Rollout:
    """Flat Monte Carlo: the action whose imagined games ended best. Knows no game in particular."""

    name = "rollout"

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self._playouts = playouts

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """The action with the best mean; of equal ones the first."""
        actions = glimpse.legal
        if len(actions) == 1:
            return actions[0]
        worth = [0.0] * len(actions)
        for _ in range(max(1, self._playouts // len(actions))):
            # All actions are tried in the same imagined world, so that its luck does not tell them apart.
            world = glimpse.sample(rng)
            for place, action in enumerate(actions):
                state = world.copy()
                state.game.apply(state, glimpse.seat, action)
                playout(state, rng)
                worth[place] += outcome(state, glimpse.seat)
        return actions[worth.index(max(worth))]


def outcome(state: State, seat: int) -> float:
    """How well a finished game went for a seat: its share of the win and, little, the margin of points."""
    scores = state.game.scores(state)
    winners = state.game.winners(state)
    best_other = max(score for other, score in enumerate(scores) if other != seat)
    margin = (scores[seat] - best_other) / (abs(scores[seat]) + abs(best_other) + 1)
    return (1 / len(winners) if seat in winners else 0.0) + MARGIN_WEIGHT * margin
