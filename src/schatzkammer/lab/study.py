"""Statistics about a game itself: seats, length, points, and the effect of each rule, card and spell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import stdev

import msgspec

from schatzkammer.arena.plan import Run
from schatzkammer.arena.statistics import Estimate, contrast, estimate, share, slope
from schatzkammer.lab.counters import definitions_of
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


class Item(msgspec.Struct, frozen=True):
    """How a rule, card, spell or the like is used. Intervals are over games."""

    group: str
    id: str
    uses: Estimate  # per game, by all players
    users: float  # share of players who used it
    points: Estimate | None  # points of users minus points of non-users; None if there are too few of either
    wins: Estimate | None  # the same for shares of wins
    each: Estimate | None  # points per further use, compared with the other players of the game


class Study(msgspec.Struct, frozen=True, rename={"items": "things"}):
    """The statistics of one component set."""

    setting: Run
    games: int
    seats: list[Estimate]  # share of wins by seat
    seat_points: list[Estimate]
    measures: dict[str, Estimate]
    deviation: float  # standard deviation of a player's points
    items: list[Item]


class Change(msgspec.Struct, frozen=True):
    """A measure with both component sets, and the mean difference between games of the same seed."""

    name: str
    first: float
    second: float
    difference: Estimate


class Comparison(msgspec.Struct, frozen=True, rename={"items": "things"}):
    """The statistics of two component sets, compared."""

    first: Study
    second: Study
    measures: list[Change]
    seats: list[Change]
    items: list[Change]  # uses per game


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
        [_item(name, results) for name in _item_names(run.game, results)],
    )


def compare(runs: Sequence[Run], results: Sequence[Sequence[Result]]) -> Comparison:
    """Compares two runs game by game."""
    first, second = (study(run, found) for run, found in zip(runs, results, strict=True))
    pairs = list(zip(*results, strict=True))

    def change(name: str, measure: Callable[[Result], float]) -> Change:
        values = [(measure(one), measure(other)) for one, other in pairs]
        means = [sum(column) / len(pairs) for column in zip(*values, strict=True)]
        return Change(name, means[0], means[1], estimate([other - one for one, other in values]))

    names = _item_names(runs[0].game, [result for found in results for result in found])
    return Comparison(
        first,
        second,
        [change(name, measure) for name, measure in MEASURES.items()],
        [change(str(seat), partial(_win, seat)) for seat in range(runs[0].players)],
        [change(name, partial(_uses, name)) for name in names],
    )


def _item_names(game: str, results: Sequence[Result]) -> list[str]:
    """All counted items by group: first those known in advance, then those that occurred."""
    definitions = definitions_of(game)
    occurred = {item for result in results for item in result.uses}.difference(definitions.listed)
    names = []
    for group in definitions.groups:
        names += [item for item in definitions.listed if item.startswith(f"{group}/")]
        names += sorted((item for item in occurred if item.startswith(f"{group}/")), key=_by_number)
    return names


def _by_number(item: str) -> tuple[int, str]:
    """Sorts numbered cards by number."""
    item_id = item.partition("/")[2]
    return (int(item_id) if item_id.isdecimal() else 0, item_id)


def _item(name: str, results: Sequence[Result]) -> Item:
    users = 0
    points: list[tuple[list[float], list[float]]] = []
    wins: list[tuple[list[float], list[float]]] = []
    uses_and_points: list[list[tuple[float, float]]] = []
    for result in results:
        uses = result.uses.get(name) or [0] * len(result.scores)
        uses_and_points.append([(float(used), float(score)) for used, score in zip(uses, result.scores, strict=True)])
        using = [seat for seat, used in enumerate(uses) if used]
        others = [seat for seat, used in enumerate(uses) if not used]
        users += len(using)
        scores = [float(score) for score in result.scores]
        points.append(([scores[seat] for seat in using], [scores[seat] for seat in others]))
        wins.append(([result.win(seat) for seat in using], [result.win(seat) for seat in others]))
    group, _, item_id = name.partition("/")
    players = sum(len(result.scores) for result in results)
    enough = FEWEST <= users <= players - FEWEST
    return Item(
        group,
        item_id,
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
    """The lead of the best score over the second best."""
    best, second = sorted(scores, reverse=True)[:2]
    return best - second
