"""Reading what a player types, on a terminal or from a pipe."""

from __future__ import annotations

import sys

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


def _allow_editing() -> None:
    """Arrow keys and earlier lines, where Python has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
