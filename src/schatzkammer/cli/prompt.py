"""Reads what a user types, on a terminal or through a pipe."""

from __future__ import annotations

import sys
from getpass import getpass

from rich.console import Console

MARK = "> "


def read_line(console: Console) -> str | None:
    """The next line, or None at the end of the input. A line from a pipe is echoed, so the output reads well."""
    if sys.stdin is None:
        return None
    if not sys.stdin.isatty():
        console.print(MARK, end="")
        line = sys.stdin.readline()
        console.print("".join(character for character in line if character.isprintable()))
        return line.rstrip("\n") if line else None
    _enable_editing()
    try:
        return input(MARK)
    except EOFError:
        console.print()
        return None


def read_secret(question: str) -> str | None:
    """A line that is not shown while it is typed, or the next line of a pipe; None at the end of the input."""
    if sys.stdin is None:
        return None
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None
    try:
        return getpass(question)
    except EOFError:
        return None


def _enable_editing() -> None:
    """Importing readline gives input() arrow keys and a history, where Python has it."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
