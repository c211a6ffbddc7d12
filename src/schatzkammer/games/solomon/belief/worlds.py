"""Counts the possible worlds: the orders in which tiles dealt face down may have fallen (S64, S65).

A viewer knows the lots, their own shares, and the bounds of `evidence`. Before there is any evidence, all orders of a
lot are equally likely, so the probability of a distribution is its share of all orders that satisfy every bound.
These are counted deal by deal and seat by seat, memoized by only what later bounds depend on. Kinds and seats that
no later bound depends on, and discarded tiles, need no counting: the rest of a lot falls there in any order.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, bit
from schatzkammer.games.solomon.belief.evidence import dealt_out, share_of
from schatzkammer.games.solomon.state import UNBOUNDED, Deal, SolomonState

Counts = tuple[int, ...]

DONE: Final = -1  # a quantity that satisfies all later bounds, whatever follows
BROKEN: Final = -2  # a quantity that breaks a bound, now or inevitably later
NOBODY: Final = -2  # the receiver of discarded tiles; not the spectator's number
VALUE: Final = 16  # the quantity after the kinds: the value of the treasures
UNIT: Final = [16**kind for kind in range(16)]  # counts by kind, four bits each


class Quantity:
    """A bounded quantity: how many tiles of a kind, or treasures of what value, a watched seat has received.

    `low` and `high` are its bounds after each deal, and `gain` is the most that each deal can add. The lists below
    summarise the bounds from a deal on: the highest lower bound, the least that can still reach all of them, the most
    that cannot break any, and the most that does not already break one.
    """

    def __init__(self, seat_index: int, kind: int, low: list[int], high: list[int], gain: list[int]) -> None:
        self.seat_index = seat_index  # into `Worlds.seats`
        self.kind = kind
        self.low = low
        self.high = high
        self.wanted: list[int] = []
        self.needed: list[int] = []
        self.safe: list[int] = []
        self.cap: list[int] = []
        for first in range(len(low) + 1):
            wanted, needed, safe, cap = 0, 0, int(UNBOUNDED), int(UNBOUNDED)
            reach = 0
            for index in range(first, len(low)):
                reach += gain[index]
                wanted = max(wanted, low[index])
                needed = max(needed, low[index] - reach)
                safe = min(safe, high[index] - reach)
                cap = min(cap, high[index])
            self.wanted.append(wanted)
            self.needed.append(needed)
            self.safe.append(safe)
            self.cap.append(cap)

    def reduced(self, index: int, amount: int) -> int:
        """The amount before a deal as far as the bounds from there on depend on it: DONE if they do not, or BROKEN."""
        if amount > self.cap[index] or amount < self.needed[index]:
            return BROKEN
        return DONE if self.wanted[index] <= amount <= self.safe[index] else amount


class Share:
    """A possible share of a seat in a deal, and the node that follows it."""

    def __init__(self, ways: int, taken: list[int], node: Node | None) -> None:
        self.ways = ways  # the number of worlds from here on, this share included
        self.taken = taken  # how many tiles of each class; empty if no bound depends on the share
        self.node = node


class Node:
    """The possible shares of a seat in a deal, given what later bounds depend on."""

    def __init__(self, index: int, seat_index: int, pool: Counts, distinct: i64) -> None:
        self.index = index  # of the deal
        self.seat_index = seat_index
        self.pool = pool  # what is left of the lot
        self.distinct = distinct  # the watched kinds that bounds depend on here, a bit each
        self.shares: list[Share] = []
        self.ways = 0


class Worlds:
    """The possible worlds of one viewer with their own shares. A world is an order of every lot.

    A pool counts what is left of a lot: each watched kind, then all other tiles together. Watched kinds that no seat
    to come depends on are counted among the others.
    """

    def __init__(self, s: SolomonState, viewer: int) -> None:
        self.deals = s.ledger.deals
        self.seats = watched_seats(s, viewer)
        self.left = [without_own(s, index, viewer) for index in range(len(self.deals))]
        self.packed = [sum(UNIT[kind] * left[kind] for kind in range(16)) for left in self.left]
        self.receivers = [_receivers(deal, s.players) for deal in self.deals]
        # Positions in a lot, a bit each: those of each watched seat, and all but the viewer's.
        self.positions = [[_positions(receivers, seat) for seat in self.seats] for receivers in self.receivers]
        self.others = [BIT[len(receivers)] - 1 - _positions(receivers, viewer) for receivers in self.receivers]
        self.sizes = [[receivers.count(seat) for seat in self.seats] for receivers in self.receivers]
        self.quantities = self._find_quantities()
        watched = {quantity.kind for quantity in self.quantities}
        self.kinds = [kind for kind in range(16) if kind in watched or (kind < 5 and VALUE in watched)]
        self.memo: list[dict[tuple[Counts, Counts], Node]] = [{} for _ in range(len(self.deals) * len(self.seats))]
        start = (0,) * len(self.quantities)
        self.root: Node | None = None
        if self.quantities:
            self.root = _next_choice(self._node(0, 0, self._full_pool(0, start), start))

    def _find_quantities(self) -> list[Quantity]:
        """The quantities that can break a bound."""
        found: list[Quantity] = []
        for seat_index, seat in enumerate(self.seats):
            for kind in range(17):
                low: list[int] = []
                high: list[int] = []
                gain: list[int] = []
                for index, deal in enumerate(self.deals):
                    bounds = deal.bounds[seat]
                    if bounds is None:
                        low.append(0)
                        high.append(int(UNBOUNDED))
                    else:
                        low.append(bounds.least if kind == VALUE else bounds.low[kind])
                        high.append(bounds.most if kind == VALUE else bounds.high[kind])
                    gain.append(_most_gain(self.left[index], kind, self.sizes[index][seat_index]))
                quantity = Quantity(seat_index, kind, low, high, gain)
                if quantity.reduced(0, 0) != DONE:
                    found.append(quantity)
        return found

    def _full_pool(self, index: int, amounts: Counts) -> Counts:
        """The lot of a deal before anyone has received a tile."""
        counts = [self.left[index][kind] for kind in self.kinds]
        counts.append(sum(self.left[index]) - sum(counts))
        return self._narrowed(0, counts, amounts)

    def _node(self, index: int, seat_index: int, pool: Counts, amounts: Counts) -> Node:
        """The node of a seat's share, with all nodes after it; `amounts` are the reduced quantities."""
        memo = self.memo[index * len(self.seats) + seat_index]
        key = (pool, amounts)
        node = memo.get(key)
        if node is None:
            node = Node(index, seat_index, pool, self._distinct(seat_index, amounts))
            memo[key] = node
            if self._depends(seat_index, amounts):
                for taken in _takings(pool, self.sizes[index][seat_index]):
                    after = self._amounts_after(index, seat_index, amounts, taken)
                    if after is not None:
                        self._add_share(node, pool, taken, after)
            else:
                self._add_share(node, pool, [], amounts)
        return node

    def _add_share(self, node: Node, pool: Counts, taken: list[int], amounts: Counts) -> None:
        """Adds a share to a node, if any world that follows satisfies the bounds."""
        ways = 1
        rest = list(pool)
        if taken:
            ways = factorial(self.sizes[node.index][node.seat_index])
            for which, number in enumerate(taken):
                ways *= comb(pool[which], number)
                rest[which] -= number
        index, seat_index = node.index, node.seat_index + 1
        if seat_index == len(self.seats):
            ways *= factorial(sum(rest))
            index, seat_index = index + 1, 0
        after: Node | None = None
        if index < len(self.deals):
            left = self._full_pool(index, amounts) if seat_index == 0 else self._narrowed(seat_index, rest, amounts)
            after = self._node(index, seat_index, left, amounts)
            ways *= after.ways
        if ways:
            node.shares.append(Share(ways, taken, _next_choice(after)))
            node.ways += ways

    def _depends(self, seat_index: int, amounts: Counts) -> bool:
        """Whether a bound depends on what this seat still receives."""
        return any(
            quantity.seat_index == seat_index and amounts[which] != DONE
            for which, quantity in enumerate(self.quantities)
        )

    def _amounts_after(self, index: int, seat_index: int, amounts: Counts, taken: list[int]) -> Counts | None:
        """The reduced quantities after a share; None if it breaks a bound."""
        after = list(amounts)
        for which, quantity in enumerate(self.quantities):
            if quantity.seat_index != seat_index or after[which] == DONE:
                continue
            amount = after[which]
            for position, kind in enumerate(self.kinds):
                if quantity.kind == kind:
                    amount += taken[position]
                elif quantity.kind == VALUE and kind < 5:
                    amount += taken[position] * (kind + 1)
            if not quantity.low[index] <= amount <= quantity.high[index]:
                return None
            amount = quantity.reduced(index + 1, amount)
            if amount == BROKEN:
                return None
            after[which] = amount
        return tuple(after)

    def _live(self, seat_index: int, amounts: Counts) -> list[bool]:
        """For each watched kind, whether a bound of this seat or a later one depends on it."""
        live = [False] * len(self.kinds)
        for which, quantity in enumerate(self.quantities):
            if quantity.seat_index >= seat_index and amounts[which] != DONE:
                for position, kind in enumerate(self.kinds):
                    if kind == quantity.kind or (quantity.kind == VALUE and kind < 5):
                        live[position] = True
        return live

    def _distinct(self, seat_index: int, amounts: Counts) -> i64:
        """The live kinds as a bit mask."""
        kinds: i64 = 0
        for position, live in enumerate(self._live(seat_index, amounts)):
            if live:
                kinds |= bit(self.kinds[position])
        return kinds

    def _narrowed(self, seat_index: int, pool: list[int], amounts: Counts) -> Counts:
        """The pool with the kinds that are not live counted among the others."""
        for position, live in enumerate(self._live(seat_index, amounts)):
            if not live:
                pool[-1] += pool[position]
                pool[position] = 0
        return tuple(pool)


