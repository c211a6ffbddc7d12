"""Positions out and in: the whole state as plain data, and a state from data that nobody vouches for."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT
from schatzkammer.core.errors import BadPosition
from schatzkammer.core.game import Json, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import TurnGame
from schatzkammer.core.validation import Field
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
    KINDS,
    LANES,
    LAST_ROUND,
    MOST_CARDS,
    MOST_IN_LANE,
    MOST_OF_COLOUR,
    ORDER,
    REINFORCEMENT,
    SIX,
    SUPPLY,
    TYPE_NAMES,
    marbles_each,
)
from schatzkammer.games.monte_cristo.state import (
    BATCH,
    CHANGE_STEP,
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
    unpacked,
    with_four,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.collect import collecting_order, reaches
from schatzkammer.games.monte_cristo.steps.hunters import ACTIVE_PLACES, OTHERS_PLACE
from schatzkammer.games.monte_cristo.steps.supply import cards_of, find_crowded

STEPS_OF_LANE = [
    [GIVE_STEP, DISCARD_STEP, MARBLE_STEP],
    [PLACE_STEP, REINFORCE_STEP, DISCARD_STEP, MARBLE_STEP],
    [LAY_STEP, TAKE_STEP, PAY_STEP, MARBLE_STEP, OVER],
    [CHANGE_STEP, MARBLE_STEP, OVER],
]
HIGHEST = 1_000_000
MOST_SPENT = 2**40  # bytes of chance: more than any game draws
KEY_DIGITS = 64


def position(s: MonteCristoState) -> Json:
    """The whole state, hidden cards and treasures included; deck and bag from the top, each card with its batch."""
    seats: list[Json] = []
    for seat in range(int(s.players)):
        seats.append(
            {
                "points": int(s.points[seat]),
                "hunters": int(number_at(s.hunters, seat)),
                "marseille": int(number_at(s.marseille, seat)),
                "cards": view.names(unpacked(s.hands[seat])),
                "jokers": _with_batch(s.jokers[seat]),
                "dealt": view.dealt(s, seat),
                "collected": view.names(unpacked(s.collected[seat])),
            }
        )
    return {
        "chance": {"key": s.chance.key.hex(), "spent": s.chance.spent()},
        "rounds": int(s.rounds),
        "lane": LANES[s.lane],
        "step": flow.STEPS[s.step].name,
        "slide": view.slide(s),
        "market": [KINDS[kind] for kind in s.market],
        "dungeons": view.dungeons(s),
        "bonus": view.bonus(s),
        "deck": _with_batch(s.deck[::-1]),
        "discards": view.names(unpacked(s.discards)),
        "bag": view.names(s.bag[::-1]),
        "aside": view.names(unpacked(s.aside)),
        "drawn": view.names(s.drawn),
        "receiver": int(s.receiver),
        "placing": view.placing(s),
        "laid": [DUNGEONS[dungeon] for dungeon in range(6) if s.laid & BIT[dungeon]],
        "collecting": view.collecting(s),
        "seats": seats,
    }


def _with_batch(cards: list[int]) -> list[list[object]]:
    return [[TYPE_NAMES[card % int(BATCH)], card // int(BATCH)] for card in cards]


def load(game: TurnGame, setup: Setup, given: Json) -> MonteCristoState:
    """The state of a position; BadPosition names the first thing that cannot be."""
    general = ["chance", "rounds", "lane", "step", "slide", "market", "dungeons", "bonus", "deck", "discards", "bag"]
    of_step = ["aside", "drawn", "receiver", "placing", "laid", "collecting", "seats"]
    entries = Field(given, BadPosition).table([*general, *of_step])
    s = flow.empty_table(game, setup, _chance(entries["chance"]))
    s.rounds = entries["rounds"].integer(0, int(LAST_ROUND))
    s.lane = entries["lane"].one_of(LANES)
    step: i64 = game.step_named(entries["step"])
    if step not in STEPS_OF_LANE[s.lane]:
        raise entries["step"].bad("this step does not belong to this lane (M20).")
    _load_slide(s, entries["slide"])
    s.market = [entry.one_of(KINDS) for entry in entries["market"].items(5, 5)]
    if sorted(s.market) != list(range(5)):
        raise entries["market"].bad("every kind of treasure has one marker there (M5).")
    seats = [
        entry.table(["points", "hunters", "marseille", "cards", "jokers", "dealt", "collected"])
        for entry in entries["seats"].items(setup.players, setup.players)
    ]
    _load_treasures(s, step, entries, seats)
    _load_cards(s, entries, seats)
    _load_hunters(s, entries, seats)
    _load_step(game, s, step, entries, seats)
    return s


def _chance(entry: Field) -> Stream:
    """The stream that later shuffles draw from."""
    told = entry.table(["key", "spent"])
    key = told["key"].text()
    if len(key) != KEY_DIGITS or any(sign not in "0123456789abcdef" for sign in key):
        raise told["key"].bad(f"{KEY_DIGITS} hexadecimal digits are needed.")
    chance = Stream(bytes.fromhex(key))
    chance.skip_to(told["spent"].integer(0, MOST_SPENT))
    return chance


def _load_slide(s: MonteCristoState, entry: Field) -> None:
    """M2, M10, M22: all marbles, within the limits of the lanes; M21: somebody's lies in the lane that acts."""
    lanes = entry.table(LANES)
    for lane, name in enumerate(LANES):
        owners = [owner.integer(0, s.setup.players - 1) for owner in lanes[name].items(0, int(MOST_IN_LANE))]
        s.lanes = with_four(s.lanes, lane, sum([(owner + 1) * OCTAL[height] for height, owner in enumerate(owners)]))
        for seat in range(s.setup.players):
            if marbles_of(s.lanes[lane], seat) > MOST_OF_COLOUR:
                raise lanes[name].bad(f"at most {int(MOST_OF_COLOUR)} marbles of a colour lie in a lane (M22).")
    each = marbles_each(s.setup.players)
    for seat in range(s.setup.players):
        if sum([int(marbles_of(held, seat)) for held in s.lanes]) != each:
            raise entry.bad(f"each player has {each} marbles (M10).")
    s.active = (s.lanes[s.lane] & 7) - 1


