"""A small network from sparse rows to a few outputs, in whole numbers, so that every machine computes the same.

A position is a set of rows, and the first layer adds these up. Each row has direct lanes, which go straight to the
outputs, and hidden lanes; then come a second layer and the outputs. Lanes are packed into 64-bit words, four of 16
bits in the first layer, two of 32 bits in the others: one addition adds all lanes of a word. As each sum is small
enough for its lane, packed sums are exact, and `lane` takes them apart.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

# The whole numbers that stand for 1.0.
ACTIVATION: Final = 128  # of activations, and of the weights of the first layer
WEIGHT: Final = 256  # of the weights of the other layers
OUTPUT: Final = 32768  # of the outputs: ACTIVATION × WEIGHT
HIGHEST: Final[i64] = 255  # activations are clipped to 0 … HIGHEST
FOUR: Final[i64] = 4  # lanes in a word of the first layer
TWO: Final[i64] = 2  # lanes in a word of the others


class Weights:
    """The weights of a network as whole numbers, lane by lane."""

    def __init__(
        self,
        outputs: int,
        hidden: int,
        second: int,
        table: list[int],
        second_table: list[int],
        second_bias: list[int],
        output_table: list[int],
        output_bias: list[int],
    ) -> None:
        self.outputs = outputs
        self.hidden = hidden
        self.second = second
        self.table = table  # for each row its lanes, the direct ones first; outputs + hidden is a multiple of 4
        self.second_table = second_table  # for each hidden lane those of the second layer, whose number is even
        self.second_bias = second_bias
        self.output_table = output_table  # for each lane of the second layer the outputs, whose number is even
        self.output_bias = output_bias


class Network:
    """A network that runs."""

    def __init__(self, weights: Weights) -> None:
        self.outputs: i64 = weights.outputs
        self.hidden: i64 = weights.hidden
        self.second: i64 = weights.second
        self._words: i64 = (weights.outputs + weights.hidden) // 4
        self._second_words: i64 = weights.second // 2
        self._output_words: i64 = weights.outputs // 2
        self._table = pack(weights.table, FOUR)
        self._second_table = pack(weights.second_table, TWO)
        self._second_bias = pack(weights.second_bias, TWO)
        self._output_table = pack(weights.output_table, TWO)
        self._output_bias = pack(weights.output_bias, TWO)
        self._sums = zeros(self._words)
        self._second_sums = zeros(self._second_words)
        self._results = zeros(self.outputs)
        self._active = zeros(self.hidden if self.hidden > self.second else self.second)

    def run(self, rows: vec[i64], count: i64) -> vec[i64]:
        """The outputs for the first `count` rows, in units of 1 / OUTPUT; overwritten by the next run."""
        self._add_rows(rows, count)
        self._unpack_first()
        self._add_second()
        self._add_outputs()
        return self._results

    def _add_rows(self, rows: vec[i64], count: i64) -> None:
        words = self._words
        sums = self._sums
        table = self._table
        word: i64 = 0
        while word < words:
            sums[word] = 0
            word += 1
        number: i64 = 0
        while number < count:
            at = rows[number] * words
            word = 0
            while word < words:
                sums[word] += table[at + word]
                word += 1
            number += 1

    def _unpack_first(self) -> None:
        """Splits the sums: the direct lanes become the outputs so far, the hidden ones activations."""
        sums = self._sums
        results = self._results
        active = self._active
        direct = self.outputs
        place: i64 = 0
        word: i64 = 0
        while word < self._words:
            packed_lanes = sums[word]
            lane: i64 = 0
            while lane < FOUR:
                value = ((packed_lanes + 32768) & 65535) - 32768
                packed_lanes = (packed_lanes - value) >> 16
                if place < direct:
                    results[place] = value * WEIGHT
                elif value <= 0:
                    active[place - direct] = 0
                else:
                    active[place - direct] = value if value < HIGHEST else HIGHEST
                place += 1
                lane += 1
            word += 1

    def _add_second(self) -> None:
        words = self._second_words
        sums = self._second_sums
        table = self._second_table
        active = self._active
        word: i64 = 0
        while word < words:
            sums[word] = self._second_bias[word]
            word += 1
        place: i64 = 0
        while place < self.hidden:
            value = active[place]
            if value:
                at = place * words
                word = 0
                while word < words:
                    sums[word] += value * table[at + word]
                    word += 1
            place += 1
        place = 0
        word = 0
        while word < words:
            packed_lanes = sums[word]
            low = ((packed_lanes + 2147483648) & 4294967295) - 2147483648
            active[place] = _clipped(low // WEIGHT)
            active[place + 1] = _clipped(((packed_lanes - low) >> 32) // WEIGHT)
            place += TWO
            word += 1

    def _add_outputs(self) -> None:
        words = self._output_words
        results = self._results
        table = self._output_table
        active = self._active
        word: i64 = 0
        while word < words:
            total = self._output_bias[word]
            place: i64 = 0
            while place < self.second:
                total += active[place] * table[place * words + word]
                place += 1
            low = ((total + 2147483648) & 4294967295) - 2147483648
            results[TWO * word] += low
            results[TWO * word + 1] += (total - low) >> 32
            word += 1


def _clipped(value: i64) -> i64:
    """An activation."""
    if value <= 0:
        return 0
    return value if value < HIGHEST else HIGHEST


def pack(lanes: list[int], together: i64) -> vec[i64]:
    """Packs lanes into words, so many in each, the first one lowest."""
    words = vec[i64]()
    bits = 64 // together
    at: i64 = 0
    while at < len(lanes):
        word: i64 = 0
        lane = together - 1
        while lane >= 0:
            value: i64 = lanes[at + lane]
            word = (word << bits) + value
            lane -= 1
        words = append(words, word)
        at += together
    return words


def zeros(number: i64) -> vec[i64]:
    """So many zeros."""
    found = vec[i64]()
    while number > 0:
        found = append(found, i64(0))
        number -= 1
    return found
