"""Draws anew who got which of the tiles dealt face down, exactly as likely as the truth may be (S64, S65).

A viewer knows the lots, his own shares, and the bounds of `recall`. Before anything shows, all orders of a
lot are equally likely. So the chance of a distribution is its part of all those that keep every bound, and
these are counted: deal by deal and seat by seat, by all that later bounds still depend on, and by nothing else.
Kinds and seats that no later bound depends on, and what is discarded, need no counting: whatever is left of a
lot falls there in any order, each as likely.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.state import UNBOUNDED, Deal, SolomonState
from schatzkammer.games.solomon.steps.recall import dealt_out, share_of

Counts = tuple[int, ...]

DONE: Final = -1  # a trait that no later bound can depend on any more
BROKEN: Final = -2  # a trait that breaks a bound, now or for certain later
VALUE: Final = 16  # the trait that is no kind: what the treasures are worth


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
    """One way in which a seat's share of a deal may fall: how many of each class, and what follows from it."""

    def __init__(self, ways: int, taken: list[int], pool: Counts, traits: Counts) -> None:
        self.ways = ways
        self.taken = taken
        self.pool = pool
        self.traits = traits


class Tally:
    """The counting for one viewer with his own shares. A way is an order in which all lots were dealt.

    A pool counts what is left of a lot: each watched kind, then all others; kinds that the seats to come do
    not depend on are counted among the others.
    """

    def __init__(self, s: SolomonState, viewer: int) -> None:
        self.deals = s.ledger.deals
        self.seats = watched_seats(s, viewer)
        self.left = [without_own(s, at, viewer) for at in range(len(self.deals))]
        self.sizes = [[int(share_size(deal, seat, s.players)) for seat in self.seats] for deal in self.deals]
        self.traits = self._find_traits()
        watched = {trait.kind for trait in self.traits}
        self.kinds = [kind for kind in range(16) if kind in watched or (kind < 5 and VALUE in watched)]
        self.known: list[dict[tuple[Counts, Counts], int]] = [{} for _ in range(len(self.deals) * len(self.seats))]

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

    def start(self) -> Counts:
        """Nothing received yet."""
        return (0,) * len(self.traits)

    def full_pool(self, at: int, traits: Counts) -> Counts:
        """The lot of a deal before anybody has got anything."""
        counts = [self.left[at][kind] for kind in self.kinds]
        counts.append(sum(self.left[at]) - sum(counts))
        return self._narrowed(0, counts, traits)

    def ways(self, at: int, place: int, pool: Counts, traits: Counts) -> int:
        """In how many ways all may have fallen from a seat's share of a deal on."""
        if place == len(self.seats):
            ways = factorial(sum(pool))
            if at + 1 < len(self.deals):
                ways *= self.ways(at + 1, 0, self.full_pool(at + 1, traits), traits)
            return ways
        known = self.known[at * len(self.seats) + place]
        key = (pool, traits)
        found = known.get(key)
        if found is None:
            found = 0
            for share in self.shares(at, place, pool, traits):
                found += share.ways * self.ways(at, place + 1, share.pool, share.traits)
            known[key] = found
        return found

    def shares(self, at: int, place: int, pool: Counts, traits: Counts) -> list[Share]:
        """All ways in which a seat's share may fall that keep its bounds; one, untold, if nothing depends on it."""
        if not self.depends(place, traits):
            return [Share(1, [], self._narrowed(place + 1, list(pool), traits), traits)]
        size = self.sizes[at][place]
        found: list[Share] = []
        for taken in _takings(pool, size):
            after = self._traits_after(at, place, traits, taken)
            if after is None:
                continue
            ways = factorial(size)
            rest: list[int] = []
            for have, took in zip(pool, taken, strict=True):
                ways *= choose(have, took)
                rest.append(have - took)
            found.append(Share(ways, taken, self._narrowed(place + 1, rest, after), after))
        return found

    def depends(self, place: int, traits: Counts) -> bool:
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

    def watched(self, place: int, traits: Counts) -> list[bool]:
        """For each watched kind, whether a bound of this seat or those after it depends on it."""
        live = [False] * len(self.kinds)
        for which, trait in enumerate(self.traits):
            if trait.place >= place and traits[which] != DONE:
                for index, kind in enumerate(self.kinds):
                    if kind == trait.kind or (trait.kind == VALUE and kind < 5):
                        live[index] = True
        return live

    def _narrowed(self, place: int, pool: list[int], traits: Counts) -> Counts:
        """The pool with all kinds among the others that the seats to come do not depend on."""
        for index, live in enumerate(self.watched(place, traits)):
            if not live:
                pool[-1] += pool[index]
                pool[index] = 0
        return tuple(pool)


def redeal(s: SolomonState, viewer: int, stream: Stream) -> list[list[int]]:
    """For every deal an order of its tiles, drawn from all that the viewer must hold possible."""
    if not watched_seats(s, viewer):
        return [_order(s, at, viewer, without_own(s, at, viewer), [], [], stream) for at in range(len(s.dealt))]
    tally = _tally(s, viewer)
    traits = tally.start()
    orders: list[list[int]] = []
    for at in range(len(s.dealt)):
        pool = tally.full_pool(at, traits)
        left = tally.left[at][:]
        given: list[list[int]] = []
        for place in range(len(tally.seats)):
            live = tally.watched(place, traits)
            share = _drawn(tally, at, place, pool, traits, stream)
            given.append(_take(left, tally.kinds, live, share.taken, stream))
            pool = share.pool
            traits = share.traits
        orders.append(_order(s, at, viewer, left, tally.seats, given, stream))
    return orders


