"""Information-set Monte Carlo tree search with one tree per seat: many imagined worlds, one tree of experience each.

Every iteration draws a world from what the searching seat knows and plays it once. A seat's tree branches by
what that seat sees: its own actions and the open ones of others; a choice made in secret is one branch to the
others, whatever was chosen. So no seat's decisions rest on what it could not know.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, State
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream

UNSEEN: Final = -1  # the branch that a secret choice of another takes
EXPLORATION: Final = 0.7
WIN_WEIGHT: Final = 0.6  # of a reward; the rest is the share of the points, which guides where wins are rare


class Node:
    """What one seat has experienced after the same observations."""

    __slots__ = ("branches", "chances", "reward", "visits")

    branches: dict[int, Node]
    visits: i64
    chances: i64  # how often it could have been visited
    reward: float  # the sum, for the seat that chose the branch to here

    def __init__(self) -> None:
        self.branches = {}
        self.visits = 0
        self.chances = 0
        self.reward = 0.0


class Search:
    """A search for one decision; goes on as long as it is asked to."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.roots: list[Node] = []

    def iterate(self, world: State, rng: Stream) -> None:
        """Plays one imagined world, which is used up: down the trees, on at random, and back with the rewards."""
        game = world.game
        players = world.setup.players
        while len(self.roots) < players:
            self.roots.append(Node())
        nodes = self.roots[:]
        path: list[Node] = []
        movers: list[int] = []
        descending = True
        seat: i64 = self.seat
        while descending and world.seat >= 0:
            choices = game.legal(world, seat)
            action = _select(nodes[seat], choices, rng)
            secret = game.secret(world)
            game.apply(world, seat, action)
            for other in range(players):
                seen = action if other == seat or not secret else UNSEEN
                node = nodes[other].branches.get(seen)
                if node is None:
                    node = Node()
                    nodes[other].branches[seen] = node
                    if other == seat:
                        descending = False
                nodes[other] = node
            path.append(nodes[seat])
            movers.append(seat)
            seat = world.seat
        playout(world, rng)
        rewards = _rewards(game, world, players)
        for node, mover in zip(path, movers, strict=True):
            node.visits += 1
            node.reward += rewards[mover]

    def best(self) -> int:
        """The action visited most; of equal ones the better, then the smaller."""
        found = self.candidates()
        return min([(-visits, -mean, action) for action, visits, mean in found])[2]

    def candidates(self) -> list[tuple[int, int, float]]:
        """Action, visits and mean reward of everything that was tried."""
        branches = self.roots[self.seat].branches
        tried = [(action, node) for action, node in branches.items() if node.visits]
        return [(action, int(node.visits), node.reward / float(node.visits)) for action, node in tried]


def _select(node: Node, choices: list[int], rng: Stream) -> int:
    """An action that was never tried here, else the one with the best bound on what it may bring."""
    untried: list[int] = []
    best = -1.0
    chosen = choices[0]
    for action in choices:
        branch = node.branches.get(action)
        if branch is None:
            untried.append(action)
            continue
        branch.chances += 1
        if branch.visits == 0:
            untried.append(action)
            continue
        visits = float(branch.visits)
        bound = branch.reward / visits + EXPLORATION * sqrt(log(float(branch.chances)) / visits)
        if bound > best:
            best = bound
            chosen = action
    if untried:
        return untried[rng.below(len(untried))]
    return chosen


def _rewards(game: Game, state: State, players: int) -> list[float]:
    """How well a finished game went for each seat, from 0 to 1."""
    scores = game.scores(state)
    winners = game.winners(state)
    total = 1.0
    for score in scores:
        total += max(0, score)
    rewards: list[float] = []
    for seat in range(players):
        win = 1.0 / len(winners) if seat in winners else 0.0
        rewards.append(WIN_WEIGHT * win + (1.0 - WIN_WEIGHT) * max(0, scores[seat]) / total)
    return rewards
