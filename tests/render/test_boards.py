"""Every board: golden positions, size, nothing hidden, texts for all moves and events."""

from __future__ import annotations

from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from schatzkammer.bots.play import streams
from schatzkammer.cli.narration import event_text
from schatzkammer.core import text
from schatzkammer.render.pictures import PICTURES, picture
from schatzkammer.render.terminal import BOARDS, move_text
from tests.render.boards import NAMES, begun, drawn, finished, positions, scene

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = pytest.mark.parametrize("lang", text.LANGUAGES)
GAMES = pytest.mark.parametrize("game", BOARDS)
GOLDEN_BOARDS = [
    ("ali-baba-large", 14, 3, "en", 80, {}),
    ("ali-baba-large-wide", 30, 4, "de", 120, {"variant": "lamp", "memory": "open"}),
    ("ali-baba-small", 13, 2, "de", 80, {"variant": "small"}),
    ("ali-baba-small-narrow", 20, 2, "en", 50, {"variant": "small"}),
    ("monte-cristo", 90, 3, "en", 80, {}),
    ("monte-cristo-start", 0, 4, "de", 80, {}),
    ("monte-cristo-narrow", 160, 2, "de", 60, {}),
    ("solomon-cards", 0, 2, "en", 80, {}),
    ("solomon-turn", 38, 4, "de", 80, {}),
    ("solomon-wide", 60, 3, "en", 120, {"edition": "designer", "memory": "open", "declare": "before"}),
    ("solomon-narrow", 30, 2, "de", 52, {}),
]
# Game, players, options, most lines of the board.
SIZES = [
    ("ali-baba", 4, {"variant": "classic"}, 22),
    ("ali-baba", 4, {"variant": "lamp", "memory": "open"}, None),
    ("ali-baba", 4, {"variant": "equal", "memory": "open"}, None),
    ("monte-cristo", 2, {}, 28),
    ("monte-cristo", 4, {}, 28),
    ("solomon", 2, {}, 24),
    ("solomon", 5, {"memory": "open"}, None),
]
# Game, players, options, the verbs of all moves that occur in a few games.
VERBS = [
    ("ali-baba", 3, {"variant": "classic"}, {"take", "also", "show", "pick", "ban", "ask", "pass"}),
    ("ali-baba", 3, {"variant": "lamp"}, {"take", "also", "show", "pick", "ban", "ask", "pass", "keep", "swap"}),
    (
        "monte-cristo",
        4,
        {},
        {"give", "discard", "place", "enter", "lay", "take", "pay", "down", "up", "lane", "pass"},
    ),
    ("solomon", 2, {"declare": "after"}, {"play", "shift", "dig", "use", "turn", "cell", "stop"}),
    ("solomon", 2, {"declare": "before"}, {"play", "shift", "dig", "use", "turn", "cell", "stop", "name"}),
]


@pytest.mark.parametrize(("name", "plies", "players", "lang", "width", "options"), GOLDEN_BOARDS)
def test_boards_match_their_goldens(name, plies, players, lang, width, options):
    game = next(game for game in BOARDS if name.startswith(game))
    match = begun(game, plies, players, **options)
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert drawn(match, match.to_act[0], lang, width) == expected


@LANGUAGES
@pytest.mark.parametrize(("game", "players", "options", "most_lines"), SIZES)
def test_boards_and_legends_fit_into_a_terminal(lang, game, players, options, most_lines):
    for match in islice(positions(game, players, **options), 0, None, 13):
        for seat in (None, 0, players - 1):
            board = drawn(match, seat, lang)
            assert max(map(len, board)) <= 80
            assert most_lines is None or len(board) <= most_lines
            assert max(map(len, drawn(match, seat, lang, what="legend"))) <= 80


@pytest.mark.parametrize(("game", "plies"), [("ali-baba", 9), ("monte-cristo", 120), ("solomon", 0), ("solomon", 60)])
def test_nothing_hidden_is_drawn(game, plies):
    match, other = begun(game, plies, 3), begun(game, 0, 3)
    other.state = match.state.sample(1, streams("other", 1)[0])
    assert other.position() != match.position()
    for what in ("table", "legend"):
        assert drawn(other, 1, what=what) == drawn(match, 1, what=what)


@LANGUAGES
@GAMES
def test_a_finished_game_has_a_sheet_and_texts_for_all_events(game, lang):
    match = finished(game, 3)
    sheet = "\n".join(drawn(match, None, lang, what="sheet"))
    for score, name in zip(match.scores(), NAMES, strict=False):
        assert str(score) in sheet
        assert name in sheet
    game_texts = scene(match, None, lang).game_texts
    assert all("{" not in event_text(game_texts, event) for event in match.events())


@LANGUAGES
@pytest.mark.parametrize(("game", "players", "options", "verbs"), VERBS)
def test_every_move_has_its_own_text(lang, game, players, options, verbs):
    verbs_seen = set()
    for seed in range(6):
        for match in positions(game, players, seed=f"words {seed}", **options):
            for seat in match.to_act:
                here = scene(match, seat, lang)
                texts = [move_text(here, move) for move in here.legal]
                assert len(set(texts)) == len(texts)
                verbs_seen |= {move.split()[0] for move in here.legal}
    assert verbs_seen >= verbs


@GAMES
def test_a_picture_of_the_board_is_not_blank(game):
    match = begun(game, 20, 2)
    image = picture(scene(match, None))
    assert image.width > 400
    assert len(image.getcolors(1 << 24)) > 8


def test_a_game_without_a_drawing_is_shown_as_an_outline(monkeypatch):
    monkeypatch.delitem(BOARDS, "ali-baba")
    monkeypatch.delitem(PICTURES, "ali-baba")
    match = begun("ali-baba", 20, 3)
    lines = drawn(match, match.to_act[0])
    assert "board:" in lines
    assert [line.strip() for line in lines if line.strip() in ("0:", "1:", "2:", "3:")] == ["0:", "1:", "2:"]
    assert any(line.startswith("  1a1: ") for line in lines)
    here = scene(match, match.to_act[0])
    assert [move_text(here, move) for move in ("take 4a1", "ban blue", "pass")] == [
        "take the 4a1",
        "ban blue tiles",
        "pass",
    ]
    assert picture(scene(match, None)).height > 19 * len(drawn(match, None))
    ended = finished("ali-baba", 2)
    sheet = "\n".join(drawn(ended, 0, what="sheet"))
    assert "Bruno" in sheet
    assert all(str(score) in sheet for score in ended.scores())


def test_a_game_without_a_drawing_is_played_in_the_terminal(monkeypatch, capsys):
    from schatzkammer.cli import run

    monkeypatch.delitem(BOARDS, "ali-baba")
    monkeypatch.setattr("sys.stdin", StringIO("moves\nlegend\n4a1\n"))
    assert run(["play", "ali-baba", "--bots", "random", "--seed", "s", "--lang", "en"]) == 0
    assert "You take the " in capsys.readouterr().out
