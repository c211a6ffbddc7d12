"""What happens in a game, counted: events become uses of rules, cards, spells and whatever else a game has.

`data/<game>.toml` says which event is a use of what.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from schatzkammer.core.game import Json

EACH = "each"
QUIET = "quiet"


class Use(NamedTuple):
    """An event that is a use of one thing, if a detail says so where one is named."""

    thing: str
    detail: str
    value: str


class Source(NamedTuple):
    """An event whose detail, or a part of it, names the thing that is used; and the detail that names the user."""

    group: str
    detail: str
    part: int | None
    seat: str


class Catalogue:
    """What is counted in one game. A thing is called by its group and its id: `rule/A23`."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.uses: dict[str, list[Use]] = {}
        self.sources: dict[str, list[Source]] = {}
        self.named: list[str] = []  # the things that are known before anything happens
        self.quiet = _texts(table[QUIET])
        self.groups = [name for name in table if name != QUIET]
        for group in self.groups:
            entries = table[group]
            if not isinstance(entries, Mapping):
                raise TypeError(group)
            for name, told in entries.items():
                for text in _texts(told):
                    if name == EACH:
                        self._add_source(group, text)
                    else:
                        self._add_use(f"{group}/{name}", text)
                if name != EACH:
                    self.named.append(f"{group}/{name}")

    def things(self, event: Json, mover: int) -> list[tuple[str, int]]:
        """The things that an event is a use of, and the seats that use them."""
        kind = str(event["event"])
        found = []
        for thing, detail, value in self.uses.get(kind, ()):
            if not detail or event.get(detail) == value:
                found.append((thing, _seat(event, "seat", mover)))
        for group, detail, part, seat in self.sources.get(kind, ()):
            named = event[detail]
            for one in named if isinstance(named, list) else [named]:
                name = str(one) if part is None else str(one).split("-")[part]
                found.append((f"{group}/{name}", _seat(event, seat, mover)))
        return found

    def _add_use(self, thing: str, text: str) -> None:
        event, _, condition = text.partition(" ")
        detail, _, value = condition.partition("=")
        self.uses.setdefault(event, []).append(Use(thing, detail, value))

    def _add_source(self, group: str, text: str) -> None:
        path, _, seat = text.partition("@")
        event, detail, *part = path.split(".")
        source = Source(group, detail, int(part[0]) if part else None, seat or "seat")
        self.sources.setdefault(event, []).append(source)


class Tally:
    """Uses by thing and seat."""

    def __init__(self, catalogue: Catalogue, players: int) -> None:
        self._catalogue = catalogue
        self._players = players
        self.uses: dict[str, list[int]] = {}

    def add(self, mover: int, events: Sequence[Json]) -> None:
        """Counts what a decision has brought; an event that names nobody is the mover's."""
        for event in events:
            for thing, seat in self._catalogue.things(event, mover):
                self.uses.setdefault(thing, [0] * self._players)[seat] += 1


@lru_cache(maxsize=16)
def catalogue(game: str) -> Catalogue:
    """What is counted in a game."""
    text = files("schatzkammer.lab").joinpath("data", f"{game}.toml").read_text(encoding="utf-8")
    return Catalogue(tomllib.loads(text))


def _seat(event: Json, name: str, mover: int) -> int:
    seat = event.get(name)
    return seat if isinstance(seat, int) else mover


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
