"""The view, which is the same for every seat, and states sampled from it.

Hidden are the order of the deck and of the bag, and the faces of jokers. Cards that were shuffled together are a
*batch*: everyone knows which cards are in it (first all thirty, later a discard pile) and where they are, but not
which is which. A joker belongs to its batch in a hand, under the deck, and when it is drawn unseen again; a card
drawn face up leaves its batch.
"""

from __future__ import annotations

from typing import Literal, cast

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, members, unpacked
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo import flow
from schatzkammer.games.monte_cristo.components import (
    BONUSES,
    DUNGEONS,
    FULL_DUNGEON,
    GOAL,
    HUNTERS,
    KINDS,
    LANES,
    LAST_ROUND,
    MOST_CARDS,
    MOST_IN_LANE,
    SUPPLY,
    TYPE_NAMES,
)
from schatzkammer.games.monte_cristo.state import (
    BATCH,
    NONE,
    OVER,
    REINFORCE_STEP,
    TAKE_STEP,
    MonteCristoState,
    number_at,
)
from schatzkammer.games.monte_cristo.steps.collect import collecting_order, sale
from schatzkammer.games.monte_cristo.steps.payment import card_names, due, payment_due
from schatzkammer.games.monte_cristo.steps.supply import receiving_seat
from schatzkammer.games.monte_cristo.types import (
    Amounts,
    Ashore,
    Bags,
    BonusAreas,
    Card,
    Collecting,
    Dungeon,
    Dungeons,
    DungeonView,
    Kind,
    Lane,
    Market,
    Piece,
    Placing,
    PublicView,
    SeatView,
    Slide,
    StepName,
)


