"""Ali Baba: the cave from above, every layer half a tile inwards over the one below (A4, A43), and the seats."""

from __future__ import annotations

from typing import Any, cast

from PIL import Image

from schatzkammer.cli.boards.cave import BACKS, FACES, layers
from schatzkammer.cli.scene import Scene
from schatzkammer.envs.pictures.sheet import INK, QUIET, SEATS, Colour, Sheet

TILE = 96
MARGIN = 16
PANEL = 300
# The terminal's tiles are ten characters wide and four high; its layers tell how far each one is moved inwards.
ACROSS, DOWN = 10, 4


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view: dict[str, Any] = scene.view
    parts: dict[str, Any] = dict(scene.components)
    cave = layers(parts["caves"]["small" if view["options"]["variant"] == "small" else "large"])
    width = cave[0].columns * TILE + 2 * MARGIN
    sheet = Sheet(width + PANEL, max(cave[0].rows * TILE + 2 * MARGIN, 480))
    for level, layer in enumerate(cave):
        for row in range(layer.rows):
            for column in range(layer.columns):
                x = MARGIN + (layer.x / ACROSS + column) * TILE
                y = MARGIN + (layer.y / DOWN + row) * TILE
                _draw_slot(sheet, scene, f"{level + 1}{'abcde'[column]}{row + 1}", x, y)
    _draw_panel(sheet, scene, width)
    return sheet.image


def _draw_slot(sheet: Sheet, scene: Scene, slot: str, x: float, y: float) -> None:
    board = cast("dict[str, str | None]", scene.view["board"])
    box = (x + 2, y + 2, x + TILE - 3, y + TILE - 3)
    if slot not in board:
        if slot[0] == "1":
            sheet.box(box, "#2a231d", "#3a3027")
        return
    tile = board[slot]
    if tile is None:
        style = BACKS[int(slot[0]) - 1]
        sheet.box(box, _hex(style.bgcolor), _hex(style.color), 2)
        sheet.text(x + 8, y + 6, slot[0], 13, _hex(style.color))
        return
    colour, treasure = tile.split("-")
    style = FACES[colour]
    sheet.box(box, _hex(style.bgcolor), "#000000", 2)
    sheet.text(x + 8, y + 6, slot, 12, _hex(style.color))
    sheet.text(x + TILE / 2, y + TILE / 2, scene.voice.word("treasure", treasure), 16, _hex(style.color), "mm")
    sheet.text(x + TILE / 2, y + TILE - 14, scene.voice.word("colour", colour), 11, _hex(style.color), "mm")


def _draw_panel(sheet: Sheet, scene: Scene, x: int) -> None:
    view: dict[str, Any] = scene.view
    y = float(MARGIN)
    for seat, player in enumerate(view["seats"]):
        edge = INK if view["active"] == seat else None
        sheet.box((x, y, x + PANEL - MARGIN, y + 62), "#2a231d", edge, 2)
        sheet.disc(x + 18, y + 20, 9, SEATS[seat])
        sheet.text(x + 34, y + 12, scene.voice.word("seat", seat), 14)
        sheet.text(x + PANEL - 28, y + 12, f"{player['points']} + {player['count']} tiles", 14, INK, "ra")
        doing = ""
        if player["ban"]:
            doing = f"bans {scene.voice.word('ban', player['ban'])}"
        elif player["shown"]:
            doing = f"shows {scene.voice.word('tile', player['shown'])}"
        elif player["chosen"]:
            doing = "has chosen"
        sheet.text(x + 34, y + 36, doing, 12, QUIET)
        y += 72
    lines: list[tuple[str, Colour]] = []
    if view["beside"]:
        lines.append(("beside the board:", QUIET))
        lines += [(f"  {scene.voice.word('tile', tile)}", INK) for tile in view["beside"]]
    if view["removed"]:
        lines.append((f"left out: {scene.voice.word('treasure', view['removed'])}", QUIET))
    sheet.lines(x, y, lines)


def _hex(colour: Any) -> Colour:  # noqa: ANN401  rich's own type
    triplet = colour.get_truecolor()
    return f"#{triplet.red:02x}{triplet.green:02x}{triplet.blue:02x}"
