"""What the games say about the game: seats, length, points, and what each rule, card and spell does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import stdev

from schatzkammer.arena.statistics import Estimate, contrast, estimate, share, slope
from schatzkammer.lab.counting import catalogue
from schatzkammer.lab.play import Result, Setting

MEASURES: dict[str, Callable[[Result], float]] = {
    "length": lambda result: float(result.plies),
    "points": lambda result: sum(result.scores) / len(result.scores),
    "range": lambda result: float(max(result.scores) - min(result.scores)),
    "margin": lambda result: float(_margin(result.scores)),
    "shared": lambda result: float(len(result.winners) > 1),
}
SHARES = ("shared",)  # measures from 0 to 1
FEWEST = 10  # users and others: fewer say nothing of each other


@dataclass(frozen=True)
class Thing:
    """A rule, a card, a spell. Intervals are 95 %, over games."""

    group: str
    id: str
    uses: Estimate  # in a game, by all players
    users: float  # the share of players who used it in a game
    points: (
        Estimate | None
    )  # what those who used it scored more than those who did not; None where nearly all or none did
    wins: Estimate | None  # the same for the share of the win
    each: Estimate | None  # what each further use goes with, in points, against the others of the same game


@dataclass(frozen=True)
class Study:
    """One component set."""

    setting: Setting
    games: int
    seats: list[Estimate]  # the share of wins by seat
    seat_points: list[Estimate]
    measures: dict[str, Estimate]
    deviation: float  # of the points of a player
    things: list[Thing]


@dataclass(frozen=True)
class Change:
    """The second component set beside the first; the difference is made game by game, with the same seed."""

    name: str
    first: float
    second: float
    difference: Estimate


@dataclass(frozen=True)
class Comparison:
    """Two component sets side by side."""

    first: Study
    second: Study
    measures: list[Change]
    seats: list[Change]
    things: list[Change]  # uses in a game


def study(setting: Setting, results: Sequence[Result]) -> Study:
    """What the games of one component set say."""
    seats = range(setting.players)
    points = [score for result in results for score in result.scores]
    return Study(
        setting,
        len(results),
        [share([result.win(seat) for result in results]) for seat in seats],
        [estimate([float(result.scores[seat]) for result in results]) for seat in seats],
        {
            name: (share if name in SHARES else estimate)([measure(result) for result in results])
            for name, measure in MEASURES.items()
        },
        stdev(points),
        [_thing(name, results) for name in _things(setting.game, results)],
    )


def compare(settings: Sequence[Setting], results: Sequence[Sequence[Result]]) -> Comparison:
    """Two component sets, game by game."""
    first, second = (study(setting, found) for setting, found in zip(settings, results, strict=True))
    pairs = list(zip(*results, strict=True))

    def change(name: str, measure: Callable[[Result], float]) -> Change:
        values = [(measure(one), measure(other)) for one, other in pairs]
        means = [sum(column) / len(pairs) for column in zip(*values, strict=True)]
        return Change(name, means[0], means[1], estimate([other - one for one, other in values]))

    names = _things(settings[0].game, [result for found in results for result in found])
    return Comparison(
        first,
        second,
        [change(name, measure) for name, measure in MEASURES.items()],
        [change(str(seat), partial(_win, seat)) for seat in range(settings[0].players)],
        [change(name, partial(_uses, name)) for name in names],
    )


def _things(game: str, results: Sequence[Result]) -> list[str]:
    """Everything that is counted, group by group: what has a name of its own, then what has turned up."""
    counted = catalogue(game)
    seen = {thing for result in results for thing in result.uses}.difference(counted.named)
    ordered = []
    for group in counted.groups:
        ordered += [thing for thing in counted.named if thing.startswith(f"{group}/")]
        ordered += sorted((thing for thing in seen if thing.startswith(f"{group}/")), key=_by_number)
    return ordered


def _by_number(thing: str) -> tuple[int, str]:
    """Cards that are numbers in their order."""
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
        parted: tuple[list[int], list[int]] = ([], [])
        for seat, used in enumerate(uses):
            parted[0 if used else 1].append(seat)
        users += len(parted[0])
        points.append(
            ([float(result.scores[seat]) for seat in parted[0]], [float(result.scores[seat]) for seat in parted[1]])
        )
        wins.append(([result.win(seat) for seat in parted[0]], [result.win(seat) for seat in parted[1]]))
    group, _, thing = name.partition("/")
    enough = min(sum(len(kind[side]) for kind in points) for side in (0, 1)) >= FEWEST
    everybody = sum(len(result.scores) for result in results)
    in_a_game = estimate([_uses(name, result) for result in results])
    return Thing(
        group,
        thing,
        in_a_game,
        users / everybody,
        contrast(points) if enough else None,
        contrast(wins) if enough else None,
        slope(uses_and_points),
    )


def _uses(name: str, result: Result) -> float:
    return float(sum(result.uses.get(name, ())))


def _win(seat: int, result: Result) -> float:
    return result.win(seat)


def _margin(scores: Sequence[int]) -> int:
    """What the first has more than the second."""
    best, second = sorted(scores, reverse=True)[:2]
    return best - second
