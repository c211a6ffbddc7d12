"""Who plays whom in the next round of a cup: Swiss, or everybody against everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from schatzkammer.table.evenings.seating import Costs, Counts, Table, arranged

AGAIN = 10_000  # a second meeting costs more than any difference in points
FACED = 10


class Pairs:
    """Pairs people in an order of preference; the last resort is to try all ways."""

    def __init__(self, met: Sequence[Sequence[int]], most: int) -> None:
        self._met = met
        self._most = most  # meetings that a pair may have had
        self._dead: set[tuple[int, ...]] = set()

    def of(self, ranked: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """Pairs of people, each with the next in rank whom they may meet; None if that is impossible."""
        if not ranked:
            return []
        if ranked in self._dead:
            return None
        first = ranked[0]
        for place in range(1, len(ranked)):
            other = ranked[place]
            if self._met[first][other] <= self._most:
                rest = self.of(ranked[1:place] + ranked[place + 1 :])
                if rest is not None:
                    return [(first, other), *rest]
        self._dead.add(ranked)
        return None


def swiss_pairs(
    ranked: Sequence[int], met: Sequence[Sequence[int]], byes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs of people in order of their standing, and who has a bye: the last one who can, and nobody twice.

    Nobody meets anybody again as long as there is another way. `byes` counts those had, by person.
    """
    people = len(met)
    odd = len(ranked) % 2 == 1
    rows = [[*row, byes[person]] for person, row in enumerate(met)]
    rows.append([*byes, 0])  # whoever is paired with nobody has the bye
    order = (*ranked, people) if odd else tuple(ranked)
    most = 0
    while (found := Pairs(rows, most).of(order)) is None:
        most += 1
    bye = next((one for one, other in found if other == people), None)
    return [pair for pair in found if people not in pair], bye


def swiss_tables(ranked: Sequence[int], points: Sequence[int], before: Counts, seats: int) -> list[Table]:
    """Tables of people of equal standing, who have met as rarely as possible; bots fill the seats that are left."""
    people = len(before.meetings)
    place = {person: number for number, person in enumerate(ranked)}
    meeting = [
        [
            AGAIN * before.meetings[one][other] ** 2
            + 4 * (points[one] - points[other]) ** 2
            + abs(place.get(one, 0) - place.get(other, 0))
            for other in range(people)
        ]
        for one in range(people)
    ]
    nothing = [[0] * people for _ in range(people)]
    anywhere = [[0] * seats for _ in range(people)]
    costs = Costs(meeting, anywhere, nothing, [FACED * (times + 1) for times in before.bots])
    tables = arranged(costs, ranked, -(-len(ranked) // seats), seats)
    return [seated(table, before) for table in tables]


def seated(table: Sequence[int | None], before: Counts) -> Table:
    """The same company on seats that each has held least."""

    def held(order: Iterable[int | None]) -> int:
        return sum(before.seats[person][seat] for seat, person in enumerate(order) if person is not None)

    return list(min(permutations(table), key=held))


def circle(people: int) -> list[list[tuple[int, int]]]:
    """The rounds in which everybody meets everybody once; a number of people that is odd leaves one out of each."""
    size = people + people % 2
    ring = list(range(size))
    rounds = []
    for _ in range(size - 1):
        pairs = [(ring[place], ring[-1 - place]) for place in range(size // 2)]
        rounds.append([(one, other) for one, other in pairs if max(one, other) < people])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def round_robin_pairs(present: Sequence[int], met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The next round of a cup in which everybody meets everybody; none when all have met.

    It is the next one of the circle in which nobody meets again. After somebody has come late there may be none; then
    those who have most games to play come first.
    """
    here = set(present)
    for pairs in circle(len(met)):
        left = [pair for pair in pairs if here.issuperset(pair)]
        if left and not any(met[one][other] for one, other in left):
            return left
    return _most_pairs(present, met)


def _most_pairs(present: Sequence[int], met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pairs of people who have not met, those with most games to play first."""
    waiting = sorted(present, key=lambda one: (sum(met[one][other] > 0 for other in present), one))
    pairs = []
    while waiting:
        first = waiting.pop(0)
        other = next((each for each in waiting if not met[first][each]), None)
        if other is not None:
            waiting.remove(other)
            pairs.append((first, other))
    return pairs


def rounds_left(present: Sequence[int], met: Sequence[Sequence[int]]) -> int:
    """How many rounds everybody needs at least to meet everybody."""
    missing = [sum(not met[one][other] for other in present if other != one) for one in present]
    most = max(missing, default=0)
    full = len(present) % 2 == 1 and most == len(present) - 1
    return most + 1 if full else most
