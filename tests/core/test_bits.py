"""Sets of small numbers, compared with Python's own sets."""

from hypothesis import given
from hypothesis import strategies as st

from schatzkammer.core.bits import BIT, WORD, bit, count, eight_bytes, lowest, members, nth

sets = st.sets(st.integers(0, WORD - 1), min_size=1)


@given(sets, st.integers(0, 300))
def test_members(numbers: set[int], first: int) -> None:
    mask = sum(BIT[number] for number in numbers)
    assert members(mask, 0) == sorted(numbers)
    assert members(mask, first) == [first + number for number in sorted(numbers)]
    assert count(mask) == len(numbers)
    assert [nth(mask, index) for index in range(len(numbers))] == sorted(numbers)


def test_places() -> None:
    assert [lowest(lone) for lone in BIT] == list(range(63)) == [lone.bit_length() - 1 for lone in BIT]
    assert [bit(member) for member in range(63)] == BIT
    assert members(0, 0) == []
    assert count(0) == 0


def test_eight_bytes() -> None:
    for mask in range(256):
        assert int(eight_bytes(mask)).to_bytes(8, "little") == bytes((mask >> place) & 1 for place in range(8))
        assert eight_bytes(mask + 256) == eight_bytes(mask)