def _load_treasures(s: MonteCristoState, step: i64, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """M3: each of the thirty treasures is in one place."""
    pool = _Pool(s.parts.treasures, "treasure", "M3")
    dungeons = entries["dungeons"].table(DUNGEONS)
    for dungeon, name in enumerate(DUNGEONS):
        lie_here = dungeons[name].table(["treasures", "queue"])["treasures"]
        s.treasures = with_six(s.treasures, dungeon, pool.heap(lie_here, int(FULL_DUNGEON)))
    s.bag = pool.row(entries["bag"])[::-1]
    s.aside = pool.heap(entries["aside"])
    for seat in range(len(seats)):
        s.collected = with_four(s.collected, seat, pool.heap(seats[seat]["collected"]))
        if s.collected[seat] and step not in (TAKE_STEP, PAY_STEP):
            raise seats[seat]["collected"].bad("treasures are collected only in a scoring (M66).")
    if s.lane == CHEST:
        s.drawn = pool.row(entries["drawn"], int(CHEST_TREASURES))
    pool.done("M3")


def _load_cards(s: MonteCristoState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """M4: each of the thirty cards is in one place; one that nobody has seen is of a batch."""
    pool = _Pool(s.parts.cards, "card", "M4")
    s.deck = pool.unseen(entries["deck"])[::-1]
    s.discards = pool.heap(entries["discards"])
    for seat in range(len(seats)):
        s.hands = with_four(s.hands, seat, pool.heap(seats[seat]["cards"], int(MOST_CARDS) + 1))
        s.jokers[seat] = pool.unseen(seats[seat]["jokers"])
    if s.lane == SUPPLY:
        s.drawn = pool.row(entries["drawn"], s.setup.players)
    elif s.lane != CHEST:
        entries["drawn"].items(0, 0)
    pool.done("M4")


class _Pool:
    """Pieces that have not been placed yet: each is placed once."""

    def __init__(self, types: list[int], piece: str, rule: str) -> None:
        self.types = types[:]
        self.piece = piece
        self.rule = rule

    def place(self, entry: Field) -> int:
        number = entry.one_of(TYPE_NAMES)
        if number not in self.types:
            raise entry.bad(f"there are not so many {self.piece}s {TYPE_NAMES[number]} ({self.rule}).")
        self.types.remove(number)
        return number

    def row(self, entry: Field, most: int = CARDS) -> list[int]:
        """Pieces whose order counts."""
        return [self.place(item) for item in entry.items(0, most)]

    def heap(self, entry: Field, most: int = CARDS) -> int:
        """Pieces whose order does not count, packed; they are listed by kind and size."""
        row = self.row(entry, most)
        if row != sorted(row):
            raise entry.bad("these stand in the order of their kinds and sizes.")
        return sum([UNIT[number] for number in row])

    def unseen(self, entry: Field) -> list[int]:
        """Cards with their batch."""
        found: list[int] = []
        for item in entry.items(0, CARDS):
            card, batch = item.items(2, 2)
            found.append(self.place(card) + int(BATCH) * batch.integer(0, CARDS))
        return found

    def done(self, rule: str) -> None:
        """Nothing may be left."""
        if self.types:
            missing = ", ".join(view.names(self.types))
            raise BadPosition(f"These {self.piece}s are nowhere: {missing} ({rule}).")


def _load_hunters(s: MonteCristoState, entries: dict[str, Field], seats: list[dict[str, Field]]) -> None:
    """M2, M42: nine hunters of each colour, at most one of each in a bonus area."""
    dungeons = entries["dungeons"].table(DUNGEONS)
    standing = [0] * s.setup.players
    for dungeon, name in enumerate(DUNGEONS):
        queue = dungeons[name].table(["treasures", "queue"])["queue"].items(0, SIX * SIX)
        s.queues[dungeon] = [owner.integer(0, s.setup.players - 1) for owner in queue]
        for owner in s.queues[dungeon]:
            standing[owner] += 1
    areas = entries["bonus"].table(BONUSES)
    for area, name in enumerate(BONUSES):
        owners = [owner.integer(0, s.setup.players - 1) for owner in areas[name].items(0, s.setup.players)]
        if owners != sorted(set(owners)):
            raise areas[name].bad("at most one hunter of each colour stands there, in the order of seats (M42).")
        for owner in owners:
            s.bonus |= BIT[area * 4 + owner]
            standing[owner] += 1
    for seat in range(s.setup.players):
        player = seats[seat]
        s.points = with_four(s.points, seat, player["points"].integer(0, HIGHEST))
        hunters = player["hunters"].integer(0, int(HUNTERS_EACH))
        marseille = player["marseille"].integer(0, int(HUNTERS_EACH))
        s.hunters += hunters * UNIT[seat]
        s.marseille += marseille * UNIT[seat]
        if hunters + marseille + standing[seat] != HUNTERS_EACH:
            raise player["hunters"].bad(f"each player has {int(HUNTERS_EACH)} hunters in all (M2).")


def _load_step(
    game: TurnGame, s: MonteCristoState, step: i64, entries: dict[str, Field], seats: list[dict[str, Field]]
) -> None:
    """What is under way, and whether it can be."""
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
    """M30, M31, M32, M33: who has got a card, who has one too many, and what is still to be given."""
    s.seat = s.active
    s.receiver = entries["receiver"].integer(0, s.setup.players - 1)
    for seat in range(s.setup.players):
        card = seats[seat]["dealt"].one_of_or_none(TYPE_NAMES)
        if card >= 0:
            if step != GIVE_STEP or (seat - s.active) % s.players >= s.receiver or not s.hands[seat] // UNIT[card] % 16:
                raise seats[seat]["dealt"].bad("the player cannot just have got this card (M30).")
            s.dealt += (card + 1) * UNIT[seat]
        more = 1 if card >= 0 or step == DISCARD_STEP else 0
        if cards_of(s, seat) > MOST_CARDS + more:
            raise seats[seat]["cards"].bad(f"nobody has more than {int(MOST_CARDS)} cards (M32).")
    if step == DISCARD_STEP and find_crowded(s) != DISCARD_STEP:
        raise entries["step"].bad("nobody has too many cards (M32).")
    if step != GIVE_STEP:
        if s.receiver or (s.drawn and s.lane == SUPPLY):
            raise entries["receiver"].bad("nothing is given out now (M30).")
        return
    given = s.setup.players - [seats[seat]["dealt"].value for seat in range(s.setup.players)].count(None)
    all_drawn = len(s.drawn) + given == s.setup.players
    if (
        not s.drawn
        or len(s.drawn) + s.receiver > s.players
        or (s.receiver > 0 and not (s.dealt >> (4 * s.active)) & 15)
    ):
        raise entries["drawn"].bad("the active player keeps a card, then each other player gets at most one (M30).")
    if not all_drawn and (s.deck or s.discards):
        raise entries["drawn"].bad("as many cards as there are players are drawn if there are so many (M30, M33).")


def _load_placing(s: MonteCristoState, step: i64, entry: Field) -> None:
    """M40, M46: who places hunters, and how many they still may."""
    if s.lane != HUNTERS or step == MARBLE_STEP:
        if entry.value is not None:
            raise entry.bad("nobody places hunters now (M40).")
        return
    told = entry.table(["seat", "left", "entered", "extra"])
    seat: i64 = told["seat"].integer(0, s.setup.players - 1)
    s.seat = seat
    most = ACTIVE_PLACES if seat == s.active else OTHERS_PLACE
    if type(told["entered"].value) is not bool:
        raise told["entered"].bad("true or false is needed.")
    s.entered = 1 if told["entered"].value else 0
    fewest = 1 if step == PLACE_STEP else 0
    s.left = told["left"].integer(fewest, int(most - s.entered))
    s.extra = told["extra"].integer(0, int(s.parts.reinforcement))
    if (s.extra > 0) != (step == REINFORCE_STEP):
        raise told["extra"].bad("there are extra hunters only in a reinforcement (M46).")
    area = REINFORCEMENT if step == REINFORCE_STEP else 0
    if step != PLACE_STEP and not (s.entered and s.bonus & BIT[area * 4 + seat]):
        raise told["entered"].bad("the player has not entered that bonus area (M42).")
    if s.entered and not any(s.bonus & BIT[other * 4 + seat] for other in range(4)):
        raise told["entered"].bad("the player has no hunter in any bonus area (M42).")
    if step == DISCARD_STEP:
        crowded = [other for other in range(s.setup.players) if cards_of(s, other) > MOST_CARDS]
        if crowded != [seat] or not s.jokers[seat]:
            raise told["seat"].bad("only a joker as the eighth card has to be made room for here (M32, M43).")


def _load_laying(s: MonteCristoState, step: i64, entries: dict[str, Field]) -> None:
    """M50, M52: which dungeons got a treasure just now; four lie only in one of these, or in a scoring."""
    numbers = [entry.one_of(DUNGEONS) for entry in entries["laid"].items(0, int(CHEST_TREASURES) - 1)]
    if numbers != sorted(set(numbers)):
        raise entries["laid"].bad("different dungeons in order are needed (M50).")
    if step == LAY_STEP:
        if not s.drawn or len(numbers) + len(s.drawn) != CHEST_TREASURES:
            raise entries["drawn"].bad(f"{int(CHEST_TREASURES)} treasures are drawn, and laid one by one (M50).")
    elif numbers or (s.drawn and s.lane == CHEST):
        raise entries["laid"].bad("no treasures are laid now (M50).")
    full = 0
    for dungeon in range(6):
        held = total(s.treasures[dungeon])
        if dungeon in numbers:
            s.laid |= BIT[dungeon]
            if held == 0:
                raise entries["laid"].bad(f"no treasure lies in {DUNGEONS[dungeon]} (M50).")
        elif held == FULL_DUNGEON:
            full += 1
    if full > (CHEST_TREASURES if step in (TAKE_STEP, PAY_STEP) else 0):
        raise entries["dungeons"].bad("dungeons with four treasures bring a scoring, which empties them (M52, M65).")


def _load_collecting(s: MonteCristoState, step: i64, entry: Field) -> None:
    """M60, M63: the dungeon, who is still to collect there, and what this go owes and has paid."""
    if step not in (TAKE_STEP, PAY_STEP):
        if entry.value is not None:
            raise entry.bad("nobody collects now (M60).")
        return
    told = entry.table(["dungeon", "order", "owed", "paid", "least", "kind", "largest"])
    s.dungeon = told["dungeon"].one_of(DUNGEONS)
    queue = s.queues[s.dungeon]
    s.order = [seat.integer(0, s.setup.players - 1) for seat in told["order"].items(1, s.setup.players)]
    s.seat = s.order[0]
    later = s.order[1:]
    if len(set(s.order)) != len(s.order) or later != [seat for seat in collecting_order(queue) if seat in later]:
        raise told["order"].bad("most hunters first, of equals the one whose foremost stands further up (M60).")
    s.owed = _by_kind(told["owed"], 12)
    s.paid = _by_kind(told["paid"], 14)
    s.least = _by_kind(told["least"], 3)
    s.kind = told["kind"].one_of_or_none(KINDS)
    s.largest = told["largest"].integer(0, 3)
    if (s.kind == NONE) != (step == TAKE_STEP) or (step == TAKE_STEP and s.largest):
        raise told["kind"].bad("a kind is named exactly while it is paid for (M62).")
    if step == TAKE_STEP and (s.seat not in queue and not s.owed):
        raise told["order"].bad("the collector has no hunter there (M60).")
    taken = sum([(int(number_at(s.owed, kind)) + 2) // 3 for kind in range(5)])
    if taken + total(s.treasures[s.dungeon]) > FULL_DUNGEON:
        raise told["owed"].bad("so many treasures did not lie there (M52).")
    for kind in range(5):
        _check_payment(s, kind, told)


def _by_kind(entry: Field, most: int) -> int:
    """Numbers by kind, packed; zeros are left out."""
    packed = 0
    for name, number in entry.mapping().items():
        if name not in KINDS:
            raise number.bad("there is no such kind of treasure (M3).")
        packed += number.integer(1, most) * UNIT[KINDS.index(name)]
    return packed


def _check_payment(s: MonteCristoState, kind: int, told: dict[str, Field]) -> None:
    """M63: what is owed was taken; what is paid reaches it, or still can, and no card could be left out."""
    owed = number_at(s.owed, kind)
    paid = number_at(s.paid, kind)
    least = number_at(s.least, kind)
    taken = [number % 3 + 1 for number in unpacked(s.collected[s.seat]) if number // 3 == kind]
    if owed > sum(taken):
        raise told["owed"].bad("more than the treasures taken are worth (M63).")
    if (least == 0) != (paid == 0) or least > paid:
        raise told["least"].bad("the smallest card spent is missing, or there is none (M63).")
    if kind != s.kind:
        if paid < owed or (paid and paid - least >= owed):
            raise told["paid"].bad("treasures taken are paid for, and by no card too many (M63).")
        return
    cards = s.hands[s.seat] // UNIT[3 * kind] % UNIT[3]
    if paid >= owed or not reaches(cards, len(s.jokers[s.seat]), paid, least, s.largest, owed):
        raise told["paid"].bad("what is due can be paid, and by no card too many (M63).")


def _load_end(game: TurnGame, s: MonteCristoState, entries: dict[str, Field]) -> None:
    """M67, M81: the game is over after a scoring with 40 points, or after 200 rounds."""
    if s.lane == ORDER:
        ended = s.rounds == LAST_ROUND
    else:
        ended = s.rounds < LAST_ROUND and max(s.points) >= GOAL and not s.bonus
    if not ended:
        raise entries["step"].bad("nothing has brought the end yet (M67, M81).")
    game.advance(s, OVER)
