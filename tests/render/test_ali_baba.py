"""Ali Baba's cave in the terminal."""

from __future__ import annotations

import schatzkammer as sk
from schatzkammer.render.terminal.ali_baba_cave import FACES, MARKS
from schatzkammer.render.terminal.grid import Grid
from tests.render.boards import begun, drawn


def test_takable_tiles_have_a_thick_border():
    match = begun("ali-baba", 0)
    assert "\n".join(drawn(match, 0)).count("┏━━━━━━━━┓") == 4
    assert "┏━━━━━━━━┓" not in "\n".join(drawn(match, 1))


def test_neighbours_with_equal_styles_share_a_span():
    grid = Grid(6, 1)
    grid.put(1, 0, "abc", FACES["pink"])
    grid.put(2, 0, "B", FACES["pink"])
    grid.put(4, 0, "d", FACES["blue"])
    text = grid.text()
    assert text.plain == " aBcd "
    assert [(span.start, span.end, span.style) for span in text.spans if span.style] == [
        (1, 4, FACES["pink"]),
        (4, 5, FACES["blue"]),
    ]


def test_every_colour_has_its_own_mark():
    assert len(set(MARKS.values())) == len(MARKS) == len(FACES)


def test_the_legend_shows_the_points_of_the_component_set():
    built_in = begun("ali-baba", 0).state.game.components()
    match = sk.new("ali-baba", components={**built_in, "points": {**built_in["points"], "pink": 77}})
    assert any("77 points" in line for line in drawn(match, 0, what="legend"))
