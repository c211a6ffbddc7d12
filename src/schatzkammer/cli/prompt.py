"""Reading what a player types, on a terminal or from a pipe."""

from __future__ import annotations

import sys
from getpass import getpass

from rich.console import Console

MARK = "> "


def read_line(console: Console) -> str | None:
    """The next line, None when there will be no more. A line from a pipe is repeated, so that the output reads well."""
    if sys.stdin is None:
        return None
    if not sys.stdin.isatty():
        console.print(MARK, end="")
        line = sys.stdin.readline()
        console.print("".join(sign for sign in line if sign.isprintable()))
        return line.rstrip("\n") if line else None
    _allow_editing()
    try:
        return input(MARK)
    except EOFError:
        console.print()
        return None


def read_secret(question: str) -> str | None:
    """A line that is not shown while it is typed, or the next one of a pipe; None when there will be no more."""
    if sys.stdin is None:
        return None
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None
    try:
        return getpass(question)
    except EOFError:
        return None


def _allow_editing() -> None:
    """Arrow keys and earlier lines, where Python has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
