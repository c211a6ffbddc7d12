"""Ali Baba as a picture: the cave from above and the seats."""

from __future__ import annotations

from PIL import Image
from rich.color import Color
from rich.style import Style

from schatzkammer.render.pictures.canvas import BLACK, DIM, INK, MARGIN, PANEL, Canvas, Colour
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.ali_baba_cave import BACKS, FACES, layers

TILE = 96
SEAT_WIDTH = 300


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view = scene.view
    cave = layers(scene.components["caves"]["small" if view["options"]["variant"] == "small" else "large"])
    width = cave[0].columns * TILE + 2 * MARGIN
    canvas = Canvas(width + SEAT_WIDTH, max(cave[0].rows * TILE + 2 * MARGIN, 480))
    for level, layer in enumerate(cave):
        for slot, x, y in layer.slots(level):
            _draw_slot(canvas, scene, slot, MARGIN + x * TILE, MARGIN + y * TILE)
    _draw_seats(canvas, scene, width)
    return canvas.image


def _draw_slot(canvas: Canvas, scene: Scene, slot: str, x: float, y: float) -> None:
    board = scene.view["board"]
    box = (x + 2, y + 2, x + TILE - 3, y + TILE - 3)
    if slot not in board:
        if slot[0] == "1":
            canvas.box(box, PANEL, "#3a3027")
        return
    tile = board[slot]
    if tile is None:
        ink, paper = _colours(BACKS[int(slot[0]) - 1])
        canvas.box(box, paper, ink, 2)
        canvas.text(x + 8, y + 6, slot[0], 13, ink)
        return
    colour, treasure = tile.split("-")
    ink, paper = _colours(FACES[colour])
    canvas.box(box, paper, BLACK, 2)
    canvas.text(x + 8, y + 6, slot, 12, ink)
    canvas.text(x + TILE / 2, y + TILE / 2, scene.word("treasure", treasure), 16, ink, "mm")
    canvas.text(x + TILE / 2, y + TILE - 14, scene.word("colour", colour), 11, ink, "mm")


def _draw_seats(canvas: Canvas, scene: Scene, x: int) -> None:
    view = scene.view
    y = MARGIN
    for seat, player in enumerate(view["seats"]):
        score = f"{player['points']} + {player['count']} tiles"
        canvas.seat(scene, seat, (x, y, x + SEAT_WIDTH - MARGIN, y + 62), score)
        state = ""
        if player["ban"]:
            state = f"bans {scene.word('ban', player['ban'])}"
        elif player["shown"]:
            state = f"shows {scene.word('tile', player['shown'])}"
        elif player["chosen"]:
            state = "has chosen"
        canvas.text(x + 34, y + 36, state, 12, DIM)
        y += 72
    lines: list[tuple[str, Colour]] = []
    if view["beside"]:
        lines.append((scene.text("ali-baba.beside"), DIM))
        lines += [(f"  {scene.word('tile', tile)}", INK) for tile in view["beside"]]
    if view["removed"]:
        lines.append((scene.text("ali-baba.removed", list=scene.word("treasure", view["removed"])), DIM))
    canvas.lines(x, y, lines)


def _colours(style: Style) -> tuple[Colour, Colour]:
    """The foreground and background of a style of the terminal."""
    return _hex(style.color), _hex(style.bgcolor)


def _hex(colour: Color | None) -> Colour:
    return BLACK if colour is None else colour.get_truecolor().hex
