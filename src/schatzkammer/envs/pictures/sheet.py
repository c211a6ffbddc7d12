"""The sheet all pictures are drawn on: boxes, lines of text, one palette."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

Colour = str
Box = tuple[float, float, float, float]

FELT = "#1f1a16"
INK = "#f4efe4"
QUIET = "#a89a86"
SEATS = ("#d9534f", "#4a90d9", "#4caf6e", "#e0b13a", "#a679d0")


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that comes with the library, in a size."""
    return ImageFont.load_default(size)


class Sheet:
    """A picture in the making."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), FELT)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, box: Box, fill: Colour, edge: Colour | None = None, width: int = 1, round_by: int = 6) -> None:
        """A box with round corners."""
        self._draw.rounded_rectangle(box, round_by, fill, edge, width)

    def disc(self, x: float, y: float, radius: float, fill: Colour, edge: Colour | None = None) -> None:
        """A round piece."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, edge)

    def text(self, x: float, y: float, text: str, size: int = 13, fill: Colour = INK, anchor: str = "la") -> None:
        """A line of text; the anchor is the library's."""
        self._draw.text((x, y), text, fill, font(size), anchor)

    def lines(self, x: float, y: float, lines: list[tuple[str, Colour]], size: int = 13) -> float:
        """Lines of text below one another; tells where the next one would stand."""
        for line, fill in lines:
            self.text(x, y, line, size, fill)
            y += size * 1.5
        return y
