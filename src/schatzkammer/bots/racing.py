"""Races whole plans against each other with common random numbers: every plan is played in the same worlds.

Each world is sampled from what the seat knows, and every plan still in the race is played in it, one per iteration. A
plan's prior counts like a few worlds. A plan that falls significantly behind the best one is eliminated. Meanwhile the
policy may find a further plan, which is played in all worlds so far before it joins the race.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from schatzkammer.bots.estimate import Estimate
from schatzkammer.bots.policy import PlanSet, Policy
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

PRIOR_WORLDS: Final = 4.0  # a prior counts like this many worlds
BEYOND: Final = 1 << 40  # more iterations than any budget has
FEWEST: Final = 8  # worlds before a plan can be eliminated
DOUBT: Final = 3.0  # standard errors that it has to be behind


class Arm:
    """A plan in the race and its rewards so far."""

    __slots__ = ("plan", "points", "rewards", "total", "wins")

    def __init__(self, plan: list[int], prior: float) -> None:
        self.plan = plan
        self.rewards: list[float] = []
        self.total = PRIOR_WORLDS * prior  # of the rewards; this and the next two are sums
        self.points = 0.0
        self.wins = 0.0


class Race:
    """A race for one decision; call `iterate` as often as the budget allows."""

    def __init__(self, seat: int, policy: Policy, value: Value | None = None) -> None:
        self.seat = seat
        self.policy = policy
        self.value = value
        self._plans = PlanSet()
        self._arms: list[Arm] = []
        self._racing: list[Arm] = []
        self._world: State | None = None  # where plans are being played ...
        self._chance = b""  # ... with this key for all other randomness ...
        self._outcomes: list[Estimate] = []  # ... and what came of those played so far
        self._extending = True  # whether a further plan may be found
        self._late: Arm | None = None  # a further plan that is catching up ...
        self._past: list[tuple[State, bytes]] = []  # ... in the earlier worlds

    def iterate(self, world: State, rng: Stream) -> None:
        """Plays one plan: in this world, or in the previous one until all plans have been played there."""
        extending = self._extending
        if not self._arms:
            self._start(world)
        elif extending:
            self._extend()
        if self._world is None:
            if self._late is not None:
                self._catch_up(self._late)
                return
            if extending and self._decided():
                return
            self._world = world
            self._chance = rng.randbytes(32)
        arm = self._racing[len(self._outcomes)]
        self._outcomes.append(self._plans.simulate(self._world.copy(), arm.plan, Stream(self._chance)))
        if len(self._outcomes) == len(self._racing):
            self._record_world()
            self._eliminate()

    def lead(self) -> int:
        """Beyond any budget once a single plan is left; else 0."""
        return BEYOND if self._decided() and not self._extending and self._late is None else 0

    def candidates(self) -> list[tuple[int, int, float, float]]:
        """For every first action its best plan: action, worlds, mean points, win rate.

        The most played come first, then the higher reward, then the higher prior.
        """
        if not self._racing[0].rewards:
            self._record_world()
        order: list[tuple[int, float, int]] = []
        for number, arm in enumerate(self._arms):
            if arm.rewards:
                order.append((-len(arm.rewards), -arm.total, number))
        order.sort()
        found: dict[int, tuple[int, int, float, float]] = {}
        for _, _, number in order:
            arm = self._arms[number]
            action = arm.plan[0]
            if action not in found:
                worlds = float(len(arm.rewards))
                found[action] = (action, len(arm.rewards), arm.points / worlds, arm.wins / worlds)
        return list(found.values())

    def _start(self, world: State) -> None:
        """Asks for the plans, which are the same in all worlds."""
        self._plans = self.policy.plans(world, self.seat, self.value)
        for number, plan in enumerate(self._plans.plans):
            self._arms.append(Arm(plan, self._plans.priors[number]))
        self._racing = self._arms[:]

    def _extend(self) -> None:
        """Lets the policy search a little longer for a further plan."""
        self._extending = self._plans.extend()
        if len(self._plans.plans) > len(self._arms):
            self._late = Arm(self._plans.plans[-1], self._plans.priors[-1])
            self._arms.append(self._late)
        elif not self._extending:
            self._past = []

    def _catch_up(self, arm: Arm) -> None:
        """Plays the late plan in the next of the earlier worlds; after the last one it joins the race."""
        if len(arm.rewards) < len(self._past):
            world, chance = self._past[len(arm.rewards)]
            self._credit(arm, self._plans.simulate(world.copy(), arm.plan, Stream(chance)))
        if len(arm.rewards) == len(self._past):
            self._racing.append(arm)
            self._late = None
            self._past = []
            self._eliminate()

    def _decided(self) -> bool:
        """Whether a single plan is left."""
        return len(self._racing) == 1 and len(self._racing[0].rewards) > 0

    def _record_world(self) -> None:
        """Credits the outcomes of the finished world to the plans."""
        for number, outcome in enumerate(self._outcomes):
            self._credit(self._racing[number], outcome)
        if self._world is not None and (self._extending or self._late is not None):
            self._past.append((self._world, self._chance))
        self._world = None
        self._outcomes = []

    def _credit(self, arm: Arm, outcome: Estimate) -> None:
        """Adds the outcome of one world to a plan."""
        win = outcome.wins[self.seat]
        # Near a draw one point of lead earns one point of reward; a decisive lead need not grow.
        reward = 4.0 * self.policy.margin * win
        arm.rewards.append(reward)
        arm.total += reward
        arm.points += outcome.points[self.seat]
        arm.wins += win

    def _eliminate(self) -> None:
        """Removes the plans that are significantly behind."""
        best = self._racing[0]
        if len(best.rewards) < FEWEST:
            return
        for arm in self._racing:
            if arm.total > best.total:
                best = arm
        self._racing = [arm for arm in self._racing if arm is best or not _beaten(arm, best)]


def _beaten(arm: Arm, best: Arm) -> bool:
    """Whether a plan is significantly behind, by the differences in each world."""
    worlds = float(len(best.rewards))
    total = 0.0
    squares = 0.0
    for world, reward in enumerate(arm.rewards):
        behind = best.rewards[world] - reward
        total += behind
        squares += behind * behind
    mean = total / worlds
    error = sqrt(max(0.0, squares / worlds - mean * mean) / worlds)
    return (best.total - arm.total) / (worlds + PRIOR_WORLDS) > DOUBT * error
