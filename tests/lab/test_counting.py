"""What is counted: every event has its place, every rule and thing its name, and sums are right."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.random import Random
from schatzkammer.core.text import Words
from schatzkammer.games import find
from schatzkammer.lab.counting import Catalogue, Tally, catalogue


@pytest.mark.parametrize("game", sk.games())
def test_every_event_is_counted_or_said_to_be_quiet(game):
    words = Words(find(game).package)
    events = {key.removeprefix("event.") for key in words.keys("en") if key.startswith("event.")}
    counted = catalogue(game)
    told = {*counted.uses, *counted.sources}
    assert told | set(counted.quiet) == events
    by_rule = {event for event, uses in counted.uses.items() if any(use.thing.startswith("rule/") for use in uses)}
    assert not by_rule & set(counted.quiet)


@pytest.mark.parametrize("game", sk.games())
def test_every_rule_and_group_has_words(game):
    words, own = Words(find(game).package), Words("schatzkammer.lab")
    for thing in catalogue(game).named:
        group, _, name = thing.partition("/")
        assert words.entry("de", f"rule.{name}" if group == "rule" else f"word.{name}"), thing
    for group in catalogue(game).groups:
        assert own.entry("de", f"group.{group}"), group


def test_uses_by_hand():
    counted = Catalogue(
        {
            "quiet": ["over"],
            "rule": {"X1": ["dig", "use tile=axe"]},
            "find": {"each": ["dig.tiles"]},
            "colour": {"each": ["take.tile.0"]},
            "card": {"each": ["give.card@to_seat"]},
        }
    )
    tally = Tally(counted, 3)
    tally.add(2, [{"event": "dig", "tiles": ["mask", "mask", "seal"]}])
    tally.add(0, [{"event": "use", "seat": 1, "tile": "axe"}, {"event": "use", "seat": 1, "tile": "seal"}])
    tally.add(0, [{"event": "take", "seat": 0, "tile": "blue-carpet"}, {"event": "over"}])
    tally.add(0, [{"event": "give", "seat": 0, "to_seat": 2, "card": "gold-1"}])
    assert tally.uses == {
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
def test_a_rule_is_used_as_often_as_its_event_is_told(game, rule, event):
    match = sk.new(game, players=2, seed="count")
    tally, rngs = Tally(catalogue(game), 2), streams("count", 2)
    while not match.over:
        for seat in match.to_act:
            decide(match, seat, Random(), rngs[seat])
            tally.add(seat, match.latest_events)
    for seat in range(2):
        told = [one for one in match.events() if one["event"] == event and one["seat"] == seat]
        assert tally.uses[f"rule/{rule}"][seat] == len(told) > 0
