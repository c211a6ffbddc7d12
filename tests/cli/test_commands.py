"""Every command does what it says."""

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
from schatzkammer.cli.options import Language, language

SIMULATION = ("simulate", "ali-baba", "--games", "3", "--players", "3", "--seed", "s")


def test_help_everywhere(cli):
    for arguments in ([], ["--help"], *([command.__name__, "--help"] for command in COMMANDS)):
        told = cli(*arguments)
        assert told.code == 0
        assert "Usage" in told.out
        assert told.err == ""


def test_version(cli):
    told = cli("--version")
    assert told.code == 0
    assert told.out.startswith("schatzkammer ")


def test_games_lists_every_game(cli):
    for lang in ("en", "de"):
        told = cli("games", "--lang", lang)
        assert told.code == 0
        assert all(game in told.out for game in sk.games())


def test_rules_in_words(cli):
    told = cli("rules", "ali-baba", "a20", "--lang", "de")
    assert told.out.split() == ["A20", "Rosa:", "5", "Punkte."]
    all_rules = cli("rules", "ali-baba").out
    ids = [line.split()[0] for line in all_rules.splitlines() if line.startswith("A")]
    assert ids == sorted(ids, key=lambda rule: int(rule[1:]))
    assert {"A1", "A10", "A44"} <= set(ids)


def test_components_print_what_can_be_read_again(cli, tmp_path, written):
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


def test_simulate_tells_one_object_a_game(cli):
    told = cli(*SIMULATION, "--bots", "random", "--json", "--option", "memory=open")
    assert told.code == 0
    assert told.err == ""
    assert told.out == cli(*SIMULATION, "--bots", "random", "--json", "--option", "memory=open").out
    games = [json.loads(line) for line in told.out.splitlines()]
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
    told = cli(*SIMULATION, "--bots", "random,random,random")
    assert "3 games" in told.out
    assert "random" in told.out
    assert "3 Partien" in cli(*SIMULATION, "--lang", "de").out
    assert re.search(r"\d\.\d %.*\d\.\d │", told.out)
    assert [line.split()[1] for line in told.out.splitlines() if "random" in line] == ["0", "1", "2"]


def test_german_tables_have_decimal_commas(cli):
    told = cli(*SIMULATION, "--lang", "de").out
    assert re.search(r"\d,\d %.*\d,\d │", told)
    assert re.search(r"durchschnittlich \d+,\d Entscheidungen", told)
    assert "." not in told.replace("Entscheidungen.", "")


def test_one_game_is_one_game(cli, written, record):
    single = ("simulate", "ali-baba", "--games", "1", "--seed", "s")
    assert re.search(r"^1 game with \d+ decisions\.$", cli(*single).out, re.MULTILINE)
    assert re.search(r"^1 Partie mit \d+ Entscheidungen\.$", cli(*single, "--lang", "de").out, re.MULTILINE)
    begun = {name: record[name] for name in record if name not in ("scores", "winners")}
    path = written("one.json", {**begun, "moves": begun["moves"][:1]})
    assert "1 legal move." in " ".join(cli("verify", path).out.split())
    assert "1 regelgerechter Zug." in " ".join(cli("verify", path, "--lang", "de").out.split())


def test_the_id_of_a_rule_is_optional_once(cli):
    told = cli("rules", "--help").out
    assert "[ID]" in told
    assert "[[ID]]" not in told


@pytest.mark.parametrize("command", ["play", "replay"])
def test_seats_count_from_zero(cli, command):
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


def test_lines_that_wrap_stand_beneath_each_other_and_end_with_a_word(cli, record_file, monkeypatch):
    verified = cli("verify", record_file).out.splitlines()
    assert all(line.startswith(("✓ ", "– ", "  ")) for line in verified)
    assert any(re.fullmatch("  [0-9a-f]{64}", line) for line in verified)
    monkeypatch.setenv("COLUMNS", "30")
    narrow = cli("replay", record_file).out.partition("Seat 0 is to play.")[2].partition("┌")[0].splitlines()
    assert [line for line in narrow if line != line.rstrip()] == []
    assert any(line.startswith("  ") and not line[2].isupper() for line in narrow)


