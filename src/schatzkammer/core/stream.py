"""Seeded random streams: the only source of randomness in a game, identical on every machine."""

from __future__ import annotations

from hashlib import sha256, shake_256
from typing import Final, Protocol, cast

from mypy_extensions import i64

from schatzkammer.core.errors import BadInput

# Two squeezes of the sponge: enough to shuffle a small game, cheap to discard.
BLOCK: Final[i64] = 272
LARGEST: Final[i64] = 36028797018963968
# By n, the byte values that rejection sampling accepts: the largest multiple of n up to 256.
FAIR: Final = [0] + [256 - 256 % n for n in range(1, 257)]


class Randomness(Protocol):
    """A source of random bytes, such as `random.Random` or a Stream."""

    def randbytes(self, n: int, /) -> bytes: ...


class Stream:
    """SHAKE-256 in counter mode: the key and the number of bytes drawn determine all that follows."""

    __slots__ = ("_at", "_block", "_blocks", "key")

    key: bytes
    _blocks: i64
    _block: bytes
    _at: i64

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._blocks = 0
        self._block = b""
        self._at = BLOCK

    def byte(self) -> i64:
        """The next byte."""
        if self._at >= BLOCK:
            counter = self._blocks
            self._block = shake_256(self.key + int(counter).to_bytes(8, "big")).digest(int(BLOCK))
            self._blocks = counter + 1
            self._at = 0
        value: i64 = self._block[self._at]
        self._at += 1
        return value

    def below(self, n: i64) -> i64:
        """Uniform in [0, n); rejection sampling."""
        if n < 1 or n > LARGEST:
            raise BadInput("The range of a random number must be from 1 to 2**55.")
        if n <= 256:  # the common case: one byte is enough
            value = self.byte()
            while value >= 256 - 256 % n:
                value = self.byte()
            return value % n
        limit: i64 = 65536
        width: i64 = 2
        while limit < n:
            limit *= 256
            width += 1
        while True:
            value = 0
            drawn: i64 = 0
            while drawn < width:
                value = value * 256 + self.byte()
                drawn += 1
            if value < limit - limit % n:
                return value % n

    def shuffle(self, items: list[int]) -> None:
        """Shuffles a list in place (Fisher–Yates)."""
        objects = cast(list[object], items)  # compiled: moves the items without unboxing them
        last: i64 = len(objects) - 1
        while last > 0:
            other: i64 = 0
            if last < 256:  # `below`, inlined
                other = self.byte()
                while other >= FAIR[last + 1]:
                    other = self.byte()
                other %= last + 1
            else:
                other = self.below(last + 1)
            item = objects[last]
            objects[last] = objects[other]
            objects[other] = item
            last -= 1

    def randbytes(self, n: int, /) -> bytes:
        """The next n bytes."""
        if self._at + n <= BLOCK:
            start = self._at
            self._at += n
            return self._block[start : self._at]
        return bytes([int(self.byte()) for _ in range(n)])

    def copy(self) -> Stream:
        """An independent stream that continues identically."""
        twin = Stream(self.key)
        twin._blocks = self._blocks
        twin._block = self._block
        twin._at = self._at
        return twin

    def spent(self) -> int:
        """The number of bytes drawn so far."""
        return int(self._blocks) * int(BLOCK) - (int(BLOCK) - int(self._at))

    def position(self) -> dict[str, object]:
        """The stream as plain data; `Field.stream` reads it back."""
        return {"key": self.key.hex(), "spent": self.spent()}

    def skip_to(self, spent: int) -> None:
        """Continues as if this many bytes had been drawn."""
        self._blocks = spent // int(BLOCK)
        self._at = BLOCK
        for _ in range(spent % int(BLOCK)):
            self.byte()


def seeded(seed: str, purpose: str) -> Stream:
    """The stream of a seed for one purpose, independent of its streams for other purposes."""
    return Stream(shake_256(f"schatzkammer\0{purpose}\0{seed}".encode()).digest(32))


def stream_from(rng: Randomness) -> Stream:
    """A stream fed by any source of random bytes; a Stream is returned as it is."""
    if isinstance(rng, Stream):
        return rng
    return Stream(rng.randbytes(32))


def commitment(seed: str) -> str:
    """The SHA-256 of a seed: published before the game, it proves afterwards that the seed was not changed."""
    return sha256(seed.encode()).hexdigest()
