"""Validation of outside data: values are converted, and errors name the path of what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from schatzkammer.core.errors import BadPosition
from schatzkammer.core.stream import Stream
from schatzkammer.core.validation import Field, Pool

NAMES = ["ruby", "gold"]
STREAM = {"key": "5c" * 32, "spent": 300}


def field(value: object) -> Field:
    return Field({"entry": value}, BadPosition).table(["entry"])["entry"]


def test_values_are_converted() -> None:
    assert field([2, 0]).seats(3) == [2, 0]
    assert field(["gold", "ruby", "gold"]).each_of(NAMES) == [1, 0, 1]
    assert field(None).one_of_or_none(NAMES) == -1
    assert [entry.value for entry in field({"gold": 7}).indexed(NAMES, "unknown.").values()] == [7]
    assert list(field({"gold": 7}).indexed(NAMES, "unknown.")) == [1]
    assert [table["a"].value for table in field([{"a": 1}, {"a": 2}]).tables(2, ["a"])] == [1, 2]
    assert field(True).boolean() is True


def test_a_stream_is_read_as_it_is_written() -> None:
    stream = Stream(bytes.fromhex("5c" * 32))
    stream.randbytes(300)
    assert stream.position() == STREAM
    assert field(STREAM).stream().randbytes(20) == stream.randbytes(20)


@pytest.mark.parametrize(
    ("value", "read", "message"),
    [
        ([0, 3], lambda entry: entry.seats(3), "entry[1]: a whole number from 0 to 2"),
        ([0], lambda entry: entry.seats(3, 2, 3), "entry: a list of 2 to 3 entries"),
        (["silver"], lambda entry: entry.each_of(NAMES), "entry[0]: “silver” is none of: ruby, gold."),
        ({"silver": 1}, lambda entry: entry.indexed(NAMES, "unknown."), "entry.silver: unknown."),
        ([{"a": 1}, {}], lambda entry: entry.tables(2, ["a"]), "entry[1].a: this entry is missing."),
        (1, Field.boolean, "entry: true or false is needed."),
        (STREAM | {"key": "5C" * 32}, Field.stream, "entry.key: 64 hexadecimal digits"),
        (STREAM | {"spent": -1}, Field.stream, "entry.spent: a whole number"),
    ],
)
def test_errors_name_the_path(value: object, read: Callable[[Field], object], message: str) -> None:
    with pytest.raises(BadPosition) as error:
        read(field(value))
    assert str(error.value).startswith(message)


def test_a_piece_is_placed_once_and_none_is_missing() -> None:
    pool = Pool([0, 0, 1], NAMES, "treasure", "T1")
    assert pool.place_all(field(["ruby", "gold"])) == [0, 1]
    with pytest.raises(BadPosition, match=r"^These treasures are nowhere: ruby \(T1\)\.$"):
        pool.check_empty(Field({}, BadPosition))
    with pytest.raises(BadPosition, match=r"^entry: gold is not in the game, or is already elsewhere \(T1\)\.$"):
        pool.place(field("gold"))
    pool.place(field("ruby"))
    pool.check_empty(Field({}, BadPosition))
