"""The commands, one by one."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

import schatzkammer as sk
from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.random import Random
from schatzkammer.cli import COMMANDS
from schatzkammer.cli.files import canonical
from schatzkammer.core.text import LANGUAGES

SIMULATION = ("simulate", "ali-baba", "--games", "3", "--players", "3", "--seed", "s")


def test_help_everywhere(cli):
    for arguments in (["--help"], *([command.__name__, "--help"] for command in COMMANDS)):
        outcome = cli(*arguments)
        assert outcome.code == 0
        assert "Usage" in outcome.out
        assert outcome.err == ""


def test_version(cli):
    outcome = cli("--version")
    assert outcome.code == 0
    assert outcome.out.startswith("schatzkammer ")


def test_games_lists_every_game(cli):
    for lang in LANGUAGES:
        outcome = cli("games", "--lang", lang)
        assert outcome.code == 0
        assert all(game in outcome.out for game in sk.games())


def test_rules_in_words(cli):
    outcome = cli("rules", "ali-baba", "a20", "--lang", "de")
    assert outcome.out.split() == ["A20", "Rosa:", "5", "Punkte."]
    all_rules = cli("rules", "ali-baba").out
    ids = [line.split()[0] for line in all_rules.splitlines() if line.startswith("A")]
    assert ids == sorted(ids, key=lambda rule: int(rule[1:]))
    assert {"A1", "A10", "A44"} <= set(ids)


def test_a_printed_component_set_can_be_read_again(cli, tmp_path, written):
    source = cli("components", "ali-baba").out
    assert "# A20" in source
    assert json.loads(cli("components", "ali-baba", "--json").out) == tomllib.loads(source)
    toml = tmp_path / "set.toml"
    toml.write_text(source.replace("pink = 5", "pink = 50"), encoding="utf-8")
    rich = json.loads(cli(*SIMULATION, "--json", "--components", str(toml)).out.splitlines()[0])
    poor = json.loads(cli(*SIMULATION, "--json").out.splitlines()[0])
    assert sum(rich["scores"]) > sum(poor["scores"])
    as_json = written("set.json", tomllib.loads(toml.read_text(encoding="utf-8")))
    assert json.loads(cli(*SIMULATION, "--json", "--components", as_json).out.splitlines()[0]) == rich


def test_simulate_prints_one_object_per_game(cli):
    outcome = cli(*SIMULATION, "--bots", "random", "--json", "--option", "memory=open")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out == cli(*SIMULATION, "--bots", "random", "--json", "--option", "memory=open").out
    games = [json.loads(line) for line in outcome.out.splitlines()]
    assert [game["number"] for game in games] == [0, 1, 2]
    first = games[0]
    assert first["seed"] == "s/0"
    assert first["bots"] == ["random"] * 3
    assert first["options"] == {"variant": "classic", "memory": "open"}
    assert len(first["scores"]) == first["players"] == 3
    assert len({game["digest"] for game in games}) == 3
    assert set(first) == {
        "game", "number", "seed", "players", "options", "bots", "plies", "scores", "winners", "digest",
    }  # fmt: skip


def test_simulate_sums_up(cli):
    outcome = cli(*SIMULATION, "--bots", "random,random,random")
    assert "3 games" in outcome.out
    assert "random" in outcome.out
    assert "3 Partien" in cli(*SIMULATION, "--lang", "de").out
    assert re.search(r"\d\.\d %.*\d\.\d │", outcome.out)
    assert [line.split()[1] for line in outcome.out.splitlines() if "random" in line] == ["0", "1", "2"]


def test_german_tables_have_decimal_commas(cli):
    text = cli(*SIMULATION, "--lang", "de").out
    assert re.search(r"\d,\d %.*\d,\d │", text)
    assert re.search(r"durchschnittlich \d+,\d Entscheidungen", text)
    assert "." not in text.replace("Entscheidungen.", "")


def test_singular_forms(cli, written, record):
    single = ("simulate", "ali-baba", "--games", "1", "--seed", "s")
    assert re.search(r"^1 game with \d+ decisions\.$", cli(*single).out, re.MULTILINE)
    assert re.search(r"^1 Partie mit \d+ Entscheidungen\.$", cli(*single, "--lang", "de").out, re.MULTILINE)
    begun = {name: record[name] for name in record if name not in ("scores", "winners")}
    path = written("one.json", {**begun, "moves": begun["moves"][:1]})
    assert "1 legal move." in " ".join(cli("verify", path).out.split())
    assert "1 regelgerechter Zug." in " ".join(cli("verify", path, "--lang", "de").out.split())


def test_help_marks_the_id_of_a_rule_as_optional(cli):
    text = cli("rules", "--help").out
    assert "[ID]" in text
    assert "[[ID]]" not in text


@pytest.mark.parametrize("command", ["play", "replay"])
def test_help_says_that_seats_count_from_zero(cli, command):
    help_text = " ".join(cli(command, "--help").out.replace("│", " ").split())
    assert "counted from 0" in help_text


def test_replay_tells_the_game(cli, record_file, record):
    spectator = cli("replay", record_file)
    assert spectator.code == 0
    assert "Seat 0 takes" in spectator.out
    assert spectator.out.splitlines()[1:3] == ["", "Seat 0 is to play."]
    assert spectator.out.endswith(f"Seat {record['winners'][0]} wins.\n")
    assert str(record["scores"][0]) in spectator.out
    seat = cli("replay", record_file, "--seat", "0", "--lang", "de")
    assert "Aus Sicht von Platz 0." in seat.out
    assert seat.out.endswith(f"Platz {record['winners'][0]} gewinnt.\n")
    moves = cli("replay", record_file, "--moves").out
    assert all(move in moves for _, move in record["moves"])
    assert [line for line in moves.splitlines() if "takes" in line] == [
        line for line in spectator.out.splitlines() if "takes" in line
    ]


def test_wrapped_lines_are_indented_and_have_no_trailing_spaces(cli, record_file, monkeypatch):
    verified = cli("verify", record_file).out.splitlines()
    assert all(line.startswith(("✓ ", "– ", "  ")) for line in verified)
    assert any(re.fullmatch("  [0-9a-f]{64}", line) for line in verified)
    monkeypatch.setenv("COLUMNS", "30")
    narrow = cli("replay", record_file).out.partition("Seat 0 is to play.")[2].partition("┌")[0].splitlines()
    assert [line for line in narrow if line != line.rstrip()] == []
    assert any(line.startswith("  ") and not line[2].isupper() for line in narrow)


def test_replay_with_moves_starts_with_the_first_turn(cli, record_file):
    lines = cli("replay", record_file, "--moves").out.splitlines()
    assert lines[1:3] == ["", "Seat 0 is to play."]
    assert lines[3].startswith("   1. seat 0: take")


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_A24_replay_hides_secret_choices_of_other_seats(cli, written, shown):
    """A24: a chosen tile is hidden until all have chosen, and for good if the record ends before that."""
    match = at_a_secret_choice()
    choosers = match.to_act[:shown]
    for seat in choosers:
        match.play(seat, match.legal(seat)[0])
    path = written("secret.json", match.record())
    for viewer in range(3):
        out = cli("replay", path, "--seat", str(viewer), "--moves").out
        assert out.count("(in secret)") == len([seat for seat in choosers if seat != viewer])
        assert out.count(": show ") == choosers.count(viewer)
        assert len(re.findall(r"^  Seat \d shows", out, re.MULTILINE)) == (2 if shown == 2 else 0)
    assert cli("replay", path, "--moves").out.count(": show ") == shown


def test_a_record_that_starts_within_a_secret_choice_has_no_first_turn(cli, written):
    assert "is to play" not in cli("replay", written("middle.json", at_a_secret_choice().record())).out


def at_a_secret_choice():
    """A24: a match from a position in which two of three seats choose a tile to show."""
    match = sk.new("ali-baba", players=3, seed="secret")
    rngs = streams("secret", 3)
    while len(match.to_act) < 2:
        decide(match, match.to_act[0], Random(), rngs[match.to_act[0]])
    return sk.from_position("ali-baba", match.position())


def test_replay_of_an_unfinished_game_shows_the_board(cli, written, record):
    begun = {name: record[name] for name in record if name not in ("scores", "winners")}
    begun["moves"] = begun["moves"][:3]
    outcome = cli("replay", written("begun.json", begun))
    assert outcome.code == 0
    assert "╭────────╮" in outcome.out
    assert "not over" in outcome.out


def test_verify_says_what_it_checked(cli, record_file, record):
    outcome = cli("verify", record_file, "--commitment", record["commitment"].upper())
    assert outcome.code == 0
    assert len([line for line in outcome.out.splitlines() if line.startswith("✓")]) == 4
    assert cli("verify", record_file, "--lang", "de").out.count("✓") == 3


@pytest.mark.parametrize("missing", ["commitment", "scores"])
def test_verify_says_what_it_could_not_check(cli, written, record, missing):
    del record[missing]
    outcome = cli("verify", written("less.json", record))
    assert outcome.code == 0
    line = "– The record has a seed but no commitment" if missing == "commitment" else "– The record does not state"
    assert line in outcome.out
    assert outcome.out.count("✓") == outcome.out.count("\n✓") + 1 == 2


def test_verify_of_positions_and_unfinished_games(cli, written):
    match = sk.from_position("ali-baba", sk.new("ali-baba", seed="p").position())
    outcome = cli("verify", written("start.json", match.record()))
    assert outcome.code == 0
    assert "– The game starts from a position, so there is no seed to check." in outcome.out
    assert "– The game is not over, so there is no result to check." in outcome.out
    assert outcome.out.count("✓") == 1


def test_verify_refuses_what_does_not_hold(refused, written, record_file, record):
    wrong = [
        {**record, "scores": [1, 2]},
        {**record, "seed": "another"},
        {**record, "moves": record["moves"][1:]},
        {"game": "chess"},
        [],
    ]
    for number, value in enumerate(wrong):
        path = written(f"{number}.json", value)
        assert refused("verify", path).startswith(f"schatzkammer: {path} does not hold: ")
    sentence = refused("verify", record_file, "--commitment", "0" * 64)
    assert f"{record_file} does not hold: the seed does not match the commitment you gave.\n" in sentence


def test_help_of_verify_names_its_exit_code(cli):
    assert "the exit code is 2" in " ".join(cli("verify", "--help").out.split())


def test_canonical_json():
    assert canonical({"b": [1, "ä"], "a": None}) == '{"a":null,"b":[1,"ä"]}'.encode()
