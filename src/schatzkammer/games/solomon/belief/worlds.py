"""Counts in how many ways tiles dealt face down may have fallen, for all that a viewer knows (S64, S65).

A viewer knows the lots, their own shares, and the bounds of `evidence`. Before anything shows, all orders of a
lot are equally likely. So the chance of a distribution is its part of all those that keep every bound, and
these are counted: deal by deal and seat by seat, by all that later bounds still depend on, and by nothing else.
Kinds and seats that no later bound depends on, and what is discarded, need no counting: whatever is left of a
lot falls there in any order, each as likely.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, bit
from schatzkammer.games.solomon.belief.evidence import dealt_out, share_of
from schatzkammer.games.solomon.state import UNBOUNDED, Deal, SolomonState

Counts = tuple[int, ...]

DONE: Final = -1  # a trait that no later bound can depend on any more
BROKEN: Final = -2  # a trait that breaks a bound, now or for certain later
NOBODY: Final = -2  # gets what is discarded; not the spectator's number
VALUE: Final = 16  # the trait that is no kind: what the treasures are worth
UNIT: Final = [16**kind for kind in range(16)]  # tiles counted by kind, four bits each


class Trait:
    """One thing that bounds speak of: how many tiles of a kind, or treasures of what value, a seat has received.

    For each deal: the bounds that hold after it, what the deal can add at most, and for the time before it the
    highest lower bound to come, the least that can still reach all of them, the most that breaks none for sure,
    and the most that need not break any.
    """

    def __init__(self, place: int, kind: int, low: list[int], high: list[int], gain: list[int]) -> None:
        self.place = place  # of the seat among those watched
        self.kind = kind
        self.low = low
        self.high = high
        self.wanted: list[int] = []
        self.needed: list[int] = []
        self.safe: list[int] = []
        self.cap: list[int] = []
        for start in range(len(low) + 1):
            wanted, needed, safe, cap = 0, 0, int(UNBOUNDED), int(UNBOUNDED)
            reach = 0
            for at in range(start, len(low)):
                reach += gain[at]
                wanted = max(wanted, low[at])
                needed = max(needed, low[at] - reach)
                safe = min(safe, high[at] - reach)
                cap = min(cap, high[at])
            self.wanted.append(wanted)
            self.needed.append(needed)
            self.safe.append(safe)
            self.cap.append(cap)

    def state(self, at: int, counted: int) -> int:
        """The count as far as bounds from this deal on depend on it: DONE if they do not, or BROKEN."""
        if counted > self.cap[at] or counted < self.needed[at]:
            return BROKEN
        return DONE if self.wanted[at] <= counted <= self.safe[at] else counted


class Share:
    """One way in which a seat's share of a deal may fall: how many of each class, and what comes after it."""

    def __init__(self, ways: int, taken: list[int], node: Node | None) -> None:
        self.ways = ways  # in which all may fall from here on, this share included
        self.taken = taken  # nothing: no bound depends on it
        self.node = node


class Node:
    """A seat's share of a deal, after all that fell before, as far as later bounds depend on it."""

    def __init__(self, at: int, place: int, told_apart: i64) -> None:
        self.at = at
        self.place = place
        self.told_apart = told_apart  # the watched kinds that bounds depend on here, a bit each
        self.shares: list[Share] = []
        self.ways = 0


