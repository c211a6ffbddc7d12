"""What a seat may know, and states drawn at random from what it knows.

Everything lies open but the order of deck and bag and the faces of jokers. Cards that were shuffled together
are a *batch*: everybody knows which cards it consists of (all thirty at first, later the discard pile), and
where its cards are, but not which is which. A joker stays of its batch in a hand, under the deck, and drawn
unseen once more; a card drawn openly leaves it.
"""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT
from schatzkammer.core.game import Json
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo import flow
from schatzkammer.games.monte_cristo.components import BONUSES, DUNGEONS, HUNTERS, KINDS, LANES, LAST_ROUND, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import BATCH, NONE, OVER, MonteCristoState, number_at, unpacked


def public_view(s: MonteCristoState) -> Json:
    """The table as everybody sees it: no seat knows more than another (M13, M31, M43, M65)."""
    over = s.step == OVER
    seen: Json = {
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
        "laid": [DUNGEONS[dungeon] for dungeon in range(6) if s.laid & BIT[dungeon]],
        "collecting": collecting(s),
        "seats": [_seat(s, other) for other in range(int(s.players))],
    }
    if over:
        seen["sheet"] = flow.score_sheet(s)
    return seen


def names(types: list[int]) -> list[str]:
    """The names of cards or treasures."""
    return [TYPE_NAMES[number] for number in types]


def slide(s: MonteCristoState) -> Json:
    """The owners of the marbles of each lane, the lowest first."""
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
    """The treasures of each dungeon and the owners of its hunters, the foremost first."""
    return {
        name: {"treasures": names(unpacked(s.treasures[dungeon])), "queue": s.queues[dungeon][:]}
        for dungeon, name in enumerate(DUNGEONS)
    }


def bonus(s: MonteCristoState) -> Json:
    """Who has a hunter in which bonus area."""
    return {
        name: [seat for seat in range(int(s.players)) if s.bonus & BIT[area * 4 + seat]]
        for area, name in enumerate(BONUSES)
    }


def placing(s: MonteCristoState) -> Json | None:
    """M40, M46: whose hunters are being placed and how many may still come."""
    if s.lane != HUNTERS or flow.STEPS[s.step].name not in ("place", "reinforce", "discard"):
        return None
    return {"seat": int(s.seat), "left": int(s.left), "entered": bool(s.entered), "extra": int(s.extra)}


def collecting(s: MonteCristoState) -> Json | None:
    """M60, M63: where treasure is collected, who is still to come, and what this go owes and has paid."""
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
    """Numbers packed by kind; zeros are left out."""
    return {name: int(number_at(packed, kind)) for kind, name in enumerate(KINDS) if number_at(packed, kind)}


def dealt(s: MonteCristoState, seat: int) -> str | None:
    """M31: the card that a seat just got, while others still wait for theirs."""
    card = (int(s.dealt) >> (4 * seat)) % 16
    return TYPE_NAMES[card - 1] if card else None


def _seat(s: MonteCristoState, seat: int) -> Json:
    """One player; of a joker nothing is known but its batch."""
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
    """The cards of each batch that nobody has seen since it was shuffled, in deck and jokers."""
    found: dict[int, list[int]] = {}
    for card in s.deck:
        found.setdefault(card // int(BATCH), []).append(card % int(BATCH))
    for jokers in s.jokers:
        for card in jokers:
            found.setdefault(card // int(BATCH), []).append(card % int(BATCH))
    return found


def sample(s: MonteCristoState, stream: Stream) -> MonteCristoState:
    """A state that agrees with all that was seen; seats know the same, so it is the same for each.

    In every batch the cards may lie in any order, each as likely; so may the treasures in the bag. What is
    shuffled later comes from chance of its own.
    """
    drawn = s.copy()
    hidden = batches(s)
    for batch in sorted(hidden):
        faces = sorted(hidden[batch])
        stream.shuffle(faces)
        hidden[batch] = faces
    drawn.deck = _redealt(s.deck, hidden)
    drawn.jokers = [_redealt(jokers, hidden) for jokers in s.jokers]
    bag = sorted(s.bag)
    stream.shuffle(bag)
    drawn.bag = bag
    drawn.chance = Stream(stream.randbytes(32))
    return drawn


def _redealt(cards: list[int], hidden: dict[int, list[int]]) -> list[int]:
    """Other faces, each of the batch that was there."""
    return [card - card % int(BATCH) + hidden[card // int(BATCH)].pop() for card in cards]
