"""The view, which is the same for every seat, and states sampled from it.

Hidden are the order of the deck and of the bag, and the faces of jokers. Cards that were shuffled together are a
*batch*: everyone knows which cards are in it (first all thirty, later a discard pile) and where they are, but not
which is which. A joker belongs to its batch in a hand, under the deck, and when it is drawn unseen again; a card
drawn face up leaves its batch.
"""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, members, unpacked
from schatzkammer.core.game import Json
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo import flow
from schatzkammer.games.monte_cristo.components import BONUSES, DUNGEONS, HUNTERS, KINDS, LANES, LAST_ROUND, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import BATCH, NONE, OVER, MonteCristoState, number_at


def public_view(s: MonteCristoState) -> Json:
    """The table as everyone sees it (M13, M31, M43, M65)."""
    over = s.step == OVER
    view: Json = {
        "round": min(int(s.rounds) + 1, int(LAST_ROUND)),
        "lane": LANES[s.lane],
        "active": None if over else int(s.active),
        "step": flow.STEPS[s.step].name,
        "slide": slide(s),
        "market": {KINDS[kind]: s.parts.prices[rank] for rank, kind in enumerate(s.market)},
        "dungeons": dungeons(s),
        "bonus": bonus(s),
        "deck": [card // int(BATCH) for card in reversed(s.deck)],
        "batches": {str(batch): names(sorted(faces)) for batch, faces in sorted(batches(s).items())},
        "discards": names(unpacked(s.discards)),
        "bag": names(sorted(s.bag)),
        "aside": names(unpacked(s.aside)),
        "drawn": names(s.drawn),
        "receiver": int((s.active + s.receiver) % s.players) if s.drawn and s.lane == 0 else None,
        "placing": placing(s),
        "laid": [DUNGEONS[dungeon] for dungeon in members(s.laid, 0)],
        "collecting": collecting(s),
        "seats": [seat_view(s, seat) for seat in range(int(s.players))],
    }
    if over:
        view["sheet"] = flow.score_sheet(s)
    return view


def names(types: list[int]) -> list[str]:
    """The names of cards or treasures."""
    return [TYPE_NAMES[number] for number in types]


def slide(s: MonteCristoState) -> Json:
    """By lane, the owners of the marbles, the lowest first."""
    lanes: Json = {}
    for lane, name in enumerate(LANES):
        owners: list[int] = []
        rest = int(s.lanes[lane])
        while rest:
            owners.append(rest % 8 - 1)
            rest //= 8
        lanes[name] = owners
    return lanes


def dungeons(s: MonteCristoState) -> Json:
    """By dungeon, the treasures and the owners of the hunters, the foremost first."""
    return {
        name: {"treasures": names(unpacked(s.treasures[dungeon])), "queue": s.queues[dungeon][:]}
        for dungeon, name in enumerate(DUNGEONS)
    }


def bonus(s: MonteCristoState) -> Json:
    """By bonus area, the seats with a hunter there."""
    return {
        name: [seat for seat in range(int(s.players)) if s.bonus & BIT[area * 4 + seat]]
        for area, name in enumerate(BONUSES)
    }


def placing(s: MonteCristoState) -> Json | None:
    """M40, M46: the seat that places hunters, and how many it still may."""
    if s.lane != HUNTERS or flow.STEPS[s.step].name not in ("place", "reinforce", "discard"):
        return None
    return {"seat": int(s.seat), "left": int(s.left), "entered": bool(s.entered), "extra": int(s.extra)}


def collecting(s: MonteCristoState) -> Json | None:
    """M60, M63: the dungeon, the seats still to collect there, and what the collector owes and has paid."""
    if s.dungeon == NONE:
        return None
    return {
        "dungeon": DUNGEONS[s.dungeon],
        "order": s.order[:],
        "owed": by_kind(s.owed),
        "paid": by_kind(s.paid),
        "least": by_kind(s.least),
        "kind": KINDS[s.kind] if s.kind != NONE else None,
        "largest": int(s.largest),
    }


def by_kind(packed: i64) -> Json:
    """Counters packed by kind; zeros are left out."""
    return {name: int(number_at(packed, kind)) for kind, name in enumerate(KINDS) if number_at(packed, kind)}


def dealt(s: MonteCristoState, seat: int) -> str | None:
    """M31: the card that a seat just got, while cards are being dealt."""
    card = (int(s.dealt) >> (4 * seat)) % 16
    return TYPE_NAMES[card - 1] if card else None


def seat_view(s: MonteCristoState, seat: int) -> Json:
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
