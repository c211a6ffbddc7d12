"""The whole state as plain data, and back, validated."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, unpacked
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field, Pool
from schatzkammer.games.monte_cristo import flow, view
from schatzkammer.games.monte_cristo.components import (
    BONUSES,
    CARDS,
    CHEST,
    CHEST_TREASURES,
    DUNGEONS,
    FULL_DUNGEON,
    GOAL,
    HUNTERS,
    HUNTERS_EACH,
    KIND_OF,
    KINDS,
    LANES,
    LAST_ROUND,
    MOST_CARDS,
    MOST_IN_LANE,
    MOST_OF_COLOUR,
    ORDER,
    REINFORCEMENT,
    SIZE_OF,
    SUPPLY,
    TYPE_NAMES,
    marbles_each,
)
from schatzkammer.games.monte_cristo.state import (
    BATCH,
    CHANGE_STEP,
    CROWDED,
    DISCARD_STEP,
    GIVE_STEP,
    LAY_STEP,
    MARBLE_STEP,
    NONE,
    OCTAL,
    OVER,
    PAY_STEP,
    PLACE_STEP,
    REINFORCE_STEP,
    TAKE_STEP,
    UNIT,
    MonteCristoState,
    marbles_of,
    number_at,
    total,
    with_four,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.collect import collecting_order
from schatzkammer.games.monte_cristo.steps.hunters import ACTIVE_PLACES, OTHERS_PLACE
from schatzkammer.games.monte_cristo.steps.payment import reaches
from schatzkammer.games.monte_cristo.steps.supply import cards_of

ENTRIES = [
    *("chance", "rounds", "lane", "step", "slide", "market", "dungeons", "bonus", "deck", "discards", "bag"),
    *("aside", "drawn", "receiver", "placing", "laid", "collecting", "seats"),
]
PLACING = ["seat", "left", "entered", "extra"]
SEAT = ["points", "hunters", "marseille", "cards", "jokers", "dealt", "collected"]
STEPS_OF_LANE = [
    [GIVE_STEP, DISCARD_STEP, MARBLE_STEP],
    [PLACE_STEP, REINFORCE_STEP, DISCARD_STEP, MARBLE_STEP],
    [LAY_STEP, TAKE_STEP, PAY_STEP, MARBLE_STEP, OVER],
    [CHANGE_STEP, MARBLE_STEP, OVER],
]
MOST_POINTS = 1_000_000


def position(s: MonteCristoState) -> Json:
    """The whole state as plain data, hidden information included; deck and bag from the top."""
    return {
        "chance": s.chance.position(),
        "rounds": int(s.rounds),
        "lane": LANES[s.lane],
        "step": flow.STEPS[s.step].name,
        "slide": view.slide(s),
        "market": [KINDS[kind] for kind in s.market],
        "dungeons": _dungeons(s),
        "bonus": view.bonus(s),
        "deck": _with_batch(s.deck[::-1]),
        "discards": view.names(unpacked(s.discards)),
        "bag": view.names(s.bag[::-1]),
        "aside": view.names(unpacked(s.aside)),
        "drawn": view.names(s.drawn),
        "receiver": int(s.receiver),
        "placing": _placing(s),
        "laid": view.laid(s),
        "collecting": _collecting(s),
        "seats": [{**view.seat_view(s, seat), "jokers": _with_batch(s.jokers[seat])} for seat in range(int(s.players))],
    }


def _with_batch(cards: list[int]) -> list[list[object]]:
    return [[TYPE_NAMES[card % int(BATCH)], card // int(BATCH)] for card in cards]


def _dungeons(s: MonteCristoState) -> Json:
    """By dungeon, the treasures and the owners of the hunters, the foremost first."""
    return {
        name: {"treasures": view.names(unpacked(s.treasures[dungeon])), "queue": s.queues[dungeon][:]}
        for dungeon, name in enumerate(DUNGEONS)
    }


def _collecting(s: MonteCristoState) -> Json | None:
    """M60, M63: the scoring under way, with all that decides how it can be paid."""
    if s.dungeon == NONE:
        return None
    return {
        "dungeon": DUNGEONS[s.dungeon],
        "order": s.order[:],
        "owed": view.by_kind(s.owed),
        "paid": view.by_kind(s.paid),
        "least": view.by_kind(s.least),
        "kind": KINDS[s.kind] if s.kind != NONE else None,
        "largest": int(s.largest),
    }


def load(game: TurnGame, setup: Setup, given: Json) -> MonteCristoState:
    """The state of a position; raises BadPosition for the first entry that cannot be."""
    field = Field(given, BadPosition)
    entries = field.table(ENTRIES)
    s = flow.empty_table(game, setup, entries["chance"].stream())
    s.rounds = entries["rounds"].integer(0, int(LAST_ROUND))
    s.lane = entries["lane"].one_of(LANES)
    step: i64 = game.step_named(entries["step"])
    if step not in STEPS_OF_LANE[s.lane]:
        raise entries["step"].bad("this step does not belong to this lane (M20).")
    _load_slide(s, entries["slide"])
    s.market = entries["market"].each_of(KINDS, 5, 5)
    if sorted(s.market) != list(range(5)):
        raise entries["market"].bad("every kind of treasure has one marker there (M5).")
    seats = entries["seats"].tables(setup.players, SEAT)
    dungeons = entries["dungeons"].table(DUNGEONS)
    by_dungeon = [dungeons[name].table(["treasures", "queue"]) for name in DUNGEONS]
    _load_treasures(s, step, entries, by_dungeon, seats).check_empty(field)
    _load_cards(s, entries, seats).check_empty(field)
    _load_hunters(s, entries, by_dungeon, seats)
    _load_step(game, s, step, entries, seats)
    return s


def _load_slide(s: MonteCristoState, entry: Field) -> None:
    """M2, M10, M22: all marbles, within the limits of the lanes; M21: the lowest one in the current lane acts."""
    players = s.setup.players
    lanes = entry.table(LANES)
    for lane, name in enumerate(LANES):
        owners = lanes[name].seats(players, 0, int(MOST_IN_LANE))
        s.lanes = with_four(s.lanes, lane, sum([(owner + 1) * OCTAL[height] for height, owner in enumerate(owners)]))
        if any(owners.count(seat) > MOST_OF_COLOUR for seat in range(players)):
            raise lanes[name].bad(f"a lane holds at most {int(MOST_OF_COLOUR)} marbles of a colour (M22).")
    each = marbles_each(players)
    for seat in range(players):
        if sum([int(marbles_of(held, seat)) for held in s.lanes]) != each:
            raise entry.bad(f"each player has {each} marbles (M10).")
    s.active = (s.lanes[s.lane] & 7) - 1


def _load_treasures(
    s: MonteCristoState,
    step: i64,
    entries: dict[str, Field],
    dungeons: list[dict[str, Field]],
    seats: list[dict[str, Field]],
) -> Pool:
    """M3: places the thirty treasures; returns those that are missing."""
    pool = Pool(s.parts.treasures, TYPE_NAMES, "treasure", "M3")
    for dungeon, parts in enumerate(dungeons):
        s.treasures = with_six(s.treasures, dungeon, _heap(pool, parts["treasures"], int(FULL_DUNGEON)))
    s.bag = pool.place_all(entries["bag"])[::-1]
    s.aside = _heap(pool, entries["aside"])
    for seat, player in enumerate(seats):
        s.collected = with_four(s.collected, seat, _heap(pool, player["collected"]))
        if s.collected[seat] and step not in (TAKE_STEP, PAY_STEP):
            raise player["collected"].bad("treasures are collected only in a scoring (M66).")
    if s.lane == CHEST:
        s.drawn = pool.place_all(entries["drawn"], 0, int(CHEST_TREASURES))
    return pool


def _load_cards(s: MonteCristoState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> Pool:
    """M4: places the thirty cards, unseen ones with their batch; returns those that are missing."""
    pool = Pool(s.parts.cards, TYPE_NAMES, "card", "M4")
    s.deck = _unseen_cards(pool, entries["deck"])[::-1]
    s.discards = _heap(pool, entries["discards"])
    for seat, player in enumerate(seats):
        s.hands = with_four(s.hands, seat, _heap(pool, player["cards"], int(MOST_CARDS) + 1))
        s.jokers[seat] = _unseen_cards(pool, player["jokers"])
    if s.lane == SUPPLY:
        s.drawn = pool.place_all(entries["drawn"], 0, s.setup.players)
    elif s.lane != CHEST:
        entries["drawn"].items(0, 0)
    return pool


def _heap(pool: Pool, entry: Field, most: int = CARDS) -> int:
    """Pieces in the order of their types, packed."""
    types = pool.place_all(entry, 0, most)
    if types != sorted(types):
        raise entry.bad("these must be in the order of their kinds and sizes.")
    return sum([UNIT[number] for number in types])


def _unseen_cards(pool: Pool, entry: Field) -> list[int]:
    """Cards with their batch."""
    cards: list[int] = []
    for item in entry.items(0, CARDS):
        card, batch = item.items(2, 2)
        cards.append(pool.place(card) + int(BATCH) * batch.integer(0, CARDS))
    return cards


def _load_hunters(
    s: MonteCristoState, entries: dict[str, Field], dungeons: list[dict[str, Field]], seats: list[dict[str, Field]]
) -> None:
    """M2, M42: nine hunters of each colour, at most one of each in a bonus area."""
    players = s.setup.players
    on_board: list[int] = []  # the owners of all hunters in dungeons and bonus areas
    for dungeon, parts in enumerate(dungeons):
        s.queues[dungeon] = parts["queue"].seats(players, 0, 4 * int(HUNTERS_EACH))
        on_board += s.queues[dungeon]
    areas = entries["bonus"].table(BONUSES)
    for area, name in enumerate(BONUSES):
        owners = areas[name].seats(players, 0, players)
        if owners != sorted(set(owners)):
            raise areas[name].bad("at most one hunter of each colour stands there, in the order of seats (M42).")
        s.bonus |= sum([BIT[area * 4 + owner] for owner in owners])
        on_board += owners
    for seat, player in enumerate(seats):
        s.points = with_four(s.points, seat, player["points"].integer(0, MOST_POINTS))
        hunters = player["hunters"].integer(0, int(HUNTERS_EACH))
        marseille = player["marseille"].integer(0, int(HUNTERS_EACH))
        s.hunters += hunters * UNIT[seat]
        s.marseille += marseille * UNIT[seat]
        if hunters + marseille + on_board.count(seat) != HUNTERS_EACH:
            raise player["hunters"].bad(f"each player has {int(HUNTERS_EACH)} hunters in all (M2).")


def _load_step(
    game: TurnGame, s: MonteCristoState, step: i64, entries: dict[str, Field], seats: list[dict[str, Field]]
) -> None:
    """The step, and what is under way in it."""
    _load_dealing(s, step, entries, seats)
    _load_placing(s, step, entries["placing"])
    _load_laying(s, step, entries)
    _load_collecting(s, step, entries["collecting"])
    if step == OVER:
        _load_end(game, s, entries)
        return
    if s.rounds == LAST_ROUND:
        raise entries["rounds"].bad(f"the game is over after {int(LAST_ROUND)} rounds (M81).")
    if s.active == NONE:
        raise entries["slide"].bad("a lane without marbles is skipped (M23).")
    s.step = step
    game.renew_offer(s)
    if s.offer & (s.offer - 1) == 0:
        raise entries["step"].bad("there is no choice in this step: it plays itself.")


def _load_dealing(s: MonteCristoState, step: i64, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """M30, M31, M32, M33: the cards just dealt, those still to be dealt, and hands that are too large."""
    s.seat = s.active
    s.receiver = entries["receiver"].integer(0, s.setup.players - 1)
    given = 0
    for seat, player in enumerate(seats):
        card = player["dealt"].one_of_or_none(TYPE_NAMES)
        if card >= 0:
            if step != GIVE_STEP or (seat - s.active) % s.players >= s.receiver or not s.hands[seat] // UNIT[card] % 16:
                raise player["dealt"].bad("the player cannot just have got this card (M30).")
            s.dealt += (card + 1) * UNIT[seat]
            given += 1
        more = 1 if card >= 0 or step == DISCARD_STEP else 0
        if cards_of(s, seat) > MOST_CARDS + more:
            raise player["cards"].bad(f"nobody has more than {int(MOST_CARDS)} cards (M32).")
    if step == DISCARD_STEP and flow.STEPS[CROWDED].open(s) != DISCARD_STEP:
        raise entries["step"].bad("nobody has too many cards (M32).")
    if step != GIVE_STEP:
        if s.receiver or (s.drawn and s.lane == SUPPLY):
            raise entries["receiver"].bad("no cards are dealt in this step (M30).")
        return
    if (
        not s.drawn
        or len(s.drawn) + s.receiver > s.players
        or (s.receiver > 0 and not (s.dealt >> (4 * s.active)) & 15)
    ):
        raise entries["drawn"].bad("the active player keeps a card, then each other player gets at most one (M30).")
    if len(s.drawn) + given != s.players and (s.deck or s.discards):
        raise entries["drawn"].bad("one card per player is drawn, as long as there are cards (M30, M33).")


def _placing(s: MonteCristoState) -> Json | None:
    """M40, M46: the seat that places hunters, and how many it still may."""
    placing = view.placing(s)
    return None if placing is None else {name: each for name, each in placing.items() if name in PLACING}


def _load_placing(s: MonteCristoState, step: i64, entry: Field) -> None:
    """M40, M46: the seat that places hunters, and how many it still may."""
    if s.lane != HUNTERS or step == MARBLE_STEP:
        if entry.value is not None:
            raise entry.bad("nobody places hunters in this step (M40).")
        return
    placing = entry.table(PLACING)
    seat: i64 = placing["seat"].integer(0, s.setup.players - 1)
    s.seat = seat
    s.entered = 1 if placing["entered"].boolean() else 0
    most = ACTIVE_PLACES if seat == s.active else OTHERS_PLACE
    s.left = placing["left"].integer(1 if step == PLACE_STEP else 0, int(most - s.entered))
    s.extra = placing["extra"].integer(0, int(s.parts.reinforcement))
    if (s.extra > 0) != (step == REINFORCE_STEP):
        raise placing["extra"].bad("only a reinforcement has extra hunters (M46).")
    area = REINFORCEMENT if step == REINFORCE_STEP else 0
    if step != PLACE_STEP and not (s.entered and s.bonus & BIT[area * 4 + seat]):
        raise placing["entered"].bad("the player has not entered that bonus area (M42).")
    if s.entered and not any(s.bonus & BIT[other * 4 + seat] for other in range(4)):
        raise placing["entered"].bad("the player has no hunter in any bonus area (M42).")
    if step == DISCARD_STEP:
        crowded = [other for other in range(s.setup.players) if cards_of(s, other) > MOST_CARDS]
        if crowded != [seat] or not s.jokers[seat]:
            raise placing["seat"].bad("here only a joker can be the eighth card (M32, M43).")


def _load_laying(s: MonteCristoState, step: i64, entries: dict[str, Field]) -> None:
    """M50, M52: the dungeons just laid in; only they, or dungeons in a scoring, can hold four treasures."""
    laid = entries["laid"].each_of(DUNGEONS, 0, int(CHEST_TREASURES) - 1)
    if laid != sorted(set(laid)):
        raise entries["laid"].bad("different dungeons in order are needed (M50).")
    if step == LAY_STEP:
        if not s.drawn or len(laid) + len(s.drawn) != CHEST_TREASURES:
            raise entries["drawn"].bad(f"{int(CHEST_TREASURES)} treasures are drawn, and laid one by one (M50).")
    elif laid or (s.drawn and s.lane == CHEST):
        raise entries["laid"].bad("no treasures are laid in this step (M50).")
    full = 0
    for dungeon in range(6):
        held = total(s.treasures[dungeon])
        if dungeon in laid:
            s.laid |= BIT[dungeon]
            if held == 0:
                raise entries["laid"].bad(f"there is no treasure in {DUNGEONS[dungeon]} (M50).")
        elif held == FULL_DUNGEON:
            full += 1
    if full > (CHEST_TREASURES if step in (TAKE_STEP, PAY_STEP) else 0):
        raise entries["dungeons"].bad("four treasures in a dungeon cause a scoring, which empties it (M52, M65).")


def _load_collecting(s: MonteCristoState, step: i64, entry: Field) -> None:
    """M60, M63: the dungeon, the seats still to collect there, and what the collector owes and has paid."""
    if step not in (TAKE_STEP, PAY_STEP):
        if entry.value is not None:
            raise entry.bad("nobody collects in this step (M60).")
        return
    collecting = entry.table(["dungeon", "order", "owed", "paid", "least", "kind", "largest"])
    s.dungeon = collecting["dungeon"].one_of(DUNGEONS)
    queue = s.queues[s.dungeon]
    s.order = collecting["order"].seats(s.setup.players, 1, s.setup.players)
    s.seat = s.order[0]
    later = s.order[1:]
    if len(set(s.order)) != len(s.order) or later != [seat for seat in collecting_order(queue) if seat in later]:
        raise collecting["order"].bad("most hunters first; ties go to the foremost hunter (M60).")
    s.owed = _by_kind(collecting["owed"], 12)
    s.paid = _by_kind(collecting["paid"], 14)
    s.least = _by_kind(collecting["least"], 3)
    s.kind = collecting["kind"].one_of_or_none(KINDS)
    s.largest = collecting["largest"].integer(0, 3)
    if (s.kind == NONE) != (step == TAKE_STEP) or (step == TAKE_STEP and s.largest):
        raise collecting["kind"].bad("a kind is named if and only if it is being paid for (M62).")
    if step == TAKE_STEP and (s.seat not in queue and not s.owed):
        raise collecting["order"].bad("the collector has no hunter there (M60).")
    taken = sum([(int(number_at(s.owed, kind)) + 2) // 3 for kind in range(5)])
    if taken + total(s.treasures[s.dungeon]) > FULL_DUNGEON:
        raise collecting["owed"].bad("the dungeon did not hold so many treasures (M52).")
    for kind in range(5):
        _check_payment(s, kind, collecting)


def _by_kind(entry: Field, most: int) -> int:
    """Numbers by kind, packed; zeros are left out."""
    numbers = entry.indexed(KINDS, "there is no such kind of treasure (M3).")
    return sum([number.integer(1, most) * UNIT[kind] for kind, number in numbers.items()])


def _check_payment(s: MonteCristoState, kind: int, collecting: dict[str, Field]) -> None:
    """M63: what is owed was taken; it is paid for, or still can be, without any needless card."""
    owed = number_at(s.owed, kind)
    paid = number_at(s.paid, kind)
    least = number_at(s.least, kind)
    if owed > sum([SIZE_OF[number] for number in unpacked(s.collected[s.seat]) if KIND_OF[number] == kind]):
        raise collecting["owed"].bad("this is more than the treasures taken are worth (M63).")
    if (least == 0) != (paid == 0) or least > paid:
        raise collecting["least"].bad("the bags of the smallest card paid are needed, if any was paid (M63).")
    if kind != s.kind:
        if paid < owed or (paid and paid - least >= owed):
            raise collecting["paid"].bad("treasures taken are paid for without any needless card (M63).")
        return
    cards = s.hands[s.seat] // UNIT[3 * kind] % UNIT[3]
    if paid >= owed or not reaches(cards, len(s.jokers[s.seat]), paid, least, s.largest, owed):
        raise collecting["paid"].bad("the rest can be paid without any needless card (M63).")


def _load_end(game: TurnGame, s: MonteCristoState, entries: dict[str, Field]) -> None:
    """M67, M81: the game ends after a scoring with 40 points, or after 200 rounds."""
    if s.lane == ORDER:
        ended = s.rounds == LAST_ROUND
    else:
        ended = s.rounds < LAST_ROUND and max(s.points) >= GOAL and not s.bonus
    if not ended:
        raise entries["step"].bad("the game has not ended yet (M67, M81).")
    game.advance(s, OVER)
