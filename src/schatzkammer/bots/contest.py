"""Compares whole plans, all of them in the same imagined worlds, so that luck strikes them all alike.

One world after the other is drawn from what the seat knows, and every plan that is still in the race is played in
it, a plan an iteration. What a plan promises at a glance counts like a few worlds more. A plan that falls behind the
best one by more than chance explains drops out, and the others share the rest of the time. While this goes on the
policy may think of a further plan, which is played in all the worlds so far before it joins the race.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from schatzkammer.bots.policy import Lines, Policy
from schatzkammer.bots.search import lead_of, likely
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

GLANCE: Final = 4.0  # so many worlds count as much as what plans promise
BEYOND: Final = 1 << 40  # more iterations than there ever are
FEWEST: Final = 8  # worlds before a plan may drop out ...
DOUBT: Final = 3.0  # ... that is behind by more than so many standard errors


class Entry:
    """A plan in the race, and how it went in every world so far."""

    __slots__ = ("plan", "points", "rewards", "total", "wins")

    def __init__(self, plan: list[int], promise: float) -> None:
        self.plan = plan
        self.rewards: list[float] = []
        self.total = GLANCE * promise  # of the rewards; these three are sums
        self.points = 0.0
        self.wins = 0.0


class Contest:
    """A comparison for one decision; goes on as long as it is asked to."""

    def __init__(self, seat: int, policy: Policy) -> None:
        self.seat = seat
        self.policy = policy
        self._lines = Lines()
        self._entries: list[Entry] = []
        self._racing: list[Entry] = []
        self._world: State | None = None  # the one that plans are played in ...
        self._chance = b""  # ... what else happens there ...
        self._outcomes: list[list[float]] = []  # ... and the points that those played so far have brought
        self._thinking = True  # whether there may be a further plan ...
        self._late: Entry | None = None  # ... this one is there and has to catch up ...
        self._past: list[tuple[State, bytes]] = []  # ... in the worlds so far

    def iterate(self, world: State, rng: Stream) -> None:
        """Plays one plan: in this world, or still in the last one, if plans are left that were not played in it."""
        thinking = self._thinking
        if not self._entries:
            self._enter(world)
        elif thinking:
            self._think_on()
        if self._world is None:
            if self._late is not None:
                self._catch_up(self._late)
                return
            if thinking and self._decided():
                return
            self._world = world
            self._chance = rng.randbytes(32)
        entry = self._racing[len(self._outcomes)]
        self._outcomes.append(self._lines.play(self._world.copy(), entry.plan, Stream(self._chance)))
        if len(self._outcomes) == len(self._racing):
            self._learn()
            self._drop_out()

    def lead(self) -> int:
        """By how many iterations the best plan is ahead: more than there ever are, once it is the only one left."""
        return BEYOND if self._decided() and not self._thinking and self._late is None else 0

    def candidates(self) -> list[tuple[int, int, float, float]]:
        """For every first action its best plan: action, worlds, mean points, share of wins.

        Those played in the most worlds first; of equal ones the better, then the one that promised more.
        """
        if not self._racing[0].rewards:
            self._learn()
        order: list[tuple[int, float, int]] = []
        for number, entry in enumerate(self._entries):
            if entry.rewards:
                order.append((-len(entry.rewards), -entry.total, number))
        order.sort()
        found: dict[int, tuple[int, int, float, float]] = {}
        for _, _, number in order:
            entry = self._entries[number]
            action = entry.plan[0]
            if action not in found:
                worlds = float(len(entry.rewards))
                found[action] = (action, len(entry.rewards), entry.points / worlds, entry.wins / worlds)
        return list(found.values())

    def _enter(self, world: State) -> None:
        """Asks for the plans: what they rest on is the same in all worlds."""
        self._lines = self.policy.lines(world, self.seat)
        for number, plan in enumerate(self._lines.plans):
            self._entries.append(Entry(plan, self._lines.promises[number]))
        self._racing = self._entries[:]

    def _think_on(self) -> None:
        """A moment more for a further plan."""
        self._thinking = self._lines.study()
        if len(self._lines.plans) > len(self._entries):
            self._late = Entry(self._lines.plans[-1], self._lines.promises[-1])
            self._entries.append(self._late)
        elif not self._thinking:
            self._past = []

    def _catch_up(self, entry: Entry) -> None:
        """Plays the late plan in the next of the worlds that the others were played in; then it is one of them."""
        if len(entry.rewards) < len(self._past):
            world, chance = self._past[len(entry.rewards)]
            self._note(entry, self._lines.play(world.copy(), entry.plan, Stream(chance)))
        if len(entry.rewards) == len(self._past):
            self._racing.append(entry)
            self._late = None
            self._past = []
            self._drop_out()

    def _decided(self) -> bool:
        """Whether one plan is left."""
        return len(self._racing) == 1 and len(self._racing[0].rewards) > 0

    def _learn(self) -> None:
        """Tells the plans how they went in the world that they were played in, and is done with it."""
        for number, points in enumerate(self._outcomes):
            self._note(self._racing[number], points)
        if self._world is not None and (self._thinking or self._late is not None):
            self._past.append((self._world, self._chance))
        self._world = None
        self._outcomes = []

    def _note(self, entry: Entry, points: list[float]) -> None:
        """How a plan went in a world."""
        spread = self.policy.spread
        win = likely(lead_of(points, self.seat) / spread)
        # As many points as a lead where both are level; a lead that wins anyway need not grow.
        reward = 4.0 * spread * win
        entry.rewards.append(reward)
        entry.total += reward
        entry.points += points[self.seat]
        entry.wins += win

    def _drop_out(self) -> None:
        """Takes those that are clearly behind out of the race."""
        best = self._racing[0]
        if len(best.rewards) < FEWEST:
            return
        for entry in self._racing:
            if entry.total > best.total:
                best = entry
        self._racing = [entry for entry in self._racing if entry is best or not _beaten(entry, best)]


def _beaten(entry: Entry, best: Entry) -> bool:
    """Whether a plan is behind by more than chance explains: world by world, for luck is the same for both."""
    worlds = float(len(best.rewards))
    total = 0.0
    squares = 0.0
    for at, reward in enumerate(entry.rewards):
        behind = best.rewards[at] - reward
        total += behind
        squares += behind * behind
    mean = total / worlds
    error = sqrt(max(0.0, squares / worlds - mean * mean) / worlds)
    return (best.total - entry.total) / (worlds + GLANCE) > DOUBT * error
