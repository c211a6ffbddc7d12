"""The seeded stream: all chance of a game comes from here, the same on every machine."""

from __future__ import annotations

from hashlib import sha256, shake_256
from typing import Final, Protocol, cast

from mypy_extensions import i64

from schatzkammer.core.errors import BadInput

# Two squeezes of the sponge: enough for the shuffle of a small game, cheap to throw away.
BLOCK: Final[i64] = 272
LARGEST: Final[i64] = 36028797018963968
# By how many numbers are possible, how many values of a byte tilt no balance: the others are drawn again.
FAIR: Final = [0] + [256 - 256 % n for n in range(1, 257)]


class Randomness(Protocol):
    """What `sample` takes beside a Stream: `random.Random`, for one."""

    def randbytes(self, n: int, /) -> bytes: ...


class Stream:
    """SHAKE-256 in counter mode: a key and a number of blocks used up determine all that follows."""

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
        """A number from 0 to n - 1, each as likely: what would tilt the balance is drawn again."""
        if n < 1 or n > LARGEST:
            raise BadInput("A number can be drawn from 1 to 2**55 possible ones.")
        if n <= 256:  # nearly always: one byte will do
            value = self.byte()
            while value >= 256 - 256 % n:
                value = self.byte()
            return value % n
        reach: i64 = 65536
        width: i64 = 2
        while reach < n:
            reach *= 256
            width += 1
        while True:
            value = 0
            taken: i64 = 0
            while taken < width:
                value = value * 256 + self.byte()
                taken += 1
            if value < reach - reach % n:
                return value % n

    def shuffle(self, items: list[int]) -> None:
        """Puts a list into random order, each order as likely (Fisher and Yates)."""
        things = cast(list[object], items)  # moved as they are, not looked into
        last: i64 = len(things) - 1
        while last > 0:
            other: i64 = 0
            if last < 256:  # as `below` does it, without its checks
                other = self.byte()
                while other >= FAIR[last + 1]:
                    other = self.byte()
                other %= last + 1
            else:
                other = self.below(last + 1)
            thing = things[last]
            things[last] = things[other]
            things[other] = thing
            last -= 1

    def randbytes(self, n: int, /) -> bytes:
        """That many bytes: a Stream can stand where a `random.Random` is asked for them."""
        if self._at + n <= BLOCK:
            start = self._at
            self._at += n
            return self._block[start : self._at]
        return bytes([int(self.byte()) for _ in range(n)])

    def copy(self) -> Stream:
        """Another stream that goes on the same way."""
        twin = Stream(self.key)
        twin._blocks = self._blocks
        twin._block = self._block
        twin._at = self._at
        return twin

    def spent(self) -> int:
        """How many bytes were drawn so far: with the key, all there is to know."""
        return int(self._blocks) * int(BLOCK) - (int(BLOCK) - int(self._at))

    def skip_to(self, spent: int) -> None:
        """Goes on as if that many bytes had been drawn."""
        self._blocks = spent // int(BLOCK)
        self._at = BLOCK
        for _ in range(spent % int(BLOCK)):
            self.byte()


def seeded(seed: str, purpose: str) -> Stream:
    """The stream of a seed for one purpose: other purposes get streams that tell nothing of it."""
    return Stream(shake_256(f"schatzkammer\0{purpose}\0{seed}".encode()).digest(32))


def stream_from(rng: Randomness) -> Stream:
    """A stream for any source of random bytes; a Stream serves as it is."""
    if isinstance(rng, Stream):
        return rng
    return Stream(rng.randbytes(32))


def commitment(seed: str) -> str:
    """The SHA-256 of a seed: shown before the game it ties the hand, and tells nothing of a long random seed."""
    return sha256(seed.encode()).hexdigest()
