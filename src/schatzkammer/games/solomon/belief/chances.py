"""How many tiles of each kind a seat has received face down (S64, S65), exactly, from the possible worlds.

The worlds of `belief.worlds` are counted by what bounds depend on. Here one kind is followed through them: what a share
says of it is counted; among the tiles that a share does not tell apart, and in the rest of a lot, it falls at random.
"""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.odds import Numbers, drawn
from schatzkammer.games.solomon.belief.worlds import Node, Share, Worlds, worlds_for
from schatzkammer.games.solomon.state import SolomonState

# How far a world has been followed: the node to come (-1: none), how many of the kind are left of the current lot, how
# many tiles in all, how many of the kind the receiver has got, and 1 if a share of this deal was theirs.
Stage = tuple[int, int, int, int, int]


def received_numbers(s: SolomonState, viewer: int, receiver: int) -> list[Numbers]:
    """By kind, how many tiles a seat (or NOBODY: the discards) has received in all deals, as the viewer knows it."""
    worlds = worlds_for(s, viewer)
    return [_Followed(worlds, receiver, kind).numbers() for kind in range(16)]


class _Followed:
    """The tiles of one kind that a receiver gets in the worlds of a viewer."""

    def __init__(self, worlds: Worlds, receiver: int, kind: int) -> None:
        self.worlds = worlds
        self.receiver = receiver
        self.kind = kind
        self.place = worlds.kinds.index(kind) if kind in worlds.kinds else -1  # among the kinds that shares count
        self.nodes: list[Node] = []
        self.known: dict[int, int] = {}  # by identity, the indices of nodes

    def numbers(self) -> Numbers:
        """The probability of each number of tiles."""
        worlds = self.worlds
        between: dict[tuple[int, int], float] = {(self._index(worlds.root), 0): 1.0}
        for index in range(len(worlds.deals)):
            copies = worlds.left[index][self.kind]
            tiles = sum(worlds.left[index])
            stages: dict[Stage, float] = {}
            for (at, number), likely in between.items():
                stages[(at, copies, tiles, number, 0)] = likely
            for _ in worlds.seats:
                stages = self._after_shares(index, stages)
            between = self._after_rest(index, stages)
        result = [0.0] * (max([number for _, number in between]) + 1)
        for (_, number), likely in between.items():
            result[number] += likely
        return result

    def _index(self, node: Node | None) -> int:
        if node is None:
            return -1
        at = self.known.get(id(node), -1)
        if at < 0:
            at = self.known[id(node)] = len(self.nodes)
            self.nodes.append(node)
        return at

    def _after_shares(self, index: int, stages: dict[Stage, float]) -> dict[Stage, float]:
        """The stages after the next share of a deal, where another one is to come."""
        following: dict[Stage, float] = {}
        for stage, likely in stages.items():
            at, left, tiles, number, served = stage
            if at < 0 or self.nodes[at].index != index:
                following[stage] = following.get(stage, 0.0) + likely
                continue
            node = self.nodes[at]
            own = self.worlds.seats[node.seat_index] == self.receiver
            for share in node.shares:
                after = self._index(share.node)
                chance = likely * (share.ways / node.ways)
                for taken, ways in self._taken(node, share, left):
                    key = (
                        after,
                        left - taken,
                        tiles - sum(share.taken),
                        number + taken if own else number,
                        1 if own else served,
                    )
                    following[key] = following.get(key, 0.0) + chance * ways
        return following

    def _taken(self, node: Node, share: Share, left: int) -> list[tuple[int, float]]:
        """How many of the kind a share takes, and how likely."""
        kind: i64 = self.kind
        if node.distinct & bit(kind):
            return [(share.taken[self.place], 1.0)]
        others = node.pool[len(node.pool) - 1]
        numbers = drawn(left, others - left, share.taken[len(share.taken) - 1])
        return [(number, chance) for number, chance in enumerate(numbers) if chance]

    def _after_rest(self, index: int, stages: dict[Stage, float]) -> dict[tuple[int, int], float]:
        """The nodes to come and the tiles received after the rest of a lot is dealt."""
        size = self.worlds.receivers[index].count(self.receiver)
        between: dict[tuple[int, int], float] = {}
        for (at, left, tiles, number, served), likely in stages.items():
            rest = [1.0] if served else drawn(left, tiles - left, size)
            for more, chance in enumerate(rest):
                if chance:
                    key = (at, number + more)
                    between[key] = between.get(key, 0.0) + likely * chance
        return between