def public_view(s: MonteCristoState) -> PublicView:
    """The table as everyone sees it (M13, M31, M43, M65)."""
    over = s.step == OVER
    view: PublicView = {
        "amounts": amounts(s),
        "ashore": ashore(s),
        "round": min(int(s.rounds) + 1, int(LAST_ROUND)),
        "lane": cast(Lane, LANES[s.lane]),
        "active": None if over else int(s.active),
        "step": cast(StepName, flow.STEPS[s.step].name),
        "slide": slide(s),
        "market": market(s),
        "dungeons": dungeons(s),
        "bonus": bonus(s),
        "deck": [card // int(BATCH) for card in reversed(s.deck)],
        "batches": {str(batch): names(sorted(faces)) for batch, faces in sorted(batches(s).items())},
        "discards": names(unpacked(s.discards)),
        "bag": names(sorted(s.bag)),
        "aside": names(unpacked(s.aside)),
        "drawn": names(s.drawn),
        "receiver": int(receiving_seat(s)) if s.drawn and s.lane == SUPPLY else None,
        "placing": placing(s),
        "laid": laid(s),
        "collecting": collecting(s),
        "seats": [seat_view(s, seat) for seat in range(int(s.players))],
    }
    if over:
        view["sheet"] = flow.score_sheet(s)
    return view


def names(types: list[int]) -> list[Piece]:
    """The names of cards or treasures."""
    return cast(list[Piece], [TYPE_NAMES[number] for number in types])


def amounts(s: MonteCristoState) -> Amounts:
    """Numbers of the rules and of the component set that boards show."""
    return {
        "goal": int(GOAL),
        "landing": int(s.parts.landing),
        "fame": int(s.parts.fame),
        "reinforcement": int(s.parts.reinforcement),
        "cards": int(MOST_CARDS),
        "full": int(FULL_DUNGEON),
        "places": int(MOST_IN_LANE),
    }


def ashore(s: MonteCristoState) -> Ashore:
    """M4: by the bags on a card, the hunters that come ashore with it."""
    one, two, three = s.parts.hunters
    return {"1": one, "2": two, "3": three}


def slide(s: MonteCristoState) -> Slide:
    """By lane, the owners of the marbles, the lowest first."""
    lanes: dict[str, list[int]] = {}
    for lane, name in enumerate(LANES):
        owners: list[int] = []
        rest = int(s.lanes[lane])
        while rest:
            owners.append(rest % 8 - 1)
            rest //= 8
        lanes[name] = owners
    return cast(Slide, lanes)


def market(s: MonteCristoState) -> Market:
    """M5: the kinds from the top down, with their prices."""
    return cast(Market, {KINDS[kind]: s.parts.prices[rank] for rank, kind in enumerate(s.market)})


def dungeons(s: MonteCristoState) -> Dungeons:
    """By dungeon, the treasures and what they sell for, the owners of the hunters, and in which order they collect."""
    found: dict[str, DungeonView] = {}
    for dungeon, name in enumerate(DUNGEONS):
        treasures = unpacked(s.treasures[dungeon])
        queue = s.queues[dungeon]
        found[name] = {
            "treasures": names(treasures),
            "sales": [int(sale(s, treasure)) for treasure in treasures],
            "queue": queue[:],
            "order": collecting_order(queue),
        }
    return cast(Dungeons, found)


def bonus(s: MonteCristoState) -> BonusAreas:
    """By bonus area, the seats with a hunter there."""
    areas = {
        name: [seat for seat in range(int(s.players)) if s.bonus & BIT[area * 4 + seat]]
        for area, name in enumerate(BONUSES)
    }
    return cast(BonusAreas, areas)


def placing(s: MonteCristoState) -> Placing | None:
    """M40, M46: the seat that places hunters, and how many it still may."""
    if s.lane != HUNTERS or flow.STEPS[s.step].name not in ("place", "reinforce", "discard"):
        return None
    allowed = s.extra if s.step == REINFORCE_STEP else s.left
    return {
        "seat": int(s.seat),
        "left": int(s.left),
        "entered": bool(s.entered),
        "extra": int(s.extra),
        "able": min(int(allowed), int(number_at(s.hunters, s.seat))),
    }


def laid(s: MonteCristoState) -> list[Dungeon]:
    """M50: the dungeons in which treasures were laid in this action."""
    return cast(list[Dungeon], [DUNGEONS[dungeon] for dungeon in members(s.laid, 0)])


def collecting(s: MonteCristoState) -> Collecting | None:
    """M60, M63: the dungeon, the seats still to collect there, and what the collector owes and has paid."""
    if s.dungeon == NONE:
        return None
    paying = s.kind != NONE
    return {
        "dungeon": cast(Dungeon, DUNGEONS[s.dungeon]),
        "order": s.order[:],
        "hunters": s.queues[s.dungeon].count(s.order[0]),
        "owed": by_kind(s.owed),
        "paid": by_kind(s.paid),
        "kind": cast(Kind, KINDS[s.kind]) if paying else None,
        "due": int(due(s, s.kind)) if paying else None,
        "payment": cast(list[Card], card_names(s.kind, payment_due(s, s.order[0], s.kind))) if paying else None,
        "refused": refused(s),
    }


def refused(s: MonteCristoState) -> dict[Piece, Literal["bags_missing", "unneeded_before"]]:
    """M62, M63: why the collector cannot take a treasure of the dungeon now, by treasure."""
    if s.step != TAKE_STEP:
        return {}
    seat: i64 = s.order[0]
    step = flow.STEPS[TAKE_STEP]
    offered = step.offer(s, seat)
    reasons = {
        TYPE_NAMES[treasure]: step.refusal(s, seat, treasure).reason
        for treasure in unpacked(s.treasures[s.dungeon])
        if not offered & BIT[treasure]
    }
    return cast(dict[Piece, Literal["bags_missing", "unneeded_before"]], reasons)


def by_kind(packed: i64) -> Bags:
    """Counters packed by kind; zeros are left out."""
    counts = {name: int(number_at(packed, kind)) for kind, name in enumerate(KINDS) if number_at(packed, kind)}
    return cast(Bags, counts)


def dealt(s: MonteCristoState, seat: int) -> Piece | None:
    """M31: the card that a seat just got, while cards are being dealt."""
    card = (int(s.dealt) >> (4 * seat)) % 16
    return cast(Piece, TYPE_NAMES[card - 1]) if card else None


def seat_view(s: MonteCristoState, seat: int) -> SeatView:
    """One player; only the batch of a joker is known."""
    return {
        "points": int(s.points[seat]),
        "hunters": int(number_at(s.hunters, seat)),
        "marseille": int(number_at(s.marseille, seat)),
        "cards": names(unpacked(s.hands[seat])),
        "jokers": [card // int(BATCH) for card in s.jokers[seat]],
        "dealt": dealt(s, seat),
        "collected": names(unpacked(s.collected[seat])),
    }


def batches(s: MonteCristoState) -> dict[int, list[int]]:
    """By batch, the types of its unseen cards, in the deck and among jokers."""
    types: dict[int, list[int]] = {}
    for cards in [s.deck, *s.jokers]:
        for card in cards:
            types.setdefault(card // int(BATCH), []).append(card % int(BATCH))
    return types


def sample(s: MonteCristoState, stream: Stream) -> MonteCristoState:
    """Draws a state consistent with everything the seats, which all know the same, have seen.

    Shuffles the cards within each batch and the treasures in the bag; later shuffles get a stream of their own.
    """
    sampled = s.copy()
    hidden = batches(s)
    for batch in sorted(hidden):
        faces = sorted(hidden[batch])
        stream.shuffle(faces)
        hidden[batch] = faces
    sampled.deck = _redealt(s.deck, hidden)
    sampled.jokers = [_redealt(jokers, hidden) for jokers in s.jokers]
    bag = sorted(s.bag)
    stream.shuffle(bag)
    sampled.bag = bag
    sampled.chance = Stream(stream.randbytes(32))
    return sampled


def _redealt(cards: list[int], hidden: dict[int, list[int]]) -> list[int]:
    """The same batches with other types."""
    return [card - card % int(BATCH) + hidden[card // int(BATCH)].pop() for card in cards]
