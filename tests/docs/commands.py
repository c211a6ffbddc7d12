"""Commands as pages name them: whether there is such a command, option, target of make or file."""

from __future__ import annotations

import re

import typer

from schatzkammer.cli import app
from tests.docs.blocks import ROOT

CALL = re.compile(r"(?<![\w./-])(?<!import )schatzkammer ((?:[a-z]+ ?)*)([^`\n]*(?:\n +\[?[^`\n]*)*)")
MAKE = re.compile(r"(?<![\w.-])make ([a-z][\w-]*)((?: [A-Z]+=)?)")
FILE = re.compile(r"(?<![\w./-])((?:deploy|docs|examples|src|tests|tools|web|requirements)/[\w./-]*\w)")
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
BUILT = ("src/schatzkammer/web", "web/node_modules")  # not under version control


def check_options(text: str, where: str) -> None:
    """Fails if a text names a command of `schatzkammer`, an option, a target of make or a file that does not exist."""
    for call in CALL.finditer(text):
        _check_call(call[1].split(), call[2], where)
    for target in MAKE.finditer(text):
        assert target[1] in TARGETS, f"{where}: make {target[1]}"
    for file in FILE.findall(text):
        assert (ROOT / file).exists() or file.startswith(BUILT), f"{where}: {file}"


def _check_call(words: list[str], rest: str, where: str) -> None:
    command = typer.main.get_command(app)
    while words and hasattr(command, "commands"):
        word = words.pop(0)
        assert word in command.commands, f"{where}: schatzkammer {word}"
        command = command.commands[word]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    used = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", rest))
    assert used <= known | {"--help"}, f"{where}: schatzkammer {command.name} has no {used - known}"