def _drawn(tally: Tally, at: int, place: int, pool: Counts, traits: Counts, stream: Stream) -> Share:
    """A share, each as likely as there are ways to go on from it."""
    shares = tally.shares(at, place, pool, traits)
    if len(shares) == 1:
        return shares[0]
    number = _below(stream, tally.ways(at, place, pool, traits))
    for share in shares:
        number -= share.ways * tally.ways(at, place + 1, share.pool, share.traits)
        if number < 0:
            return share
    raise AssertionError("the ways do not add up")


def _take(left: list[int], kinds: list[int], live: list[bool], taken: list[int], stream: Stream) -> list[int]:
    """The tiles of a share, taken from what is left of a lot; of the others any."""
    tiles: list[int] = []
    if not taken:
        return tiles
    others = left[:]
    for index, kind in enumerate(kinds):
        if live[index]:
            others[kind] = 0
            left[kind] -= taken[index]
            tiles += [kind] * taken[index]
    anyhow = [kind for kind in range(16) for _ in range(others[kind])]
    stream.shuffle(anyhow)
    for kind in anyhow[: taken[-1]]:
        left[kind] -= 1
        tiles.append(kind)
    return tiles


def _order(
    s: SolomonState, at: int, viewer: int, left: list[int], seats: list[int], given: list[list[int]], stream: Stream
) -> list[int]:
    """The order of a deal: the viewer's tiles stay, seats get what they were given, the rest falls anyhow."""
    deal = s.ledger.deals[at]
    truth = s.dealt[at]
    anyhow = [kind for kind in range(16) for _ in range(left[kind])]
    stream.shuffle(anyhow)
    order: list[int] = []
    others = int(s.players) - 1
    handed = int(dealt_out(len(truth), others, False))
    for place in range(len(truth)):
        receiver = (deal.seat + 1 + place % others) % int(s.players) if place < handed else -2
        if receiver == viewer:
            order.append(truth[place])
        elif receiver in seats and given[seats.index(receiver)]:
            order.append(given[seats.index(receiver)].pop())
        else:
            order.append(anyhow.pop())
    return order


def _tally(s: SolomonState, viewer: int) -> Tally:
    """The counting for this viewer, done once as long as nothing new shows."""
    own: list[object] = [viewer]
    if viewer >= 0:
        for at, deal in enumerate(s.ledger.deals):
            own.append(tuple(sorted(share_of(deal, s.dealt[at], viewer, s.players))))
    key = tuple(own)
    done = s.ledger.worked_out.get(key)
    if isinstance(done, Tally):
        return done
    if len(s.ledger.worked_out) >= 64:
        s.ledger.worked_out.clear()
    tally = Tally(s, viewer)
    s.ledger.worked_out[key] = tally
    return tally


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


def share_size(deal: Deal, seat: i64, players: i64) -> i64:
    """S64: how many tiles of a deal a seat got."""
    others = players - 1
    at: i64 = (seat - deal.seat - 1 + players) % players
    handed = dealt_out(len(deal.lot), others, False)
    if at == others or at >= handed:
        return 0
    return (handed - at + others - 1) // others


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


def choose(n: int, k: int) -> int:
    """In how many ways k of n tiles can be taken."""
    ways = 1
    for at in range(k):
        ways = ways * (n - at) // (at + 1)
    return ways


def factorial(n: int) -> int:
    """In how many ways n tiles can be put in order."""
    ways = 1
    for at in range(2, n + 1):
        ways *= at
    return ways


def _below(stream: Stream, n: int) -> int:
    """A number from 0 to n - 1, each as likely, however large n is."""
    width = (n.bit_length() + 7) // 8
    fair = 256**width // n * n
    while True:
        number = int.from_bytes(stream.randbytes(width), "big")
        if number < fair:
            return number % n


def hoards_after(s: SolomonState, orders: list[list[int]]) -> list[list[int]]:
    """What every seat has if the deals fell this way."""
    hoards: list[list[int]] = []
    for seat in range(int(s.players)):
        hoard = s.hoards[seat][:]
        for at, deal in enumerate(s.ledger.deals):
            for kind in share_of(deal, s.dealt[at], seat, s.players):
                hoard[kind] -= 1
            for kind in share_of(deal, orders[at], seat, s.players):
                hoard[kind] += 1
        hoards.append(hoard)
    return hoards


def discarded_after(s: SolomonState, orders: list[list[int]]) -> list[int]:
    """What has left the game unseen if the deals fell this way."""
    discarded = s.discarded[:]
    for at, order in enumerate(orders):
        handed = dealt_out(len(order), s.players - 1, False)
        for place in range(int(handed), len(order)):
            discarded[s.dealt[at][place]] -= 1
            discarded[order[place]] += 1
    return discarded
