"""Pictures of the boards, drawn with Pillow: one file per game, and an outline for all other games."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from schatzkammer.render.pictures import ali_baba, monte_cristo, solomon
from schatzkammer.render.pictures.canvas import INK, Canvas
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.board import outline

PICTURES: dict[str, Callable[[Scene], Image.Image]] = {
    "ali-baba": ali_baba.draw,
    "monte-cristo": monte_cristo.draw,
    "solomon": solomon.draw,
}


def picture(scene: Scene) -> Image.Image:
    """The board of the scene's game."""
    return PICTURES.get(str(scene.view["game"]), _outline)(scene)


def _outline(scene: Scene) -> Image.Image:
    lines = outline(scene)
    canvas = Canvas(32 + 8 * max(map(len, lines)), 32 + 20 * len(lines))
    canvas.lines(16, 16, [(line, INK) for line in lines])
    return canvas.image
