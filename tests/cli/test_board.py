"""The drawn cave: known positions as text, nothing beside the page, nothing that a seat may not see."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import schatzkammer as sk
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.random import Random
from schatzkammer.cli.board import BOARDS, board_of, in_words
from schatzkammer.cli.boards.cave import FACES, MARKS
from schatzkammer.cli.scene import scene_of
from schatzkammer.cli.voice import Voice
from schatzkammer.games import find

NAMES = ["Anna", "Bruno", "Carla", "David"]
GOLDEN = Path(__file__).parent / "golden"


def begun(plies, players=2, **options):
    """A game after so many random decisions."""
    match = sk.new("ali-baba", players=players, seed="board", options=options)
    rngs = streams("board", players)
    for _ in range(plies):
        if not match.over:
            seat = match.to_act[0]
            decide(match, seat, Random(), rngs[seat])
    return match


def drawn(match, seat, lang="en", width=80, what="table"):
    """What the seat's terminal shows, without colour."""
    file = StringIO()
    console = Console(file=file, width=width, markup=False, highlight=False, emoji=False)
    scene = scene_of(match, seat, Voice(lang, find(match.game), NAMES), width)
    console.print(getattr(board_of(match.game), what)(scene))
    return [line.rstrip() for line in file.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("name", "plies", "players", "lang", "width", "options"),
    [
        ("large", 14, 3, "en", 80, {}),
        ("large-wide", 30, 4, "de", 120, {"variant": "lamp", "memory": "open"}),
        ("small", 13, 2, "de", 80, {"variant": "small"}),
        ("small-narrow", 20, 2, "en", 50, {"variant": "small"}),
    ],
)
def test_known_positions(name, plies, players, lang, width, options):
    match = begun(plies, players, **options)
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert drawn(match, match.to_act[0], lang, width) == expected


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("variant", ["classic", "lamp", "equal"])
def test_every_line_fits_in_80_columns(lang, variant):
    for plies in range(0, 80, 5):
        match = begun(plies, 4, variant=variant, memory="open")
        for seat in (None, 0, 3):
            assert max(len(line) for line in drawn(match, seat, lang)) <= 80
            assert max(len(line) for line in drawn(match, seat, lang, what="legend")) <= 80


def test_an_ordinary_terminal_holds_the_table():
    for plies in range(0, 70, 3):
        match = begun(plies, 4)
        if not match.over:
            assert len(drawn(match, match.to_act[0], "de")) <= 22


def test_nothing_hidden_is_drawn():
    match = begun(9, 3)
    lines = drawn(match, 1)
    drawn_again = sk.new("ali-baba", players=3, seed="board")
    drawn_again.state = match.state.sample(1, streams("other", 1)[0])
    assert drawn_again.position() != match.position()
    assert drawn(drawn_again, 1) == lines


def test_what_may_be_taken_is_marked_beyond_colour():
    match = begun(0)
    lines = "\n".join(drawn(match, 0))
    assert lines.count("┏━━━━━━━━┓") == 4
    assert "┏━━━━━━━━┓" not in "\n".join(drawn(match, 1))


def test_every_colour_has_a_mark_of_its_own():
    assert len(set(MARKS.values())) == len(MARKS) == len(FACES)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sheet_tells_every_score(lang):
    match = begun(500, 3)
    assert match.over
    sheet = "\n".join(drawn(match, None, lang, what="sheet"))
    for score, name in zip(match.scores(), NAMES, strict=False):
        assert str(score) in sheet
        assert name in sheet


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("variant", ["classic", "lamp"])
def test_every_move_has_words(lang, variant):
    match = begun(0, 3, variant=variant)
    rngs = streams("words", 3)
    verbs = set()
    while not match.over:
        seat = match.to_act[0]
        scene = scene_of(match, seat, Voice(lang, find("ali-baba"), NAMES), 80)
        words = [in_words(scene, move) for move in scene.legal]
        assert len(set(words)) == len(words)
        verbs |= {move.split()[0] for move in scene.legal}
        decide(match, seat, Random(), rngs[seat])
    assert verbs >= {"take", "also", "show", "pick", "ban", "ask", "pass"}


def test_the_amounts_of_the_component_set_are_told(cli):
    match = sk.new("ali-baba", components={**_built_in(), "points": {**_built_in()["points"], "pink": 77}})
    assert any("77 points" in line for line in drawn(match, 0, what="legend"))


def _built_in():
    return dict(scene_of(sk.new("ali-baba"), 0, Voice("en", find("ali-baba")), 80).components)


def test_a_game_without_a_drawing_is_shown_as_an_outline(cli, monkeypatch):
    monkeypatch.delitem(BOARDS, "ali-baba")
    match = begun(20, 3)
    lines = drawn(match, match.to_act[0])
    assert "board:" in lines
    assert any(line.startswith("  1a1: ") for line in lines)
    ended = begun(500, 2)
    sheet = "\n".join(drawn(ended, 0, what="sheet"))
    assert "Bruno" in sheet
    assert all(str(score) in sheet for score in ended.scores())
    monkeypatch.setattr("sys.stdin", StringIO("moves\nspells\n4a1\n"))
    told = cli("play", "ali-baba", "--bots", "random", "--seed", "s")
    assert told.code == 0
    assert "from 4a1." in told.out
