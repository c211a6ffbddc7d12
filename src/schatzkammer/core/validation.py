"""Validation of outside data: every value knows its path, and errors name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.errors import BadInput
from schatzkammer.core.stream import Stream

# Far more than any game needs, far less than would hurt.
LONGEST = 100_000
LONGEST_NUMBER = 200  # bits of a number that error messages still show
MOST_SPENT = 1_000_000  # bytes of a stream: more than any game draws


class Field:
    """A value of a record, a position or a component set, not validated yet."""

    def __init__(self, value: object, error: type[BadInput], path: str = "") -> None:
        self.value = value
        self.error = error
        self.path = path

    def bad(self, why: str) -> BadInput:
        """The error for this value."""
        return self.error(f"{self.path}: {why}" if self.path else why[0].upper() + why[1:])

    def table(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Field]:
        """The entries of a table that has exactly the required keys and any of the optional ones."""
        if not isinstance(self.value, Mapping):
            raise self.bad("a table is needed.")
        entries: dict[str, Field] = {}
        for name, value in self.value.items():
            if not isinstance(name, str) or (name not in required and name not in optional):
                raise self._entry(f"{name!s:.40}", None).bad("there is no such entry.")
            entries[name] = self._entry(name, value)
        for name in required:
            if name not in entries:
                raise self._entry(name, None).bad("this entry is missing.")
        return entries

    def tables(self, number: int, required: Sequence[str]) -> list[dict[str, Field]]:
        """A list of tables of this length, each with exactly these keys."""
        return [entry.table(required) for entry in self.items(number, number)]

    def mapping(self) -> dict[str, Field]:
        """The entries of a table with any keys."""
        if not isinstance(self.value, Mapping) or len(self.value) > LONGEST:
            raise self.bad("a table is needed.")
        if not all(isinstance(name, str) for name in self.value):
            raise self.bad("the keys of a table must be texts.")
        return {name: self._entry(f"{name:.40}", value) for name, value in self.value.items()}

    def indexed(self, names: Sequence[str], unknown: str) -> dict[int, Field]:
        """The entries of a table whose keys are among `names`, by their index; `unknown` is the error for others."""
        entries = self.mapping()
        for name, entry in entries.items():
            if name not in names:
                raise entry.bad(unknown)
        return {names.index(name): entry for name, entry in entries.items()}

    def items(self, fewest: int = 0, most: int = LONGEST) -> list[Field]:
        """The entries of a list whose length is in this range."""
        if not isinstance(self.value, list | tuple) or not fewest <= len(self.value) <= most:
            raise self.bad(f"a list of {_length(fewest, most)} entries is needed.")
        return [Field(value, self.error, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        """An integer in this range, both ends included."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.bad(f"a whole number from {low} to {high} is needed.")
        return self.value

    def seats(self, players: int, fewest: int = 0, most: int = LONGEST) -> list[int]:
        """A list of seats whose length is in this range."""
        return [seat.integer(0, players - 1) for seat in self.items(fewest, most)]

    def boolean(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            raise self.bad("true or false is needed.")
        return self.value

    def text(self) -> str:
        """A text that can be encoded."""
        if not isinstance(self.value, str) or len(self.value) > LONGEST:
            raise self.bad("a text is needed.")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            raise self.bad("the text has a character that cannot be encoded.") from None
        return str(self.value)

    def one_of(self, names: Sequence[str]) -> int:
        """The index of the value among the possible names."""
        if not isinstance(self.value, str) or self.value not in names:
            raise self.bad(f"{quoted(self.value)} is none of: {', '.join(names)}.")
        return names.index(self.value)

    def one_of_or_none(self, names: Sequence[str]) -> int:
        """The index of the value among the possible names; -1 for None."""
        return -1 if self.value is None else self.one_of(names)

    def each_of(self, names: Sequence[str], fewest: int = 0, most: int = LONGEST) -> list[int]:
        """The indices of a list's entries among the possible names."""
        return [entry.one_of(names) for entry in self.items(fewest, most)]

    def stream(self) -> Stream:
        """A random stream, as `Stream.position` writes it."""
        entries = self.table(["key", "spent"])
        key = entries["key"].text()
        if len(key) != 64 or set(key) - set("0123456789abcdef"):
            raise entries["key"].bad("64 hexadecimal digits are needed.")
        stream = Stream(bytes.fromhex(key))
        stream.skip_to(entries["spent"].integer(0, MOST_SPENT))
        return stream

    def plain(self, depth: int = 12) -> object:
        """A deep copy as plain data, which the caller cannot change later."""
        value = self.value
        if isinstance(value, Mapping) and depth:
            return {name: entry.plain(depth - 1) for name, entry in self.mapping().items()}
        if isinstance(value, list | tuple) and depth:
            return [entry.plain(depth - 1) for entry in self.items()]
        if value is None or type(value) in (bool, int):
            return value
        if isinstance(value, str):
            return self.text()
        raise self.bad("only tables, lists, texts and whole numbers are allowed here.")

    def _entry(self, name: str, value: object) -> Field:
        return Field(value, self.error, f"{self.path}.{name}" if self.path else name)


class Pool:
    """The pieces of a game that a position has not placed yet. Each can be placed once."""

    def __init__(self, pieces: Sequence[int], names: Sequence[str], piece: str, rule: str) -> None:
        self.left = list(pieces)
        self._names = names
        self._piece = piece
        self._rule = rule

    def place(self, entry: Field) -> int:
        """Places the piece that the entry names."""
        piece = entry.one_of(self._names)
        if piece not in self.left:
            raise entry.bad(f"{self._names[piece]} is not in the game, or is already elsewhere ({self._rule}).")
        self.left.remove(piece)
        return piece

    def place_all(self, entry: Field, fewest: int = 0, most: int = LONGEST) -> list[int]:
        """Places the pieces that a list names, in its order."""
        return [self.place(item) for item in entry.items(fewest, most)]

    def check_empty(self, entry: Field) -> None:
        """Raises the error of a position that leaves pieces out."""
        if self.left:
            missing = ", ".join(self._names[piece] for piece in self.left)
            raise entry.bad(f"these {self._piece}s are nowhere: {missing} ({self._rule}).")


def quoted(value: object) -> str:
    """An outside value for an error message: short, and safe to print."""
    if isinstance(value, str):
        return f"“{value[:40].encode('ascii', 'replace').decode()}”"
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return "a huge number"
    return f"{value!r:.40}" if value is None or isinstance(value, bool | int | float) else f"a {type(value).__name__}"


def _length(fewest: int, most: int) -> str:
    if fewest == most:
        return str(fewest)
    return f"at most {most}" if fewest == 0 else f"{fewest} to {most}"