class Worlds:
    """The counting for one viewer with their own shares. A way is an order in which all lots were dealt.

    A pool counts what is left of a lot: each watched kind, then all others; kinds that the seats to come do
    not depend on are counted among the others.
    """

    def __init__(self, s: SolomonState, viewer: int) -> None:
        self.deals = s.ledger.deals
        self.seats = watched_seats(s, viewer)
        self.left = [without_own(s, at, viewer) for at in range(len(self.deals))]
        self.packed = [sum(UNIT[kind] * left[kind] for kind in range(16)) for left in self.left]
        self.receivers = [_receivers(deal, s.players) for deal in self.deals]
        # The places of a lot, a bit each: what each watched seat gets, and all that is not the viewer's.
        self.places = [[_places(receivers, seat) for seat in self.seats] for receivers in self.receivers]
        self.others = [BIT[len(receivers)] - 1 - _places(receivers, viewer) for receivers in self.receivers]
        self.sizes = [[receivers.count(seat) for seat in self.seats] for receivers in self.receivers]
        self.traits = self._find_traits()
        watched = {trait.kind for trait in self.traits}
        self.kinds = [kind for kind in range(16) if kind in watched or (kind < 5 and VALUE in watched)]
        self.known: list[dict[tuple[Counts, Counts], Node]] = [{} for _ in range(len(self.deals) * len(self.seats))]
        start = (0,) * len(self.traits)
        self.root: Node | None = None
        if self.traits:
            self.root = _next_choice(self._node(0, 0, self._full_pool(0, start), start))

    def _find_traits(self) -> list[Trait]:
        """The traits that some bound may break."""
        found: list[Trait] = []
        for place, seat in enumerate(self.seats):
            for kind in range(17):
                low: list[int] = []
                high: list[int] = []
                gain: list[int] = []
                for at, deal in enumerate(self.deals):
                    bounds = deal.bounds[seat]
                    if bounds is None:
                        low.append(0)
                        high.append(int(UNBOUNDED))
                    else:
                        low.append(bounds.least if kind == VALUE else bounds.low[kind])
                        high.append(bounds.most if kind == VALUE else bounds.high[kind])
                    gain.append(_most_gain(self.left[at], kind, self.sizes[at][place]))
                trait = Trait(place, kind, low, high, gain)
                if trait.state(0, 0) != DONE:
                    found.append(trait)
        return found

    def _full_pool(self, at: int, traits: Counts) -> Counts:
        """The lot of a deal before anybody has got anything."""
        counts = [self.left[at][kind] for kind in self.kinds]
        counts.append(sum(self.left[at]) - sum(counts))
        return self._narrowed(0, counts, traits)

    def _node(self, at: int, place: int, pool: Counts, traits: Counts) -> Node:
        """The node of a seat's share, worked out with all that may follow."""
        known = self.known[at * len(self.seats) + place]
        key = (pool, traits)
        node = known.get(key)
        if node is None:
            node = Node(at, place, self._told_apart(place, traits))
            known[key] = node
            if self._depends(place, traits):
                for taken in _takings(pool, self.sizes[at][place]):
                    after = self._traits_after(at, place, traits, taken)
                    if after is not None:
                        self._add_share(node, pool, taken, after)
            else:
                self._add_share(node, pool, [], traits)
        return node

    def _add_share(self, node: Node, pool: Counts, taken: list[int], traits: Counts) -> None:
        """Adds a share to a node, unless nothing can follow it that keeps the bounds."""
        ways = 1
        rest = list(pool)
        if taken:
            ways = factorial(self.sizes[node.at][node.place])
            for which, took in enumerate(taken):
                ways *= comb(pool[which], took)
                rest[which] -= took
        at, place = node.at, node.place + 1
        if place == len(self.seats):
            ways *= factorial(sum(rest))
            at, place = at + 1, 0
        after: Node | None = None
        if at < len(self.deals):
            left = self._full_pool(at, traits) if place == 0 else self._narrowed(place, rest, traits)
            after = self._node(at, place, left, traits)
            ways *= after.ways
        if ways:
            node.shares.append(Share(ways, taken, _next_choice(after)))
            node.ways += ways

    def _depends(self, place: int, traits: Counts) -> bool:
        """Whether any bound depends on what this seat gets from now on."""
        return any(trait.place == place and traits[which] != DONE for which, trait in enumerate(self.traits))

    def _traits_after(self, at: int, place: int, traits: Counts, taken: list[int]) -> Counts | None:
        """The traits after a share; None if it breaks a bound."""
        after = list(traits)
        for which, trait in enumerate(self.traits):
            if trait.place != place or after[which] == DONE:
                continue
            counted = after[which]
            for index, kind in enumerate(self.kinds):
                if trait.kind == kind:
                    counted += taken[index]
                elif trait.kind == VALUE and kind < 5:
                    counted += taken[index] * (kind + 1)
            if not trait.low[at] <= counted <= trait.high[at]:
                return None
            counted = trait.state(at + 1, counted)
            if counted == BROKEN:
                return None
            after[which] = counted
        return tuple(after)

    def _watched(self, place: int, traits: Counts) -> list[bool]:
        """For each watched kind, whether a bound of this seat or those after it depends on it."""
        live = [False] * len(self.kinds)
        for which, trait in enumerate(self.traits):
            if trait.place >= place and traits[which] != DONE:
                for index, kind in enumerate(self.kinds):
                    if kind == trait.kind or (trait.kind == VALUE and kind < 5):
                        live[index] = True
        return live

    def _told_apart(self, place: int, traits: Counts) -> i64:
        """The same kinds as bits."""
        kinds: i64 = 0
        for index, live in enumerate(self._watched(place, traits)):
            if live:
                kinds |= bit(self.kinds[index])
        return kinds

    def _narrowed(self, place: int, pool: list[int], traits: Counts) -> Counts:
        """The pool with all kinds among the others that the seats to come do not depend on."""
        for index, live in enumerate(self._watched(place, traits)):
            if not live:
                pool[-1] += pool[index]
                pool[index] = 0
        return tuple(pool)


