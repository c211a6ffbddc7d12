"""The cave of Ali Baba from above: each layer lies half a tile inwards on the layer below (A4, A43)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from schatzkammer.render.terminal.grid import Grid
from schatzkammer.render.terminal.layout import BOLD, DIM

WIDTH = 10  # of a tile, in characters
HEIGHT = 4

MARKS = {"pink": "★", "blue": "≈", "brown": "▲", "green": "♣", "yellow": "☼", "white": "○"}
FACES = {
    "pink": Style(color="#2a1020", bgcolor="#ee9fc4"),
    "blue": Style(color="#ffffff", bgcolor="#2f62b5"),
    "brown": Style(color="#ffffff", bgcolor="#7a4a26"),
    "green": Style(color="#ffffff", bgcolor="#256f3c"),
    "yellow": Style(color="#2a2000", bgcolor="#f2c53d"),
    "white": Style(color="#2a2118", bgcolor="#f4efe4"),
}
TEXTURES = "░▒▓"  # backs, by layer from the floor up; the top layer lies face up
BACKS = (
    Style(color="#6b5844", bgcolor="#2b2119"),
    Style(color="#84705a", bgcolor="#3a2d22"),
    Style(color="#a08a70", bgcolor="#4b3a2b"),
)
LEVEL_ON_BACK = Style(color="#efe3c8", bold=True)

THIN_BORDER = "╭─╮ ││ ╰─╯"
THICK_BORDER = "┏━┓ ┃┃ ┗━┛"


@dataclass(frozen=True)
class Layer:
    """A layer of the cave; x and y are the offset of its first tile, in tiles."""

    rows: int
    columns: int
    x: float
    y: float

    def slots(self, level: int) -> list[tuple[str, float, float]]:
        """The slots of the layer and where they lie, in tiles."""
        return [
            (f"{level + 1}{'abcde'[column]}{row + 1}", self.x + column, self.y + row)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def layers(shapes: list[str]) -> list[Layer]:
    """The layers from the floor up, from shapes such as 4x3 (rows by columns)."""
    found: list[Layer] = []
    for shape in shapes:
        rows, columns = (int(size) for size in shape.split("x"))
        x = y = 0.0
        if found:
            below = found[-1]
            x, y = below.x + (below.columns - columns) / 2, below.y + (below.rows - rows) / 2
        found.append(Layer(rows, columns, x, y))
    return found


def draw_cave(
    shapes: list[str], board: Mapping[str, str | None], takable: Collection[str], names: Mapping[str, str]
) -> Text:
    """The cave; `board` maps slots to tiles, None for a back; `names` maps treasures to their words."""
    cave = layers(shapes)
    grid = Grid(cave[0].columns * WIDTH, cave[0].rows * HEIGHT)
    backs: list[tuple[int, int, str]] = []
    for level, layer in enumerate(cave):
        for slot, across, down in layer.slots(level):
            x, y = int(across * WIDTH), int(down * HEIGHT)
            if slot not in board:
                if level == 0:
                    grid.put(x + WIDTH // 2, y + HEIGHT // 2, "·", DIM)
                continue
            tile = board[slot]
            if tile is None:
                _draw_back(grid, x, y, level, slot)
                backs.append((x, y, slot))
            else:
                _draw_face(grid, x, y, slot, tile, slot in takable, names)
    for x, y, slot in backs:
        _number(grid, x, y, slot)
    return grid.text()


def _draw_box(grid: Grid, x: int, y: int, border: str, inside: list[str], style: Style, edge: Style, slot: str) -> None:
    """A box; `border` holds the characters of its top, its sides and its bottom."""
    top, sides, bottom = border.split()
    width = WIDTH - 2
    grid.put(x, y, top[0] + top[1] * width + top[2], edge, slot)
    for row, text in enumerate(inside, start=y + 1):
        grid.put(x, row, sides[0], edge, slot)
        grid.put(x + 1, row, text, style, slot)
        grid.put(x + 1 + width, row, sides[1], edge, slot)
    grid.put(x, y + HEIGHT - 1, bottom[0] + bottom[1] * width + bottom[2], edge, slot)


def _draw_face(grid: Grid, x: int, y: int, slot: str, tile: str, takable: bool, names: Mapping[str, str]) -> None:
    """A tile face up: its slot, the mark of its colour, its treasure; a thick border if it may be taken."""
    colour, treasure = tile.split("-")
    style = FACES[colour]
    inside = [f" {slot}  {MARKS[colour]} ", f"{names[treasure][: WIDTH - 2]:^{WIDTH - 2}}"]
    edge = style + BOLD if takable else style
    _draw_box(grid, x, y, THICK_BORDER if takable else THIN_BORDER, inside, style + BOLD, edge, slot)


def _draw_back(grid: Grid, x: int, y: int, level: int, slot: str) -> None:
    """A tile face down; its texture shows the layer."""
    fill = TEXTURES[level] * (WIDTH - 2)
    _draw_box(grid, x, y, THIN_BORDER, [fill] * (HEIGHT - 2), BACKS[level], BACKS[level], slot)


def _number(grid: Grid, x: int, y: int, slot: str) -> None:
    """Writes the layer's number on an uncovered quarter of a back, if there is one."""
    style = BACKS[int(slot[0]) - 1] + LEVEL_ON_BACK
    for dx, dy in ((2, 1), (WIDTH - 3, 1), (2, HEIGHT - 2), (WIDTH - 3, HEIGHT - 2)):
        if grid.owner(x + dx, y + dy) == slot:
            grid.put(x + dx, y + dy, slot[0], style, slot)
            return
