"""One game of the arena, and what is kept of it."""

from __future__ import annotations

from hashlib import sha256
from math import exp, log
from time import perf_counter

import msgspec

from schatzkammer.arena.plan import Plan, check_version
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.protocol import Bot, Glimpse
from schatzkammer.core.opening import begin
from schatzkammer.core.stream import Stream
from schatzkammer.games import find as find_game

STEP = log(1.02)  # classes of times are 2 % wide


class Pace(msgspec.Struct):
    """How long a bot thought about its decisions in a game; those without a choice are not counted."""

    decisions: int = 0
    total: float = 0.0  # milliseconds, as are all
    longest: float = 0.0
    classes: dict[int, int] = {}

    def add(self, milliseconds: float) -> None:
        """Counts one decision."""
        self.decisions += 1
        self.total += milliseconds
        self.longest = max(self.longest, milliseconds)
        place = int(log(max(milliseconds, 0.001)) // STEP)
        self.classes[place] = self.classes.get(place, 0) + 1

    def merge(self, other: Pace) -> None:
        """Counts all decisions of another game."""
        self.decisions += other.decisions
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        for place, amount in other.classes.items():
            self.classes[place] = self.classes.get(place, 0) + amount

    def within(self, share: float) -> float:
        """The time that so large a share of the decisions kept, to 2 %."""
        left = share * self.decisions
        for place in sorted(self.classes):
            left -= self.classes[place]
            if left <= 0:
                return min(self.longest, exp((place + 1) * STEP))
        return self.longest

    def beyond(self, milliseconds: float) -> int:
        """How many decisions took longer than that, to 2 %."""
        return sum(amount for place, amount in self.classes.items() if exp(place * STEP) > milliseconds)


class Result(msgspec.Struct, frozen=True):
    """One finished game. All but the pace is the same whenever and wherever it is played."""

    number: int
    seats: tuple[int, ...]  # the entrant on each seat
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int
    digest: str  # of the record: who plays the game again can compare
    pace: tuple[Pace, ...]  # by seat

    def win(self, seat: int) -> float:
        """The share of the win that a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def places(self) -> list[float]:
        """The place of each seat, from 1; equals share the mean of their places."""
        keys = [
            (seat not in self.winners, 0 if seat in self.winners else -score) for seat, score in enumerate(self.scores)
        ]
        return [1 + sum(other < key for other in keys) + (keys.count(key) - 1) / 2 for key in keys]


class Timed:
    """A bot whose thinking is timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.name = bot.name
        self.pace = Pace()

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """What the bot chooses."""
        start = perf_counter()
        action = self._bot.choose(glimpse, rng)
        if len(glimpse.legal) > 1:
            self.pace.add(1000 * (perf_counter() - start))
        return action


def play(plan: Plan, number: int) -> Result:
    """Plays the game of a number to its end."""
    check_version(plan.version)
    deal, seats = plan.fixture(number)
    seed = plan.seed_of(deal)
    match = begin(find_game(plan.game), plan.players, seed, plan.options, plan.components)
    bots = [Timed(find_bot(plan.bots[entrant])) for entrant in seats]
    # Chance belongs to the seat: equal bots play the same game whichever of them sits there.
    plies = play_out(match, bots, streams(seed, plan.players))
    record = msgspec.json.encode(match.record(), order="deterministic")
    return Result(
        number,
        seats,
        tuple(match.scores()),
        match.winners(),
        plies,
        sha256(record).hexdigest()[:16],
        tuple(bot.pace for bot in bots),
    )
