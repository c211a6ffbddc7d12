"""The language of a command line: of `--lang`, else of the environment, else English."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextvars import ContextVar

from schatzkammer.core.text import DEFAULT, LANGUAGES

OPTION = "--lang"
VARIABLES = ("SCHATZKAMMER_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides

LANGUAGE: ContextVar[str] = ContextVar("language", default=DEFAULT)  # of what this process says


def take_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language of a command line, and what is left to parse: help and errors need the language before that.

    So every command takes the option, wherever it stands; a language that we do not have is left to be refused.
    """
    rest = list(arguments)
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name != OPTION:
            continue
        given = value if equals else "".join(arguments[at + 1 : at + 2])
        if given in LANGUAGES:
            del rest[at : at + (1 if equals else 2)]
            return given, rest
    return _environment_language(), rest


def _environment_language() -> str:
    for name in VARIABLES:
        value = os.environ.get(name)
        if value:
            lang = re.split(r"[^a-z]", value.lower())[0]  # fr_FR.UTF-8
            return lang if lang in LANGUAGES else DEFAULT
    return DEFAULT
