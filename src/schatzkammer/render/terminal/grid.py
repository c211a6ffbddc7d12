"""A grid of characters; later drawings cover earlier ones."""

from __future__ import annotations

from itertools import groupby

from rich.style import Style
from rich.text import Text

BLANK = Style()


class Grid:
    """Characters, each with a style and the owner that drew it last."""

    def __init__(self, width: int, height: int) -> None:
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[BLANK] * width for _ in range(height)]
        self._owners = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style, owner: str = "") -> None:
        """Writes a line of text over what is there."""
        for column, character in enumerate(text, start=x):
            self._characters[y][column] = character
            self._styles[y][column] = style
            self._owners[y][column] = owner

    def owner(self, x: int, y: int) -> str:
        """The owner that drew last at a cell."""
        return self._owners[y][x]

    def text(self) -> Text:
        """The whole grid."""
        lines: list[Text] = []
        for characters, styles in zip(self._characters, self._styles, strict=True):
            line = Text(no_wrap=True)
            start = 0
            for style, run in groupby(styles):  # one span per run keeps the output short
                end = start + len(list(run))
                line.append("".join(characters[start:end]), style)
                start = end
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)
