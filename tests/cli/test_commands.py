"""Every command does what it says."""

from __future__ import annotations

import json
import tomllib

import pytest

import schatzkammer as sk
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


def test_replay_tells_the_game(cli, record_file, record):
    spectator = cli("replay", record_file)
    assert spectator.code == 0
    assert "Seat 1 takes" in spectator.out
    assert str(record["scores"][0]) in spectator.out
    seat = cli("replay", record_file, "--seat", "2", "--lang", "de")
    assert "Platz 2" in seat.out
    assert "gewinnt" in seat.out or "teilen" in seat.out
    moves = cli("replay", record_file, "--moves").out
    assert all(move in moves for _, move in record["moves"])
    assert [line for line in moves.splitlines() if "takes" in line] == [
        line for line in spectator.out.splitlines() if "takes" in line
    ]


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
    assert ("no commitment" if missing == "commitment" else "does not tell the result") in told.out


def test_verify_of_positions_and_unfinished_games(cli, written):
    match = sk.from_position("ali-baba", sk.new("ali-baba", seed="p").position())
    told = cli("verify", written("start.json", match.record()))
    assert told.code == 0
    assert "no seed to check" in told.out
    assert "not over" in told.out


def test_verify_refuses_what_does_not_hold(cli, written, record_file, record):
    wrong = [
        {**record, "scores": [1, 2]},
        {**record, "seed": "another"},
        {**record, "moves": record["moves"][1:]},
        {"game": "chess"},
        [],
    ]
    for number, value in enumerate(wrong):
        told = cli("verify", written(f"{number}.json", value))
        assert told.code == 1
        assert told.out == ""
        assert len(told.err.splitlines()) == 1
    told = cli("verify", record_file, "--commitment", "0" * 64)
    assert told.code == 1
    assert "not the one" in told.err


def test_the_language_is_asked_for_or_that_of_the_system(monkeypatch):
    assert language(None) == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language(None) == "de"
    monkeypatch.setenv("LC_ALL", "C")
    assert language(None) == "en"
    assert language(Language.DE) == "de"


def test_a_digest_is_that_of_the_canonical_record():
    assert canonical({"b": [1, "ä"], "a": None}) == '{"a":null,"b":[1,"ä"]}'.encode()
