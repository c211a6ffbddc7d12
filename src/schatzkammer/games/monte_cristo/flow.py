"""Set-up, the order of the steps, the end and the score."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup
from schatzkammer.core.stream import Stream
from schatzkammer.core.turn import Over, Step, TurnGame
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
from schatzkammer.games.monte_cristo.moves import CHANGE, DISCARD, GIVE, LAY, MARBLE, PAY, PLACE, TAKE
from schatzkammer.games.monte_cristo.state import (
    CHANGE_STEP,
    COLLECTED,
    COLLECTOR,
    CROWDED,
    DEALT,
    DISCARD_STEP,
    FOUR_ZEROS,
    GIVE_STEP,
    LAID,
    LAY_STEP,
    MARBLE_STEP,
    NEXT_LANE,
    NONE,
    OCTAL,
    OVER,
    PAY_STEP,
    PLACE_STEP,
    PLACED,
    REINFORCE_STEP,
    TAKE_STEP,
    UNIT,
    Four,
    MonteCristoState,
    blank_state,
    of_four,
    with_four,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.chest import Laid, Lay, open_chest
from schatzkammer.games.monte_cristo.steps.collect import Collected, Collector, Pay, Take
from schatzkammer.games.monte_cristo.steps.hunters import Place, Placed, Reinforce, open_hunters
from schatzkammer.games.monte_cristo.steps.order import Change, Marble
from schatzkammer.games.monte_cristo.steps.supply import Crowded, Dealt, Discard, Give, open_supply
from schatzkammer.games.monte_cristo.types import SheetLine


def empty_table(game: Game, setup: Setup, chance: Stream) -> MonteCristoState:
    """A state without pieces."""
    return blank_state(game, setup, BOOK if setup.components is None else parts_of(setup.components), chance)


def set_up(game: TurnGame, setup: Setup, stream: Stream) -> MonteCristoState:
    """M10 to M13: sets up marbles, hunters, treasures, market and deck, and starts the first lane."""
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
    game.advance(s, NEXT_LANE)
    return s


def laid_out_marbles(players: int, stream: Stream) -> Four:
    """M10, M11: equally many marbles in every lane, every colour in each; all such layouts are equally likely."""
    if players == 2:
        # Two lanes hold two red and one blue, two the other way round: 6 × 3⁴ layouts.
        majorities = [0, 0, 1, 1]
        order = [0, 1, 2, 3]
        stream.shuffle(order)
        lanes = [[0, 1, majorities[lane]] for lane in order]
    else:
        lanes = [list(range(players)) for _ in range(marbles_each(players))]
    packed = FOUR_ZEROS
    for number, lane in enumerate(lanes):
        stream.shuffle(lane)
        held: i64 = 0
        for height, seat in enumerate(lane):
            held += (seat + 1) * OCTAL[height]
        packed = with_four(packed, number, held)
    return packed


class NextLane(Step[MonteCristoState]):
    """M20: the action marker moves to the next lane with marbles (M23); after 200 rounds the game ends (M81)."""

    def open(self, s: MonteCristoState) -> i64:
        while True:
            if s.lane == ORDER:
                s.rounds += 1
                if s.rounds == LAST_ROUND:
                    if s.events is not None:
                        s.events.append({"event": "last_round"})
                    return OVER
                s.lane = NONE
            s.lane += 1
            if of_four(s.lanes, s.lane):
                break
            if s.events is not None:
                s.events.append({"event": "skip", "lane": LANES[s.lane]})
        s.active = (of_four(s.lanes, s.lane) & 7) - 1  # M21: the owner of the lowest marble
        s.seat = s.active
        if s.events is not None:
            s.events.append({"event": "turn", "seat": int(s.active), "lane": LANES[s.lane]})
        return open_lane(s)


def open_lane(s: MonteCristoState) -> i64:
    """M20: starts the action of the lane."""
    if s.lane == SUPPLY:
        return open_supply(s)
    if s.lane == HUNTERS:
        return open_hunters(s)
    if s.lane == CHEST:
        return open_chest(s)
    return CHANGE_STEP


class End(Over[MonteCristoState]):
    """M67, M81: the game is over."""

    def open(self, s: MonteCristoState) -> i64:
        s.active = NONE
        return super().open(s)


STEPS: Final[list[Step[MonteCristoState]]] = [
    NextLane(NEXT_LANE, "next_lane", "M20"),
    Give(GIVE_STEP, "give", "M30", GIVE),
    Dealt(DEALT, "dealt", "M31"),
    Crowded(CROWDED, "crowded", "M32"),
    Discard(DISCARD_STEP, "discard", "M32", DISCARD),
    Place(PLACE_STEP, "place", "M40", PLACE),
    Reinforce(REINFORCE_STEP, "reinforce", "M46", PLACE),
    Placed(PLACED, "placed", "M40"),
    Lay(LAY_STEP, "lay", "M50", LAY),
    Laid(LAID, "laid", "M52"),
    Collector(COLLECTOR, "collector", "M60"),
    Take(TAKE_STEP, "take", "M61", TAKE),
    Pay(PAY_STEP, "pay", "M62", PAY),
    Collected(COLLECTED, "collected", "M65"),
    Change(CHANGE_STEP, "change", "M70", CHANGE),
    Marble(MARBLE_STEP, "marble", "M21", MARBLE),
    End(OVER, "over", "M67"),
]


def scores(s: MonteCristoState) -> list[int]:
    """M66: the points on the score track."""
    return [int(of_four(s.points, seat)) for seat in range(int(s.players))]


def winners(s: MonteCristoState) -> list[int]:
    """M80: most points, then most hunters in dungeons; players still tied share the win."""
    ranks = [(points, in_dungeons(s, seat)) for seat, points in enumerate(scores(s))]
    best = max(ranks)
    return [seat for seat, rank in enumerate(ranks) if rank == best]


def in_dungeons(s: MonteCristoState, seat: int) -> int:
    """The number of a seat's hunters in dungeons (M80)."""
    return sum([queue.count(seat) for queue in s.queues])


def score_sheet(s: MonteCristoState) -> list[SheetLine]:
    """M80: by seat, the points and the hunters in dungeons."""
    return [{"points": points, "hunters": in_dungeons(s, seat)} for seat, points in enumerate(scores(s))]
