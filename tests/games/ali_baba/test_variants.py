"""The variants: one test per rule of docs/games/ali-baba.md, named after it."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.games.ali_baba.components import SLOT_NAMES, SMALL, TILE_NAMES, TREASURES
from tests.games.ali_baba.picture import floor, hand, match, tiles
from tests.games.helpers import points, refused


def test_A40_six_tiles_beside_and_all_lamps_in_the_cave() -> None:
    for seed in range(20):
        m = sk.new("ali-baba", players=3, seed=f"A40 {seed}", options={"variant": "lamp"})
        position = m.position()
        assert len(position["beside"]) == 6
        assert not [tile for tile in position["beside"] if tile.endswith("lamp")]
        assert len([tile for tile in position["board"].values() if tile.endswith("lamp")]) == 6
        assert len(position["board"]) == 54
        assert position["left_over"] == []
        assert m.view(None)["beside"] == position["beside"], "face up"


BESIDE = "pS bR nD gK yU wT"


def lamp(picture: str, hands: list[str], beside: str = BESIDE, bans: list[str | None] | None = None) -> sk.Match:
    return match(picture, hands, options={"variant": "lamp"}, beside=beside, bans=bans)


def test_A41_a_lamp_is_kept_or_swapped() -> None:
    m = lamp(floor("pL bL ## ##"), ["", ""])
    m.play(0, "take 1a1")
    assert m.legal(0) == [f"swap {tile}" for tile in sorted(tiles(BESIDE), key=TILE_NAMES.index)] + ["keep"]
    refused(m, 0, "pass", "A41")
    refused(m, 0, "swap white-sword", "A41")
    m.play(0, "keep")
    assert points(m) == [5, 0]
    m.play(1, "take 1b1")
    m.play(1, "swap pink-sword")
    assert points(m) == [5, 5], "the spell of the new tile"
    assert "pink-sword" in hand(m, 1)
    assert "blue-lamp" in m.view()["beside"]
    assert "blue-lamp" not in hand(m, 1)


def test_A41_blue_and_green_look_at_the_lamps_place_and_brown_counts_after_the_swap() -> None:
    m = lamp(floor("pL pR ## ##"), ["", ""])
    m.play(0, "take 1a1")
    m.play(0, "swap blue-ring")
    assert points(m) == [2, 0], "the lamp bared a square"
    m = lamp(floor("pL pR ## ##"), ["", ""])
    m.play(0, "take 1a1")
    m.play(0, "swap green-crown")
    assert m.legal(0) == ["also 1b1", "also 1a2", "pass"]
    m = lamp(floor("pL pR ## ##"), ["bD gD bL", ""])
    m.play(0, "take 1a1")
    m.play(0, "swap brown-diamond")
    assert points(m) == [6, 0], "three diamonds; the lamps do not count"


def test_A41_bans_do_not_reach_tiles_beside_and_the_new_spell_may_be_declined() -> None:
    m = lamp(floor("pL pR ## ##"), ["pD", "bS"], bans=[None, "yellow"])
    m.play(0, "take 1a1")
    m.play(0, "swap yellow-ruby")
    assert m.legal(0) == ["ask", "pass"]
    m.play(0, "pass")
    assert m.to_act == (1,)


def test_A41_a_lamp_from_beside_gives_only_its_colours_spell() -> None:
    m = lamp(floor("pL pR ## ##"), ["", ""], beside="gL bR nD gK yU wT")
    m.play(0, "take 1a1")
    m.play(0, "swap green-lamp")
    assert m.view()["step"] == "green"


def test_A41_a_lamp_got_by_green_or_yellow_does_nothing() -> None:
    m = lamp(floor("gD pL ## ##"), ["", ""])
    m.play(0, "take 1a1")
    m.play(0, "also 1b1")
    assert m.to_act == (1,)
    assert points(m) == [0, 0]
    m = lamp(floor("yD pR ## ##"), ["", "pL"])
    m.play(0, "take 1a1")
    m.play(0, "ask")
    m.play(1, "show pink-lamp")
    m.play(0, "pick pink-lamp")
    assert m.to_act == (1,)
    assert points(m) == [0, 0]


def test_A41_only_in_the_variant_with_the_lamp() -> None:
    m = match(floor("pL pR ## ##"), ["", ""])
    m.play(0, "take 1a1")
    assert points(m) == [5, 0]


def test_A42_one_treasure_is_left_out_and_nothing_is_left_over() -> None:
    drawn = set()
    for seed in range(60):
        m = sk.new("ali-baba", players=4, seed=f"A42 {seed}", options={"variant": "equal"})
        position = m.position()
        assert len(position["removed"]) == 1
        assert m.view(None)["removed"] == position["removed"], "known to all"
        assert len(position["board"]) == 54
        assert position["left_over"] == []
        drawn.update(position["removed"])
    assert drawn == set(TREASURES)


def test_A43_the_small_cave() -> None:
    with pytest.raises(sk.BadOption, match="A43"):
        sk.new("ali-baba", players=3, seed="A43", options={"variant": "small"})
    m = sk.new("ali-baba", players=2, seed="A43", options={"variant": "small"})
    position = m.position()
    assert len(position["removed"]) == 3
    assert [sum(slot[0] == layer for slot in position["board"]) for layer in "1234"] == [16, 12, 6, 2]
    assert len(position["left_over"]) == 6
    assert {slot for slot, tile in m.view()["board"].items() if tile} == {"4a1", "4a2"}

    def below(slot: str) -> list[str]:
        return [SLOT_NAMES[under] for under in SMALL.below[SLOT_NAMES.index(slot)]]

    assert below("2c4") == ["1c4", "1d4"]
    assert below("3b3") == ["2b3", "2c3", "2b4", "2c4"]
    assert below("4a2") == ["3a2", "3b2", "3a3", "3b3"]


def test_A44_blue_and_green_in_the_small_cave() -> None:
    options = {"variant": "small"}
    small = """
    bD pD .. .. | .. .. .. | .. .. | ..
    ## .. .. .. | .. .. .. | .. .. | ..
    .. .. .. .. | .. .. .. | .. .. |
    .. .. .. .. | .. .. .. |       |
    """
    removed = ["sword", "chest", "lamp"]
    m = match(small, ["", ""], options=options, removed=removed)
    m.play(0, "take 1a1")
    assert points(m) == [2, 0], "a bared square"
    m = match(small.replace("bD", "gD"), ["", ""], options=options, removed=removed)
    m.play(0, "take 1a1")
    assert m.legal(0) == ["also 1b1", "also 1a2", "pass"]
