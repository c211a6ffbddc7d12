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


def received_by(s: SolomonState, seat: i64) -> list[int]:
    """Counts by kind what a seat has received face down in all deals."""
    counts = [0] * 16
    for at, deal in enumerate(s.ledger.deals):
        for kind in share_of(deal, s.dealt[at], seat, s.players):
            counts[kind] += 1
    return counts


def certain(s: SolomonState, seat: i64) -> list[int]:
    """Counts by kind what everybody knows a seat to have, which leaves out tiles received face down."""
    hoard, received = s.hoards[seat], s.received[seat]
    return [hoard[kind] - received[kind] for kind in range(16)]


def treasure_value(counts: list[int]) -> i64:
    """The value of the treasures among tiles counted by kind."""
    total: i64 = 0
    for kind in range(5):
        total += counts[kind] * (kind + 1)
    return total


def dealt(s: SolomonState, seat: i64, order: list[int]) -> None:
    """Adds a deal: everybody knows the lot, only the receivers know who got which tile."""
    deal = Deal(int(seat), sorted(order), [None] * int(s.players))
    s.ledger = Ledger([*s.ledger.deals, deal])
    s.dealt = [*s.dealt, order]
    received = [counts[:] for counts in s.received]
    others = s.players - 1
    for at in range(int(dealt_out(len(order), others, False))):
        received[(seat + 1 + at % others) % s.players][order[at]] += 1
    s.received = received


def has(s: SolomonState, seat: i64, kind: i64) -> None:
    """The seat has at least one tile of the kind."""
    if not s.ledger.deals:
        return
    bounds = _latest(s, seat)
    least = 1 - s.hoards[seat][kind] + s.received[seat][kind]
    if least > bounds.low[kind]:
        low = bounds.low[:]
        low[kind] = least
        _tighten(s, seat, Bounds(low, bounds.high, bounds.least, bounds.most))


def shifted(s: SolomonState, seat: i64) -> None:
    """S35: the seat's wealth allows as many shifts as it has made."""
    if not s.ledger.deals:
        return
    least = s.shifts - 5 * s.box.cards[s.chosen[seat]].size - s.coins[seat]
    if least <= 0:
        return
    least -= _certain_value(s, seat)
    bounds = _latest(s, seat)
    if least > bounds.least:
        _tighten(s, seat, Bounds(bounds.low, bounds.high, int(least), bounds.most))


def failed(s: SolomonState, seat: i64, owed: i64, found: i64) -> None:
    """S64: the seat could not pay, finds included."""
    if not s.ledger.deals:
        return
    most = owed - 1 - s.coins[seat] - found - _certain_value(s, seat)
    bounds = _latest(s, seat)
    if most < bounds.most:
        _tighten(s, seat, Bounds(bounds.low, bounds.high, bounds.least, int(most)))


def pays(s: SolomonState, seat: i64, rest: i64) -> None:
    """S62, S63: which treasures the seat is about to pay for what its coins leave over."""
    if not s.ledger.deals:
        return
    hoard, received = s.hoards[seat], s.received[seat]
    bounds = _latest(s, seat)
    low, high = bounds.low[:], bounds.high[:]
    tighter = False
    for kind in range(5):
        if rest <= 0:
            break
        paid = min(hoard[kind], (rest + kind) // (kind + 1))
        rest -= paid * (kind + 1)
        lying_open = s.finds[seat].count(kind)
        least = received[kind]
        if rest > 0 or paid > hoard[kind] - lying_open:
            if least < high[kind]:
                high[kind] = least
                tighter = True
        else:
            least += int(paid) + lying_open - hoard[kind]
        if least > low[kind]:
            low[kind] = least
            tighter = True
    if tighter:
        _tighten(s, seat, Bounds(low, high, bounds.least, bounds.most))


def _certain_value(s: SolomonState, seat: i64) -> i64:
    """The value of the treasures that everybody knows a seat to have."""
    return treasure_value(s.hoards[seat]) - treasure_value(s.received[seat])


def _latest(s: SolomonState, seat: i64) -> Bounds:
    """The bounds since the last deal."""
    bounds = s.ledger.deals[-1].bounds[seat]
    return NO_BOUNDS if bounds is None else bounds


def _tighten(s: SolomonState, seat: i64, tighter: Bounds) -> None:
    """Replaces the bounds since the last deal; that they are tighter is news to the others."""
    deals = s.ledger.deals
    last = deals[-1]
    bounds = last.bounds[:]
    bounds[seat] = tighter
    s.ledger = Ledger([*deals[:-1], Deal(last.seat, last.lot, bounds)])
    s.news += 1


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
