"""What a position is worth to a seat, given what the seat knows.

A judge looks at sampled worlds only. Of equal kinds of positions it makes equal errors, so that differences between
what came and what could have come are luck and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from schatzkammer.bots.estimate import Estimate, from_points, result, reward
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.search import Search
from schatzkammer.bots.values.value import Value
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

MOST_PLIES: Final = 60  # played on at most, until a position is quiet


class Worth(NamedTuple):
    """What a seat can expect: final points and the share of the win."""

    points: float
    win: float

    def plus(self, other: Worth) -> Worth:
        """The sum, in both units; `+` would join two tuples."""
        return Worth(self.points + other.points, self.win + other.win)

    def __sub__(self, other: Worth) -> Worth:
        """The difference, in both units."""
        return Worth(self.points - other.points, self.win - other.win)


NOTHING: Final = Worth(0.0, 0.0)


def mean_worth(worths: list[Worth]) -> Worth:
    """The mean of at least one."""
    number = len(worths)
    return Worth(sum(worth.points for worth in worths) / number, sum(worth.win for worth in worths) / number)


def worth_of(estimate: Estimate, seat: int) -> Worth:
    """A seat's part of an estimate."""
    return Worth(estimate.points[seat], estimate.wins[seat])


class Trial:
    """The choices of one decision that are worth comparing, and how they are played in a world."""

    def __init__(self, judge: Judge, actions: Sequence[int]) -> None:
        self.judge = judge
        self.actions = list(actions)

    def ranked(self, state: State, seat: int, rng: Stream) -> list[int]:
        """The choices at first sight, the best first: all of them in the same few worlds."""
        rewards = dict.fromkeys(self.actions, 0.0)
        for _ in range(self.judge.glanced):
            world = state.sample(seat, rng)
            chance = rng.randbytes(32)
            for action in self.actions:
                rewards[action] += self.judge.reward(self.play(world.copy(), seat, action, Stream(chance)), seat)
        return sorted(self.actions, key=lambda action: (-rewards[action], action))

    def play(self, world: State, seat: int, action: int, rng: Stream) -> Estimate:
        """What the world, which it consumes, promises after the action."""
        world.game.apply(world, seat, action)
        return self.judge.settle(world, seat, rng)


class SearchTrial(Trial):
    """Searches a tree from the decision on: what it finds in some worlds serves in the next."""

    def __init__(self, judge: Judge, actions: Sequence[int], search: Search) -> None:
        super().__init__(judge, actions)
        self._search = search

    def ranked(self, state: State, seat: int, rng: Stream) -> list[int]:
        """By how often the search comes back to them."""
        for _ in range(self.judge.glanced):
            self._search.iterate(state.sample(seat, rng), rng)
        found = [action for action, _, _, _ in self._search.candidates()]
        return found + [action for action in self.actions if action not in found]

    def play(self, world: State, seat: int, action: int, rng: Stream) -> Estimate:
        return self._search.iterate(world, rng, action)


class Judge:
    """Estimates positions of one set-up. This one plays them on by the rollout policy, which any game has."""

    luck_worlds = 32  # sampled, for what could have come
    worlds = 8  # sampled, for the worth of a position as it is
    glanced = 24  # worlds in which all choices are tried,
    tried = 48  # and the best of them
    compared = (48, 144)  # fresh worlds for the choice made beside the best one: at least, at most
    deals = 64  # for what a seat can expect before the deal

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def settle(self, world: State, seat: int, rng: Stream) -> Estimate:
        """What a world promises, as the seat would see it; consumes the world."""
        policy = self.policy
        left = int(policy.horizon)
        while world.seat >= 0 and left > 0:
            world.game.apply(world, world.seat, policy.pick(world, rng))
            left -= 1
        return result(world) if world.seat < 0 else from_points(policy.heuristic(world), policy.margin)

    def trial(self, state: State, seat: int, chosen: Sequence[int], actions: Sequence[int]) -> Trial:
        """How to compare the choices of a seat; `chosen` is the choice made and those that followed in its turn."""
        return Trial(self, actions)

    def now(self, state: State, seat: int, rng: Stream) -> Worth:
        """What a position is worth to a seat."""
        if state.seat < 0:
            return worth_of(result(state), seat)
        return mean_worth([worth_of(self.settle(state.sample(seat, rng), seat, rng), seat) for _ in range(self.worlds)])

    def foreseen(self, state: State, seat: int, mover: int, action: int, rng: Stream) -> Worth | None:
        """The mean over what a move could have turned up, as far as the seat could tell; None if it could not."""
        found: list[Worth] = []
        for _ in range(self.luck_worlds):
            world = state.sample(seat, rng)
            try:
                world.game.apply(world, mover, action)
            except IllegalMove:  # in this world the mover does not have what the move names
                continue
            found.append(worth_of(self.settle(world, seat, rng), seat))
        return mean_worth(found) if found else None

    def reward(self, estimate: Estimate, seat: int) -> float:
        """What a seat plays for."""
        return reward(estimate, seat, self.policy.margin)


class ValueJudge(Judge):
    """Plays on until a position is quiet, each step by the static evaluation, and asks the frozen value.

    Choices are compared by a search on this value.
    """

    luck_worlds = 64
    glanced = 600  # iterations of the search
    tried = 150
    compared = (300, 1500)
    deals = 256

    def __init__(self, policy: Policy, value: Value) -> None:
        super().__init__(policy)
        self._value = value

    def settle(self, world: State, seat: int, rng: Stream) -> Estimate:
        value = self._value
        game = world.game
        policy = self.policy
        for _ in range(MOST_PLIES):
            if value.quiet(world):
                break
            actions = game.legal(world, world.seat)
            action = actions[0]
            if len(actions) > 1:
                values = policy.evaluate(world, int(world.seat), actions)
                action = actions[values.index(max(values))]
            game.apply(world, world.seat, action)
        return value.estimate(world, seat)

    def trial(self, state: State, seat: int, chosen: Sequence[int], actions: Sequence[int]) -> Trial:
        return SearchTrial(self, actions, Search(seat, self.policy, self._value))

    def now(self, state: State, seat: int, rng: Stream) -> Worth:
        if state.seat < 0:
            return worth_of(result(state), seat)
        if self._value.quiet(state):  # the value rests on what the seat knows: all worlds give the same
            return worth_of(self._value.estimate(state.sample(seat, rng), seat), seat)
        return super().now(state, seat, rng)
