"""A game played by typing, line by line."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console

import schatzkammer as sk
from schatzkammer.bots.random import Random
from schatzkammer.cli.session import Session
from tests.render.boards import NAMES, positions

SMALL = ("play", "ali-baba", "--option", "variant=small", "--bots", "random", "--seed", "typed")
LARGE = ("play", "ali-baba", "--bots", "random", "--seed", "typed", "--players", "3")


@pytest.fixture
def typing(cli, monkeypatch):
    def type_in(arguments, *lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return cli(*arguments)

    return type_in


@pytest.fixture
def typing_in(monkeypatch):
    """Continues a match at a seat with lines typed, and returns the output."""

    def type_in(match, seat, *lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        output = io.StringIO()
        bots = {other: Random() for other in range(match.players) if other != seat}
        Session(match, seat, bots, "en", NAMES, Console(file=output, width=80, markup=False, highlight=False)).run()
        return output.getvalue()

    return type_in


def test_a_whole_game(typing, tmp_path):
    path = tmp_path / "game.json"
    outcome = typing((*SMALL, "--save", str(path)), *["1"] * 80)
    assert outcome.code == 0
    assert outcome.err == ""
    assert "You play against Bruno (random)." in outcome.out
    record = json.loads(path.read_text(encoding="utf-8"))
    match = sk.replay(record)
    assert match.over
    assert outcome.out.count(match.commitment) == 2
    assert "Seed: typed" in outcome.out
    assert f"{match.scores()[0]}" in outcome.out
    assert f"\n{['You win', 'Bruno wins'][match.winners()[0]]}.\n" in outcome.out


def test_a_terminal_shows_who_is_thinking(typing, monkeypatch):
    assert "is thinking" not in typing(LARGE, "1").out
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes Rich treat the output as a terminal
    monkeypatch.setenv("TERM", "xterm")
    assert "Bruno is thinking …" in typing(LARGE, "1").out


@pytest.mark.parametrize("seat", ["0", "1", "3"])
def test_any_seat_and_both_languages(typing, seat):
    arguments = ("play", "ali-baba", "--players", "4", "--bots", "random", "--seed", "s", "--seat", seat)
    outcome = typing((*arguments, "--lang", "de", "--name", "Zoë"), *["1"] * 80)
    assert outcome.code == 0
    assert "Du spielst gegen Anna (random), Bruno (random), Carla (random)." in outcome.out
    assert re.search(r"\n(Du gewinnst|(Anna|Bruno|Carla) gewinnt)\.\n", outcome.out)
    assert max(len(line) for line in outcome.out.splitlines()) <= 80


@pytest.mark.parametrize("lines", [(), ("quit",), ("q",), ("1", "exit")])
def test_quitting(typing, lines):
    outcome = typing(SMALL, *lines)
    assert outcome.code == 0
    assert outcome.out.endswith("Goodbye.\n")
    assert outcome.err == ""


def test_a_closed_stdin_ends_the_game(cli, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    outcome = cli(*SMALL)
    assert outcome.code == 0
    assert outcome.out.endswith("Goodbye.\n")


def slots():
    """The four open slots at the start of the large game."""
    return [move.split()[1] for move in sk.new("ali-baba", players=3, seed="typed").legal(0)]


def tile_on(slot):
    """The name of an open tile at the start of the large game."""
    return sk.new("ali-baba", players=3, seed="typed").view(0)["board"][slot].replace("-", " ")


@pytest.mark.parametrize("text", ["take 4b1", "TAKE  4b1", "4b1", "take 4b1 ", "2"])
def test_spellings_of_a_move(typing, text):
    assert slots() == ["4a1", "4b1", "4a2", "4b2"]
    outcome = typing(LARGE, text)
    assert f"You take the {tile_on('4b1')}." in outcome.out


def test_a_move_by_the_name_of_its_tile(typing):
    tile = tile_on("4b1")
    for text in (tile, tile.replace(" ", "-"), f"take {tile}", f"take the {tile}"):
        assert f"You take the {tile}." in typing(LARGE, text).out


def test_unclear_and_refused_moves_change_nothing(typing):
    outcome = typing(LARGE, "9", "take", "1a1", "take 9z9", "ban blue", "pass", "nonsense", "", "{}", "[red]x[/red]")
    assert outcome.code == 0
    assert "take 4a1, take 4b1" in outcome.out  # “take” is ambiguous
    assert "That tile is face down. (A10)" in outcome.out
    assert "not a move of this game" in outcome.out
    assert "you cannot pass. (A10)" in outcome.out
    assert "You take" not in outcome.out
    assert outcome.out.count("┏━━━━━━━━┓┏━━━━━━━━┓") == 2  # drawn once, two rows of open tiles


def test_choices_that_the_board_does_not_show_are_listed(typing_in):
    def first(verb):
        return next(match for match in positions("ali-baba", 3) if any(m.startswith(verb) for m in match.legal(0)))

    asked = typing_in(first("ask"), 0)
    assert "1  ask your opponents to show a tile  Then you may take one of the tiles " in asked
    assert "\n2  pass " in asked
    assert "1 diamond  2 carpet  3 sword" in typing_in(first("ban"), 0)
    match = first("show")
    tiles = [move.split()[1].replace("-", " ") for move in match.legal(0)]
    shown = typing_in(match, 0)
    assert f"1  show the {tiles[0]}  If it is taken, your sets: " in shown
    assert f"2  show the {tiles[1]}  If it is taken, your sets: " in shown


def test_commands(typing, tmp_path):
    path = tmp_path / "begun.json"
    outcome = typing(
        LARGE, "?", "moves", "board", "spells", "rules A23", "rules A99", "log", "undo", "save", f"save {path}"
    )
    assert outcome.code == 0
    for words in (
        "show the rules",
        "1  take 4a1",
        "Take one more face-up tile",
        "A23 Green:",
        "There is no rule “A99”",
        "Nothing has happened yet.",
        "You have nothing to take back",
        "save FILE",
        "Saved as",
    ):
        assert words in outcome.out
    assert sk.replay(json.loads(path.read_text(encoding="utf-8"))).record()["moves"] == []
    assert "/nowhere" in typing(LARGE, "save /nowhere/x.json").out
    assert "save FILE" in typing(LARGE, "save").out


def test_german_commands(typing):
    outcome = typing((*LARGE, "--lang", "de"), "hilfe", "züge", "Zauber", "regeln a20", "verlauf", "zurück", "ende")
    assert outcome.out.endswith("Bis zum nächsten Mal.\n")
    assert "das rosa Schwert nehmen" in outcome.out
    assert "Rosa: 5 Punkte." in outcome.out


def test_errors_during_a_german_game_are_german(typing, tmp_path):
    taken = tmp_path / "taken.json"
    taken.write_text("taken")
    lines = ("regeln A99", "speichern /nowhere/x.json", f"speichern {taken}", "speichern a\0b", "ende")
    text = " ".join(typing((*LARGE, "--lang", "de"), *lines).out.split())
    assert "Es gibt keine Regel „A99“; die Regeln sind: A1," in text
    assert "/nowhere/x.json lässt sich nicht schreiben: Den Ordner gibt es nicht." in text
    assert "gibt es schon; sie wird nicht überschrieben." in text
    assert "So kann keine Datei heißen." in text


def test_save_overwrites_only_files_of_this_game(typing, tmp_path):
    path, taken = tmp_path / "mine.json", tmp_path / "taken.json"
    taken.write_text("taken")
    outcome = typing(LARGE, f"save {path}", "1", f"save {path}", f"save {taken}", "quit")
    assert outcome.out.count("Saved as") == 2
    assert json.loads(path.read_text(encoding="utf-8"))["moves"]
    assert taken.read_text() == "taken"


def test_save_option_does_not_overwrite_a_file(typing, tmp_path):
    path = tmp_path / "taken.json"
    path.write_text("taken")
    outcome = typing((*LARGE, "--save", str(path)), "1")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"schatzkammer: {path} already exists and is not overwritten.\n"
    assert path.read_text() == "taken"


def test_undo_is_refused_after_a_reveal(typing):
    """A11: a tile was turned up, so the decision stands."""
    outcome = typing(LARGE, "1", "undo", "undo", "undo")
    assert "your decision stands" in outcome.out


def test_undo_within_a_turn(typing_in):
    """A23: a green tile that uncovered nothing can be taken back while its second tile is not chosen."""
    for seed in range(40):
        for match in positions("ali-baba", 2, seed=f"undo {seed}", variant="small"):
            seat = match.to_act[0] if match.to_act else 0
            if match.legal(seat)[:1] and match.legal(seat)[0].startswith("also") and undoable(match, seat):
                assert "\nTaken back.\n" in typing_in(match, seat, "undo", "quit")
                return
    pytest.fail("there is no such position")


def undoable(match, seat):
    again = sk.replay(match.record())
    try:
        again.undo(seat)
    except sk.IllegalMove:
        return False
    return True
