"""One game of the arena, and its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from math import exp, log
from time import perf_counter

import msgspec

from schatzkammer.arena.luck import Luck, LuckMeter
from schatzkammer.arena.plan import Plan, check_version
from schatzkammer.bots import ExplainingBot
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.protocol import Glimpse, glimpse
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.core.loading import begin
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded
from schatzkammer.games import find as find_game

BUCKET = log(1.02)  # buckets of decision times are 2 % wide


class Pace(msgspec.Struct, rename={"buckets": "classes"}):
    """How long a bot thought about its decisions, in milliseconds; forced decisions are not counted."""

    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0
    buckets: dict[int, int] = {}  # decisions, by the logarithm of their time

    def add(self, milliseconds: float) -> None:
        """Adds one decision."""
        self.decisions += 1
        self.total += milliseconds
        self.longest = max(self.longest, milliseconds)
        bucket = int(log(max(milliseconds, 0.001)) // BUCKET)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def merge(self, other: Pace) -> None:
        """Adds the decisions of another game."""
        self.decisions += other.decisions
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        for bucket, decisions in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + decisions

    def quantile(self, share: float) -> float:
        """A quantile of the times, to 2 %."""
        left = share * self.decisions
        for bucket in sorted(self.buckets):
            left -= self.buckets[bucket]
            if left <= 0:
                return min(self.longest, exp((bucket + 1) * BUCKET))
        return self.longest

    def slower_than(self, milliseconds: float) -> int:
        """How many decisions took longer than this, to 2 %."""
        return sum(decisions for bucket, decisions in self.buckets.items() if exp(bucket * BUCKET) > milliseconds)


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one finished game, by seat."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int

    def win(self, seat: int) -> float:
        """A seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Result(GameResult, frozen=True, kw_only=True):
    """One finished game of the arena. Everything but the pace is reproducible."""

    seats: tuple[int, ...]  # the entrant on each seat
    digest: str  # of the record, to compare with another run
    pace: tuple[Pace, ...]  # by seat
    luck: Luck | None = None  # None: not measured

    def places(self) -> list[float]:
        """The place of each seat, from 1; ties share the mean of their places."""
        keys = [
            (seat not in self.winners, 0 if seat in self.winners else -score) for seat, score in enumerate(self.scores)
        ]
        return [1 + sum(other < key for other in keys) + (keys.count(key) - 1) / 2 for key in keys]


class TimedBot:
    """A bot that measures how long it thinks."""

    def __init__(self, bot: ExplainingBot) -> None:
        self._bot = bot
        self.name = bot.name
        self.pace = Pace()

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """The bot's choice."""
        start = perf_counter()
        action = self._bot.choose(glimpse, rng)
        if len(glimpse.legal) > 1:
            self.pace.add(1000 * (perf_counter() - start))
        return action

    def again(self, glimpse: Glimpse) -> Callable[[Stream], int] | None:
        """Asks once more, without measuring; None if the bot does not draw its choices, or has no choice."""
        draws = len(glimpse.legal) > 1 and self._bot.draws(glimpse.game)
        return partial(self._bot.choose, glimpse) if draws else None


def play(plan: Plan, number: int) -> Result:
    """Plays the game with this number of a plan."""
    check_version(plan.version)
    deal, seats = plan.fixture(number)
    seed = plan.seed_of(deal)
    match = begin(find_game(plan.game), plan.players, seed, plan.options, plan.components)
    bots = [TimedBot(find_bot(plan.bots[entrant])) for entrant in seats]
    # Random streams belong to seats: equal bots play the same game in any seating.
    rngs = streams(seed, plan.players)
    meter = _meter(plan, match, seed)
    plies = play_out(match, bots, rngs) if meter is None else _measure(match, bots, rngs, meter)
    record = msgspec.json.encode(match.record(), order="deterministic")
    return Result(
        number=number,
        seats=seats,
        scores=tuple(match.scores()),
        winners=match.winners(),
        plies=plies,
        digest=sha256(record).hexdigest()[:16],
        pace=tuple(bot.pace for bot in bots),
        luck=None if meter is None else meter.total(),
    )


def _meter(plan: Plan, match: Match, seed: str) -> LuckMeter | None:
    """What measures the luck of a game; None if nobody asks, or there is no value for it."""
    value = value_of(plan.game, match.state.setup) if plan.worlds else None
    return None if value is None else LuckMeter(value, plan.players, plan.worlds, seeded(seed, "luck"))


def _measure(match: Match, bots: Sequence[TimedBot], rngs: Sequence[Stream], meter: LuckMeter) -> int:
    """The same as `play_out`, and measures the luck in it."""
    plies = 0
    while not match.over:
        for seat in match.to_act:
            seen = glimpse(match, seat)
            action = bots[seat].choose(seen, rngs[seat])
            before = match.state.copy()
            match.play_action(seat, action)
            meter.add(before, seat, action, bots[seat].again(seen), match.state)
            plies += 1
    return plies
