"""The results file: a header line that identifies the run, then one line per game; append-only."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from schatzkammer.arena.formatting import ARENA
from schatzkammer.arena.game import Result
from schatzkammer.arena.plan import Plan
from schatzkammer.core.errors import BadInput
from schatzkammer.core.text import Phrase
from schatzkammer.core.validation import quoted

try:  # Windows has no such locks: two runs there must not write the same file
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # pragma: no cover
    flock = None  # type: ignore[assignment]


class BadResults(BadInput):
    """A results file that cannot be used."""


class Results:
    """The results of a run so far; each is written to the file at once."""

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
        """Stores a game."""
        if self._file is not None:
            try:
                _append(self._file, msgspec.json.encode(result))
            except OSError as error:
                raise BadResults(Phrase(ARENA, "error.not_written", file=self.path, reason=error.strerror)) from None
        self.by_number[result.number] = result

    def missing(self, games: int) -> list[int]:
        """The numbers below `games` that have not been played."""
        return [number for number in range(games) if number not in self.by_number]

    def stored(self, games: int) -> int:
        """How many numbers below `games` are stored; rereads the file, because an interrupt may cut off `add`."""
        if self._file is not None and self.path is not None:
            for line in self.path.read_bytes().splitlines()[1:]:
                result = _decoded(line, Result)
                if result is not None:
                    self.by_number.setdefault(result.number, result)
        return games - len(self.missing(games))

    def first(self, games: int) -> list[Result]:
        """The first `games` results in the order of their numbers."""
        return [self.by_number[number] for number in range(games)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def _continue(self, path: Path, file: FileIO) -> None:
        """Loads the results of an earlier run and drops an incomplete last line."""
        content = file.readall()
        end = content.rfind(b"\n") + 1
        if end == 0:
            header = msgspec.json.encode(self.plan)
            if content and not header.startswith(content):
                raise BadResults(Phrase(ARENA, "error.no_results", file=path))
            file.truncate(0)
            _append(file, header)
            return
        header_line, *lines = content[:end].splitlines()
        _check_header(path, header_line, self.plan)
        for number, line in enumerate(lines, start=2):
            result = _decoded(line, Result)
            if result is None or not _fits(result, self.plan):
                raise BadResults(Phrase(ARENA, "error.line", file=path, line=number))
            self.by_number.setdefault(result.number, result)
        file.truncate(end)


def _opened(path: Path) -> FileIO:
    try:
        file = FileIO(path, "ab+")  # unbuffered: a line is written in one call
    except (OSError, ValueError) as error:
        strerror = error.strerror if isinstance(error, OSError) else None
        reason = strerror.lower() if strerror else Phrase(ARENA, "error.bad_name")
        raise BadResults(Phrase(ARENA, "error.not_opened", file=path, reason=reason)) from None
    try:
        if flock is not None:
            flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        file.close()
        raise BadResults(Phrase(ARENA, "error.in_use", file=path)) from None
    with suppress(OSError):  # a pipe cannot seek
        file.seek(0, os.SEEK_SET)
    return file


def _append(file: FileIO, line: bytes) -> None:
    rest = memoryview(line + b"\n")
    while rest:
        rest = rest[file.write(rest) :]


def _check_header(path: Path, line: bytes, plan: Plan) -> None:
    stored = _decoded(line, Plan)
    if stored is None:
        raise BadResults(Phrase(ARENA, "error.no_results", file=path))
    for name in Plan.__struct_fields__:
        theirs, ours = getattr(stored, name), getattr(plan, name)
        if theirs != ours:
            raise BadResults(
                Phrase(ARENA, "error.other_run", file=path, field=name, theirs=_shown(theirs), ours=_shown(ours))
            )


def _shown(value: object) -> str:
    """A value of a plan, for an error message."""
    if value is None:
        return "the built-in set"
    if isinstance(value, dict):
        flat = {name: part for name, part in value.items() if isinstance(part, str | bool)}
        return quoted(",".join(f"{name}={part}" for name, part in flat.items())) if flat == value else "a custom set"
    return quoted(",".join(value) if isinstance(value, tuple) else value)


def _fits(result: Result, plan: Plan) -> bool:
    """Whether a result fits its number in the plan."""
    seats = range(plan.players)
    return (
        result.number >= 0
        and result.seats == plan.fixture(result.number).seats
        and len(result.scores) == len(result.pace) == plan.players
        and 0 < len(result.winners) == len(set(result.winners))
        and all(seat in seats for seat in result.winners)
        and result.plies > 0
        and (result.luck is not None) == (plan.worlds > 0)
        and (result.luck is None or len(result.luck.wins) == len(result.luck.points) == plan.players)
    )


T = TypeVar("T")


def _decoded(line: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
