"""Whatever is wrong is one sentence on stderr, exit code 2, and never a traceback."""

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
    (("games", "--lang", "fr"), "fr"),
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
def test_wrong_usage_is_one_sentence(cli, arguments, named):
    told = cli(*arguments)
    assert told.code == 2
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith("schatzkammer: ")
    assert named in told.err


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
def test_bad_files_are_one_sentence(cli, tmp_path, command, name):
    path = tmp_path / name
    path.write_bytes(CONTENT[name])
    told = cli(command, str(path))
    assert told.code == 2
    assert len(told.err.splitlines()) == 1
    assert name in told.err


@pytest.mark.parametrize(("name", "content"), [("set.json", "9" * 5_000), ("set.toml", f"a = {'9' * 5_000}")])
def test_endless_numbers_are_told_in_our_words(cli, tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    told = cli(*SIMULATE, "--components", str(path))
    assert told.code == 2
    assert told.err.endswith(f"{name} is not {path.suffix[1:].upper()}: a number has too many digits.\n")


@pytest.mark.parametrize("content", ["[]", "{}", '{"game": "ali-baba"}', '{"game": 7}', "null", "1.5"])
def test_json_that_is_no_record(cli, tmp_path, content):
    path = tmp_path / "record.json"
    path.write_text(content)
    told = cli("replay", str(path))
    assert told.code == 2
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("content", [b"points = ", b"\xff", b"points = 1", b"a = 1.5", b"[points]\npink = -1"])
def test_bad_component_sets(cli, tmp_path, content):
    path = tmp_path / "set.toml"
    path.write_bytes(content)
    told = cli(*SIMULATE, "--components", str(path))
    assert told.code == 2
    assert len(told.err.splitlines()) == 1


def test_a_refused_move_ends_with_its_rule(cli, written, record):
    record["moves"][0] = [0, "take 1a1"]
    for command in ("replay", "verify"):
        assert cli(command, written("refused.json", record)).err.endswith("is face down. (A10)\n")


def test_folders_and_endless_files(cli, tmp_path, monkeypatch):
    assert cli("replay", str(tmp_path)).code == 2
    monkeypatch.setattr(files, "LARGEST", 1024**2)
    told = cli("replay", "/dev/zero")
    assert told.code == 2
    assert "larger" in told.err


def test_replay_as_a_seat_that_is_not_there(cli, record_file):
    told = cli("replay", record_file, "--seat", "2")
    assert told.code == 2
    assert "seat 2" in told.err
