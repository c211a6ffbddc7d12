"""Information-set Monte Carlo tree search with one tree per seat: many imagined worlds, one tree of experience each.

Every iteration draws a world from what the searching seat knows and plays it once: down the trees, then on as the
game's policy picks. A seat's tree branches by what that seat sees: its own actions and the open ones of others; a
choice made in secret is one branch to the others, whatever was chosen. So no seat's decisions rest on what it could
not know. Where all seats have seen the same their trees are one and the same.

The policy also says which actions look good at a glance. These are tried first, the others the more often the more
games have been imagined.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policy import Policy
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

UNSEEN: Final = -1  # the branch that a secret choice of another takes
EXPLORATION: Final = 1.0
CAUTION: Final = 0.1  # by how much an action never tried is expected to do worse than those that were
WIN_WEIGHT: Final = 0.5  # of a reward; the rest is the lead in points, which guides where wins are rare


class Node:
    """What one seat has experienced after the same observations."""

    __slots__ = ("branches", "points", "reward", "visits", "wins")

    branches: dict[int, Node]
    visits: i64
    reward: float  # these three are sums, for the seat that chose the branch to here
    points: float
    wins: float

    def __init__(self) -> None:
        self.branches = {}
        self.visits = 0
        self.reward = 0.0
        self.points = 0.0
        self.wins = 0.0


class Search:
    """A search for one decision; goes on as long as it is asked to."""

    def __init__(self, seat: int, policy: Policy) -> None:
        self.seat = seat
        self.policy = policy
        self.root = Node()
        self.promises: list[float] = []  # of the actions at hand, as shares of 1

    def iterate(self, world: State, rng: Stream) -> None:
        """Plays one imagined world, which is used up: down the trees, on by the policy, and back with the rewards."""
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
        self._play_on(world, rng)
        self._learn(world, path, movers)

    def lead(self) -> int:
        """By how many visits the action visited most is ahead of the others."""
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
        """Everything that was tried at least once: action, visits, mean points, share of wins.

        The most visited first; of equal ones the better, then the smaller number.
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
        """The action with the best sum of what it has brought and what it promises."""
        # What the searching seat knows now is the same in all worlds; what will be known later is not.
        promises = self.promises
        if node is not self.root or not promises:
            promises = _shares(self.policy.worths(world, int(seat), actions), self.policy.trust)
            if node is self.root:
                self.promises = promises
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
        for at, action in enumerate(actions):
            branch = node.branches.get(action)
            if branch is None or branch.visits == 0:
                bound = untried + reach * promises[at]
            else:
                tried = float(branch.visits)
                bound = branch.reward / tried + reach * promises[at] / (1.0 + tried)
            if bound > best:
                best = bound
                chosen = action
        return chosen

    def _play_on(self, world: State, rng: Stream) -> None:
        """Quick choices to the end of the game, or as far as the policy wants to see."""
        game = world.game
        policy = self.policy
        left = policy.horizon
        while world.seat >= 0 and left > 0:
            game.apply(world, world.seat, policy.pick(world, rng))
            left -= 1

    def _learn(self, world: State, path: list[Node], movers: list[int]) -> None:
        """Tells every decision of the path how the game went for the seat that made it."""
        game = world.game
        policy = self.policy
        over = world.seat < 0
        winners = game.winners(world) if over else []
        points = [float(score) for score in game.scores(world)] if over else policy.outlook(world)
        for at, node in enumerate(path):
            seat = movers[at]
            lead = lead_of(points, seat)
            win = 0.0
            if not over:
                win = likely(lead / policy.spread)
            elif seat in winners:
                win = 1.0 / float(len(winners))
            node.visits += 1
            node.points += points[seat]
            node.wins += win
            node.reward += WIN_WEIGHT * win + (1.0 - WIN_WEIGHT) * (0.5 + 0.5 * lead / (abs(lead) + policy.spread))


def _shares(worths: list[float], trust: float) -> list[float]:
    """Worths as shares of 1: so many points more, e times the share."""
    most = max(worths)
    total = 0.0
    for at, worth in enumerate(worths):
        share = exp((worth - most) / trust)
        worths[at] = share
        total += share
    return [share / total for share in worths]


def likely(lead: float) -> float:
    """How likely it is that a lead, measured by the usual one, is kept."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead))))


def _branch(node: Node, seen: int) -> Node:
    """Where a tree goes on after what was seen."""
    found = node.branches.get(seen)
    if found is None:
        found = Node()
        node.branches[seen] = found
    return found


def lead_of(points: list[float], seat: int) -> float:
    """By how much a seat is ahead of the best other one."""
    best = -1.0e9
    for other, score in enumerate(points):
        if other != seat and score > best:
            best = score
    return points[seat] - best
