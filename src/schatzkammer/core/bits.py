"""Sets of small numbers as bits of one integer: at most 62 of them, so that a set fits a machine word."""

from typing import Final

from mypy_extensions import i64

WORD: Final = 63

# For set-up and files. Where speed counts, `bit` is faster compiled.
BIT: Final[list[int]] = [2**i for i in range(WORD)]

# Two to the i leaves a different remainder by 67 for every i: the place of a lone bit in one look-up.
_PLACE: Final[list[int]] = [0] * 67


def _fill() -> None:
    for place in range(WORD):
        _PLACE[BIT[place] % 67] = place


_fill()


def bit(member: i64) -> i64:
    """The set with this one member."""
    # One, but not a literal: mypyc would shift that in 32 bits. The C compiler sees through it.
    one = member - member + 1
    return one << member


def lowest(mask: i64) -> i64:
    """The smallest member."""
    return _PLACE[(mask & -mask) % 67]


def count(mask: i64) -> i64:
    """How many members the set has: adds up bits, pairs, fours and so on, all at once."""
    mask -= (mask >> 1) & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def nth(mask: i64, index: i64) -> i64:
    """The member with that many smaller ones before it."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return _PLACE[(mask & -mask) % 67]


def members(mask: i64, first: i64) -> list[int]:
    """All members, smallest first, counted from `first` on."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(first + _PLACE[low % 67])
        mask ^= low
    return found


def eight_bytes(mask: i64) -> i64:
    """The eight lowest bits of a set, each as the lowest bit of a byte."""
    return (((mask & 127) * 0x0002040810204081) & 0x0101010101010101) | ((mask & 128) << 49)
