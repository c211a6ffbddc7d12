"""What all encoders have in common: the layout of an observation, and the mask of legal actions."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, u8

from schatzkammer.core.bits import bit, eight_bytes
from schatzkammer.core.game import NOBODY, State

# Unsigned bytes reach so far; what counts higher stays there.
HIGHEST: Final[i64] = 255
EIGHT: Final[i64] = 0x0101010101010101


class Field:
    """A part of the observation: so many bytes of one kind, each from 0 to `values` - 1.

    A code stands for one of `values` things that have no order; a number counts.
    """

    def __init__(self, name: str, length: int, values: int, code: bool, about: str) -> None:
        self.name = name
        self.length = length
        self.values = values
        self.code = code
        self.about = about


class Trace:
    """What an encoder wrote last of one game: whatever is the same since need not be worked out again.

    Encoders add the fields that they go by. Lists are compared by identity: those that states share are never changed
    in place.
    """

    seat: i64  # who looked; NOBODY while nothing is written

    def __init__(self) -> None:
        self.seat = NOBODY


class Encoder:
    """Writes down what one seat knows, whoever has to decide. Seats are counted from the observer on, who is 0."""

    players: i64
    longest: int  # no game has more decisions
    most_points: int  # nobody is so far ahead or behind

    def __init__(self, players: int) -> None:
        self.players = players

    def fields(self) -> list[Field]:
        """The layout, part by part."""
        raise NotImplementedError

    # Of many games nothing is near at hand. What a step will need is read ahead of time, here and there and all at
    # once; what leads to more is read earlier. What these tell means nothing.
    def touch_fields(self, state: State, trace: Trace) -> i64:
        """Reads what lies in state and trace themselves."""
        raise NotImplementedError

    def touch_lists(self, state: State) -> i64:
        """Reads how long the lists are that the state holds."""
        raise NotImplementedError

    def touch_items(self, state: State, action: i64) -> i64:
        """Reads what is in these lists and will be needed by an action."""
        raise NotImplementedError

    def trace(self) -> Trace:
        """Of a game of which nothing is written yet."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, trace: Trace, before: bytes, out: BytesWriter) -> None:
        """Appends the observation of a seat: all it has seen, whatever the option `memory` shows, and no more.

        Unless the trace is new, `before` has the same game's last observation, with that trace, where this one will
        be in `out`.
        """
        raise NotImplementedError

    def write_mask(self, state: State, seat: i64, none: bytes, out: BytesWriter) -> None:
        """Appends one byte an action, 1 for those that are legal for the seat; `none` are as many zeros."""
        base: i64 = len(out)
        out.write(none)
        for action in state.game.legal(state, seat):
            out[base + action] = 1


def eight_numbers(packed: i64) -> i64:
    """The eight lowest numbers of four bits, each as a byte."""
    packed &= 0xFFFFFFFF
    packed = (packed | packed << 16) & 0x0000FFFF0000FFFF
    packed = (packed | packed << 8) & 0x00FF00FF00FF00FF
    return (packed | packed << 4) & 0x0F0F0F0F0F0F0F0F


def put_bits(out: BytesWriter, mask: i64, length: i64) -> None:
    """Appends so many bytes, 1 for the members of a set."""
    while length >= 8:
        write_i64_le(out, eight_bytes(mask))
        mask >>= 8
        length -= 8
    if length >= 4:
        write_i32_le(out, i32(eight_bytes(mask & 15)))
        mask >>= 4
        length -= 4
    while length > 0:
        out.append(u8(mask & 1))
        mask >>= 1
        length -= 1


def put_offer(out: BytesWriter, before: bytes, offer: i64, choices: i64, after: bytes, passing: bool) -> None:
    """Appends a mask: zeros, the choices of a step, zeros; the last action of all is to pass."""
    out.write(before)
    put_bits(out, offer, choices)
    out.write(after)
    if passing:
        out[len(out) - 1] = 1


