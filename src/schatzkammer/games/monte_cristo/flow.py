"""Set-up, the order of play, the end and the score: the contents page of the rulebook."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import place
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.games.monte_cristo.components import (
    BOOK,
    CHEST,
    FIRST_ASHORE,
    HUNTERS,
    HUNTERS_EACH,
    LANES,
    LAST_ROUND,
    ORDER,
    SUPPLY,
    marbles_each,
    parts_of,
)
from schatzkammer.games.monte_cristo.state import (
    CHANGE,
    COLLECTED,
    COLLECTOR,
    CROWDED,
    DEALT,
    END,
    FOUR_ZEROS,
    LAID,
    NEXT_LANE,
    NONE,
    OCTAL,
    PLACED,
    UNIT,
    Four,
    MonteCristoState,
    blank_state,
    of_four,
    with_four,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.chest import close_chest, open_chest
from schatzkammer.games.monte_cristo.steps.collect import close_scoring, next_collector
from schatzkammer.games.monte_cristo.steps.hunters import next_hunter, open_hunters
from schatzkammer.games.monte_cristo.steps.step import tell
from schatzkammer.games.monte_cristo.steps.supply import find_crowded, land_dealt, open_supply
from schatzkammer.games.monte_cristo.steps.table import STEPS


def empty_table(game: Game, setup: Setup, chance: Stream) -> MonteCristoState:
    """The table before anything stands on it."""
    return blank_state(game, setup, BOOK if setup.components is None else parts_of(setup.components), chance)


def set_up(game: Game, setup: Setup, stream: Stream) -> MonteCristoState:
    """M10 to M13: marbles, hunters, treasures, market and deck; then the first lane."""
    s = empty_table(game, setup, Stream(stream.randbytes(32)))
    s.lanes = laid_out_marbles(setup.players, stream)
    for seat in range(setup.players):  # M12
        s.hunters += FIRST_ASHORE * UNIT[seat]
        s.marseille += (HUNTERS_EACH - FIRST_ASHORE) * UNIT[seat]
    bag = s.parts.treasures[:]  # M13
    stream.shuffle(bag)
    for dungeon in range(6):
        s.treasures = with_six(s.treasures, dungeon, UNIT[bag.pop()])
    s.bag = bag
    market = list(range(5))
    stream.shuffle(market)
    s.market = market
    deck = s.parts.cards[:]
    stream.shuffle(deck)
    s.deck = deck
    go_on(s, NEXT_LANE)
    return s


def laid_out_marbles(players: int, stream: Stream) -> Four:
    """M10, M11: as many marbles in every lane, each colour in each; every such layout is as likely."""
    lanes: list[list[int]] = []
    if players == 2:
        # Two lanes hold two red and one blue, two the other way round: 6 × 3⁴ layouts.
        lanes = [[0, 1, 0], [0, 1, 0], [0, 1, 1], [0, 1, 1]]
        picked = [0, 1, 2, 3]
        stream.shuffle(picked)
        lanes = [lanes[lane] for lane in picked]
    else:
        each = marbles_each(players)
        lanes = [list(range(players)) for _ in range(each)]
    packed = FOUR_ZEROS
    for number, lane in enumerate(lanes):
        stream.shuffle(lane)
        held: i64 = 0
        for height, seat in enumerate(lane):
            held += (seat + 1) * OCTAL[height]
        packed = with_four(packed, number, held)
    return packed


def go_on(s: MonteCristoState, step: i64) -> None:
    """Through passages and forced choices, on to the next step that leaves somebody a choice."""
    while step != END:
        if step > END:
            step = pass_through(s, step)
            continue
        s.step = step
        offer = STEPS[step].offer(s, s.seat)
        if offer & (offer - 1):
            s.offer = offer
            return
        tell(s, "forced", s.seat)
        step = STEPS[step].choose(s, s.seat, place(offer))
    finish(s)


def pass_through(s: MonteCristoState, passage: i64) -> i64:
    """What comes between the steps, lane by lane."""
    if passage == DEALT:
        return land_dealt(s)
    if passage == CROWDED:
        return find_crowded(s)
    if passage == PLACED:
        return next_hunter(s)
    if passage == LAID:
        return close_chest(s)
    if passage == COLLECTOR:
        return next_collector(s)
    if passage == COLLECTED:
        return close_scoring(s)
    return next_lane(s)


def next_lane(s: MonteCristoState) -> i64:
    """M20: the action marker goes to the next lane that has marbles (M23); after 200 rounds it is over (M81)."""
    while True:
        if s.lane == ORDER:
            s.rounds += 1
            if s.rounds == LAST_ROUND:
                if s.log is not None:
                    s.log.append({"event": "last_round"})
                return END
            s.lane = NONE
        s.lane += 1
        if of_four(s.lanes, s.lane):
            break
        if s.log is not None:
            s.log.append({"event": "skip", "lane": LANES[s.lane]})
    s.active = (of_four(s.lanes, s.lane) & 7) - 1  # M21: the owner of the lowest marble
    s.seat = s.active
    if s.log is not None:
        s.log.append({"event": "turn", "seat": int(s.active), "lane": LANES[s.lane]})
    return open_lane(s)


def open_lane(s: MonteCristoState) -> i64:
    """M20: supply, hunters, treasure chest, change order."""
    if s.lane == SUPPLY:
        return open_supply(s)
    if s.lane == HUNTERS:
        return open_hunters(s)
    if s.lane == CHEST:
        return open_chest(s)
    return CHANGE


def finish(s: MonteCristoState) -> None:
    """M67, M81: the game is over."""
    s.step = END
    s.seat = NONE
    s.active = NONE
    s.offer = 0
    if s.log is not None:
        s.log.append({"event": "over"})


def scores(s: MonteCristoState) -> list[int]:
    """M66: the points on the score track."""
    return [int(of_four(s.points, seat)) for seat in range(int(s.players))]


def winners(s: MonteCristoState) -> list[int]:
    """M80: most points; of equal ones those with more hunters in the dungeons; still equal, they share."""
    standing = [(points, in_dungeons(s, seat)) for seat, points in enumerate(scores(s))]
    best = max(standing)
    return [seat for seat in range(int(s.players)) if standing[seat] == best]


def in_dungeons(s: MonteCristoState, seat: int) -> int:
    """How many hunters of a seat stand in the dungeons (M80)."""
    return sum([queue.count(seat) for queue in s.queues])


def score_sheet(s: MonteCristoState) -> list[dict[str, object]]:
    """M80: what decides: for each seat its points, and its hunters in the dungeons."""
    return [{"points": points, "hunters": in_dungeons(s, seat)} for seat, points in enumerate(scores(s))]
