"""The drawn table of Monte Cristo: known positions as text, within the page, nothing that a seat may not see."""

from __future__ import annotations

from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.random import Random
from schatzkammer.cli.board import in_words
from schatzkammer.cli.boards.monte_cristo import SHAPES
from schatzkammer.cli.boards.track import track
from schatzkammer.cli.scene import scene_of
from schatzkammer.cli.voice import Voice
from schatzkammer.games import find
from tests.cli.test_board import NAMES, drawn

GOLDEN = Path(__file__).parent / "golden"


def begun(plies, players=2):
    """A game after so many random decisions."""
    match = sk.new("monte-cristo", players=players, seed="board")
    rngs = streams("board", players)
    for _ in range(plies):
        if not match.over:
            seat = match.to_act[0]
            decide(match, seat, Random(), rngs[seat])
    return match


@pytest.mark.parametrize(
    ("name", "plies", "players", "lang", "width"),
    [
        ("monte-cristo", 90, 3, "en", 80),
        ("monte-cristo-start", 0, 4, "de", 80),
        ("monte-cristo-narrow", 160, 2, "de", 60),
    ],
)
def test_known_positions(name, plies, players, lang, width):
    match = begun(plies, players)
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert drawn(match, match.to_act[0], lang, width) == expected


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_fits_in_80_columns_and_the_table_on_a_screen(lang, players):
    for plies in range(0, 300, 13):
        match = begun(plies, players)
        for seat in (None, 0, players - 1):
            table = drawn(match, seat, lang)
            assert max(len(line) for line in table) <= 80
            assert len(table) <= 28
            assert max(len(line) for line in drawn(match, seat, lang, what="legend")) <= 80


def test_slide_dungeons_market_cards_and_score_track_are_there():
    match = begun(90, 4)
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
        assert str(track(view["seats"][seat]["points"])) in text


def test_the_score_track():
    assert str(track(0)) == "··········"
    assert str(track(20)) == "█████·····"
    assert str(track(39)) == "█████████▊"
    assert str(track(40)) == str(track(55)) == "██████████"


def test_nothing_hidden_is_drawn():
    match = begun(120, 3)
    shown = [drawn(match, 1), drawn(match, 1, what="legend")]
    drawn_again = sk.new("monte-cristo", players=3, seed="board")
    drawn_again.state = match.state.sample(1, streams("other", 1)[0])
    assert drawn_again.position() != match.position()
    assert [drawn(drawn_again, 1), drawn(drawn_again, 1, what="legend")] == shown


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_move_has_words_of_its_own(lang):
    verbs = set()
    for players in (2, 4):
        match = begun(0, players)
        rngs = streams("words", players)
        while not match.over:
            seat = match.to_act[0]
            scene = scene_of(match, seat, Voice(lang, find("monte-cristo"), NAMES), 80)
            words = [in_words(scene, move) for move in scene.legal]
            assert len(set(words)) == len(words)
            verbs |= {move.split()[0] for move in scene.legal}
            decide(match, seat, Random(), rngs[seat])
    assert verbs == {"give", "discard", "place", "enter", "lay", "take", "pay", "down", "up", "lane", "pass"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_event_and_step_has_words(lang):
    for players in (2, 3, 4):
        match = begun(2000, players)
        voice = Voice(lang, find("monte-cristo"), NAMES)
        assert match.over
        told = {event["event"]: voice.event(event) for event in match.events()}
        assert all(text and "{" not in text for text in told.values())
        sheet = "\n".join(drawn(match, None, lang, what="sheet"))
        assert all(str(score) in sheet for score in match.scores())


def test_the_amounts_of_the_component_set_are_told():
    parts = dict(scene_of(sk.new("monte-cristo"), 0, Voice("en", find("monte-cristo")), 80).components)
    match = sk.new("monte-cristo", components={**parts, "bonus": {"landing": 4, "fame": 77, "reinforcement": 2}})
    assert any("77 points" in line for line in drawn(match, 0, what="legend"))
