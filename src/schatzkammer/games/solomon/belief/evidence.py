"""What everyone can infer about tiles dealt face down (S64, S65).

They exist only in the published edition with three or more players. Everyone sees the lot; each receiver sees their
own share. Later payments (S62, S63), failed digs (S64), shifts (S35), objects used (S50) and tiles given (S64) are
evidence. Each yields bounds: on the number of tiles of a kind that a seat has received in all, or on the value of the
treasures it has received.

By kind, `hoard = certain + received`. `certain` is public: what a seat dug, minus what it paid, used and gave away.
It is negative where a received tile must have been spent. So every event that depends on the hoard bounds `received`:

- The seat pays treasures because its coins do not suffice. All treasures smaller than the largest one paid are gone,
  so their number is exact. Of the largest there were at least as many as were paid. If everything was paid (S63), all
  numbers are exact. Treasures behind the screen are paid first (S62): an open find that is paid shows that there was
  no other, and one that stays shows that there was another.
- The seat fails a dig: coins, treasures and finds together are worth less than the cost.
- The seat shifts: the shift was legal (S35), so coins and treasures are worth enough.
- The seat uses an object or gives a tile: it had one.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.games.solomon.components import MIRROR
from schatzkammer.games.solomon.state import CHOOSE_STEP, UNBOUNDED, Bounds, Deal, Ledger, SolomonState

NO_BOUNDS: Final = Bounds([0] * 16, [int(UNBOUNDED)] * 16, 0, int(UNBOUNDED))


def dealt_out(lot: i64, others: i64, designer: bool) -> i64:
    """S64: how many tiles of a lot are dealt: equally many to each player, or one each; all if there are fewer."""
    if lot < others:
        return lot
    return others if designer else lot - lot % others


def share_of(deal: Deal, order: list[int], seat: i64, players: i64) -> list[int]:
    """The tiles that a seat received in a deal, given the order of its tiles."""
    position = first_of(deal, seat, players)
    end = dealt_out(len(order), players - 1, False)
    share: list[int] = []
    while position < end:
        share.append(order[position])
        position += players - 1
    return share


def first_of(deal: Deal, seat: i64, players: i64) -> i64:
    """S64: the position of a seat's first tile in a deal; the seat gets every (players - 1)th tile from there on."""
    position = seat - deal.seat - 1
    if position < 0:
        position += players
    return position if position < players - 1 else UNBOUNDED  # the seat that lost the finds gets none


def received_by(s: SolomonState, seat: i64) -> list[int]:
    """By kind, the tiles that a seat has received face down in all deals."""
    counts = [0] * 16
    for deal, order in zip(s.ledger.deals, s.dealt, strict=True):
        for kind in share_of(deal, order, seat, s.players):
            counts[kind] += 1
    return counts


def certain(s: SolomonState, seat: i64) -> list[int]:
    """By kind, the hoard of a seat without the tiles received face down, which is public."""
    hoard, received = s.hoards[seat], s.received[seat]
    return [hoard[kind] - received[kind] for kind in range(16)]


def treasure_value(counts: list[int]) -> i64:
    """The value of the treasures, given counts by kind."""
    total: i64 = 0
    for kind in range(5):
        total += counts[kind] * (kind + 1)
    return total


def dealt(s: SolomonState, seat: i64, order: list[int]) -> None:
    """Records a deal: the lot is public, the order is not."""
    deal = Deal(int(seat), sorted(order), [None] * int(s.players))
    s.ledger = Ledger([*s.ledger.deals, deal])
    s.dealt = [*s.dealt, order]
    received = [counts[:] for counts in s.received]
    others = s.players - 1
    for at in range(int(dealt_out(len(order), others, False))):
        received[(seat + 1 + at % others) % s.players][order[at]] += 1
    s.received = received


def has(s: SolomonState, seat: i64, kind: i64) -> None:
    """S50, S64: records that the seat has a tile of a kind."""
    if not s.ledger.deals:
        return
    bounds = _latest(s, seat)
    least = 1 - s.hoards[seat][kind] + s.received[seat][kind]
    if least > bounds.low[kind]:
        low = bounds.low[:]
        low[kind] = least
        _tighten(s, seat, Bounds(low, bounds.high, bounds.least, bounds.most))


def shifted(s: SolomonState, seat: i64) -> None:
    """S35: records that the seat's wealth allows the shifts it has made."""
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
    """S64: records that the seat could not pay, even with its finds."""
    if not s.ledger.deals:
        return
    most = owed - 1 - s.coins[seat] - found - _certain_value(s, seat)
    bounds = _latest(s, seat)
    if most < bounds.most:
        _tighten(s, seat, Bounds(bounds.low, bounds.high, bounds.least, int(most)))


def pays(s: SolomonState, seat: i64, rest: i64) -> None:
    """S62, S63: records which treasures the seat is about to pay for the rest that its coins do not cover."""
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
        open_finds = s.finds[seat].count(kind)
        least = received[kind]
        if rest > 0 or paid > hoard[kind] - open_finds:
            if least < high[kind]:
                high[kind] = least
                tighter = True
        else:
            least += int(paid) + open_finds - hoard[kind]
        if least > low[kind]:
            low[kind] = least
            tighter = True
    if tighter:
        _tighten(s, seat, Bounds(low, high, bounds.least, bounds.most))


def _certain_value(s: SolomonState, seat: i64) -> i64:
    """The value of the treasures in `certain`."""
    return treasure_value(s.hoards[seat]) - treasure_value(s.received[seat])


def _latest(s: SolomonState, seat: i64) -> Bounds:
    """The bounds since the last deal."""
    bounds = s.ledger.deals[-1].bounds[seat]
    return NO_BOUNDS if bounds is None else bounds


def _tighten(s: SolomonState, seat: i64, tighter: Bounds) -> None:
    """Replaces the bounds since the last deal by tighter ones, which reveals something."""
    deals = s.ledger.deals
    last = deals[-1]
    bounds = last.bounds[:]
    bounds[seat] = tighter
    s.ledger = Ledger([*deals[:-1], Deal(last.seat, last.lot, bounds)])
    s.news += 1


def holds(bounds: Bounds, counts: list[int]) -> bool:
    """Whether counts by kind satisfy the bounds."""
    for kind in range(16):
        if not bounds.low[kind] <= counts[kind] <= bounds.high[kind]:
            return False
    return bounds.least <= treasure_value(counts) <= bounds.most


def complete(s: SolomonState, seat: i64, used: i64) -> bool:
    """For loaded positions: whether the bounds reflect all evidence on the table; `used` are the objects in use."""
    public = certain(s, seat)
    low = [0] * 16
    for kind in range(16):
        needed = s.finds[seat].count(kind)
        if kind >= MIRROR and used & bit(kind - MIRROR):
            needed = 1  # the turn has no finds yet
        low[kind] = needed - public[kind]
    least = 0
    if seat == s.seat and s.step != CHOOSE_STEP:
        beyond = s.shifts - 5 * s.box.cards[s.chosen[seat]].size - s.coins[seat]
        if beyond > 0:  # as in `shifted`: fewer shifts are allowed without any treasure
            least = int(beyond - treasure_value(public))
    for deal in s.ledger.deals:
        bounds = deal.bounds[seat]
        if bounds is not None:
            low = [0 if bounds.low[kind] >= low[kind] else low[kind] for kind in range(16)]
            least = 0 if bounds.least >= least else least
    return max(low) <= 0 and least <= 0
