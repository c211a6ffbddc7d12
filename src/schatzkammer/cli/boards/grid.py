"""A sheet of characters on which things are laid over one another."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

BLANK = Style()


class Grid:
    """Characters with a style each, and the name of what lies uppermost at each place."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[BLANK] * width for _ in range(height)]
        self._owners = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style, owner: str = "") -> None:
        """Writes a line of text over what is there."""
        for step, sign in enumerate(text):
            self._signs[y][x + step] = sign
            self._styles[y][x + step] = style
            self._owners[y][x + step] = owner

    def owner(self, x: int, y: int) -> str:
        """The name of what lies uppermost there."""
        return self._owners[y][x]

    def text(self) -> Text:
        """The whole sheet."""
        lines: list[Text] = []
        for signs, styles in zip(self._signs, self._styles, strict=True):
            line = Text(no_wrap=True)
            for sign, style in zip(signs, styles, strict=True):
                line.append(sign, style)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)
