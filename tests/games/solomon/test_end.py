"""One test per rule of docs/games/solomon.md, named after it: the end and the score (S70 to S76)."""

from __future__ import annotations

import schatzkammer as sk
from schatzkammer.games.solomon.flow import prizes
from tests.games.helpers import refused
from tests.games.solomon.picture import FLAT, match

EMPTY = "\n".join([". . . . . ."] * 6)
ROUNDS = {2: 12, 3: 8, 4: 6, 5: 5}


def finished(hoards: list[str], coins: list[int]) -> sk.Match:
    """A game that has ended with these tiles and coins."""
    players = len(hoards)
    m = match(EMPTY, [*range(1, players + 1)], hoards=hoards, coins=coins, played_rounds=ROUNDS[players] - 1)
    for seat in range(players):
        m.play(seat, "stop")
    return m


def test_S70_the_game_ends_when_all_cards_are_played() -> None:
    m = match(FLAT, [1, 2], played_rounds=11)
    m.play(0, "stop")
    assert not m.over
    m.play(1, "stop")
    assert m.over
    assert m.to_act == ()
    refused(m, 0, "stop", "S70")
    assert m.view(0)["seats"][1]["coins"] == 10, "the screens are lifted"


def test_S71_what_scores() -> None:
    m = finished(["1355aabbccddd", "m", ""], [7, 0, 0])
    sheet = m.view()["sheet"][0]
    assert sheet == {"coins": 7, "treasures": 14, "sets": (2, 20), "curses": (0, 0), "magic": (0, 0), "total": 41}
    assert m.scores()[0] == 41


def test_S72_prizes_for_curses_by_value_and_magic_by_number() -> None:
    m = finished(["uuMX", "sssA", "m"], [0, 0, 0])
    assert [line["curses"] for line in m.view()["sheet"]] == [(6, 18), (6, 18), (1, 0)]
    assert m.view()["leaders"] == {"curses": [0, 1], "magic": [0]}
    m = finished(["uuM", "ssmAS", "m"], [0, 0, 0])
    assert [line["curses"] for line in m.view()["sheet"]] == [(6, 24), (5, 12), (1, 0)]
    assert [line["magic"] for line in m.view()["sheet"]] == [(1, 8), (2, 16), (0, 0)]


def test_S73_ties() -> None:
    assert prizes([9, 9, 5], 24, 12) == [18, 18, 0]
    assert prizes([9, 9, 9], 24, 12) == [12, 12, 12]
    assert prizes([9, 5, 5], 24, 12) == [24, 6, 6]
    assert prizes([2, 2], 16, 8) == [12, 12]
    assert prizes([3, 2, 2], 16, 8) == [16, 4, 4]
    assert prizes([3, 3, 3], 16, 8) == [8, 8, 8]


def test_S74_a_second_needs_half_of_the_first() -> None:
    assert prizes([29, 13], 24, 12) == [24, 0], "the book's example"
    assert prizes([29, 15], 24, 12) == [24, 12]
    assert prizes([29, 14], 24, 12) == [24, 0]
    assert prizes([28, 14], 24, 12) == [24, 12]
    assert prizes([5, 2], 16, 8) == [16, 0]
    m = finished(["uuuuuuuussm", "ssssssm"], [0, 0])
    assert [line["curses"] for line in m.view()["sheet"]] == [(29, 24), (13, 0)]
    m = finished(["uuuuuuuussm", "sssssssm"], [0, 0])
    assert [line["curses"] for line in m.view()["sheet"]] == [(29, 24), (15, 12)]


def test_S75_nothing_earns_nothing_and_shares_are_rounded_down() -> None:
    assert prizes([0, 0, 0], 24, 12) == [0, 0, 0]
    assert prizes([3, 0, 0], 24, 12) == [24, 0, 0]
    assert prizes([4] * 5, 24, 12) == [7] * 5
    assert prizes([4, 4, 4, 4, 4], 16, 8) == [4] * 5
    assert prizes([5, 4, 4, 4, 4], 16, 8) == [16, 2, 2, 2, 2]
    assert prizes([5, 4, 4, 4], 16, 8) == [16, 2, 2, 2]


def test_S76_most_points_win_and_equal_ones_share() -> None:
    assert finished(["", "", ""], [3, 4, 2]).winners() == (1,)
    assert finished(["", "", ""], [4, 4, 2]).winners() == (0, 1)


def test_the_published_books_final_scores() -> None:
    """Anna 56, Bruno 63, Carlo 44, David 48."""
    m = finished(
        [
            "55553332aabbccdd" + "MM",  # 31 in treasures, two sets, two objects
            "54444aabbccdd" + "SSSXX",  # 21, two sets, five objects
            "5533322" + "abc" + "uuuuum",  # 23, no set, curses 16
            "22211111" + "1111" + "abcd" + "ssssssmmmm",  # 15, one set, curses 16
        ],
        [5, 6, 3, 5],
    )
    columns = [
        [line["coins"], line["treasures"], line["sets"][1], line["curses"][1], line["magic"][1]]
        for line in m.view()["sheet"]
    ]
    assert columns == [[5, 31, 20, 0, 0], [6, 21, 20, 0, 16], [3, 23, 0, 18, 0], [5, 15, 10, 18, 0]]
    assert m.scores() == [56, 63, 44, 48]
    assert m.winners() == (1,)


def test_the_designers_books_final_scores() -> None:
    """Anna 54, Bruno 81, Carlo 28, Davide 48; the text once credits Davide's share of the curse prize to Bruno."""
    m = finished(
        [
            "55553332aaaabbbccdd" + "MM",
            "555444333aabbccdd" + "SSSXX",
            "22211" + "ac" + "uuuuum",
            "22211111" + "1111" + "abcd" + "bd" + "ssssssmmmm",
        ],
        [3, 9, 2, 5],
    )
    assert m.scores() == [54, 81, 28, 48]
    assert [line["magic"] for line in m.view()["sheet"]] == [(2, 0), (5, 16), (0, 0), (0, 0)]
    assert [line["curses"] for line in m.view()["sheet"]] == [(0, 0), (0, 0), (16, 18), (16, 18)]
