"""The language of the command line: which it is, and that help, errors and admin speak it; JSON never does."""

from __future__ import annotations

import re

import pytest
import typer

from schatzkammer.cli import app
from schatzkammer.cli.help import MESSAGES, REASONS, commands
from schatzkammer.cli.language import take_language
from schatzkammer.core.text import LANGUAGES

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
PATHS = [path.split(".") for _, path in commands(typer.main.get_command(app))]
ENGLISH = r"Usage:|\b(the|of|and|is|are|with|from|Show|Commands|required|default|env var)\b"


@pytest.mark.parametrize(
    ("environment", "arguments", "lang"),
    [
        ({}, [], "en"),
        ({"LANG": "de_AT.UTF-8"}, [], "de"),
        ({"LANG": "fr"}, [], "fr"),
        ({"LANG": "it_IT.UTF-8"}, [], "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, [], "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, [], "fr"),
        ({"LC_ALL": "C", "SCHATZKAMMER_LANG": "fr"}, [], "fr"),
        ({"SCHATZKAMMER_LANG": "fr"}, ["--lang", "de"], "de"),
        ({"LANG": "de"}, ["--lang=en"], "en"),
        ({"LANG": "de"}, ["--lang", "xx"], "de"),
        ({"LANG": "de"}, ["--lang"], "de"),
    ],
)
def test_language_of_the_option_or_the_environment(monkeypatch, environment, arguments, lang):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert take_language(["games", *arguments])[0] == lang


def test_every_command_takes_the_option_anywhere(cli):
    assert take_language(["--lang", "de", "serve", "--port", "1"]) == ("de", ["serve", "--port", "1"])
    assert cli("--lang", "de", "games").out == cli("games", "--lang=de").out != cli("games").out
    assert "Befehle:" in cli("admin", "--lang", "de").out


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
@pytest.mark.parametrize("lang", OTHERS)
def test_help_is_in_one_language_only(cli, lang, path):
    arguments = [] if path == ["start"] else path
    outcome = cli("--lang", lang, *arguments, "--help")
    assert outcome.code == 0
    said = re.sub(r"--[a-z-]+", "", outcome.out)  # names of options are the same in all languages
    assert not re.search(ENGLISH, said), re.findall(ENGLISH, said)
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert outcome.out != cli(*arguments, "--help").out


USAGE = {
    "missing_argument": ("play",),
    "missing_option": ("arena", "ali-baba"),
    "no_option": ("games", "--zzz"),
    "no_option_like": ("play", "ali-baba", "--plyers", "3"),
    "no_command": ("dance",),
    "extra": ("games", "more"),
    "needs_value": ("play", "ali-baba", "--seat"),
    "takes_none": ("serve", "--open=3"),
    "invalid": ("play", "ali-baba", "--lang", "xx"),
    "integer": ("play", "ali-baba", "--players", "many"),
    "number": ("serve", "--bot-patience", "long"),
    "least": ("serve", "--port", "0"),
    "most": ("serve", "--port", "99999"),
}


@pytest.mark.parametrize("key", [*MESSAGES, *REASONS])
def test_usage_errors_are_said_in_every_language(refused, monkeypatch, key):
    sentences = []
    for lang in LANGUAGES:
        monkeypatch.setenv("SCHATZKAMMER_LANG", lang)
        sentences.append(refused(*USAGE[key]))
    assert len(set(sentences)) == len(LANGUAGES)
    assert not [one for one in sentences[1:] if re.search(ENGLISH, one)]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("de", "Es gibt keinen Platz 2; es gibt die Plätze 0 bis 1."),
        ("fr", "Il n’y a pas de place 2\u00a0; les places vont de 0 à 1."),
    ],
)
def test_errors_are_in_the_language(cli, lang, sentence):
    outcome = cli("play", "ali-baba", "--seat", "2", "--lang", lang)
    assert (outcome.code, outcome.err) == (2, f"schatzkammer: {' '.join(sentence.split())}\n")


WRONG = [
    ("play", "chess"),
    ("play", "ali-baba", "--players", "5"),
    ("play", "ali-baba", "--option", "variant"),
    ("play", "ali-baba", "--option", "weather=rain"),
    ("play", "ali-baba", "--option", "variant=huge"),
    ("play", "ali-baba", "--players", "3", "--option", "variant=small"),
    ("play", "ali-baba", "--bots", "genius"),
    ("play", "ali-baba", "--bots", "random@2"),
    ("play", "ali-baba", "--bots", "random,random"),
    ("play", "ali-baba", "--name", ""),
    ("play", "ali-baba", "--save", "/nowhere/game.json"),
    ("arena", "ali-baba", "--bots", "random"),
    ("verify", "/nowhere/game.json"),
    ("verify", "/dev/null", "--commitment", "abc"),
    ("rules", "ali-baba", "A99"),
    ("restore", "/nowhere/backup.db"),
    ("serve", "--workers", "2"),
    ("serve", "--metrics", "here"),
    ("serve", "--public-url", "here"),
    ("admin", "people", "--data", "/nowhere/tables.db"),
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_errors_differ_between_languages(cli, arguments):
    found = [cli(*arguments, "--lang", lang) for lang in LANGUAGES]
    assert {outcome.code for outcome in found} == {2}
    assert len({outcome.err for outcome in found}) == len(LANGUAGES)
    assert not [one.err for one in found[1:] if re.search(ENGLISH, one.err)]


def test_admin_speaks_the_language(cli, tmp_path):
    data = ("--data", str(tmp_path / "tables.db"))
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "enthält keine Partien" in cli("import", str(empty), *data, "--lang", "de").err
    assert cli("admin", "people", *data, "--lang", "de").out.split() == ["SEIT", "(UTC)", "ZUSTAND", "NAME"]
    assert cli("admin", "tables", *data, "--lang", "fr").out.split() == ["UTILISÉE", "(UTC)", "STATUT", "ID", "JEU"]
    assert "Il n’y a pas de compte à ce nom." in cli("admin", "block", "Ada", *data, "--lang", "fr").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "ali-baba", "--games", "2", "--seed", "s", "--json"),
        ("components", "ali-baba", "--json"),
        ("components", "solomon"),
        ("--version",),
    ],
    ids=" ".join,
)
def test_what_programs_read_is_the_same_in_every_language(cli, arguments):
    assert len({cli(*arguments, "--lang", lang).out for lang in LANGUAGES}) == 1
