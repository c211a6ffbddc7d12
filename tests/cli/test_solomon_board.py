"""King Solomon's cave, drawn: known positions as text, nothing beside the page, nothing that a seat may not see."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import streams
from schatzkammer.cli.board import board_of, in_short, in_words
from schatzkammer.cli.boards.quarry import FACES, SIGNS
from schatzkammer.cli.boards.solomon import turned
from schatzkammer.cli.scene import scene_of
from schatzkammer.cli.voice import Voice
from schatzkammer.games import find
from schatzkammer.games.solomon.components import ARROWS, BOOK, DESIGNER_NAMES, KIND_NAMES
from tests.cli.test_board import drawn as drawn_by_name
from tests.games.solomon.picture import match as pictured

NAMES = ["Anna", "Bruno", "Carla", "David", "Emma"]
GOLDEN = Path(__file__).parent / "golden"


def begun(plies, players=2, seed=5, **options):
    """A game after so many random decisions, half of them no shifts."""
    match = sk.new("solomon", players=players, seed="board", options=options)
    rng = random.Random(seed)
    for _ in range(plies):
        if not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            others = [move for move in legal if not move.startswith("shift")]
            match.play(seat, rng.choice(others if rng.random() < 0.5 else legal))
    return match


def drawn(match, seat, lang="en", width=80, what="table"):
    return drawn_by_name(match, seat, lang, width, what)


def scene(match, seat, lang="en"):
    return scene_of(match, seat, Voice(lang, find("solomon"), NAMES), 80)


@pytest.mark.parametrize(
    ("name", "plies", "players", "lang", "width", "options"),
    [
        ("solomon-cards", 0, 2, "en", 80, {}),
        ("solomon-turn", 40, 4, "de", 80, {}),
        ("solomon-wide", 60, 3, "en", 120, {"edition": "designer", "memory": "open", "declare": "before"}),
        ("solomon-narrow", 30, 2, "de", 52, {}),
    ],
)
def test_known_positions(name, plies, players, lang, width, options):
    match = begun(plies, players, **options)
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert drawn(match, match.to_act[0], lang, width) == expected


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", [2, 5])
def test_every_line_fits_in_80_columns(lang, players):
    for plies in range(0, 160, 7):
        match = begun(plies, players, memory="open")
        for seat in (None, 0, players - 1):
            assert max(len(line) for line in drawn(match, seat, lang)) <= 80
            assert max(len(line) for line in drawn(match, seat, lang, what="legend")) <= 80


def test_an_ordinary_terminal_holds_the_cave():
    for plies in range(0, 120, 7):
        match = begun(plies, 2)
        if not match.over:
            assert len(drawn(match, match.to_act[0], "de")) <= 24


def test_nothing_hidden_is_drawn():
    for plies in (0, 9, 30, 60):
        match = begun(plies, 4)
        lines = drawn(match, 1)
        other = begun(0, 4)
        other.state = match.state.sample(1, streams("other", 1)[0])
        assert drawn(other, 1) == lines
        assert other.position() != match.position()


def test_where_a_dig_may_begin_and_what_was_picked_is_marked_beyond_colour():
    match = pictured("\n".join(["# # # . . ."] + [". . . . . ."] * 5), [2, 3], hoards=["S", ""])
    assert "\n".join(drawn(match, 0)).count("▶ ■") == 1
    match.play(0, "use seal")
    match.play(0, "cell b1")
    told = "\n".join(drawn(match, 0))
    assert told.count("●") == 1
    assert told.count("▶ ■") == 2


def test_a_dig_tells_what_it_brings_and_warns_before_it_fails():
    match = pictured("\n".join(["5 s a u u u"] + [". . . . . ."] * 5), [2, 3], coins=[3, 10])
    here = scene(match, 0)
    assert in_short(here, "dig a1") == "a1 (◆5 †2 ≡α: 2)"
    assert in_short(here, "dig d1") == "d1 (†3 †3 †3: 9!)"
    assert any("cannot pay" in line for line in drawn(match, 0))
    assert not any("cannot pay" in line for line in drawn(match, 1)), "it is his secret"
    match.play(0, "dig a1")
    assert not any("cannot pay" in line for line in drawn(match, 0))


def test_signs_differ_and_every_tile_has_a_face():
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert {name.split("-")[0] for name in (*KIND_NAMES, *DESIGNER_NAMES)} == set(FACES)


def test_a_card_is_drawn_as_it_is_held():
    for card in BOOK.cards:
        shapes = [turned(card.picture, quarters) for quarters in range(len(ARROWS) + 1)]
        assert shapes[4] == shapes[0]
        for quarters, shape in enumerate(shapes[:4]):
            cells = [(row, column) for row, line in enumerate(shape) for column, sign in enumerate(line) if sign == "#"]
            top, left = cells[0]
            assert [(row - top, column - left) for row, column in cells] == card.shapes[quarters].cells
        assert all(len(row) == len(other) for row, other in pairwise(card.picture))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sheet_tells_every_score(lang):
    match = begun(3000, 3)
    assert match.over
    sheet = "\n".join(drawn(match, None, lang, what="sheet"))
    for score, name in zip(match.scores(), NAMES, strict=False):
        assert str(score) in sheet
        assert name in sheet


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("declare", ["after", "before"])
def test_every_move_has_words(lang, declare):
    verbs = set()
    for seed in range(6):
        match = sk.new("solomon", players=2 + seed % 2 * 3, seed=f"words {seed}", options={"declare": declare})
        rng = random.Random(seed)
        while not match.over:
            seat = match.to_act[0]
            here = scene(match, seat, lang)
            words = [in_words(here, move) for move in here.legal]
            assert len(set(words)) == len(words)
            verbs |= {move.split()[0] for move in here.legal}
            magic = [move for move in here.legal if move.startswith(("use", "dig"))]
            match.play(seat, rng.choice(magic if magic and rng.random() < 0.4 else here.legal))
    assert verbs >= {"play", "shift", "dig", "use", "turn", "cell", "stop"}


def test_what_the_drawing_does_not_show_is_listed():
    match = begun(0)
    assert board_of("solomon").choices(scene(match, 0)) == [], "the cards in hand are drawn"
    match = pictured("\n".join(["## # # . . ."] + [". . . . . ."] * 5), [2, 3], hoards=["X", ""])
    assert board_of("solomon").choices(scene(match, 0)) == ["use axe", "stop"], "shifts are typed as two cells"


def test_a_game_is_played_in_the_terminal(cli, monkeypatch):
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO("1\nmoves\nspells\nstop\n"))
    told = cli("play", "solomon", "--bots", "random", "--seed", "s")
    assert told.code == 0
    assert "Round 1 of 12" in told.out
