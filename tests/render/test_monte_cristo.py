"""Monte Cristo's board in the terminal."""

from __future__ import annotations

import schatzkammer as sk
from schatzkammer.render.terminal.monte_cristo import SHAPES, track
from tests.render.boards import NAMES, begun, drawn


def test_the_board_shows_slide_dungeons_market_and_score_track():
    match = begun("monte-cristo", 90, 4)
    view = match.view()
    text = "\n".join(drawn(match, None))
    slide = "".join(line[:40] for line in drawn(match, None)[2:10])
    marbles = [seat for lane in view["slide"].values() for seat in lane]
    assert all(slide.count(SHAPES[seat]) == marbles.count(seat) for seat in range(4))
    for dungeon in view["dungeons"].values():
        assert "".join(SHAPES[seat] for seat in dungeon["queue"]) in text
    assert "Ru ×" in text
    for seat in range(4):
        assert NAMES[seat] in text
        assert str(track(view["seats"][seat]["points"], view["amounts"]["goal"])) in text


def test_the_score_track_fills_up_to_40():
    assert str(track(0, 40)) == "··········"
    assert str(track(20, 40)) == "█████·····"
    assert str(track(39, 40)) == "█████████▊"
    assert str(track(40, 40)) == str(track(55, 40)) == "██████████"


def test_the_legend_shows_the_amounts_of_the_component_set():
    built_in = begun("monte-cristo", 0).state.game.components()
    match = sk.new("monte-cristo", components={**built_in, "bonus": {"landing": 4, "fame": 77, "reinforcement": 2}})
    assert any("77 points at once" in line for line in drawn(match, 0, what="legend"))
