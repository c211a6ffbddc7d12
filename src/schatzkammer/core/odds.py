"""What may lie hidden where: exact chances, counted from what a seat has seen.

A place is where something lies that the seat does not see: a tile's slot, a hand, the next cards of a deck. Places that
got their pieces out of the same shuffle share a *pool*: everyone knows what is in it, and every arrangement is equally
likely. Games say which pools feed which places (`pool`, `both`, `known`); what remains is counted here, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

# By place, what may lie there and how likely, the likeliest first. Where a place may hold several of the same thing,
# the thing is listed once for each copy: the chance of at least one, of at least two ... So the chances of a place add
# up to the number of things there.
Odds = dict[str, list[tuple[str, float]]]

# By place, all things that lie there.
Lying = dict[str, list[str]]

Numbers = list[float]  # by number, the probability that there are so many copies
Contents = dict[str, Numbers]  # by thing


def drawn(copies: int, others: int, size: int) -> Numbers:
    """How many copies are among `size` pieces drawn from them and the others: the hypergeometric distribution."""
    ways = comb(copies + others, size)
    return [comb(copies, number) * comb(others, size - number) / ways for number in range(min(copies, size) + 1)]


def pool(things: Mapping[str, int], size: int) -> Contents:
    """What lies in a place that got `size` pieces of a shuffled pool, given the pool by thing."""
    total = sum(things.values())
    return {thing: drawn(copies, total - copies, size) for thing, copies in sorted(things.items()) if copies}


def known(things: Iterable[str]) -> Contents:
    """What lies in a place whose things the seat has all seen."""
    contents: Contents = {}
    for thing in sorted(things):
        contents[thing] = [0.0, *contents.get(thing, [1.0])]
    return contents


def total(first: Numbers, second: Numbers) -> Numbers:
    """The sum of two independent numbers."""
    numbers = [0.0] * (len(first) + len(second) - 1)
    for one, likely in enumerate(first):
        for other, too in enumerate(second):
            numbers[one + other] += likely * too
    return numbers


def both(first: Contents, second: Contents) -> Contents:
    """What lies in a place that got its things from two independent sources."""
    contents = dict(first)
    for thing, numbers in second.items():
        contents[thing] = total(contents[thing], numbers) if thing in contents else numbers
    return contents


def chances(contents: Contents) -> list[tuple[str, float]]:
    """The chances of at least one copy of each thing, of at least two ..., the likeliest first."""
    found: list[tuple[str, float]] = []
    for thing, numbers in contents.items():
        rest = 0.0
        tails: list[tuple[str, float]] = []
        for likely in reversed(numbers[1:]):
            rest += likely
            tails.append((thing, min(rest, 1.0)))
        found += [(name, chance) for name, chance in tails if chance > 0.0]
    return sorted(found, key=lambda entry: (-entry[1], entry[0]))


def together(odds: Odds) -> list[tuple[list[str], list[tuple[str, float]]]]:
    """Places of the same chances with these, rounded as they are sent."""
    places: dict[tuple[tuple[str, float], ...], list[str]] = {}
    for place, found in odds.items():
        places.setdefault(tuple(found), []).append(place)
    return [(same, [(thing, round(chance, 6)) for thing, chance in found]) for found, same in places.items()]
