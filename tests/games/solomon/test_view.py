"""What the view says of scores, costs, cards and kinds of tiles."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.games.solomon.components import BOOK
from tests.conformance.cases import Case, chosen_cases
from tests.games.solomon.picture import FLAT, match

CASES = chosen_cases("solomon")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_S71_standings_are_true_where_they_are_known(case: Case) -> None:
    known = 0
    for m in case.moments(12, 30):
        for seat in range(case.players):
            view, lifted = m.view(seat), [m.view(other)["seats"][other]["score"] for other in range(case.players)]
            assert view["standing"][seat] is not None
            for other, player in enumerate(view["seats"]):
                assert (view["standing"][other] is not None) == (player["unknown"] == 0 and player["score"] is not None)
                if m.over:
                    assert view["standing"] == m.scores()
                elif view["standing"][other] is not None:
                    known += other != seat
                    assert view["standing"][other] == lifted[other]["total"]
                    assert player["score"] == lifted[other]
                elif player["score"] is not None:
                    assert player["score"]["total"] <= lifted[other]["total"], "what is known is a lower bound"
    assert known or dict(case.options)["memory"] == "screens"


def test_S13_screens_hide_scores() -> None:
    m = match(FLAT, [2, 3], hoards=["5umab", "1cdM"])
    view = m.view(0)
    assert view["seats"][0]["score"] == {
        "coins": 10,
        "treasures": 5,
        "sets": (0, 0),
        "curses": 4,
        "magic": 0,
        "total": 15,
    }
    assert view["seats"][1]["score"] is None
    assert view["seats"][1]["unknown"] == 4
    assert view["standing"] == [15, None]
    assert m.view()["standing"] == [None, None]


def test_S72_the_prizes_and_who_leads_as_far_as_known() -> None:
    m = match(FLAT, [2, 3, 4], hoards=["umM", "uM", "sA"], options={"memory": "open"})
    for seat in (0, 1, 2, None):
        view = m.view(seat)
        assert (view["set"], view["prizes"]) == (10, {"curses": (24, 12), "magic": (16, 8)})
        assert view["leaders"] == {"curses": [0], "magic": [0, 1, 2]}, "S73"
    hidden = match(FLAT, [2, 3], hoards=["u", ""])
    assert hidden.view(0)["leaders"] is None, "S13: nobody knows what lies behind another screen"
    nothing = match(FLAT, [2, 3], options={"memory": "open"})
    assert nothing.view(0)["leaders"] == {"curses": [], "magic": []}, "S75"


def test_S60_the_cost_of_the_turn_and_the_money_of_its_player() -> None:
    m = match(FLAT.replace("# # # # # #", "## # # # # #", 1), [2, 3], hoards=["3", ""], coins=[0, 10])
    m.play(0, "shift a1 b1")
    for seat, money, pays in ((0, 3, True), (1, None, None), (None, None, None)):
        turn = m.view(seat)["turn"]
        assert (turn["cost"], turn["money"], turn["pays"]) == (1, money, pays)


def test_S22_the_order_of_turns() -> None:
    m = match(FLAT, [9, 3, 7])
    assert m.view()["order"] == [1, 2, 0]
    for seat in (1, 2, 0):
        m.play(seat, "stop")
    assert m.view()["step"] == "choose"
    assert m.view()["order"] == [0, 1, 2]


def test_S21_pictures_of_the_cards_a_seat_can_see() -> None:
    m = sk.new("solomon", players=3, seed="cards")
    hands = [m.view(seat)["seats"][seat]["hand"] for seat in range(3)]
    assert list(m.view(1)["shapes"]) == hands[1]
    assert m.view()["shapes"] == {}
    for seat in range(3):
        m.play(seat, f"play {hands[seat][0]}")
        if seat < 2:
            assert m.view()["shapes"] == {}, "cards are chosen in secret"
    revealed = {hand[0] for hand in hands}
    assert set(m.view()["shapes"]) == revealed
    assert set(m.view(1)["shapes"]) == revealed | {*hands[1]}
    assert m.view(1)["shapes"][hands[1][1]] == BOOK.cards[int(hands[1][1]) - 1].picture


@pytest.mark.parametrize(("edition", "tile"), [("published", "axe"), ("designer", "carpet")])
def test_S53_the_kinds_of_tiles_of_an_edition(edition: str, tile: str) -> None:
    view = sk.new("solomon", players=2, options={"edition": edition}).view()
    assert view["objects"] == {"mirror": "mirror", "axe": tile, "seal": "seal", "amulet": "amulet"}
    assert list(view["families"])[:6] == ["treasure-5", "treasure-4", "treasure-3", "treasure-2", "treasure-1", "mask"]
    assert [kind for kind, family in view["families"].items() if family == "magic"] == [
        "mirror",
        tile,
        "seal",
        "amulet",
    ]
    assert (view["values"]["treasure-4"], view["values"]["mummy"], "alpha" in view["values"]) == (4, 3, False)
