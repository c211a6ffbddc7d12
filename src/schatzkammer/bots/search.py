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

from schatzkammer.bots.policy import Policy
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

UNSEEN: Final = -1  # the branch for another seat's secret choice
EXPLORATION: Final = 1.0
CAUTION: Final = 0.1  # by how much an untried action is assumed to be worse than the mean of the tried ones
WIN_WEIGHT: Final = 0.5  # of the win in a reward; the rest is the lead in points, a guide where wins are rare


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

    def __init__(self, seat: int, policy: Policy) -> None:
        self.seat = seat
        self.policy = policy
        self.root = Node()
        self.priors: list[float] = []  # of the root's actions; they sum to 1

    def iterate(self, world: State, rng: Stream) -> None:
        """Plays one sampled world, which it consumes: selection, rollout, backpropagation."""
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
        self._roll_out(world, rng)
        self._backpropagate(world, path, movers)

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

    def _roll_out(self, world: State, rng: Stream) -> None:
        """Plays on by the rollout policy to the end of the game or the policy's horizon."""
        game = world.game
        policy = self.policy
        left = policy.horizon
        while world.seat >= 0 and left > 0:
            game.apply(world, world.seat, policy.pick(world, rng))
            left -= 1

    def _backpropagate(self, world: State, path: list[Node], movers: list[int]) -> None:
        """Adds the result to every node of the path, for the seat that moved there."""
        game = world.game
        policy = self.policy
        over = world.seat < 0
        winners = game.winners(world) if over else []
        points = [float(score) for score in game.scores(world)] if over else policy.heuristic(world)
        for ply, node in enumerate(path):
            seat = movers[ply]
            lead = lead_of(points, seat)
            win = 0.0
            if not over:
                win = win_chance(lead / policy.margin)
            elif seat in winners:
                win = 1.0 / float(len(winners))
            node.visits += 1
            node.points += points[seat]
            node.wins += win
            node.reward += WIN_WEIGHT * win + (1.0 - WIN_WEIGHT) * (0.5 + 0.5 * lead / (abs(lead) + policy.margin))


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


def win_chance(lead: float) -> float:
    """The probability that a lead, in units of the typical margin, is held to the end."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead))))


def _branch(node: Node, action: int) -> Node:
    """The child for an observed action, created if needed."""
    child = node.branches.get(action)
    if child is None:
        child = Node()
        node.branches[action] = child
    return child


def lead_of(points: list[float], seat: int) -> float:
    """The points by which a seat leads the best other seat."""
    best = -1.0e9
    for other, score in enumerate(points):
        if other != seat and score > best:
            best = score
    return points[seat] - best
