"""The bot that asks the frozen value and looks no further: a baseline for research."""

from __future__ import annotations

from schatzkammer.bots.estimate import reward
from schatzkammer.bots.explanation import Explanation
from schatzkammer.bots.greedy import ranked
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import ExplainingBot, Glimpse
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.bots.values.lookahead import settled_estimate
from schatzkammer.core.stream import Stream

WORLDS = 4


class ByValue(ExplainingBot):
    """Plays each action in a few sampled worlds; takes the one that promises most. Without a value, it is `greedy`.

    So it is in King Solomon, where single actions promise little.
    """

    def __init__(self, name: str = "value") -> None:
        super().__init__(name)

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        policy, seat, actions = policy_of(glimpse.game), glimpse.seat, glimpse.legal
        state = glimpse.sample(rng)
        value = None if policy.races_plans else value_of(glimpse.game, state.setup)
        if value is None:
            return ranked(glimpse, actions, policy.evaluate(state, seat, actions))
        sums = [(0.0, 0.0, 0.0)] * len(actions)  # reward, points, share of the win
        for _ in range(WORLDS):
            sampled, luck = glimpse.sample(rng), rng.randbytes(32)  # the same for all actions
            for index, action in enumerate(actions):
                world = sampled.copy()
                world.game.apply(world, seat, action)
                found = settled_estimate(world, seat, value, policy, Stream(luck))
                rewarded, points, wins = sums[index]
                rewarded += reward(found, seat, policy.margin)
                sums[index] = rewarded, points + found.points[seat], wins + found.wins[seat]
        order = sorted(range(len(actions)), key=lambda index: (-sums[index][0], actions[index]))
        return Explanation(
            "value",
            [
                glimpse.candidate(actions[index], score=sums[index][1] / WORLDS, win=sums[index][2] / WORLDS)
                for index in order
            ],
        )
