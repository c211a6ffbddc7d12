"""Errors are one sentence on stderr and exit code 2, never a traceback."""

from __future__ import annotations

import pytest

from schatzkammer.cli import files

PLAY = ("play", "ali-baba")
SIMULATE = ("simulate", "ali-baba", "--games", "1")

WRONG = [
    (("dance",), "dance"),
    (("play",), "GAME"),
    (("play", "chess"), "chess"),
    (("rules", "chess"), "chess"),
    (("components", "chess"), "chess"),
    (("simulate", "chess"), "chess"),
    (("rules", "ali-baba", "A99"), "A99"),
    (("games", "--lang", "xx"), "xx"),
    ((*PLAY, "--players", "5"), "2 to 4"),
    ((*PLAY, "--players", "0"), "2 to 4"),
    ((*PLAY, "--players", "many"), "--players"),
    ((*PLAY, "--seat", "2"), "There is no seat 2; the seats are 0 to 1."),
    ((*PLAY, "--seat", "-1"), "seat -1"),
    ((*PLAY, "--bots", "genius"), "genius"),
    ((*PLAY, "--bots", "random,random"), "2 bots"),
    ((*PLAY, "--option", "variant"), "NAME=VALUE"),
    ((*PLAY, "--option", "variant=huge"), "huge"),
    ((*PLAY, "--option", "weather=rain"), "weather"),
    ((*PLAY, "--option", "variant=lamp", "--option", "variant=lamp"), "twice"),
    ((*PLAY, "--players", "3", "--option", "variant=small"), "small cave"),
    ((*PLAY, "--name", "\x1b[31m"), "name"),
    ((*PLAY, "--name", ""), "name"),
    ((*PLAY, "--seed", "x" * 200_000), "seed"),
    ((*PLAY, "--components", "/nowhere/set.toml"), "/nowhere/set.toml"),
    ((*PLAY, "--save", "/nowhere/game.json"), "/nowhere/game.json"),
    ((*SIMULATE, "--games", "0"), "--games"),
    ((*SIMULATE, "--bots", ""), "bot"),
    ((*SIMULATE, "--players", "3", "--bots", "random,random"), "2 bots"),
    ((*SIMULATE, "--players", "-1"), "2 to 4"),
    (("replay", "/nowhere/game.json"), "/nowhere/game.json"),
    (("verify", "/nowhere/game.json"), "schatzkammer: /nowhere/game.json cannot be read: no such file or directory."),
    (("replay",), "FILE"),
    (("verify", "/dev/null", "--commitment", "abc"), "64"),
]


@pytest.mark.parametrize(("arguments", "named"), WRONG)
def test_wrong_usage_is_one_sentence(refused, arguments, named):
    sentence = refused(*arguments)
    assert sentence.startswith("schatzkammer: ")
    assert named in sentence


CONTENT = {
    "empty.json": b"",
    "binary.json": bytes(range(256)),
    "open.json": b'{"game": ',
    "deep.json": b"[" * 100_000,
    "nan.json": b"NaN",
    "digits.json": b"9" * 5_000,
    "many.json": b'{"players": -' + b"9" * 101 + b"}",
}


@pytest.mark.parametrize("name", sorted(CONTENT))
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_bad_files_are_one_sentence(refused, tmp_path, command, name):
    path = tmp_path / name
    path.write_bytes(CONTENT[name])
    assert name in refused(command, str(path))


@pytest.mark.parametrize(("name", "content"), [("set.json", "9" * 5_000), ("set.toml", f"a = {'9' * 5_000}")])
def test_numbers_with_too_many_digits(refused, tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    sentence = refused(*SIMULATE, "--components", str(path))
    assert sentence.endswith(f"{name} is not {path.suffix[1:].upper()}: a number has too many digits.\n")


@pytest.mark.parametrize("content", ["[]", "{}", '{"game": "ali-baba"}', '{"game": 7}', "null", "1.5"])
def test_json_that_is_no_record(refused, tmp_path, content):
    path = tmp_path / "record.json"
    path.write_text(content)
    refused("replay", str(path))


@pytest.mark.parametrize("content", [b"points = ", b"\xff", b"points = 1", b"a = 1.5", b"[points]\npink = -1"])
def test_bad_component_sets(refused, tmp_path, content):
    path = tmp_path / "set.toml"
    path.write_bytes(content)
    refused(*SIMULATE, "--components", str(path))


def test_a_refused_move_ends_with_its_rule(cli, written, record):
    record["moves"][0] = [0, "take 1a1"]
    for command in ("replay", "verify"):
        assert cli(command, written("refused.json", record)).err.endswith("is face down. (A10)\n")


def test_folders_and_endless_files(refused, tmp_path, monkeypatch):
    refused("replay", str(tmp_path))
    monkeypatch.setattr(files, "LARGEST", 1024**2)
    assert "larger" in refused("replay", "/dev/zero")


def test_replay_of_a_seat_that_does_not_exist(refused, record_file):
    assert "seat 2" in refused("replay", record_file, "--seat", "2")
