"""The canvas of all pictures: boxes, discs, lines of text, one palette."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from schatzkammer.render.scene import Scene

Colour = str
Box = tuple[float, float, float, float]

MARGIN = 16
FELT = "#1f1a16"
PANEL = "#2a231d"
EDGE = "#4b3a2b"
BLACK = "#000000"
INK = "#f4efe4"
DIM = "#a89a86"
SEATS = ("#d9534f", "#4a90d9", "#4caf6e", "#e0b13a", "#a679d0")


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font in a size."""
    return ImageFont.load_default(size)


class Canvas:
    """A picture that is being drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), FELT)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, box: Box, fill: Colour, edge: Colour | None = None, width: int = 1) -> None:
        """A box with round corners."""
        self._draw.rounded_rectangle(box, 6, fill, edge, width)

    def disc(self, x: float, y: float, radius: float, fill: Colour, edge: Colour | None = None) -> None:
        """A round piece."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, edge)

    def text(self, x: float, y: float, text: str, size: int = 13, fill: Colour = INK, anchor: str = "la") -> None:
        """A line of text; the anchor is Pillow's."""
        self._draw.text((x, y), text, fill, font(size), anchor)

    def lines(self, x: float, y: float, lines: list[tuple[str, Colour]]) -> None:
        """Lines of text below one another."""
        for line, fill in lines:
            self.text(x, y, line, fill=fill)
            y += 19.5

    def seat(self, scene: Scene, seat: int, box: Box, score: str) -> None:
        """The box of a seat with its disc, name and score; a bright edge if the seat is active."""
        x, y, right, _ = box
        self.box(box, PANEL, INK if scene.view["active"] == seat else None, 2)
        self.disc(x + 18, y + 20, 9, SEATS[seat])
        self.text(x + 34, y + 12, scene.word("seat", seat), 14)
        self.text(right - 12, y + 12, score, 14, INK, "ra")