def _next_choice(node: Node | None) -> Node | None:
    """The node itself, or its successor if nothing is chosen here; later ones are skipped already."""
    if node is not None and len(node.shares) == 1 and not any(node.shares[0].taken):
        return node.shares[0].node
    return node


def _receivers(deal: Deal, players: i64) -> list[int]:
    """S64: the receiver of each tile of a deal in order; NOBODY for discarded tiles."""
    others = players - 1
    handed = dealt_out(len(deal.lot), others, False)
    return [
        int((deal.seat + 1 + position % others) % players) if position < handed else NOBODY
        for position in range(len(deal.lot))
    ]


def _positions(receivers: list[int], seat: int) -> int:
    """The positions of a deal that go to a seat, a bit each."""
    return sum(BIT[position] for position, receiver in enumerate(receivers) if receiver == seat)


def worlds_for(s: SolomonState, viewer: int) -> Worlds:
    """The possible worlds of a viewer, cached until there is new evidence."""
    latest = s.ledger.worked_out.get(viewer)
    if isinstance(latest, Memo) and latest.dealt is s.dealt:
        return latest.worlds
    shares: list[object] = [viewer]
    if viewer >= 0:
        for index, deal in enumerate(s.ledger.deals):
            shares.append(tuple(sorted(share_of(deal, s.dealt[index], viewer, s.players))))
    key = tuple(shares)
    worlds = s.ledger.worked_out.get(key)
    if not isinstance(worlds, Worlds):
        if len(s.ledger.worked_out) >= 64:
            s.ledger.worked_out.clear()
        worlds = Worlds(s, viewer)
        s.ledger.worked_out[key] = worlds
    s.ledger.worked_out[viewer] = Memo(s.dealt, worlds)
    return worlds


