"""Draws anew who got which of the tiles dealt face down, exactly as likely as the truth may be (S64, S65).

A viewer knows the lots, his own shares, and the bounds of `recall`. Before anything shows, all orders of a
lot are equally likely. So the chance of a distribution is its share of all those that keep every bound, and
these are counted: deal by deal, for all seats with bounds together, by how many tiles they received of the
kinds that some bound speaks of. Kinds that none speaks of, seats without bounds and what is discarded
need no counting: whatever is left of a lot falls to them in any order, each as likely.
"""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.state import UNBOUNDED, Bounds, Deal, SolomonState
from schatzkammer.games.solomon.steps.recall import dealt_out, share_of

Counts = tuple[int, ...]


class Split:
    """One way in which a deal may fall: how the counts stand after it, in how many ways, and who gets what."""

    def __init__(self, ways: int, after: Counts, shares: list[list[int]]) -> None:
        self.ways = ways
        self.after = after
        self.shares = shares  # for each watched seat how many of each watched kind it gets, then of all others


class Tally:
    """The counting for one viewer with his own shares."""

    def __init__(self, s: SolomonState, viewer: int) -> None:
        self.deals = s.ledger.deals
        self.players: i64 = s.players
        self.seats = watched_seats(s, viewer)
        self.kinds = _watched_kinds(self.deals, self.seats)
        self.left = [_without_own(s, at, viewer) for at in range(len(self.deals))]
        self.caps = [self._caps(at) for at in range(len(self.deals))]
        self.known: list[dict[Counts, int]] = [{} for _ in range(len(self.deals) + 1)]

    def start(self) -> Counts:
        """Nothing received yet."""
        return (0,) * (len(self.seats) * len(self.kinds))

    def ways(self, at: int, before: Counts) -> int:
        """In how many ways the deals from this one on may have fallen."""
        if at == len(self.deals):
            return 1
        known = self.known[at].get(before)
        if known is None:
            known = 0
            for split in self.splits(at, before):
                known += split.ways * self.ways(at + 1, split.after)
            self.known[at][before] = known
        return known

    def splits(self, at: int, before: Counts) -> list[Split]:
        """All ways in which a deal may fall that keep the bounds known before the next one."""
        lot = self.left[at]
        pool = [lot[kind] for kind in self.kinds]
        pool.append(sum(lot) - sum(pool))
        found: list[Split] = []
        self._share_out(at, 0, pool, 1, list(before), [], found)
        return found

    def _share_out(
        self,
        at: int,
        place: int,
        pool: list[int],
        ways: int,
        counts: list[int],
        shares: list[list[int]],
        found: list[Split],
    ) -> None:
        """Seat by seat: every share that the pool allows."""
        if place == len(self.seats):
            found.append(Split(ways, tuple(counts), shares))
            return
        size = share_size(self.deals[at], self.seats[place], self.players)
        for share in _shares(pool, size):
            now = counts[:]
            chance = ways
            for which in range(len(self.kinds)):
                now[place * len(self.kinds) + which] += share[which]
            if not self._keeps(at, place, now):
                continue
            for which in range(len(pool)):
                chance *= choose(pool[which], share[which])
            rest = [pool[which] - share[which] for which in range(len(pool))]
            self._share_out(at, place + 1, rest, chance, now, [*shares, share], found)

    def _keeps(self, at: int, place: int, counts: list[int]) -> bool:
        """Whether the counts of a seat keep the bounds since this deal, and can keep the later ones."""
        caps = self.caps[at][place]
        here = self.deals[at].bounds[self.seats[place]]
        value = 0
        for which in range(len(self.kinds)):
            held = counts[place * len(self.kinds) + which]
            kind = self.kinds[which]
            if held > caps.high[kind] or (here is not None and held < here.low[kind]):
                return False
            if kind < 5:
                value += held * (kind + 1)
        return value <= caps.most and (here is None or value >= here.least)

    def _caps(self, at: int) -> list[Bounds]:
        """For each watched seat the lowest upper bounds from this deal on: what was received stays received."""
        caps: list[Bounds] = []
        for seat in self.seats:
            high = [int(UNBOUNDED)] * 16
            most = int(UNBOUNDED)
            for deal in self.deals[at:]:
                bounds = deal.bounds[seat]
                if bounds is not None:
                    high = [min(high[kind], bounds.high[kind]) for kind in range(16)]
                    most = min(most, bounds.most)
            caps.append(Bounds([], high, 0, most))
        return caps


