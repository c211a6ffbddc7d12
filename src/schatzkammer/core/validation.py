"""Reading what comes from outside: every value knows the path that leads to it, and errors name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schatzkammer.core.errors import BadInput

# Far above anything a game needs, far below what would hurt.
LONGEST = 100_000
LONGEST_NUMBER = 200  # bits that are still shown in a sentence


class Field:
    """One value of a record, a position or a component set, not yet trusted."""

    def __init__(self, value: object, error: type[BadInput], path: str = "") -> None:
        self.value = value
        self.error = error
        self.path = path

    def bad(self, why: str) -> BadInput:
        """The error for this entry."""
        return self.error(f"{self.path}: {why}" if self.path else why[0].upper() + why[1:])

    def table(self, needed: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Field]:
        """A table with exactly these entries; optional ones may be missing."""
        if not isinstance(self.value, Mapping):
            raise self.bad("a table is needed.")
        entries: dict[str, Field] = {}
        for name, value in self.value.items():
            if not isinstance(name, str) or (name not in needed and name not in optional):
                raise self._under(f"{name!s:.40}", None).bad("there is no such entry.")
            entries[name] = self._under(name, value)
        for name in needed:
            if name not in entries:
                raise self._under(name, None).bad("this entry is missing.")
        return entries

    def named(self) -> dict[str, Field]:
        """A table with any names."""
        if not isinstance(self.value, Mapping) or len(self.value) > LONGEST:
            raise self.bad("a table is needed.")
        if not all(isinstance(name, str) for name in self.value):
            raise self.bad("the names of a table are texts.")
        return {name: self._under(f"{name:.40}", value) for name, value in self.value.items()}

    def items(self, fewest: int = 0, most: int = LONGEST) -> list[Field]:
        """A list of so many entries."""
        if not isinstance(self.value, list | tuple) or not fewest <= len(self.value) <= most:
            raise self.bad(f"a list of {_amount(fewest, most)} entries is needed.")
        return [Field(value, self.error, f"{self.path}[{place}]") for place, value in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        """A whole number of that range."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.bad(f"a whole number from {low} to {high} is needed.")
        return self.value

    def text(self) -> str:
        """A text that can be written down."""
        if not isinstance(self.value, str) or len(self.value) > LONGEST:
            raise self.bad("a text is needed.")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            raise self.bad("the text has a character that cannot be written down.") from None
        return str(self.value)

    def one_of(self, names: Sequence[str]) -> int:
        """The place of a name among those that are possible."""
        if not isinstance(self.value, str) or self.value not in names:
            raise self.bad(f"{shown(self.value)} is none of: {', '.join(names)}.")
        return names.index(self.value)

    def one_of_or_none(self, names: Sequence[str]) -> int:
        """The same, or -1 where nothing is given."""
        return -1 if self.value is None else self.one_of(names)

    def plain(self, depth: int = 12) -> object:
        """The value as plain data of our own, so that nothing can change it later."""
        value = self.value
        if isinstance(value, Mapping) and depth:
            return {name: entry.plain(depth - 1) for name, entry in self.named().items()}
        if isinstance(value, list | tuple) and depth:
            return [entry.plain(depth - 1) for entry in self.items()]
        if value is None or type(value) in (bool, int):
            return value
        if isinstance(value, str):
            return self.text()
        raise self.bad("only tables, lists, texts and whole numbers can stand here.")

    def _under(self, name: str, value: object) -> Field:
        return Field(value, self.error, f"{self.path}.{name}" if self.path else name)


def shown(value: object) -> str:
    """A foreign value as it may stand in a sentence: short, and free of surprises."""
    if isinstance(value, str):
        return f"“{value[:40].encode('ascii', 'replace').decode()}”"
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return "an endless number"
    return f"{value!r:.40}" if value is None or isinstance(value, bool | int | float) else f"a {type(value).__name__}"


def _amount(fewest: int, most: int) -> str:
    if fewest == most:
        return str(fewest)
    return f"at most {most}" if fewest == 0 else f"{fewest} to {most}"
