"""What all encoders share: the layout of an observation, the mask of legal actions, and functions that write bytes."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter, read_i64_le, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from schatzkammer.core.bits import bit, eight_bytes
from schatzkammer.core.game import NOBODY, State
from schatzkammer.core.turn import PASS, PASS_BIT, Block, Step, TurnGame, mask_at

HIGHEST: Final[i64] = 255  # larger numbers are clipped
EIGHT: Final[i64] = 0x0101010101010101


class Field:
    """A part of the observation: bytes of one kind, each from 0 to `values` - 1.

    A code stands for one of `values` categories, as in a one-hot encoding; other fields are numbers.
    """

    def __init__(self, name: str, length: int, values: int, code: bool, about: str) -> None:
        self.name = name
        self.length = length
        self.values = values
        self.code = code
        self.about = about


class Snapshot:
    """The parts of a game that an encoder wrote last; unchanged ones are copied from the previous observation.

    Subclasses add fields. Lists are compared by identity: lists that states share are never changed in place.
    """

    def __init__(self) -> None:
        self.seat: i64 = NOBODY  # the observer, once there is an observation


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Writes what one seat knows. Seats are counted from the observer, who is 0."""

    longest: int  # upper bound on the decisions of a game
    most_points: int  # upper bound on a lead

    def __init__(self, players: int) -> None:
        self.players: i64 = players
        self._masks: list[list[MaskPart]] = []  # by step, filled on first use

    def fields(self) -> list[Field]:
        """The layout of an observation."""
        raise NotImplementedError

    def snapshot(self) -> Snapshot:
        """An empty snapshot for a new game."""
        return Snapshot()

    def write(self, state: State, seat: i64, last: Snapshot, before: bytes, out: BytesWriter) -> None:
        """Appends the observation of a seat: all that it has seen and no more, whatever the option `memory` shows.

        Unless the snapshot is empty, `before` holds the observation it belongs to, at the offset that this one will
        have in `out`.
        """
        raise NotImplementedError

    def write_mask(self, state: State, seat: i64, none: bytes, out: BytesWriter) -> None:
        """Appends one byte per action, 1 if it is legal for the seat; `none` is a mask of zeros."""
        game = state.game
        base: i64 = len(out)
        if not isinstance(game, TurnGame) or seat != state.seat or seat < 0:
            out.write(none)
            for action in game.legal(state, seat):
                out[base + action] = 1
            return
        if not self._masks:
            self._masks = [mask_parts(step) for step in game.steps]
        for part in self._masks[state.step]:
            put_zeros(out, base + part.first - len(out))
            mask = mask_at(state, part.kind)
            run: i64 = 0
            while run < len(part.choices):
                put_bits(out, mask >> part.choices[run], part.lengths[run])
                run += 1
        put_zeros(out, base + game.actions - len(out))
        if state.offer & PASS_BIT:
            number: int = game.steps[state.step].numbers[PASS]
            out[base + number] = 1


class MaskPart:
    """The actions of one kind of choice in a mask, as runs of consecutive choices."""

    def __init__(self, kind: int, block: Block) -> None:
        self.kind: i64 = kind
        self.first: i64 = block.first
        self.choices: list[int] = []  # where each run begins ...
        self.lengths: list[int] = []  # ... and how long it is
        for choice in block.bits:
            if self.choices and choice == self.choices[-1] + self.lengths[-1]:
                self.lengths[-1] += 1
            else:
                self.choices.append(choice)
                self.lengths.append(1)


def mask_parts(step: Step[Any]) -> list[MaskPart]:
    """The parts of a step's mask, in the order of their action numbers."""
    parts: list[MaskPart] = []
    for kind, choices in enumerate(step.kinds):
        if choices.actions is not None:
            parts.append(MaskPart(kind, choices.actions))
    return parts


def step_codes(steps: list[Step[Any]]) -> list[int]:
    """The code of each step in an observation: the number of steps before it in which somebody decides."""
    codes: list[int] = []
    code = 0
    for step in steps:
        codes.append(code)
        if step.kinds:
            code += 1
    return codes


def eight_numbers(packed: i64) -> i64:
    """Spreads eight 4-bit numbers to bytes."""
    packed &= 0xFFFFFFFF
    packed = (packed | packed << 16) & 0x0000FFFF0000FFFF
    packed = (packed | packed << 8) & 0x00FF00FF00FF00FF
    return (packed | packed << 4) & 0x0F0F0F0F0F0F0F0F


def put_bits(out: BytesWriter, mask: i64, length: i64) -> None:
    """Appends a bit set, one byte per member."""
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


def put_zeros(out: BytesWriter, length: i64) -> None:
    """Appends zeros."""
    while length >= 8:
        write_i64_le(out, 0)
        length -= 8
    while length > 0:
        out.append(0)
        length -= 1


def put_packed(out: BytesWriter, packed: i64) -> None:
    """Appends fifteen 4-bit numbers as bytes."""
    write_i64_le(out, eight_numbers(packed))
    rest = eight_numbers(packed >> 32)
    write_i32_le(out, i32(rest & 0xFFFFFFFF))
    write_i16_le(out, i16((rest >> 32) & 0xFFFF))
    out.append(u8((rest >> 48) & 15))


def put_again(out: BytesWriter, before: bytes, length: i64) -> None:
    """Copies bytes from the same offset of the previous observation."""
    at: i64 = len(out)
    end = at + length
    if length > 128:
        out.write(before[at:end])
        return
    while at + 8 <= end:
        write_i64_le(out, read_i64_le(before, at))
        at += 8
    while at < end:
        out.append(u8(before[at]))
        at += 1


def owners_from(owners: i64, by: i64, players: i64) -> i64:
    """Rotates the seats in eight bytes, each 0 for nobody or 1 + a seat, by this many places."""
    owners += ((owners | owners >> 1 | owners >> 2) & EIGHT) * by
    return owners - (((owners + (127 - players) * EIGHT) >> 7) & EIGHT) * players


def put(out: BytesWriter, value: i64) -> None:
    """Appends a number, clipped to a byte."""
    out.append(u8(at_most_highest(value)))


def at_most_highest(value: i64) -> i64:
    """A number clipped to a byte."""
    return value if value < HIGHEST else HIGHEST


def rotated(seats: i64, seat: i64, players: i64) -> i64:
    """A set of seats, renumbered from one seat on."""
    return (seats >> seat | seats << (players - seat)) & (bit(players) - 1)


def after(seat: i64, places: i64, players: i64) -> i64:
    """The seat this many places after another."""
    other = seat + places
    return other if other < players else other - players


def observation(encoder: Encoder, state: State, seat: i64) -> bytes:
    """The observation of one seat."""
    out = BytesWriter()
    encoder.write(state, seat, encoder.snapshot(), b"", out)
    return out.getvalue()


def observation_and_mask(encoder: Encoder, state: State, seat: i64, none: bytes) -> bytes:
    """The observation of a seat followed by its mask, which is zero unless the seat is asked now."""
    out = BytesWriter()
    encoder.write(state, seat, encoder.snapshot(), b"", out)
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
