"""The types of views and events are those of real games; every event has one."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

import msgspec
import pytest

from schatzkammer.core.text import Words
from schatzkammer.games import find
from schatzkammer.server.typescript import types_of
from tests.conformance.cases import Case


def module(game: str) -> ModuleType:
    found = types_of(find(game))
    assert found is not None, "every built-in game has types"
    return found


def events_by_name(types: ModuleType) -> dict[str, type]:
    """The type of each event."""
    return {name: kind for kind in types.EVENTS for name in get_args(get_type_hints(kind)["event"])}


def check(value: object, kind: type) -> None:
    """Asserts that a value has a type, and nothing that the type does not declare."""
    plain = json.loads(json.dumps(value))
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(plain, kind))) == plain


def test_views_have_the_type_of_the_game(case: Case) -> None:
    types = module(case.game)
    for match in case.moments(1400, 25):
        for seat in (None, *range(case.players)):
            check(match.view(seat), types.View)


def test_events_have_their_types(case: Case) -> None:
    kinds = events_by_name(module(case.game))
    for match in case.moments(1410, 1):
        for seat in (None, *range(case.players)):
            for event in match.events(seat):
                check(event, kinds[event["event"]])


def test_every_event_has_one_type_and_a_text(game: str) -> None:
    types = module(game)
    names = [name for kind in types.EVENTS for name in get_args(get_type_hints(kind)["event"])]
    assert len(set(names)) == len(names), "two types for one event"
    keys = Words(find(game).package).keys("en")
    assert set(names) == {key.split(".")[1] for key in keys if key.startswith("event.")}


def test_every_event_in_the_sources_is_declared(game: str) -> None:
    origin = find_spec(find(game).package).origin
    sources = [path.read_text(encoding="utf-8") for path in Path(origin).parent.rglob("*.py")]
    emitted = {name for source in sources for name in re.findall(r'"event": "(\w+)"', source)}
    assert emitted
    assert emitted <= set(events_by_name(module(game)))


def test_what_a_type_does_not_declare_is_found(case: Case) -> None:
    view = case.new(1).view()
    types = module(case.game)
    with pytest.raises(AssertionError):
        check({**view, "extra": 1}, types.View)
    with pytest.raises(msgspec.ValidationError):
        check({**view, "players": "two"}, types.View)
