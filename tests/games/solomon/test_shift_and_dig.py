"""One test per rule of docs/games/solomon.md, named after it: shifting and digging (S30 to S45)."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.games.solomon import flow
from schatzkammer.games.solomon.state import ACT_STEP
from tests.conformance.cases import ALL
from tests.games.helpers import refused
from tests.games.solomon.picture import FLAT, draw, match

# Card 15 is ## / ## / #. and seat 0 is about to play it; the book's example, its area at the top left.
CARD_15 = """
#b   #d   #    #    #    #
#5#  #s## #    #    #    #
#2   #    #    #    #    #
#    #    #    #    #    #
#    #    #    #    #    #
#    #    #    #    #    #
"""
STEPS = """
1    22   333  4444 .    .
.    .    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
"""


def shifts(m: sk.Match, seat: int = 0) -> set[str]:
    return {move.removeprefix("shift ") for move in m.legal(seat) if move.startswith("shift")}


def digs(m: sk.Match, seat: int = 0) -> list[str]:
    return [move.removeprefix("dig ") for move in m.legal(seat) if move.startswith("dig")]


def test_S30_the_top_tile_goes_onto_a_neighbouring_stack() -> None:
    m = match(FLAT.replace("#", ".", 35).replace("#", "."), [1, 2])
    assert shifts(m) == set()
    picture = "\n".join([". . . . . ."] * 2 + [". . ab . . ."] + [". . . . . ."] * 3)
    m = match(picture, [1, 2])
    assert shifts(m) == {f"c3 {onto}" for onto in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")}
    refused(m, 0, "shift a1 a2", "S30")
    refused(m, 0, "shift c3 e3", "S40")
    m.play(0, "shift c3 d4")
    m.play(0, "shift d4 d5")
    m.play(0, "shift c3 c4")
    assert m.view()["cave"] == {"c4": ["alpha"], "d5": ["beta"]}, "the same tile twice, then another"


def test_S31_never_uphill() -> None:
    m = match(STEPS, [1, 2])
    assert {"b1 a1", "c1 b1", "d1 c1", "d1 e1"} <= shifts(m), "from height h onto at most h - 1"
    for move in ("a1 b1", "b1 c1", "c1 d1"):
        refused(m, 0, f"shift {move}", "S31")
    level = match("\n".join(["## ## . . . ."] + [". . . . . ."] * 5), [1, 2])
    refused(level, 0, "shift a1 b1", "S31")


def test_S32_a_shift_shows_what_lies_below_to_all_and_stands() -> None:
    picture = "\n".join(["5a . . . . ."] + [". . . . . ."] * 5)
    m = match(picture, [1, 2], unseen={"a1": 1})
    assert m.view(1)["cave"]["a1"] == [None, "alpha"]
    m.play(0, "shift a1 b1")
    for viewer in (None, 0, 1):
        assert m.view(viewer)["cave"] == {"a1": ["treasure-5"], "b1": ["alpha"]}
        assert {"event": "uncover", "cell": "a1", "tile": "treasure-5"} in m.events(viewer)
    with pytest.raises(sk.IllegalMove) as refusal:
        m.undo(0)
    assert refusal.value.rule == "S32"
    m.play(0, "shift b1 b2")
    with pytest.raises(sk.IllegalMove):
        m.undo(0)
    assert m.view()["turn"]["shifts"] == 2


def test_S32_what_a_shift_covers_stays_known() -> None:
    picture = "\n".join(["#a b . . . ."] + [". . . . . ."] * 5)
    for memory, below in (("screens", None), ("open", "beta")):
        m = match(picture, [1, 2], options={"memory": memory})
        m.play(0, "shift a1 b1")
        assert m.view(1)["cave"]["b1"] == [below, "alpha"]
        for _ in range(20):
            drawn = m.state.sample(1, sk.Stream(b"known"))
            assert m.state.game.position(drawn)["cave"] == m.position()["cave"]


@pytest.mark.parametrize("dig", [False, True])
def test_S33_each_shift_costs_1_dug_or_not(dig: bool) -> None:
    picture = "\n".join(["a b c . . ."] + ["#d . . . . ."] + [". . . . . ."] * 4)
    m = match(picture, [2, 3])
    m.play(0, "shift a2 b2")
    m.play(0, "shift b2 c2")
    m.play(0, "dig a1" if dig else "stop")
    assert m.view(0)["seats"][0]["coins"] == 8
    assert m.view()["supply"] == 22


def test_S34_beginners_may_go_up_but_never_onto_four() -> None:
    m = match(STEPS, [1, 2], options={"uphill": True})
    assert {"a1 b1", "b1 c1", "b1 a1"} <= shifts(m)
    refused(m, 0, "shift c1 d1", "S34")
    m.play(0, "shift a1 b1")
    assert m.view()["cave"]["b1"][-1] == "treasure-1"


def test_S35_no_more_shifts_than_wealth_and_5_for_each_cell() -> None:
    picture = "\n".join(["#a . . . . ."] + [". . . . . ."] * 5)
    m = match(picture, [1, 2], hoards=["31", ""], coins=[2, 10])
    assert m.view(0)["turn"]["limit"] == 2 + 4 + 3 * 5
    assert m.view(1)["turn"]["limit"] is None, "it would tell what lies behind the screen"
    m.play(0, "shift a1 b1")
    for step in range(20):
        m.play(0, "shift b1 b2" if step % 2 == 0 else "shift b2 b1")
    refused(m, 0, "shift b1 b2", "S35")
    assert m.legal(0) == ["stop"]


def test_S36_after_the_area_is_named_with_the_dig() -> None:
    m = match(FLAT, [1, 2])
    refused(m, 0, "name a1", "S36")
    m.play(0, "dig a1")
    assert m.to_act == (1,)


def named(picture: str, cards: list[int], **more: object) -> sk.Match:
    return match(picture, cards, options={"declare": "before"}, **more)


def test_S36_before_the_area_is_named_once_and_only_it_is_dug() -> None:
    m = named(CARD_15, [15, 16])
    refused(m, 0, "shift a2 b3", "S36")
    assert "dig a4" in m.legal(0), "without shifts nothing need be named"
    m.play(0, "name a1")
    assert m.view(1)["turn"]["area"] == ["a1", "b1", "a2", "b2", "a3"]
    refused(m, 0, "name a2", "S36")
    refused(m, 0, "dig a4", "S36")
    refused(m, 0, "dig a1", "S43")
    m.play(0, "shift a2 b3")
    m.play(0, "shift b2 c1")
    m.play(0, "shift b2 c2")
    m.play(0, "dig a1")
    assert m.to_act == (1,)
    again = named(CARD_15, [15, 16])
    again.play(0, "name a1")
    again.play(0, "stop")
    assert again.view(0)["seats"][0]["coins"] == 10, "nobody has to shift or dig"


def test_S36_emptiness_and_level_show_at_the_dig() -> None:
    m = named("\n".join([". . . . . ."] * 6), [2, 3])
    m.play(0, "name a1")
    refused(m, 0, "dig a1", "S42")
    refused(m, 0, "use axe", "S50")
    m.play(0, "stop")


def test_S36_mirror_and_seal_are_named_with_the_area_and_spent_with_the_dig() -> None:
    m = named(FLAT, [2, 3], hoards=["MSXA", ""])
    assert {"use mirror", "use seal", "use axe", "use amulet"} <= set(m.legal(0))
    m.play(0, "use mirror")
    assert m.legal(0) == ["turn down", "turn left", "turn up", "turn right"]
    m.play(0, "turn left")
    refused(m, 0, "stop", "S36")
    m.play(0, "name a1")
    assert m.view()["turn"]["area"] == ["a1", "a2", "a3"]
    refused(m, 0, "use seal", "S50")
    m.play(0, "stop")
    assert m.position()["seats"][0]["tiles"] == {"mirror": 1, "axe": 1, "seal": 1, "amulet": 1}, "not spent"
    m = named(FLAT, [2, 3], hoards=["MSXA", ""])
    m.play(0, "use seal")
    for cell in ("a1", "b2", "c3"):
        m.play(0, f"cell {cell}")
    assert m.view()["turn"]["named"]
    m.play(0, "use amulet")
    assert m.legal(0) == ["dig a1", "use axe"], "Axe and Amulet may be added, and then the dig follows"
    m.play(0, "dig a1")
    assert m.position()["seats"][0]["tiles"].get("seal", 0) + m.position()["seats"][0]["tiles"].get("amulet", 0) == 0


def test_S36_a_dig_uses_neither_mirror_nor_seal_if_none_was_named() -> None:
    m = named(FLAT, [2, 3], hoards=["MSX", ""])
    m.play(0, "name a1")
    refused(m, 0, "use mirror", "S36")
    refused(m, 0, "use seal", "S36")
    m = named(FLAT, [2, 3], hoards=["MSX", ""])
    m.play(0, "use axe")
    refused(m, 0, "use mirror", "S36")
    m.play(0, "dig a1")
    assert m.position()["seats"][0]["tiles"]["mirror"] == 1


def test_S40_one_dig_or_none() -> None:
    m = match(FLAT, [1, 2])
    m.play(0, "dig a1")
    assert m.to_act == (1,), "the turn ends with the dig"
    m.play(1, "stop")
    assert m.view()["step"] == "choose"
    assert m.position()["seats"][1]["tiles"] == {}


def test_S41_exactly_the_cards_shape_anywhere() -> None:
    m = match(FLAT, [13, 14])
    # Card 13 is #. / #. / ##: five columns and four rows to begin in.
    assert digs(m) == [f"{column}{row}" for row in "1234" for column in "abcde"]
    refused(m, 0, "dig f1", "S41")
    refused(m, 0, "dig a5", "S41")
    m.play(0, "dig a1")
    # Card 14 is its mirror image: .# / .# / ##.
    assert "dig a4" not in m.legal(1)
    assert m.outcome(1, "dig d1")["places"] == ["d1", "d2", "c3", "d3"]


def test_S42_no_empty_cell() -> None:
    picture = "\n".join(["# # . # # #"] + [". . . . . ."] * 5)
    m = match(picture, [2, 3])
    assert digs(m) == ["d1"]
    refused(m, 0, "dig a1", "S42")


def test_S43_all_on_one_level_whichever() -> None:
    picture = "\n".join(["## ## ## # # #"] + ["#### #### #### ### ### ###"] + [". . . . . ."] * 4)
    m = match(picture, [2, 3])
    assert digs(m) == ["a1", "d1", "a2", "d2"]
    refused(m, 0, "dig b1", "S43")
    refused(m, 0, "dig c2", "S43")


def test_S44_the_top_tile_of_each_cell_is_taken() -> None:
    picture = "\n".join(["1a 2b 3c # # #"] + [". . . . . ."] * 5)
    m = match(picture, [2, 3])
    m.play(0, "dig a1")
    assert m.position()["seats"][0]["tiles"] == {"alpha": 1, "beta": 1, "gamma": 1}
    assert draw(m.position()["cave"]).split()[:3] == ["1", "2", "3"]


@pytest.mark.parametrize(("option", "lying"), [("round", ["treasure-2", "alpha", "mirror"]), ("turn", [])])
def test_S45_finds_lie_open_until_the_end_of_the_round_or_the_turn(option: str, lying: list[str]) -> None:
    picture = "\n".join(["a 2 M # # #"] + [". . . . . ."] * 5)
    m = match(picture, [2, 3], options={"open_finds": option})
    m.play(0, "dig a1")
    for viewer in (None, 0, 1):
        assert m.view(viewer)["seats"][0]["finds"] == lying
        dug = {"event": "dig", "seat": 0, "cells": ["a1", "b1", "c1"], "tiles": ["alpha", "treasure-2", "mirror"]}
        assert dug in m.events(viewer), "seen by all"
    m.play(1, "stop")
    assert m.view(0)["seats"][0]["finds"] == []
    assert m.position()["seats"][0]["tiles"] == {"treasure-2": 1, "alpha": 1, "mirror": 1}


def test_the_books_dig_with_card_15() -> None:
    """Three shifts and a scorpion cost 5; the finds are treasures 5 and 2, two parchments and the scorpion."""
    m = match(CARD_15, [15, 16], unseen={"a2": 2, "b2": 3})
    assert "dig a1" not in m.legal(0)
    m.play(0, "shift a2 b3")
    assert m.view(0)["cave"]["a2"][-1] == "treasure-5"
    m.play(0, "shift b2 c1")
    m.play(0, "shift b2 c2")
    assert m.view(0)["cave"]["b2"][-1] == "scorpion"
    told = m.outcome(0, "dig a1")
    assert told["cost"] == 5
    assert told["pays"]
    assert sorted(told["takes"]) == ["beta", "delta", "scorpion", "treasure-2", "treasure-5"]
    m.play(0, "dig a1")
    assert m.position()["seats"][0]["coins"] == 5
    assert m.position()["seats"][0]["tiles"] == {
        "treasure-2": 1,
        "treasure-5": 1,
        "scorpion": 1,
        "beta": 1,
        "delta": 1,
    }


def test_the_turns_masks_are_the_offers_of_its_kinds() -> None:
    case = next(case for case in ALL if case.game == "solomon" and dict(case.options)["declare"] == "before")
    compared = 0
    for m in case.moments(3, 60):
        s = m.state
        if s.step == ACT_STEP:
            kinds = flow.STEPS[ACT_STEP].kinds
            assert (s.offer, *s.further) == tuple(kind.offer(s, s.seat) for kind in kinds)
            compared += 1
    assert compared > 10
