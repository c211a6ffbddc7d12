"""One test per rule of docs/games/solomon.md, named after it: magic and paying (S50 to S66)."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from tests.games.helpers import refused
from tests.games.solomon.picture import FLAT, match

MUMMIES = "\n".join(["u u u . . ."] + ["# # # # # #"] * 5)
ROUGH = "\n".join(["# ## # . . ."] + [". . . . . ."] * 5)


def hoard(m: sk.Match, seat: int) -> dict[str, int]:
    return m.position()["seats"][seat]["tiles"]


def coins(m: sk.Match, seat: int = 0) -> int:
    return m.position()["seats"][seat]["coins"]


def test_S50_objects_are_combined_and_spent() -> None:
    m = match(ROUGH.replace("# ##", "u #u"), [1, 2], hoards=["MXA", ""])
    refused(m, 0, "use seal", "S50")
    m.play(0, "use mirror")
    assert m.legal(0) == ["use axe", "use amulet"], "it takes Mirror and Axe to dig here"
    m.play(0, "use axe")
    refused(m, 0, "use axe", "S50")
    m.play(0, "use amulet")
    m.play(0, "turn left")
    m.play(0, "dig a1")
    assert coins(m) == 10
    assert m.view()["beside"] == {"mirror": 1, "axe": 1, "amulet": 1}
    assert {"mirror", "axe", "amulet"}.isdisjoint(hoard(m, 0))


def test_S50_mirror_with_seal_is_refused() -> None:
    for first, second in (("mirror", "seal"), ("seal", "mirror")):
        for declare in ("after", "before"):
            m = match(FLAT, [1, 2], hoards=["MS", ""], options={"declare": declare})
            m.play(0, f"use {first}")
            refused(m, 0, f"use {second}", "S50")


def test_S50_at_most_one_of_a_kind_and_useless_ones_are_spent_too() -> None:
    m = match(FLAT, [7, 8], hoards=["MMXX", ""])
    m.play(0, "use axe")
    refused(m, 0, "use axe", "S50")
    m.play(0, "use mirror")
    m.play(0, "turn down")
    m.play(0, "dig a1")
    assert (hoard(m, 0)["mirror"], hoard(m, 0)["axe"]) == (1, 1)


def test_S51_not_in_the_turn_in_which_it_was_dug() -> None:
    picture = "\n".join(["M u u . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 3, 4, 5, 6], hoards=["a", "", "", "", ""], coins=[0, 8, 8, 8, 8])
    m.play(0, "dig a1")
    assert m.view()["step"] == "give"
    refused(m, 0, "use mirror", "S51")
    picture = "\n".join(["M a b . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 3])
    m.play(0, "dig a1")
    assert m.to_act == (1,), "the dig ends the turn, so there is no way to use it"


def test_S51_one_from_a_failed_dig_can_be_used_in_any_later_turn() -> None:
    picture = "\n".join(["u u M . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 3], coins=[0, 10])
    m.play(0, "dig a1")
    assert hoard(m, 1) == {"mummy": 2, "mirror": 1}
    m.play(1, "use mirror")
    assert m.view()["turn"]["objects"] == ["mirror"]


def test_S52_the_mirror_turns_the_card() -> None:
    # Card 4 is .# / ##; a quarter turn to the right makes it #. / ##, then ## / #. and ## / .#.
    areas = {
        "down": ["b1", "a2", "b2"],
        "left": ["a1", "a2", "b2"],
        "up": ["a1", "b1", "a2"],
        "right": ["a1", "b1", "b2"],
    }
    for arrow, cells in areas.items():
        m = match(FLAT, [4, 5], hoards=["M", ""])
        refused(m, 0, f"turn {arrow}", "S52")
        m.play(0, "use mirror")
        refused(m, 0, "dig a1", "S52")
        m.play(0, f"turn {arrow}")
        assert m.outcome(0, f"dig {cells[0]}")["places"] == cells
        refused(m, 0, "turn up", "S52")


def test_S52_only_directions_in_which_there_is_a_dig() -> None:
    picture = "\n".join(["# # # . . ."] + [". . . . . ."] * 5)
    m = match(picture, [1, 2], hoards=["M", ""])
    assert "dig a1" not in m.legal(0)
    m.play(0, "use mirror")
    assert m.legal(0) == ["turn left", "turn right"]
    refused(m, 0, "turn up", "S52")


def test_S53_the_axe_digs_on_different_levels_but_not_in_the_air() -> None:
    m = match(ROUGH, [2, 3], hoards=["X", ""])
    refused(m, 0, "dig a1", "S43")
    m.play(0, "use axe")
    assert m.legal(0) == ["dig a1"]
    refused(m, 0, "dig b1", "S42")
    m.play(0, "dig a1")
    assert m.view()["cave"]["b1"]
    assert {"event": "use", "seat": 0, "tile": "axe"} in m.events()
    m = match(ROUGH, [2, 3], hoards=["X", ""], options={"edition": "designer"})
    m.play(0, "use axe")
    assert {"event": "use", "seat": 0, "tile": "carpet"} in m.events(), "the Flying Carpet"
    assert m.view(0)["seats"][0]["tiles"] == {"carpet": 1}


SEAL = """
#  .  ## .  .  .
.  #  ## .  .  .
#  .  .  .  .  #
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
"""


def test_S54_the_seal_digs_any_shape_that_hangs_together() -> None:
    m = match(SEAL, [1, 2], hoards=["S", ""])
    refused(m, 0, "cell a1", "S54")
    m.play(0, "use seal")
    assert m.legal(0) == ["cell a1", "cell b2", "cell a3"], "three in a row by their corners"
    refused(m, 0, "cell f3", "S54")
    refused(m, 0, "cell c1", "S54")
    refused(m, 0, "cell b1", "S42")
    refused(m, 0, "dig a1", "S54")
    m.play(0, "cell a1")
    refused(m, 0, "cell a1", "S54")
    refused(m, 0, "cell a3", "S54")
    assert m.legal(0) == ["cell b2"]
    m.play(0, "cell b2")
    assert m.outcome(0, "cell a3")["places"] == ["a1", "b2", "a3"]
    refused(m, 0, "cell c1", "S43")
    m.undo(0)
    m.play(0, "cell b2")
    m.play(0, "cell a3")
    assert m.to_act == (1,), "the last cell digs"
    assert m.view()["seats"][0]["count"] == 3


def test_S54_with_the_axe_on_different_levels() -> None:
    m = match(SEAL, [25, 26], hoards=["SX", ""])
    refused(m, 0, "use seal", "S56")
    refused(m, 0, "use axe", "S56")
    m = match(SEAL.replace("#  .  ##", "#  #  ##"), [7, 8], hoards=["SX", ""])
    m.play(0, "use seal")
    m.play(0, "use axe")
    assert m.legal(0) == [f"cell {cell}" for cell in ("a1", "b1", "c1", "b2", "c2", "a3")]
    for cell in ("c1", "b1", "a1", "b2"):
        m.play(0, f"cell {cell}")
    assert m.to_act == (1,)


def test_S55_the_amulet_makes_curses_free() -> None:
    m = match(MUMMIES, [2, 3], hoards=["A", ""])
    assert m.outcome(0, "dig a1")["cost"] == 9
    m.play(0, "use amulet")
    assert m.outcome(0, "dig a1")["cost"] == 0
    m.play(0, "dig a1")
    assert coins(m) == 10
    assert hoard(m, 0) == {"mummy": 3}


def test_S55_shifts_are_still_paid() -> None:
    m = match(MUMMIES.replace("# # # # # #", "# # # # ## #", 1), [2, 3], hoards=["A", ""])
    m.play(0, "shift e2 e1")
    m.play(0, "use amulet")
    m.play(0, "dig a1")
    assert coins(m) == 9


def test_S56_objects_are_for_a_dig() -> None:
    m = match("\n".join(["## # ## # ## #"] + [". . . . . ."] * 5), [2, 3], hoards=["AMXS", ""])
    assert [move for move in m.legal(0) if move.startswith("use")] == [
        "use mirror",
        "use axe",
        "use seal",
        "use amulet",
    ]
    m.play(0, "use amulet")
    assert m.legal(0) == ["use mirror", "use axe", "use seal"], "only the Axe makes a dig possible, so it has to follow"
    m.undo(0)
    bare = match("\n".join(["## # ## # ## #"] + [". . . . . ."] * 5), [2, 3], hoards=["A", ""])
    refused(bare, 0, "use amulet", "S56")
    m.play(0, "use axe")
    refused(m, 0, "stop", "S56")
    refused(m, 0, "shift a1 b1", "S56")
    m.undo(0)
    m.play(0, "stop")
    assert hoard(m, 0) == {"mirror": 1, "axe": 1, "seal": 1, "amulet": 1}


def test_S60_shifts_and_curses_are_paid_at_the_end() -> None:
    m = match(MUMMIES.replace("# # # # # #", "# # # # ## #", 1), [2, 3])
    m.play(0, "shift e2 e1")
    assert coins(m) == 10, "not before the end of the turn"
    m.play(0, "dig a1")
    assert coins(m) == 0
    assert hoard(m, 0) == {"mummy": 3}
    assert m.view()["supply"] == 30


@pytest.mark.parametrize(
    ("purse", "stock", "paid"), [(9, "", True), (8, "", False), (4, "5", True), (0, "444", True), (3, "5", False)]
)
def test_S61_coins_and_treasures_pay_together(purse: int, stock: str, paid: bool) -> None:
    m = match(MUMMIES, [2, 3], hoards=[stock, ""], coins=[purse, 10])
    assert m.outcome(0, "dig a1")["pays"] == paid
    m.play(0, "dig a1")
    assert ("mummy" in hoard(m, 0)) == paid


def test_S61_treasures_just_dug_pay_too() -> None:
    picture = "\n".join(["u 3 a . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 3], coins=[0, 10])
    m.play(0, "dig a1")
    assert hoard(m, 0) == {"mummy": 1, "alpha": 1}
    assert m.view()["beside"] == {"treasure-3": 1}


def test_S62_coins_first_then_the_smallest_treasures_change_in_coins() -> None:
    m = match(MUMMIES, [2, 3], hoards=["22455", ""], coins=[3, 10])
    m.play(0, "dig a1")  # 9: three coins, 2 + 2, then 4 with change 2
    assert coins(m) == 2
    assert hoard(m, 0) == {"treasure-5": 2, "mummy": 3}
    assert m.view()["beside"] == {"treasure-2": 2, "treasure-4": 1}
    assert m.view()["supply"] == 40 - 10 - 2
    told = next(event for event in m.events(1) if event["event"] == "pay_treasures")
    assert (told["coins"], told["tiles"], told["change"]) == (3, ["treasure-2", "treasure-2", "treasure-4"], 2)


def test_S62_of_equal_treasures_those_behind_the_screen_go_first() -> None:
    picture = "\n".join(["u 3 3 . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 3], hoards=["3", ""], coins=[0, 10])
    m.play(0, "dig a1")
    assert m.view(1)["seats"][0]["finds"] == ["treasure-3", "treasure-3", "mummy"]
    m = match(picture, [2, 3], coins=[0, 10])
    m.play(0, "dig a1")
    assert m.view(1)["seats"][0]["finds"] == ["treasure-3", "mummy"]


def test_S63_who_cannot_pay_for_shifts_pays_all_and_is_forgiven_the_rest() -> None:
    picture = "\n".join(["#a . . . . ."] + [". . . . . ."] * 5)
    m = match(picture, [2, 3], hoards=["2", ""], coins=[1, 10])
    for move in ("a1 b1", "b1 c1", "c1 d1", "d1 e1", "e1 f1"):
        m.play(0, f"shift {move}")
    m.play(0, "stop")
    assert (coins(m), hoard(m, 0)) == (0, {})
    assert {"event": "forgiven", "seat": 0, "cost": 2} in m.events()


def failed(players: int, edition: str, finds: str, stock: str = "", opponents: str = "") -> sk.Match:
    """Seat 0 has just dug these finds and cannot pay for them."""
    picture = "\n".join([" ".join([*finds, ".", ".", "."][:6])] + ["# # # # # #"] * 5)
    cards = {3: 2, 4: 8}[len(finds)]
    purse = [0] + [8] * (players - 1)
    hoards = [stock] + [opponents] * (players - 1)
    m = match(picture, [cards, 29, 30, 31, 32][:players], hoards=hoards, coins=purse, options={"edition": edition})
    assert not m.outcome(0, "dig a1")["pays"]
    m.play(0, "dig a1")
    return m


def test_S64_published_the_finds_are_dealt_equally() -> None:
    m = failed(3, "published", "uum")
    assert [sum(hoard(m, seat).values()) for seat in range(3)] == [0, 1, 1]
    m = failed(3, "published", "uumm")
    assert [sum(hoard(m, seat).values()) for seat in range(3)] == [0, 2, 2]
    assert coins(m, 0) == 0, "whoever fails pays nothing"
    assert [coins(m, seat) for seat in (1, 2)] == [8, 8], "and nobody pays for a curse received"


@pytest.mark.parametrize(("edition", "got"), [("published", 3), ("designer", 1)])
def test_S64_with_two_players_the_opponent_gets_all_or_one(edition: str, got: int) -> None:
    m = failed(2, edition, "uum")
    assert sum(hoard(m, 1).values()) == got


def test_S64_the_remainder_is_discarded_unseen() -> None:
    before = match("\n".join(["u u m . . ."] + ["# # # # # #"] * 5), [2, 29, 30])
    m = failed(3, "published", "uum")
    assert m.view()["discarded"] == before.view()["discarded"] + 1
    assert {"event": "discard", "seat": 0, "count": 1} in m.events()
    m = failed(5, "designer", "uumm")
    assert [sum(hoard(m, seat).values()) for seat in range(5)] == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("edition", ["published", "designer"])
def test_S64_five_players_three_finds_a_tile_is_added(edition: str) -> None:
    m = failed(5, edition, "uum", stock="ab", opponents="")
    assert m.view(0)["step"] == "give"
    assert m.view(1)["turn"]["lost"] == ["mummy", "mummy", "mask"]
    assert m.legal(0) == ["give alpha", "give beta"]
    refused(m, 0, "give gamma", "S64")
    refused(m, 0, "stop", "S64")
    refused(m, 0, "dig a2", "S40")
    m.play(0, "give beta")
    assert [sum(hoard(m, seat).values()) for seat in range(5)] == [1, 1, 1, 1, 1]
    dealt = sorted(name for seat in (1, 2, 3, 4) for name in hoard(m, seat))
    assert dealt == sorted(["beta", "mask", "mummy", "mummy"])


def test_S64_the_player_is_asked_even_with_one_kind_and_without_tiles_the_last_gets_none() -> None:
    m = failed(5, "published", "uum", stock="aa")
    assert m.legal(0) == ["give alpha"]
    m = failed(5, "published", "uum")
    assert m.to_act == (1,)
    assert [sum(hoard(m, seat).values()) for seat in range(5)] == [0, 1, 1, 1, 0]


def test_S64_objects_used_this_turn_cannot_be_given() -> None:
    picture = "\n".join(["u u u . . ."] + ["# # # # # #"] * 5)
    m = match(picture, [2, 29, 30, 31, 32], hoards=["X", "", "", "", ""], coins=[0, 8, 8, 8, 8])
    m.play(0, "use axe")
    m.play(0, "dig a1")
    assert m.to_act == (1,), "the Axe is gone, so there is nothing to give"
    assert m.view()["beside"] == {"axe": 1}


def test_S64_every_order_is_as_likely() -> None:
    first = dict.fromkeys(("mask", "scorpion", "mummy"), 0)
    for seed in range(300):
        picture = "\n".join(["u s m . . ."] + ["# # # # # #"] * 5)
        m = match(picture, [2, 29, 30, 31], coins=[0, 10, 10, 10])
        m.state.chance = sk.Stream(b"%d" % seed)
        m.play(0, "dig a1")
        first[next(iter(hoard(m, 1)))] += 1
    assert all(70 <= count <= 130 for count in first.values()), first


def test_S65_published_only_the_receiver_sees_the_tile() -> None:
    m = failed(4, "published", "usm")
    got = [next(iter(hoard(m, seat))) for seat in (1, 2, 3)]
    for seat in (1, 2, 3):
        mine = {"event": "received", "seat": seat, "tiles": [got[seat - 1]], "only": seat}
        assert mine in m.events(seat)
        for viewer in (None, 0, 1, 2, 3):
            if viewer != seat:
                assert mine not in m.events(viewer)
                assert m.view(viewer)["seats"][seat]["tiles"] is None
                assert {"event": "dealt", "seat": seat, "count": 1} in m.events(viewer)
    opened = m.position()
    opened["options"]["memory"] = "open"
    m = sk.from_position("solomon", opened)
    assert m.view(0)["seats"][1]["tiles"] == {}, "not even with memory"
    assert m.view(0)["deals"] == [{"seat": 0, "tiles": ["mask", "scorpion", "mummy"]}], "but all know the lot"


def test_S65_designer_everybody_sees_what_was_drawn() -> None:
    m = failed(4, "designer", "usm")
    for seat in (1, 2, 3):
        drawn = {"event": "received", "seat": seat, "tiles": [*hoard(m, seat)]}
        assert all(drawn in m.events(viewer) for viewer in (None, 0, 1, 2, 3))
    for viewer in (None, 0, 1):
        for _ in range(5):
            drawn = m.state.sample(viewer, sk.Stream(b"seen"))
            assert [seat["tiles"] for seat in m.state.game.position(drawn)["seats"]] == [
                hoard(m, seat) for seat in range(4)
            ]


def test_S66_a_failed_dig_is_legal_foreseen_and_spends_objects() -> None:
    m = match(MUMMIES, [2, 3], hoards=["X", ""], coins=[0, 10])
    told = m.outcome(0, "dig a1")
    assert told["takes"] == ["mummy"] * 3
    assert (told["cost"], told["pays"], told["gives"]) == (9, False, [])
    with pytest.raises(sk.IllegalMove):  # whether a player can pay is secret
        m.outcome(1, "dig a1")
    m.play(0, "use axe")
    assert m.outcome(0, "dig a1")["gives"] == ["axe"]
    m.play(0, "dig a1")
    assert hoard(m, 0) == {}
    assert m.view()["beside"] == {"axe": 1}
    assert {"event": "fail", "seat": 0, "cost": 9} in m.events()
