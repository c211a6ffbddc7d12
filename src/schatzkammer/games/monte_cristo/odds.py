"""The chances of what is hidden from everybody: the faces of jokers, the deck, and the treasures to be drawn."""

from __future__ import annotations

from schatzkammer.core.bits import unpacked
from schatzkammer.core.odds import Contents, Lying, Odds, both, chances, pool
from schatzkammer.games.monte_cristo.components import CHEST_TREASURES, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import BATCH, OVER, MonteCristoState
from schatzkammer.games.monte_cristo.view import batches


def odds(s: MonteCristoState) -> Odds:
    """M30, M43, M50: by joker and card of the deck, and of the next draws as a whole, were they due now.

    Cards of a batch are equally likely in all of its places. All seats know the same.
    """
    if s.step == OVER:
        return {}
    found: Odds = {}
    faces = {batch: counted(types) for batch, types in batches(s).items()}
    one = {batch: chances(pool(faces[batch], 1)) for batch in sorted(faces)}
    for seat, jokers in enumerate(s.jokers):
        for index, card in enumerate(jokers):
            found[f"seat {seat} joker {index + 1}"] = one[card // int(BATCH)]
    for depth, card in enumerate(reversed(s.deck)):
        found[f"deck {depth + 1}"] = one[card // int(BATCH)]
    cards = next_cards(s, faces)
    if cards:
        found["deck"] = chances(cards)
    # M51: a bag with too few treasures is filled up first.
    treasures = s.bag if len(s.bag) >= CHEST_TREASURES else s.bag + unpacked(s.aside)
    if treasures:
        found["bag"] = chances(pool(counted(treasures), min(int(CHEST_TREASURES), len(treasures))))
    return found


def next_cards(s: MonteCristoState, faces: dict[int, dict[str, int]]) -> Contents:
    """M30, M33: the cards of the next draw together: from the top of the deck, then from the shuffled discards."""
    number = int(s.players)
    from_deck: dict[int, int] = {}
    for card in s.deck[::-1][:number]:
        batch = card // int(BATCH)
        from_deck[batch] = from_deck.get(batch, 0) + 1
    contents: Contents = {}
    for batch in sorted(from_deck):
        contents = both(contents, pool(faces[batch], from_deck[batch]))
    discards = unpacked(s.discards)
    missing = min(number - len(s.deck), len(discards))
    if missing > 0:
        contents = both(contents, pool(counted(discards), missing))
    return contents


def counted(types: list[int]) -> dict[str, int]:
    """By name, how many there are of each type."""
    counts: dict[str, int] = {}
    for number in sorted(types):
        name = TYPE_NAMES[number]
        counts[name] = counts.get(name, 0) + 1
    return counts


def lying(s: MonteCristoState) -> Lying:
    """The faces of jokers and of the deck; the next draws as a whole unless pieces are shuffled in first."""
    deck: list[str] = [TYPE_NAMES[card % int(BATCH)] for card in reversed(s.deck)]
    places: Lying = {f"deck {depth + 1}": [card] for depth, card in enumerate(deck)}
    for seat, jokers in enumerate(s.jokers):
        for index, card in enumerate(jokers):
            places[f"seat {seat} joker {index + 1}"] = [TYPE_NAMES[card % int(BATCH)]]
    if len(deck) >= s.players or not s.discards:
        places["deck"] = deck[: int(s.players)]
    if len(s.bag) >= CHEST_TREASURES or not s.aside:
        places["bag"] = [TYPE_NAMES[number] for number in s.bag[-int(CHEST_TREASURES) :]]
    return places
