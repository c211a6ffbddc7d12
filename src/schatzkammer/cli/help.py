"""Help and usage errors in other languages. The English help is that of the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer.core

from schatzkammer.cli.language import LANGUAGE
from schatzkammer.cli.texts import CLI
from schatzkammer.core.text import DEFAULT

ROOT = "start"  # the key of the program's own help

# The words that typer puts around the help of a command, and their keys.
LABELS = {
    "Arguments": "arguments",
    "Options": "options",
    "Commands": "commands",
    "default: {default}": "default",
    "env var: {var}": "variable",
    "required": "required",
}
# Typer's messages about a command line that it cannot read, and reasons within them.
MESSAGES = {
    "missing_argument": r"Missing argument '(?P<name>.+)'\.",
    "missing_option": r"Missing option '(?P<name>.+)'\.",
    "no_option": r"No such option: (?P<name>\S+)",
    "no_option_like": r"No such option: (?P<name>\S+) \(Possible options: (?P<others>.+)\)",
    "no_command": r"No such command '(?P<name>.+)'\.",
    "extra": r"Got unexpected extra argument\(s\) \((?P<given>.+)\)",
    "needs_value": r"Option '(?P<name>.+)' requires an argument\.",
    "takes_none": r"Option '(?P<name>.+)' does not take a value\.",
    "invalid": r"Invalid value for '(?P<name>[^']+)'(?: \(env var: '\w+'\))?: (?P<reason>.+)",
}
REASONS = {
    "integer": r"Input should be a valid integer.*",
    "number": r"Input should be a valid number.*",
    "least": r"Input should be greater than or equal to (?P<limit>\S+)",
    "most": r"Input should be less than or equal to (?P<limit>\S+)",
}


def localize(command: Any, lang: str) -> None:  # noqa: ANN401  typer may bundle click, whose class it is
    """Puts the help of a command and of all below it into a language."""
    for one, key in commands(command):
        one.help = CLI.entry(lang, f"help.command.{key}") or one.help
        one.short_help = (one.help or "").split("\n\n")[0]
        for parameter in one.params:
            key = option_key(lang, parameter.name, one.name)
            parameter.help = CLI.entry(lang, key) or getattr(parameter, "help", None)
        setattr(one, "get_help", _localized(one.get_help, lang))  # noqa: B010  its class is not known here


def commands(command: Any, path: str = "") -> Iterator[tuple[Any, str]]:  # noqa: ANN401
    """A command and all below it, with the keys of their help."""
    yield command, path or ROOT
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, f"{path}.{name}" if path else name)


def option_key(lang: str, name: str, command: str) -> str:
    """The key of an option's help: that of this command, or else that of all commands."""
    own = f"help.option.{name}.{command}"
    return own if CLI.entry(lang, own) else f"help.option.{name}"


def localized_message(message: str, lang: str) -> str:
    """A message of typer's in a language; one that is not known stays as it is."""
    found = _matching(MESSAGES, message.replace("Value error, ", "").rstrip())
    if found is None:
        return message
    key, details = found
    if "reason" in details:
        reason = details["reason"].rstrip(".")
        known = _matching(REASONS, reason)
        details["reason"] = reason if known is None else CLI.say(lang, f"usage.{known[0]}", known[1])
    return CLI.say(lang, f"usage.{key}", details)


def _matching(patterns: dict[str, str], text: str) -> tuple[str, dict[str, str]] | None:
    for key, pattern in patterns.items():
        if match := re.fullmatch(pattern, text):
            return key, match.groupdict()
    return None


def _localized(get_help: Any, lang: str) -> Any:  # noqa: ANN401
    """Replaces what typer says in English only."""

    def localized(context: typer.Context) -> str:
        text: str = get_help(context)
        usage, ending = (CLI.entry(lang, f"label.{key}") or "" for key in ("usage", "help"))
        return text.replace("Usage:", usage, 1).replace("Show this message and exit.", ending)

    return localized


def _gettext(text: str) -> str:
    """A word of typer's in the language of this process."""
    key = LABELS.get(text)
    lang = LANGUAGE.get()
    return text if key is None or lang == DEFAULT else CLI.entry(lang, f"label.{key}") or text


# Typer marks its words for gettext, which reads only compiled files and only the system's language.
setattr(typer.core, "_", _gettext)  # noqa: B010
