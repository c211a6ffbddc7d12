"""The movement of a duplicate evening: who sits where on each deal, so that everything is as equal as it can be.

Every deal is played at all tables at once; bots fill the seats that are left. Each round follows from those before it,
so that somebody may come late or leave: the rounds that follow make up for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.table.evenings.seating import Costs, Counts, Table, arranged

FEWEST_TABLES = 2  # else nobody could be compared
MEET, HOLD, COMPARE, FACE = 4, 6, 3, 2  # how much each kind of balance weighs
UNLIKE = 100  # before balance: people are compared with people


def tables_for(people: int, seats: int) -> int:
    """The number of tables for so many people."""
    return max(FEWEST_TABLES, -(-people // seats))


def next_round(before: Counts, present: Sequence[int], seats: int) -> list[Table]:
    """The next round for the people who are there, given what has been."""
    costs = Costs(
        [[MEET * _growth(times) for times in row] for row in before.meetings],
        [[HOLD * _growth(times) for times in row] for row in before.seats],
        [[COMPARE * _growth(times) for times in row] for row in before.comparisons],
        [FACE * _growth(times) for times in before.bots],
        UNLIKE,
    )
    return arranged(costs, present, tables_for(len(present), seats), seats)


def movement(people: int, seats: int, deals: int) -> tuple[list[list[Table]], Counts]:
    """All rounds of an evening to which nobody comes late and which nobody leaves, and what they count."""
    counts = Counts(people, seats)
    rounds = []
    for _ in range(deals):
        tables = next_round(counts, range(people), seats)
        counts.add(tables)
        rounds.append(tables)
    return rounds, counts


def _growth(times: int) -> int:
    """How much the sum of squares grows by one time more, which is least where all are equal."""
    return 2 * times + 1