def put_packed(out: BytesWriter, packed: i64) -> None:
    """Appends fifteen bytes: numbers of four bits side by side."""
    write_i64_le(out, eight_numbers(packed))
    rest = eight_numbers(packed >> 32)
    write_i32_le(out, i32(rest & 0xFFFFFFFF))
    write_i16_le(out, i16((rest >> 32) & 0xFFFF))
    out.append(u8((rest >> 48) & 15))


def put_again(out: BytesWriter, before: bytes, length: i64) -> None:
    """Appends so many bytes as they were before, in the same place."""
    put_from(out, before, len(out), length)


def put_from(out: BytesWriter, before: bytes, at: i64, length: i64) -> None:
    """Appends so many bytes as they were in another place."""
    end = at + length
    if length > 128:
        out.write(before[at:end])
        return
    while at + 8 <= end:
        write_i64_le(out, read_i64_le(before, at))
        at += 8
    if at + 4 <= end:
        write_i32_le(out, read_i32_le(before, at))
        at += 4
    while at < end:
        out.append(u8(before[at]))
        at += 1


def put_seats(out: BytesWriter, before: bytes, each: i64, by: i64, players: i64) -> None:
    """Appends so many bytes of each seat as they were in the same place, the observer so many places further back."""
    if by == 0:
        put_again(out, before, each * players)
        return
    first: i64 = len(out)
    places = players - by
    while places < players:
        put_from(out, before, first + each * places, each)
        places += 1
    put_from(out, before, first, each * (players - by))


def put_owners(out: BytesWriter, before: bytes, length: i64, by: i64, players: i64) -> None:
    """Appends so many bytes as they were in the same place, each 0 or 1 + a seat; the observer as in `put_seats`."""
    if by == 0:
        put_again(out, before, length)
        return
    at: i64 = len(out)
    end = at + length
    while at + 8 <= end:
        write_i64_le(out, owners_from(read_i64_le(before, at), by, players))
        at += 8
    while at < end:
        out.append(u8(owners_from(before[at], by, players)))
        at += 1


def owners_from(owners: i64, by: i64, players: i64) -> i64:
    """Eight bytes, 0 for nobody, else 1 + a seat, counted from so many places before."""
    owners += ((owners | owners >> 1 | owners >> 2) & EIGHT) * by
    return owners - (((owners + (127 - players) * EIGHT) >> 7) & EIGHT) * players


def put(out: BytesWriter, value: i64) -> None:
    """Appends a number."""
    out.append(u8(at_most_highest(value)))


def at_most_highest(value: i64) -> i64:
    """A number as far as a byte reaches."""
    return value if value < HIGHEST else HIGHEST


def turned(seats: i64, seat: i64, players: i64) -> i64:
    """A set of seats, counted from one of them on."""
    return (seats >> seat | seats << (players - seat)) & (bit(players) - 1)


def after(seat: i64, places: i64, players: i64) -> i64:
    """The seat so many places after another."""
    other = seat + places
    return other if other < players else other - players


def observation(encoder: Encoder, state: State, seat: i64) -> bytes:
    """The observation of one seat."""
    out = BytesWriter()
    encoder.write(state, seat, encoder.trace(), b"", out)
    return out.getvalue()


def sight(encoder: Encoder, state: State, seat: i64, none: bytes) -> bytes:
    """The observation of a seat, then its mask, which is empty unless it is asked now."""
    out = BytesWriter()
    encoder.write(state, seat, encoder.trace(), b"", out)
    if seat == state.seat:
        encoder.write_mask(state, seat, none, out)
    else:
        out.write(none)
    return out.getvalue()


def mask(encoder: Encoder, state: State, seat: i64, none: bytes) -> bytes:
    """The mask of a seat that owes a decision."""
    out = BytesWriter()
    encoder.write_mask(state, seat, none, out)
    return out.getvalue()