class Memo:
    """The worlds that a viewer asked for last, and the deals they belong to."""

    def __init__(self, dealt: list[list[int]], worlds: Worlds) -> None:
        self.dealt = dealt
        self.worlds = worlds


def watched_seats(s: SolomonState, viewer: int) -> list[int]:
    """The seats whose shares are bounded, except the viewer's."""
    return [
        seat
        for seat in range(int(s.players))
        if seat != viewer and any(deal.bounds[seat] is not None for deal in s.ledger.deals)
    ]


def without_own(s: SolomonState, index: int, viewer: int) -> list[int]:
    """By kind, the tiles of a deal that the viewer did not receive."""
    deal = s.ledger.deals[index]
    counts = [deal.lot.count(kind) for kind in range(16)]
    if viewer >= 0:
        for kind in share_of(deal, s.dealt[index], viewer, s.players):
            counts[kind] -= 1
    return counts


def _most_gain(left: list[int], kind: int, size: int) -> int:
    """The most that a share of this size can add to a quantity."""
    if kind != VALUE:
        return min(left[kind], size)
    gain = 0
    for treasure in (4, 3, 2, 1, 0):
        taken = min(left[treasure], size)
        gain += taken * (treasure + 1)
        size -= taken
    return gain


def _takings(pool: Counts, size: int) -> list[list[int]]:
    """All ways to take this many tiles from a pool, counted by class."""
    takings: list[list[int]] = [[]]
    for available in pool:
        longer: list[list[int]] = []
        for taken in takings:
            for number in range(min(available, size - sum(taken)) + 1):
                longer.append([*taken, number])
        takings = longer
    return [taken for taken in takings if sum(taken) == size]
