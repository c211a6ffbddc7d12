"""The results file: a line that says which run it is, then a line a game, only ever appended to."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from schatzkammer.arena.plan import Plan
from schatzkammer.arena.play import Result
from schatzkammer.core.errors import BadInput
from schatzkammer.core.reading import shown

try:  # where the system knows no such locks, whoever starts a run twice has to take care
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # pragma: no cover
    flock = None  # type: ignore[assignment]


class BadResults(BadInput):
    """A results file that cannot be used."""


class Results:
    """The games of a run that are played already; whatever is added is on its way to the disk at once."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.plan = plan
        self.path = path
        self.by_number: dict[int, Result] = {}
        self._file: FileIO | None = None
        if path is not None:
            self._file = _opened(path)
            try:
                self._continue(path, self._file)
            except BaseException:
                self._file.close()
                raise

    def add(self, result: Result) -> None:
        """Keeps a game."""
        if self._file is not None:
            try:
                _append(self._file, msgspec.json.encode(result))
            except OSError as error:
                raise BadResults(f"{self.path} cannot be written: {error.strerror}.") from None
        self.by_number[result.number] = result

    def missing(self, games: int) -> list[int]:
        """The numbers of the first so many games that are still to be played."""
        return [number for number in range(games) if number not in self.by_number]

    def kept(self, games: int) -> int:
        """How many of the first so many games are kept: by the file, if there is one, for `add` may be cut off."""
        if self._file is not None and self.path is not None:
            for line in self.path.read_bytes().splitlines()[1:]:
                result = _decoded(line, Result)
                if result is not None:
                    self.by_number.setdefault(result.number, result)
        return games - len(self.missing(games))

    def first(self, games: int) -> list[Result]:
        """The first so many games in the order of their numbers, however they came in."""
        return [self.by_number[number] for number in range(games)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _continue(self, path: Path, file: FileIO) -> None:
        """Takes over what an earlier run has left; a line that it could not complete is dropped."""
        content = file.readall()
        end = content.rfind(b"\n") + 1
        if end == 0:
            header = msgspec.json.encode(self.plan)
            if content and not header.startswith(content):
                raise BadResults(f"{path} is no results file of the arena.")
            file.truncate(0)
            _append(file, header)
            return
        header_line, *lines = content[:end].splitlines()
        _check_header(path, header_line, self.plan)
        for number, line in enumerate(lines, start=2):
            result = _decoded(line, Result)
            if result is None or not _fits(result, self.plan):
                raise BadResults(f"{path}, line {number}: this is no result of a game of this run.")
            self.by_number.setdefault(result.number, result)
        file.truncate(end)


def _opened(path: Path) -> FileIO:
    try:
        file = FileIO(path, "ab+")  # not buffered: a line is written whole or not at all, as far as it depends on us
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise BadResults(f"{path} cannot be opened: {(reason or 'no file can be called that').lower()}.") from None
    try:
        if flock is not None:
            flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        file.close()
        raise BadResults(f"{path} is being written by another run.") from None
    with suppress(OSError):  # a pipe has no beginning
        file.seek(0, os.SEEK_SET)
    return file


def _append(file: FileIO, line: bytes) -> None:
    rest = memoryview(line + b"\n")
    while rest:
        rest = rest[file.write(rest) :]


def _check_header(path: Path, line: bytes, plan: Plan) -> None:
    found = _decoded(line, Plan)
    if found is None:
        raise BadResults(f"{path} is no results file of the arena.")
    for name in Plan.__struct_fields__:
        theirs, ours = getattr(found, name), getattr(plan, name)
        if theirs != ours:
            raise BadResults(f"{path} belongs to another run: {name} is {_told(theirs)} there, not {_told(ours)}.")


def _told(value: object) -> str:
    """What a plan says, as it may stand in a sentence."""
    if value is None:
        return "the built-in set"
    if isinstance(value, dict):
        flat = {name: part for name, part in value.items() if isinstance(part, str | bool)}
        return shown(",".join(f"{name}={part}" for name, part in flat.items())) if flat == value else "a set of its own"
    return shown(",".join(value) if isinstance(value, tuple) else value)


def _fits(result: Result, plan: Plan) -> bool:
    """Whether a result can be that of its number."""
    seats = range(plan.players)
    return (
        result.number >= 0
        and result.seats == plan.fixture(result.number).seats
        and len(result.scores) == len(result.pace) == plan.players
        and 0 < len(result.winners) == len(set(result.winners))
        and all(seat in seats for seat in result.winners)
        and result.plies > 0
    )


T = TypeVar("T")


def _decoded(line: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
