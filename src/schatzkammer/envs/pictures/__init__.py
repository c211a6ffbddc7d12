"""Pictures of the boards: one file a game, drawn from what a spectator may see."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from schatzkammer.cli.scene import Scene
from schatzkammer.envs.pictures import ali_baba, monte_cristo, solomon

PICTURES: dict[str, Callable[[Scene], Image.Image]] = {
    "ali-baba": ali_baba.draw,
    "monte-cristo": monte_cristo.draw,
    "solomon": solomon.draw,
}


def picture(scene: Scene) -> Image.Image:
    """The board of the scene's game."""
    return PICTURES[str(scene.view["game"])](scene)