def redeal(s: SolomonState, viewer: int, stream: Stream) -> list[list[int]]:
    """For every deal an order of its tiles, drawn from all that the viewer must hold possible."""
    if not watched_seats(s, viewer):
        return [_refill(s, at, viewer, [], [], [], stream) for at in range(len(s.dealt))]
    tally = _tally(s, viewer)
    orders: list[list[int]] = []
    counts = tally.start()
    for at in range(len(s.dealt)):
        number = _below(stream, tally.ways(at, counts))
        for split in tally.splits(at, counts):
            number -= split.ways * tally.ways(at + 1, split.after)
            if number < 0:
                break
        counts = split.after
        orders.append(_refill(s, at, viewer, tally.seats, tally.kinds, split.shares, stream))
    return orders


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


def _watched_kinds(deals: list[Deal], seats: list[int]) -> list[int]:
    """The kinds that some bound of these seats speaks of."""
    watched = [False] * 16
    for deal in deals:
        for seat in seats:
            bounds = deal.bounds[seat]
            if bounds is not None:
                for kind in range(16):
                    if bounds.low[kind] > 0 or bounds.high[kind] < UNBOUNDED:
                        watched[kind] = True
                if bounds.least > 0 or bounds.most < UNBOUNDED:
                    for kind in range(5):
                        watched[kind] = True
    return [kind for kind in range(16) if watched[kind]]


def share_size(deal: Deal, seat: i64, players: i64) -> i64:
    """S64: how many tiles of a deal a seat got."""
    others = players - 1
    at: i64 = (seat - deal.seat - 1 + players) % players
    handed = dealt_out(len(deal.lot), others, False)
    if at == others or at >= handed:
        return 0
    return (handed - at + others - 1) // others


def _without_own(s: SolomonState, at: int, viewer: int) -> list[int]:
    """By kind, the tiles of a deal that the viewer did not get."""
    counts = [0] * 16
    for kind in s.ledger.deals[at].lot:
        counts[kind] += 1
    if viewer >= 0:
        for kind in share_of(s.ledger.deals[at], s.dealt[at], viewer, s.players):
            counts[kind] -= 1
    return counts


def _refill(
    s: SolomonState, at: int, viewer: int, seats: list[int], kinds: list[int], shares: list[list[int]], stream: Stream
) -> list[int]:
    """The order of a deal: the viewer's tiles stay, watched seats get their shares, the rest falls anyhow."""
    deal = s.ledger.deals[at]
    truth = s.dealt[at]
    left = _without_own(s, at, viewer)
    fixed = [left[kind] for kind in kinds]
    anyhow: list[int] = []  # tiles of kinds that nobody watches
    for kind in range(16):
        if kind not in kinds:
            anyhow += [kind] * left[kind]
    stream.shuffle(anyhow)
    given: dict[int, list[int]] = {}
    for place, seat in enumerate(seats):
        tiles: list[int] = []
        for which, kind in enumerate(kinds):
            tiles += [kind] * shares[place][which]
            fixed[which] -= shares[place][which]
        for _ in range(shares[place][len(kinds)]):
            tiles.append(anyhow.pop())
        given[seat] = tiles
    for which, kind in enumerate(kinds):
        anyhow += [kind] * fixed[which]
    stream.shuffle(anyhow)
    order: list[int] = []
    others = int(s.players) - 1
    handed = int(dealt_out(len(truth), others, False))
    for place in range(len(truth)):
        receiver = (deal.seat + 1 + place % others) % int(s.players) if place < handed else -2
        if receiver == viewer:
            order.append(truth[place])
        elif receiver in given:
            order.append(given[receiver].pop())
        else:
            order.append(anyhow.pop())
    return order


def _shares(pool: list[int], size: i64) -> list[list[int]]:
    """All ways to take so many tiles of a pool, counted by class."""
    found: list[list[int]] = [[]]
    for have in pool:
        longer: list[list[int]] = []
        for share in found:
            for taken in range(min(have, size - sum(share)) + 1):
                longer.append([*share, taken])
        found = longer
    return [share for share in found if sum(share) == size]


def choose(n: int, k: int) -> int:
    """In how many ways k of n tiles can be taken."""
    ways = 1
    for at in range(k):
        ways = ways * (n - at) // (at + 1)
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