def _next_choice(node: Node | None) -> Node | None:
    """The node itself, or the one after it if nothing is chosen there; later ones are left out already."""
    if node is not None and len(node.shares) == 1 and not any(node.shares[0].taken):
        return node.shares[0].node
    return node


def _receivers(deal: Deal, players: i64) -> list[int]:
    """S64: who gets the first, the second tile of a deal and so on; NOBODY for those discarded."""
    others = players - 1
    handed = dealt_out(len(deal.lot), others, False)
    return [int((deal.seat + 1 + at % others) % players) if at < handed else NOBODY for at in range(len(deal.lot))]


def _places(receivers: list[int], seat: int) -> int:
    """The places of a deal that go to a seat, a bit each."""
    return sum(BIT[place] for place, receiver in enumerate(receivers) if receiver == seat)


def worlds_for(s: SolomonState, viewer: int) -> Worlds:
    """The counting for this viewer, done once as long as nothing new shows."""
    last = s.ledger.worked_out.get(viewer)
    if isinstance(last, Memo) and last.dealt is s.dealt:
        return last.worlds
    own: list[object] = [viewer]
    if viewer >= 0:
        for at, deal in enumerate(s.ledger.deals):
            own.append(tuple(sorted(share_of(deal, s.dealt[at], viewer, s.players))))
    key = tuple(own)
    done = s.ledger.worked_out.get(key)
    if not isinstance(done, Worlds):
        if len(s.ledger.worked_out) >= 64:
            s.ledger.worked_out.clear()
        done = Worlds(s, viewer)
        s.ledger.worked_out[key] = done
    s.ledger.worked_out[viewer] = Memo(s.dealt, done)
    return done


class Memo:
    """The counting that was asked for last by a viewer, and the deals it was done for."""

    def __init__(self, dealt: list[list[int]], worlds: Worlds) -> None:
        self.dealt = dealt
        self.worlds = worlds


def watched_seats(s: SolomonState, viewer: int) -> list[int]:
    """The seats, the viewer's apart, whose shares are bounded."""
    seats: list[int] = []
    for seat in range(int(s.players)):
        if seat != viewer:
            for deal in s.ledger.deals:
                if deal.bounds[seat] is not None:
                    seats.append(seat)
                    break
    return seats


def without_own(s: SolomonState, at: int, viewer: int) -> list[int]:
    """By kind, the tiles of a deal that the viewer did not get."""
    counts = [0] * 16
    for kind in s.ledger.deals[at].lot:
        counts[kind] += 1
    if viewer >= 0:
        for kind in share_of(s.ledger.deals[at], s.dealt[at], viewer, s.players):
            counts[kind] -= 1
    return counts


def _most_gain(left: list[int], kind: int, size: int) -> int:
    """The most that a share of that size can add to a trait."""
    if kind != VALUE:
        return min(left[kind], size)
    gain = 0
    for treasure in (4, 3, 2, 1, 0):
        taken = min(left[treasure], size)
        gain += taken * (treasure + 1)
        size -= taken
    return gain


def _takings(pool: Counts, size: int) -> list[list[int]]:
    """All ways to take so many tiles of a pool, counted by class."""
    found: list[list[int]] = [[]]
    for have in pool:
        longer: list[list[int]] = []
        for taken in found:
            for more in range(min(have, size - sum(taken)) + 1):
                longer.append([*taken, more])
        found = longer
    return [taken for taken in found if sum(taken) == size]
