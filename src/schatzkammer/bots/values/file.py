"""A value as a file: a line of JSON that says what it is, then the weights as little-endian whole numbers."""

from __future__ import annotations

import json
import sys
from array import array
from hashlib import sha256
from typing import NamedTuple

from schatzkammer.bots.values.network import Weights
from schatzkammer.core.errors import BadInput

FORMAT = 1
# The parts in their order, with the type of their numbers.
PARTS = (("table", "h"), ("second_table", "h"), ("second_bias", "i"), ("output_table", "h"), ("output_bias", "i"))


class BadValue(BadInput):
    """The bytes are not a value of this version's format, or belong to other features."""


class About(NamedTuple):
    """What a value says of itself."""

    game: str
    version: int  # a change of the weights is a new version
    rules: int  # the version of the rules it has learned
    rows: int
    outputs: int
    hidden: int
    second: int
    made: str  # the command that made it


def digest(data: bytes) -> str:
    """What identifies a value: the SHA-256 of its file."""
    return sha256(data).hexdigest()


def write_value(about: About, weights: Weights) -> bytes:
    """The file of a value."""
    parts = [json.dumps({"format": FORMAT, **about._asdict()}).encode() + b"\n"]
    for name, kind in PARTS:
        parts.append(_swapped(array(kind, getattr(weights, name))).tobytes())
    return b"".join(parts)


def read_value(data: bytes) -> tuple[About, Weights]:
    """What a file says of itself, and its weights; BadValue if it is damaged or of another format."""
    head, newline, body = data.partition(b"\n")
    try:
        fields = json.loads(head)
        if not newline or fields.pop("format") != FORMAT:
            raise ValueError
        about = About(**fields)
        lanes = about.outputs + about.hidden
        sizes = (
            about.rows * lanes,
            about.hidden * about.second,
            about.second,
            about.second * about.outputs,
            about.outputs,
        )
        parts: list[list[int]] = []
        at = 0
        for (_, kind), size in zip(PARTS, sizes, strict=True):
            numbers = array(kind)
            end = at + size * numbers.itemsize
            numbers.frombytes(body[at:end])
            if len(numbers) != size:
                raise ValueError
            parts.append(_swapped(numbers).tolist())
            at = end
        if at != len(body):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadValue("This is not a value that this version can read.") from None
    return about, Weights(about.outputs, about.hidden, about.second, *parts)


def _swapped(numbers: array[int]) -> array[int]:
    """The numbers in the other byte order, on machines where the first byte is the highest."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
