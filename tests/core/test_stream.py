"""The seeded stream: the same bytes everywhere, and no number favoured."""

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schatzkammer.core.errors import BadInput
from schatzkammer.core.stream import Stream, commitment, seeded, stream_from


def test_the_stream_is_shake_256_in_counter_mode() -> None:
    stream = Stream(b"key")
    wanted = b"".join(hashlib.shake_256(b"key" + block.to_bytes(8, "big")).digest(272) for block in range(3))
    assert stream.randbytes(272 * 3) == wanted


def test_known_values_never_change() -> None:
    """Records replay for ever: whoever changes these numbers breaks every stored game."""
    stream = seeded("Sesame", "ali-baba")
    assert stream.key.hex() == hashlib.shake_256(b"schatzkammer\0ali-baba\0Sesame").hexdigest(32)
    assert [stream.below(n) for n in (2, 6, 54, 60, 255, 256, 257, 10_000, 2**40)] == KNOWN
    cards = list(range(10))
    seeded("Sesame", "test").shuffle(cards)
    assert cards == SHUFFLED


KNOWN = [1, 1, 10, 58, 146, 59, 12, 1791, 120619533666]
SHUFFLED = [1, 6, 5, 3, 7, 0, 4, 2, 9, 8]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 60, 200, 255, 256, 257, 300])
def test_every_number_is_as_likely(n: int) -> None:
    stream = Stream(b"even")
    draws = 300 * n
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    statistic = sum((counts[value] - 300) ** 2 / 300 for value in range(n))
    assert abs(statistic - (n - 1)) < 5 * (2 * n) ** 0.5


def test_every_order_is_as_likely() -> None:
    stream = Stream(b"orders")
    counts: Counter = Counter()
    for _ in range(24 * 300):
        cards = [0, 1, 2, 3]
        stream.shuffle(cards)
        counts[tuple(cards)] += 1
    assert len(counts) == 24
    assert abs(sum((count - 300) ** 2 / 300 for count in counts.values()) - 23) < 5 * 46**0.5


@given(st.integers(0, 2000), st.integers(1, 400))
def test_a_copy_and_a_resumed_stream_go_on_alike(spent: int, more: int) -> None:
    stream = Stream(b"resume")
    stream.randbytes(spent)
    resumed = Stream(b"resume")
    resumed.skip_to(stream.spent())
    twin = stream.copy()
    assert stream.spent() == resumed.spent() == spent
    assert twin.randbytes(more) == resumed.randbytes(more) == stream.randbytes(more)
    assert stream.spent() == spent + more


def test_any_source_of_bytes_serves() -> None:
    assert stream_from(random.Random(1)).below(1000) == stream_from(random.Random(1)).below(1000)
    own = Stream(b"own")
    assert stream_from(own) is own


def test_streams_of_different_purposes_have_nothing_in_common() -> None:
    assert seeded("a", "x").randbytes(16) != seeded("a", "y").randbytes(16)
    assert seeded("a", "x").randbytes(16) != seeded("b", "x").randbytes(16)


def test_a_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("Sesame, öffne dich") == hashlib.sha256("Sesame, öffne dich".encode()).hexdigest()


@pytest.mark.parametrize("n", [0, -1, -(2**40), 2**55 + 1, 2**60])
def test_numbers_that_cannot_be_drawn_from_are_refused(n: int) -> None:
    with pytest.raises(BadInput):
        Stream(b"x").below(n)
    assert 0 <= Stream(b"x").below(2**55) < 2**55
