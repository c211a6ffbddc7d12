"""Small things side by side, and sentences beneath each other."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions
from rich.text import Text

GAP = "  "


class Hanging:
    """A text after a mark; all its lines begin beneath each other and end with their last word."""

    def __init__(self, text: str, mark: str) -> None:
        self._text = text
        self._mark = mark

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Its lines within the width."""
        mark = self._mark
        for line in Text(self._text).wrap(console, options.max_width - len(mark)):
            line.rstrip()
            yield Text(mark) + line
            mark = " " * len(mark)


def packed(items: list[Text], width: int) -> list[Text]:
    """Items side by side on as many lines as they need; none is broken."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(GAP) + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], GAP, item)
        else:
            lines.append(item)
    return lines
