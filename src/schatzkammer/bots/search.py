"""Information-set Monte Carlo tree search with one tree per seat (MO-ISMCTS).

Each iteration samples a world from what the searching seat knows and plays it once: down the trees, then a rollout by
the game's policy. A seat's tree branches by what that seat sees: its own actions and the public ones of others; a
secret choice is one branch to the others, whatever was chosen. So no seat's decisions rest on what it could not know.
Seats that have seen the same share their tree nodes.

The policy's priors guide the selection as in PUCT: promising actions come first where there are many.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.estimate import Estimate, from_points, result, reward
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.values.lookahead import settled_estimate
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

UNSEEN: Final = -1  # the branch for another seat's secret choice
EXPLORATION: Final = 1.0
CAUTION: Final = 0.1  # by how much an untried action is assumed to be worse than the mean of the tried ones


class Node:
    """The statistics of one information set of one seat."""

    __slots__ = ("branches", "points", "reward", "visits", "wins")

    def __init__(self) -> None:
        self.branches: dict[int, Node] = {}
        self.visits: i64 = 0
        self.reward = 0.0  # this and the next two are sums, for the seat whose action led here
        self.points = 0.0
        self.wins = 0.0


class Search:
    """A search for one decision; call `iterate` as often as the budget allows."""

    def __init__(self, seat: int, policy: Policy, value: Value | None = None) -> None:
        self.seat = seat
        self.policy = policy
        self.value = value
        self.root = Node()
        self.priors: list[float] = []  # of the root's actions; they sum to 1

    def iterate(self, world: State, rng: Stream, first: int = -1) -> Estimate:
        """Plays one sampled world, which it consumes: selection, rollout, backpropagation; returns what came of it.

        With `first`, it begins with that action.
        """
        game = world.game
        players: i64 = world.setup.players
        nodes = [self.root] * int(players)
        path: list[Node] = []
        movers: list[int] = []
        descending = True
        seat: i64 = self.seat
        while descending and world.seat >= 0:
            before = nodes[seat]
            actions = game.legal(world, seat)
            if first >= 0 and before is self.root:
                action = first
            else:
                action = actions[0] if len(actions) == 1 else self._select(before, world, seat, actions)
            secret = game.secret(world)
            game.apply(world, seat, action)
            after = before.branches.get(action)
            if after is None:
                after = Node()
                before.branches[action] = after
                descending = False
            other: i64 = 0
            while other < players:
                if other == seat or (nodes[other] is before and not secret):
                    nodes[other] = after
                else:
                    nodes[other] = _branch(nodes[other], UNSEEN if secret else action)
                other += 1
            path.append(after)
            movers.append(int(seat))
            seat = world.seat
        estimate = self._evaluate(world, rng)
        self._backpropagate(estimate, path, movers)
        return estimate

    def lead(self) -> int:
        """By how many visits the most visited action leads."""
        most: i64 = 0
        second: i64 = 0
        for node in self.root.branches.values():
            if node.visits > most:
                second = most
                most = node.visits
            elif node.visits > second:
                second = node.visits
        return int(most - second)

    def candidates(self) -> list[tuple[int, int, float, float]]:
        """Every action tried: action, visits, mean points, win rate.

        The most visited come first, then the higher reward, then the lower number.
        """
        found: list[tuple[int, float, int, float, float]] = []
        for action, node in self.root.branches.items():
            if node.visits:
                visits = float(node.visits)
                reward = node.reward / visits
                found.append((-int(node.visits), -reward, action, node.points / visits, node.wins / visits))
        found.sort()
        return [(action, -visits, points, wins) for visits, _, action, points, wins in found]

    def _select(self, node: Node, world: State, seat: i64, actions: list[int]) -> int:
        """The action with the highest mean reward plus exploration bonus."""
        # What the searching seat knows at the root is the same in all worlds; deeper down it is not.
        priors = self.priors
        if node is not self.root or not priors:
            priors = _softmax(self.policy.priors(world, int(seat), actions), self.policy.temperature)
            if node is self.root:
                self.priors = priors
        visits: i64 = 0
        reward = 0.0
        for action in actions:
            branch = node.branches.get(action)
            if branch is not None:
                visits += branch.visits
                reward += branch.reward
        untried = reward / float(visits) - CAUTION if visits else 0.0
        reach = EXPLORATION * sqrt(float(visits + 1))
        best = -1.0e9
        chosen = actions[0]
        for index, action in enumerate(actions):
            branch = node.branches.get(action)
            if branch is None or branch.visits == 0:
                bound = untried + reach * priors[index]
            else:
                tried = float(branch.visits)
                bound = branch.reward / tried + reach * priors[index] / (1.0 + tried)
            if bound > best:
                best = bound
                chosen = action
        return chosen

    def _evaluate(self, world: State, rng: Stream) -> Estimate:
        """What the world promises each seat: by the value, or by playing on to the end or the policy's horizon."""
        value = self.value
        if value is not None:
            return settled_estimate(world, self.seat, value, self.policy, rng)
        game = world.game
        policy = self.policy
        left = policy.horizon
        while world.seat >= 0 and left > 0:
            game.apply(world, world.seat, policy.pick(world, rng))
            left -= 1
        if world.seat < 0:
            return result(world)
        return from_points(policy.heuristic(world), policy.margin)

    def _backpropagate(self, estimate: Estimate, path: list[Node], movers: list[int]) -> None:
        """Adds the estimate to every node of the path, for the seat that moved there."""
        margin = self.policy.margin
        for ply, node in enumerate(path):
            seat = movers[ply]
            node.visits += 1
            node.points += estimate.points[seat]
            node.wins += estimate.wins[seat]
            node.reward += reward(estimate, seat, margin)


def _softmax(values: list[float], temperature: float) -> list[float]:
    """Probabilities from values."""
    most = max(values)
    weights: list[float] = []
    total = 0.0  # not by sum(), which rounds differently in other versions of Python
    for value in values:
        weight = exp((value - most) / temperature)
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]


def _branch(node: Node, action: int) -> Node:
    """The child for an observed action, created if needed."""
    child = node.branches.get(action)
    if child is None:
        child = Node()
        node.branches[action] = child
    return child
