"""Positions and component sets from outside: what cannot be is refused by name; what is accepted plays to its end."""

from __future__ import annotations

import copy
import random
import tomllib
from importlib.resources import files

import pytest

import schatzkammer as sk
from tests.games.helpers import play, points, seat_view
from tests.games.monte_cristo.picture import collecting, match, position

BUILT_IN = tomllib.loads(
    files("schatzkammer.games.monte_cristo").joinpath("data", "components.toml").read_text(encoding="utf-8")
)


def changed(told: dict, *path: str | int, to: object) -> dict:
    """A copy with one entry replaced."""
    twin = copy.deepcopy(told)
    place = twin
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return twin


def refusal(told: dict) -> str:
    with pytest.raises(sk.BadPosition) as error:
        sk.from_position("monte-cristo", told)
    return str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("lane",), "attic", "lane"),
        (("step",), "take", "step"),
        (("rounds",), 200, "rounds"),
        (("slide", "supply"), [0, 1], "slide"),
        (("slide", "supply"), [0, 0, 0, 0], "slide.supply"),
        (("market",), ["gold"] * 5, "market"),
        (("dungeons", "A", "queue"), [7], "dungeons.A.queue[0]"),
        (("dungeons", "A", "treasures"), ["gold-1"] * 3, "dungeons.A.treasures[2]"),
        (("dungeons", "A", "queue"), [0], "seats[0].hunters"),
        (("bonus", "fame"), [0, 0], "bonus.fame"),
        (("deck",), [], "These cards are nowhere"),
        (("bag",), [], "These treasures are nowhere"),
        (("seats", 0, "points"), -1, "seats[0].points"),
        (("seats", 0, "marseille"), 3, "seats[0].hunters"),
        (("seats", 0, "dealt"), "ruby-2", "seats[0].dealt"),
        (("seats",), [], "seats"),
        (("chance", "key"), "xyz", "chance.key"),
        (("chance", "spent"), -4, "chance.spent"),
        (("receiver",), 1, "receiver"),
        (("laid",), ["A"], "laid"),
        (("placing",), {"seat": 0, "left": 1, "entered": False, "extra": 0}, "placing"),
        (("collecting",), {}, "collecting"),
        (("drawn",), ["ruby-2"], "drawn"),
    ],
)
def test_what_cannot_be_is_refused_by_name(path: tuple, value: object, named: str) -> None:
    good = position("", 3, "order", "change")
    sk.from_position("monte-cristo", good)
    assert refusal(changed(good, *path, to=value)).startswith(named)


def test_what_a_step_needs() -> None:
    placing = {"seat": 0, "left": 3, "entered": False, "extra": 0}
    good = position("hunters: r g b", 3, "hunters", "place", placing=placing)
    for name, value in (("left", 0), ("left", 4), ("entered", 1), ("entered", True), ("extra", 1), ("seat", 3)):
        assert refusal(changed(good, "placing", name, to=value)).startswith("placing."), name
    assert refusal({**good, "step": "reinforce"}).startswith("placing")
    assert refusal({**good, "step": "discard"}).startswith("step")
    good = collecting("D: R1 E1 / r r b\nr: R1 E2 / 0 / 0", 2, "D", "r b").position()
    go = good["collecting"]
    for name, value in (
        ("dungeon", "G"),
        ("order", []),
        ("order", [0, 0]),
        ("owed", {"ruby": 2}),
        ("paid", {"ruby": 1}),
        ("least", {"ruby": 1}),
        ("kind", "ruby"),
        ("largest", 2),
    ):
        assert refusal({**good, "collecting": {**go, name: value}}).startswith(("collecting", "step"))
    assert refusal({**good, "step": "over", "collecting": None}).startswith("step")
    good = position("supply: r b g", 3, "supply", "give", drawn="R1 R2 R3")
    assert refusal({**good, "receiver": 1}).startswith("drawn")
    assert refusal({**good, "drawn": ["ruby-1"], "discards": ["ruby-2", "ruby-3"]}).startswith("drawn")


def test_a_position_without_a_choice_cannot_arise() -> None:
    with pytest.raises(sk.BadPosition, match="plays itself"):
        match("", 2, "supply", "give", drawn="R1 R1")


def test_a_component_set_of_ones_own() -> None:
    parts = copy.deepcopy(BUILT_IN)
    parts["market"]["prices"] = [3, 3, 2, 2, 1]
    parts["bonus"] = {"landing": 1, "fame": 7, "reinforcement": 0}
    parts["supply"]["hunters"] = [5, 4, 0]
    parts["supply"]["cards"]["gold"] = [6, 0, 0]
    parts["treasures"]["ruby"] = [3, 3, 3, 3, 3, 3]
    for players in (2, 3, 4):
        m = sk.new("monte-cristo", players=players, seed="own", components=parts)
        assert list(m.view()["market"].values()) == [3, 3, 2, 2, 1]
        rng = random.Random(8)
        while not m.over:
            m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
            assert sk.from_position("monte-cristo", m.position()).position() == m.position()
        assert sk.replay(m.record()).scores() == m.scores()
    told = position(
        "hunters: r r b", 2, "hunters", "place", placing={"seat": 0, "left": 3, "entered": False, "extra": 0}
    )
    amounts = {**BUILT_IN, "bonus": parts["bonus"]}
    m = sk.from_position("monte-cristo", {**told, "components": amounts})
    play(m, "enter fame", "pass")
    assert points(m) == [7, 0]
    play(m, "enter landing")
    assert seat_view(m, 1)["hunters"] == 2


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("kinds",), ["gold"], "kinds"),
        (("treasures", "gold"), [1, 2, 3], "treasures.gold"),
        (("treasures", "gold"), [1, 1, 2, 2, 3, 4], "treasures.gold[5]"),
        (("supply", "hunters"), [3, 3, 1], "supply.hunters"),
        (("supply", "cards", "ruby"), [2, 2, 3], "supply.cards"),
        (("supply", "cards", "ruby"), [2, 2, "2"], "supply.cards.ruby[2]"),
        (("market", "prices"), [1, 2, 2, 1, 1], "market"),
        (("market", "prices"), [4, 2, 2, 1, 1], "market.prices[0]"),
        (("bonus", "fame"), -1, "bonus.fame"),
        (("bonus",), {}, "bonus.landing"),
    ],
)
def test_component_sets_that_the_rules_do_not_allow(path: tuple, value: object, named: str) -> None:
    with pytest.raises(sk.BadComponents) as error:
        sk.new("monte-cristo", players=2, seed="bad", components=changed(BUILT_IN, *path, to=value))
    assert str(error.value).startswith(named)
