"""Statistics about a game itself: seats, length, points, and the effect of each rule, card and spell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import stdev

from schatzkammer.arena.plan import Run
from schatzkammer.arena.statistics import Estimate, contrast, estimate, share, slope
from schatzkammer.lab.counters import definitions
from schatzkammer.lab.game import Result

MEASURES: dict[str, Callable[[Result], float]] = {
    "length": lambda result: float(result.plies),
    "points": lambda result: sum(result.scores) / len(result.scores),
    "range": lambda result: float(max(result.scores) - min(result.scores)),
    "margin": lambda result: float(_margin(result.scores)),
    "shared": lambda result: float(len(result.winners) > 1),
}
SHARES = ("shared",)  # measures from 0 to 1
FEWEST = 10  # users and non-users needed for a comparison


@dataclass(frozen=True)
class Thing:
    """A rule, card, spell or the like. Intervals are over games."""

    group: str
    id: str
    uses: Estimate  # per game, by all players
    users: float  # share of players who used it
    points: Estimate | None  # points of users minus points of non-users; None if there are too few of either
    wins: Estimate | None  # the same for shares of wins
    each: Estimate | None  # points per further use, compared with the other players of the game


@dataclass(frozen=True)
class Study:
    """The statistics of one component set."""

    setting: Run
    games: int
    seats: list[Estimate]  # share of wins by seat
    seat_points: list[Estimate]
    measures: dict[str, Estimate]
    deviation: float  # standard deviation of a player's points
    things: list[Thing]


@dataclass(frozen=True)
class Change:
    """A measure with both component sets; the difference is taken game by game, with the same seed."""

    name: str
    first: float
    second: float
    difference: Estimate


@dataclass(frozen=True)
class Comparison:
    """The statistics of two component sets, compared."""

    first: Study
    second: Study
    measures: list[Change]
    seats: list[Change]
    things: list[Change]  # uses per game


def study(run: Run, results: Sequence[Result]) -> Study:
    """The statistics of the games of one run."""
    seats = range(run.players)
    points = [score for result in results for score in result.scores]
    return Study(
        run,
        len(results),
        [share([result.win(seat) for result in results]) for seat in seats],
        [estimate([float(result.scores[seat]) for result in results]) for seat in seats],
        {
            name: (share if name in SHARES else estimate)([measure(result) for result in results])
            for name, measure in MEASURES.items()
        },
        stdev(points),
        [_thing(name, results) for name in _things(run.game, results)],
    )


def compare(runs: Sequence[Run], results: Sequence[Sequence[Result]]) -> Comparison:
    """Compares two runs game by game."""
    first, second = (study(run, found) for run, found in zip(runs, results, strict=True))
    pairs = list(zip(*results, strict=True))

    def change(name: str, measure: Callable[[Result], float]) -> Change:
        values = [(measure(one), measure(other)) for one, other in pairs]
        means = [sum(column) / len(pairs) for column in zip(*values, strict=True)]
        return Change(name, means[0], means[1], estimate([other - one for one, other in values]))

    names = _things(runs[0].game, [result for found in results for result in found])
    return Comparison(
        first,
        second,
        [change(name, measure) for name, measure in MEASURES.items()],
        [change(str(seat), partial(_win, seat)) for seat in range(runs[0].players)],
        [change(name, partial(_uses, name)) for name in names],
    )


def _things(game: str, results: Sequence[Result]) -> list[str]:
    """Everything that is counted, by group: first what is known in advance, then what occurred."""
    counted = definitions(game)
    seen = {thing for result in results for thing in result.uses}.difference(counted.named)
    ordered = []
    for group in counted.groups:
        ordered += [thing for thing in counted.named if thing.startswith(f"{group}/")]
        ordered += sorted((thing for thing in seen if thing.startswith(f"{group}/")), key=_by_number)
    return ordered


def _by_number(thing: str) -> tuple[int, str]:
    """Sorts numbered cards by number."""
    name = thing.partition("/")[2]
    return (int(name) if name.isdecimal() else 0, name)


def _thing(name: str, results: Sequence[Result]) -> Thing:
    users = 0
    points: list[tuple[list[float], list[float]]] = []
    wins: list[tuple[list[float], list[float]]] = []
    uses_and_points: list[list[tuple[float, float]]] = []
    for result in results:
        uses = result.uses.get(name) or [0] * len(result.scores)
        uses_and_points.append([(float(used), float(score)) for used, score in zip(uses, result.scores, strict=True)])
        with_it = [seat for seat, used in enumerate(uses) if used]
        without = [seat for seat, used in enumerate(uses) if not used]
        users += len(with_it)
        points.append(
            ([float(result.scores[seat]) for seat in with_it], [float(result.scores[seat]) for seat in without])
        )
        wins.append(([result.win(seat) for seat in with_it], [result.win(seat) for seat in without]))
    group, _, thing = name.partition("/")
    players = sum(len(result.scores) for result in results)
    enough = FEWEST <= users <= players - FEWEST
    return Thing(
        group,
        thing,
        estimate([_uses(name, result) for result in results]),
        users / players,
        contrast(points) if enough else None,
        contrast(wins) if enough else None,
        slope(uses_and_points),
    )


def _uses(name: str, result: Result) -> float:
    return float(sum(result.uses.get(name, ())))


def _win(seat: int, result: Result) -> float:
    return result.win(seat)


def _margin(scores: Sequence[int]) -> int:
    """The lead of the winner over the second."""
    best, second = sorted(scores, reverse=True)[:2]
    return best - second
