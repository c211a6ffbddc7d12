"""What everybody can tell about tiles dealt face down (S64, S65).

Only the published edition with three players or more has any. All have seen the lot, each receiver sees their
own share. Later their payments (S62, S63), failed digs (S64), shifts (S35), objects used (S50) and tiles given
(S64) show something of it. All that shows is a bound: on how many tiles of a kind a seat has received in all,
or on the value of the treasures it has received.

Let `hoard = certain + received`: what a seat has, by kind. `certain` is public: all it dug, less all it paid,
used and gave away; it is below zero where a received tile must have gone. So every event that depends on the
hoard bounds `received`:

- pays treasures because its coins do not suffice: all smaller ones than the largest paid are gone, so their
  number is exact; of the largest there were at least as many as were paid; if all was paid (S63), all are exact;
  those behind the screen go first (S62), so a find that is paid shows that there was no more, and one that
  stays open that there was another;
- a failed dig: coins, treasures and finds together are worth less than the cost;
- a shift: it was legal (S35), so coins and treasures are worth that much;
- an object used or a tile given: it was there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.games.solomon.components import MIRROR
from schatzkammer.games.solomon.state import CHOOSE_STEP, UNBOUNDED, Bounds, Deal, Ledger, SolomonState

NO_BOUNDS: Final = Bounds([0] * 16, [int(UNBOUNDED)] * 16, 0, int(UNBOUNDED))


def dealt_out(lot: i64, others: i64, designer: bool) -> i64:
    """S64: how many tiles of a lot are handed out: equally many to each, or one each; fewer if there are fewer."""
    if lot < others:
        return lot
    return others if designer else lot - lot % others


def share_of(deal: Deal, order: list[int], seat: i64, players: i64) -> list[int]:
    """The tiles that a seat got of a deal, given the order they were dealt in."""
    at = first_of(deal, seat, players)
    end = dealt_out(len(order), players - 1, False)
    got: list[int] = []
    while at < end:
        got.append(order[at])
        at += players - 1
    return got


def first_of(deal: Deal, seat: i64, players: i64) -> i64:
    """S64: the place of the first tile that a seat gets of a deal; then it gets every one after as many as get any."""
    places = seat - deal.seat - 1
    if places < 0:
        places += players
    return places if places < players - 1 else UNBOUNDED  # who lost the finds gets none


def received(s: SolomonState, seat: i64) -> list[int]:
    """By kind, all that a seat has received face down."""
    counts = [0] * 16
    for at, deal in enumerate(s.ledger.deals):
        for kind in share_of(deal, s.dealt[at], seat, s.players):
            counts[kind] += 1
    return counts


def certain(s: SolomonState, seat: i64) -> list[int]:
    """By kind, what everybody knows a seat to have, tiles received face down apart."""
    hidden = received(s, seat)
    hoard = s.hoards[seat]
    return [hoard[kind] - hidden[kind] for kind in range(16)]


def treasure_value(counts: list[int]) -> i64:
    """The value of the treasures among tiles counted by kind."""
    total: i64 = 0
    for kind in range(5):
        total += counts[kind] * (kind + 1)
    return total


def dealt(s: SolomonState, seat: i64, order: list[int]) -> None:
    """Notes a deal: the lot is known to all, who got which tile only to the receivers."""
    nothing: list[Bounds | None] = [None] * int(s.players)
    s.ledger = Ledger([*s.ledger.deals, Deal(int(seat), sorted(order), nothing)])
    s.dealt = [*s.dealt, order]


def has(s: SolomonState, seat: i64, kind: i64) -> None:
    """The seat has at least one tile of the kind."""
    if not s.ledger.deals:
        return
    low = [0] * 16
    low[kind] = 1 - certain(s, seat)[kind]
    _note(s, seat, Bounds(low, [int(UNBOUNDED)] * 16, 0, int(UNBOUNDED)))


def shifted(s: SolomonState, seat: i64) -> None:
    """S35: the seat's wealth allows as many shifts as it has made."""
    if not s.ledger.deals:
        return
    least = s.shifts - 5 * s.box.cards[s.chosen[seat]].size - s.coins[seat]
    if least <= 0:
        return
    least -= treasure_value(certain(s, seat))
    old = _noted(s, seat)
    if old.least < least:
        _replace(s, seat, Bounds(old.low, old.high, int(least), old.most))