def test_the_first_turn_is_told_with_moves_too(cli, record_file):
    lines = cli("replay", record_file, "--moves").out.splitlines()
    assert lines[1:3] == ["", "Seat 0 is to play."]
    assert lines[3].startswith("   1. seat 0: take")


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_replay_keeps_what_others_choose_in_secret(cli, written, shown):
    """A24: a tile chosen to be shown is hidden until all have chosen, and for good if the record stops before."""
    match = at_a_secret_choice()
    choosers = match.to_act[:shown]
    for seat in choosers:
        match.play(seat, match.legal(seat)[0])
    path = written("secret.json", match.record())
    for eyes in range(3):
        out = cli("replay", path, "--seat", str(eyes), "--moves").out
        assert out.count("(in secret)") == len([seat for seat in choosers if seat != eyes])
        assert out.count(": show ") == choosers.count(eyes)
        assert len(re.findall(r"^  Seat \d shows", out, re.MULTILINE)) == (2 if shown == 2 else 0)
    assert cli("replay", path, "--moves").out.count(": show ") == shown


def test_a_record_from_within_a_secret_choice_starts_no_turn(cli, written):
    assert "is to play" not in cli("replay", written("middle.json", at_a_secret_choice().record())).out


def at_a_secret_choice():
    """A24: a match that starts from a position in which two of three are asked to show a tile."""
    match = sk.new("ali-baba", players=3, seed="secret")
    rngs = streams("secret", 3)
    while len(match.to_act) < 2:
        decide(match, match.to_act[0], Random(), rngs[match.to_act[0]])
    return sk.from_position("ali-baba", match.position())


def test_replay_of_an_unfinished_game_shows_the_board(cli, written, record):
    begun = {name: record[name] for name in record if name not in ("scores", "winners")}
    begun["moves"] = begun["moves"][:3]
    told = cli("replay", written("begun.json", begun))
    assert told.code == 0
    assert "╭────────╮" in told.out
    assert "not over" in told.out


def test_verify_says_what_it_checked(cli, record_file, record):
    told = cli("verify", record_file, "--commitment", record["commitment"].upper())
    assert told.code == 0
    assert len([line for line in told.out.splitlines() if line.startswith("✓")]) == 4
    assert cli("verify", record_file, "--lang", "de").out.count("✓") == 3


@pytest.mark.parametrize("missing", ["commitment", "scores"])
def test_verify_says_what_it_could_not_check(cli, written, record, missing):
    del record[missing]
    told = cli("verify", written("less.json", record))
    assert told.code == 0
    line = "– The record has a seed but no commitment" if missing == "commitment" else "– The record does not state"
    assert line in told.out
    assert told.out.count("✓") == told.out.count("\n✓") + 1 == 2


def test_verify_of_positions_and_unfinished_games(cli, written):
    match = sk.from_position("ali-baba", sk.new("ali-baba", seed="p").position())
    told = cli("verify", written("start.json", match.record()))
    assert told.code == 0
    assert "– The game starts from a position, so there is no seed to check." in told.out
    assert "– The game is not over, so there is no result to check." in told.out
    assert told.out.count("✓") == 1


def test_verify_refuses_what_does_not_hold(cli, written, record_file, record):
    wrong = [
        {**record, "scores": [1, 2]},
        {**record, "seed": "another"},
        {**record, "moves": record["moves"][1:]},
        {"game": "chess"},
        [],
    ]
    for number, value in enumerate(wrong):
        path = written(f"{number}.json", value)
        told = cli("verify", path)
        assert told.code == 2
        assert told.out == ""
        assert told.err.startswith(f"schatzkammer: {path} does not hold: ")
        assert len(told.err.splitlines()) == 1
    told = cli("verify", record_file, "--commitment", "0" * 64)
    assert told.code == 2
    assert f"{record_file} does not hold: the seed does not match the commitment you gave.\n" in told.err


def test_help_tells_how_verify_ends(cli):
    assert "the exit code is 2" in " ".join(cli("verify", "--help").out.split())


def test_the_language_is_asked_for_or_that_of_the_system(monkeypatch):
    assert language(None) == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language(None) == "de"
    monkeypatch.setenv("LC_ALL", "C")
    assert language(None) == "en"
    assert language(Language.DE) == "de"


def test_a_digest_is_that_of_the_canonical_record():
    assert canonical({"b": [1, "ä"], "a": None}) == '{"a":null,"b":[1,"ä"]}'.encode()
