"""King Solomon's cave in the terminal."""

from __future__ import annotations

from itertools import pairwise

from schatzkammer.games.solomon.components import ARROWS, BOOK, DESIGNER_NAMES, KIND_NAMES
from schatzkammer.render.terminal import board_of, move_text, short_move_text
from schatzkammer.render.terminal.solomon import rotated
from schatzkammer.render.terminal.solomon_cave import FACES, SIGNS
from tests.games.solomon.picture import match as pictured
from tests.render.boards import begun, drawn, scene

EMPTY_ROWS = [". . . . . ."] * 5


def test_cells_to_dig_and_picked_cells_are_marked():
    match = pictured("\n".join(["# # # . . .", *EMPTY_ROWS]), [2, 3], hoards=["S", ""])
    assert "\n".join(drawn(match, 0)).count("▶ ■") == 1
    match.play(0, "use seal")
    match.play(0, "cell b1")
    text = "\n".join(drawn(match, 0))
    assert text.count("●") == 1
    assert text.count("▶ ■") == 2


def test_a_dig_shows_its_outcome_and_warns_if_it_cannot_be_paid():
    match = pictured("\n".join(["5 s a u u u", *EMPTY_ROWS]), [2, 3], coins=[3, 10])
    here = scene(match, 0)
    assert short_move_text(here, "dig a1") == "a1 (◆5 †2 ≡α: 2)"
    assert short_move_text(here, "dig d1") == "d1 (†3 †3 †3: 9!)"
    assert any("cannot pay" in line for line in drawn(match, 0))
    assert not any("cannot pay" in line for line in drawn(match, 1)), "coins are secret"
    match.play(0, "dig a1")
    assert not any("cannot pay" in line for line in drawn(match, 0))


def test_signs_differ_and_every_tile_has_a_face():
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert {name.split("-")[0] for name in (*KIND_NAMES, *DESIGNER_NAMES)} == set(FACES)


def test_a_card_is_drawn_in_its_direction():
    for card in BOOK.cards:
        shapes = [rotated(card.picture, quarters) for quarters in range(len(ARROWS) + 1)]
        assert shapes[4] == shapes[0]
        for quarters, shape in enumerate(shapes[:4]):
            cells = [(row, column) for row, line in enumerate(shape) for column, sign in enumerate(line) if sign == "#"]
            top, left = cells[0]
            assert [(row - top, column - left) for row, column in cells] == card.shapes[quarters].cells
        assert all(len(row) == len(other) for row, other in pairwise(card.picture))


def test_choices_not_shown_on_the_board_are_listed():
    match = begun("solomon", 0)
    assert board_of("solomon").choices(scene(match, 0)) == [], "the cards in hand are drawn"
    match = pictured("\n".join(["## # # . . .", *EMPTY_ROWS]), [2, 3], hoards=["X", ""])
    assert board_of("solomon").choices(scene(match, 0)) == ["use axe", "stop"], "shifts are typed as two cells"


def test_a_move_that_is_not_legal_yet_has_words_without_an_outcome():
    match = pictured("\n".join(["# # # . . .", *EMPTY_ROWS]), [2, 3], hoards=["M", ""], options={"declare": "before"})
    match.play(0, "name a1")
    assert move_text(scene(match, 0), "name a2") == "name the area that starts at a2"