def failed(s: SolomonState, seat: i64, owed: i64, found: i64) -> None:
    """S64: the seat could not pay, finds included."""
    if not s.ledger.deals:
        return
    most = owed - 1 - s.coins[seat] - found - treasure_value(certain(s, seat))
    _note(s, seat, Bounds([0] * 16, [int(UNBOUNDED)] * 16, 0, int(most)))


def pays(s: SolomonState, seat: i64, rest: i64) -> None:
    """S62, S63: which treasures the seat is about to pay for what its coins leave over."""
    if not s.ledger.deals:
        return
    hoard = s.hoards[seat]
    sure = certain(s, seat)
    low = [0] * 16
    high = [int(UNBOUNDED)] * 16
    for kind in range(5):
        if rest <= 0:
            break
        paid = min(hoard[kind], (rest + kind) // (kind + 1))
        rest -= paid * (kind + 1)
        lying_open = s.finds[seat].count(kind)
        if rest > 0 or paid > hoard[kind] - lying_open:
            low[kind] = high[kind] = hoard[kind] - sure[kind]
        else:
            low[kind] = int(paid) + lying_open - sure[kind]
    _note(s, seat, Bounds(low, high, 0, int(UNBOUNDED)))


def _note(s: SolomonState, seat: i64, new: Bounds) -> None:
    """Adds bounds to those that hold since the last deal; what is new in them is news to the others."""
    old = _noted(s, seat)
    merged = merge(old, new)
    if not same(merged, old):
        _replace(s, seat, merged)


def _noted(s: SolomonState, seat: i64) -> Bounds:
    """The bounds that hold since the last deal."""
    noted = s.ledger.deals[-1].bounds[seat]
    return NO_BOUNDS if noted is None else noted


def _replace(s: SolomonState, seat: i64, tighter: Bounds) -> None:
    """Puts other bounds in the place of those that hold since the last deal."""
    deals = s.ledger.deals
    last = deals[-1]
    bounds = last.bounds[:]
    bounds[seat] = tighter
    s.ledger = Ledger([*deals[:-1], Deal(last.seat, last.lot, bounds)])
    s.news += 1


def merge(one: Bounds, two: Bounds) -> Bounds:
    """Both hold."""
    return Bounds(
        [max(one.low[kind], two.low[kind]) for kind in range(16)],
        [min(one.high[kind], two.high[kind]) for kind in range(16)],
        max(one.least, two.least),
        min(one.most, two.most),
    )


def same(one: Bounds, two: Bounds) -> bool:
    """Whether both say the same."""
    return one.low == two.low and one.high == two.high and one.least == two.least and one.most == two.most


def holds(bounds: Bounds, counts: list[int]) -> bool:
    """Whether tiles counted by kind keep the bounds."""
    for kind in range(16):
        if not bounds.low[kind] <= counts[kind] <= bounds.high[kind]:
            return False
    return bounds.least <= treasure_value(counts) <= bounds.most


def complete(s: SolomonState, seat: i64, used: i64) -> bool:
    """For positions from outside: whether the bounds tell all that lies on the table, `used` being objects in use."""
    sure = certain(s, seat)
    low = [0] * 16
    for kind in range(16):
        needed = s.finds[seat].count(kind)
        if kind >= MIRROR and used & bit(kind - MIRROR):
            needed = 1  # nothing is found yet in this turn
        low[kind] = needed - sure[kind]
    least = 0
    if seat == s.seat and s.step != CHOOSE_STEP:
        allowed = 5 * s.box.cards[s.chosen[seat]].size + s.coins[seat]
        least = int(s.shifts - allowed - treasure_value(sure))
    for deal in s.ledger.deals:
        noted = deal.bounds[seat]
        if noted is not None:
            low = [0 if noted.low[kind] >= low[kind] else low[kind] for kind in range(16)]
            least = 0 if noted.least >= least else least
    return max(low) <= 0 and least <= 0
