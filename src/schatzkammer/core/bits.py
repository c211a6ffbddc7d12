"""Sets of small integers as bit masks. At most 63 members, so that a set fits a machine word."""

from typing import Final

from mypy_extensions import i64

WORD: Final = 63

# For set-up and loading. In compiled code, `bit` is faster.
BIT: Final[list[int]] = [2**i for i in range(WORD)]

# Powers of two all differ modulo 67, so one lookup finds the index of a single bit.
INDEX: Final = bytes([next((i for i in range(WORD) if BIT[i] % 67 == rest), 0) for rest in range(67)])


def bit(member: i64) -> i64:
    """The set with this one member."""
    # Not a literal 1: mypyc would shift it in 32 bits. The C compiler removes the subtraction.
    one = member - member + 1
    return one << member


def lowest(mask: i64) -> i64:
    """The smallest member."""
    return INDEX[(mask & -mask) % 67]


def count(mask: i64) -> i64:
    """The number of members, by parallel addition of ever wider groups of bits."""
    mask -= (mask >> 1) & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def nth(mask: i64, index: i64) -> i64:
    """The member at an index, in ascending order."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return INDEX[(mask & -mask) % 67]


def members(mask: i64, first: i64) -> list[int]:
    """All members in ascending order, each plus `first`."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(first + INDEX[low % 67])
        mask ^= low
    return found


def unpacked(packed: i64) -> list[int]:
    """The members of a multiset, ascending, from four-bit counters packed into a word."""
    found: list[int] = []
    member: i64 = 0
    while packed:
        copies = packed & 15
        while copies > 0:
            found.append(member)
            copies -= 1
        packed >>= 4
        member += 1
    return found


def eight_bytes(mask: i64) -> i64:
    """Spreads the eight lowest bits of a set over the lowest bits of eight bytes."""
    return (((mask & 127) * 0x0002040810204081) & 0x0101010101010101) | ((mask & 128) << 49)
