"""Counts how often rules, cards, spells and other items are used in a game.

`data/lab.toml` of a game maps events to the items they use; without it nothing is counted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from schatzkammer.core.game import Json
from schatzkammer.games import find as find_game

EACH = "each"
IGNORED = "ignored"


class Use(NamedTuple):
    """An event that uses one item; with a `detail`, only if that detail of the event has this value."""

    item: str
    detail: str
    value: str


class NamingUse(NamedTuple):
    """An event whose detail, or a part of it, names the item that is used; `seat` is the detail with the user."""

    group: str
    detail: str
    part: int | None
    seat: str


class Definitions:
    """What is counted in one game. An item's name is its group and its id: `rule/A23`."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.uses: dict[str, list[Use]] = {}  # by event
        self.naming_uses: dict[str, list[NamingUse]] = {}  # by event
        self.listed: list[str] = []  # the items known in advance
        self.ignored = _texts(table.get(IGNORED))
        self.groups = [name for name in table if name != IGNORED]
        for group in self.groups:
            entries = table[group]
            if not isinstance(entries, Mapping):
                raise TypeError(group)
            for name, definition in entries.items():
                for text in _texts(definition):
                    if name == EACH:
                        self._add_naming_use(group, text)
                    else:
                        self._add_use(f"{group}/{name}", text)
                if name != EACH:
                    self.listed.append(f"{group}/{name}")

    def items_used(self, event: Json, mover: int) -> list[tuple[str, int]]:
        """The items that an event uses, with the seats that use them."""
        kind = str(event["event"])
        used = []
        for item, detail, value in self.uses.get(kind, ()):
            if not detail or event.get(detail) == value:
                used.append((item, _seat(event, "seat", mover)))
        for group, detail, part, seat in self.naming_uses.get(kind, ()):
            named = event[detail]
            for name in named if isinstance(named, list) else [named]:
                item_id = str(name) if part is None else str(name).split("-")[part]
                used.append((f"{group}/{item_id}", _seat(event, seat, mover)))
        return used

    def _add_use(self, item: str, text: str) -> None:
        event, _, condition = text.partition(" ")
        detail, _, value = condition.partition("=")
        self.uses.setdefault(event, []).append(Use(item, detail, value))

    def _add_naming_use(self, group: str, text: str) -> None:
        path, _, seat = text.partition("@")
        event, detail, *part = path.split(".")
        use = NamingUse(group, detail, int(part[0]) if part else None, seat or "seat")
        self.naming_uses.setdefault(event, []).append(use)


class UseCounter:
    """Counts uses by item and seat."""

    def __init__(self, definitions: Definitions, players: int) -> None:
        self._definitions = definitions
        self._players = players
        self.uses: dict[str, list[int]] = {}

    def add(self, mover: int, events: Sequence[Json]) -> None:
        """Counts the events of a decision; an event without a seat belongs to the mover."""
        for event in events:
            for item, seat in self._definitions.items_used(event, mover):
                self.uses.setdefault(item, [0] * self._players)[seat] += 1


@lru_cache(maxsize=16)
def definitions_of(game: str) -> Definitions:
    """What is counted in a game."""
    file = files(find_game(game).package).joinpath("data", "lab.toml")
    return Definitions(tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})


def _seat(event: Json, name: str, mover: int) -> int:
    seat = event.get(name)
    return seat if isinstance(seat, int) else mover


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
