"""Counters: every event is counted or ignored, every item has a name, and the counts are right."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.random import Random
from schatzkammer.core.text import Words
from schatzkammer.games import find
from schatzkammer.lab.counters import Definitions, UseCounter, definitions_of


@pytest.mark.parametrize("game", sk.games())
def test_every_event_is_counted_or_ignored(game):
    words = Words(find(game).package)
    events = {key.split(".")[1] for key in words.keys("en") if key.startswith("event.")}
    counted = definitions_of(game)
    used = {*counted.uses, *counted.naming_uses}
    assert used | set(counted.ignored) == events
    by_rule = {event for event, uses in counted.uses.items() if any(use.item.startswith("rule/") for use in uses)}
    assert not by_rule & set(counted.ignored)


@pytest.mark.parametrize("game", sk.games())
def test_every_item_and_group_has_a_text(game):
    words, own = Words(find(game).package), Words("schatzkammer.lab")
    for item in definitions_of(game).listed:
        group, _, name = item.partition("/")
        assert words.entry("de", f"rule.{name}" if group == "rule" else f"word.{name}"), item
    for group in definitions_of(game).groups:
        assert own.entry("de", f"group.{group}"), group


def test_a_game_without_definitions_counts_nothing():
    nothing = Definitions({})
    assert (nothing.groups, nothing.listed, nothing.items_used({"event": "dig"}, 0)) == ([], [], [])


def test_uses_are_counted_by_item_and_seat():
    counted = Definitions(
        {
            "ignored": ["over"],
            "rule": {"X1": ["dig", "use tile=axe"]},
            "find": {"each": ["dig.tiles"]},
            "colour": {"each": ["take.tile.0"]},
            "card": {"each": ["give.card@to_seat"]},
        }
    )
    counter = UseCounter(counted, 3)
    counter.add(2, [{"event": "dig", "tiles": ["mask", "mask", "seal"]}])
    counter.add(0, [{"event": "use", "seat": 1, "tile": "axe"}, {"event": "use", "seat": 1, "tile": "seal"}])
    counter.add(0, [{"event": "take", "seat": 0, "tile": "blue-carpet"}, {"event": "over"}])
    counter.add(0, [{"event": "give", "seat": 0, "to_seat": 2, "card": "gold-1"}])
    assert counter.uses == {
        "rule/X1": [0, 1, 1],
        "find/mask": [0, 0, 2],
        "find/seal": [0, 0, 1],
        "colour/blue": [1, 0, 0],
        "card/gold-1": [0, 0, 1],
    }


@pytest.mark.parametrize(
    ("game", "rule", "event"),
    [("ali-baba", "A10", "take"), ("monte-cristo", "M30", "keep"), ("solomon", "S30", "shift")],
)
def test_a_rule_is_used_as_often_as_its_event_occurs(game, rule, event):
    match = sk.new(game, players=2, seed="count")
    counter, rngs = UseCounter(definitions_of(game), 2), streams("count", 2)
    while not match.over:
        for seat in match.to_act:
            decide(match, seat, Random(), rngs[seat])
            counter.add(seat, match.latest_events)
    for seat in range(2):
        occurred = [one for one in match.events() if one["event"] == event and one["seat"] == seat]
        assert counter.uses[f"rule/{rule}"][seat] == len(occurred) > 0
