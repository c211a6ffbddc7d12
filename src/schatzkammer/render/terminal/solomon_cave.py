"""The cave of King Solomon from above: the top tile and the height of every stack (S10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.style import Style
from rich.text import Text

from schatzkammer.render.terminal.grid import Grid
from schatzkammer.render.terminal.layout import BOLD, DIM

CELL = 7  # characters inside a cell
LEFT = 2  # columns for the row numbers
WIDTH = LEFT + 6 * (CELL + 1) + 1
HIGHEST = 4

# Signs differ without colour; the number of a treasure or curse is its value.
SIGNS = {
    **{f"treasure-{value}": f"◆{value}" for value in range(1, 6)},
    "mask": "†1",
    "scorpion": "†2",
    "mummy": "†3",
    "alpha": "≡α",
    "beta": "≡β",
    "gamma": "≡γ",
    "delta": "≡δ",
}
TREASURE = Style(color="#2a2000", bgcolor="#f2c53d")
CURSE = Style(color="#ffffff", bgcolor="#26211c")
PARCHMENT = Style(color="#2a2118", bgcolor="#f4efe4")
MAGIC = Style(color="#102030", bgcolor="#a9d3ee")
FACES = {
    "treasure": TREASURE,
    **dict.fromkeys(("mask", "scorpion", "mummy"), CURSE),
    **dict.fromkeys(("alpha", "beta", "gamma", "delta"), PARCHMENT),
    **dict.fromkeys(("mirror", "axe", "carpet", "seal", "amulet"), MAGIC),
}
MARKS = {"▶": "aim", "●": "area", "■■■·": "height", "!": "fails"}  # the text key of each mark


def draw_cave(
    cave: Mapping[str, list[str | None]],
    signs: Mapping[str, str],
    targets: Collection[str],
    area: Collection[str],
    entrance: str,
) -> Text:
    """The cave; `targets` are cells that a legal move names, `area` the cells named or picked so far."""
    grid = Grid(WIDTH, 2 + 6 * 3 + 1)
    for column in range(6):
        grid.put(LEFT + column * (CELL + 1) + (CELL + 1) // 2, 0, "abcdef"[column], BOLD)
    for row in range(7):
        ends = "├┼┤" if 0 < row < 6 else "┌┬┐" if row == 0 else "└┴┘"
        line = ends[0] + ends[1].join(["─" * CELL] * 6) + ends[2]
        grid.put(LEFT, 1 + 3 * row, line, DIM)
    for row in range(6):
        grid.put(0, 2 + 3 * row, str(row + 1), BOLD)
        for y in (2 + 3 * row, 3 + 3 * row):
            grid.put(LEFT, y, "│".join(["", *[" " * CELL] * 6, ""]), DIM)
        for column in range(6):
            cell = f"{'abcdef'[column]}{row + 1}"
            x, y = LEFT + 1 + column * (CELL + 1), 2 + 3 * row
            _draw_stack(grid, x, y, cave.get(cell, []), signs, cell in targets, cell in area)
    grid.put((WIDTH + LEFT - len(entrance)) // 2, 2 + 6 * 3, entrance, DIM)
    return grid.text()


def _draw_stack(
    grid: Grid, x: int, y: int, stack: list[str | None], signs: Mapping[str, str], target: bool, picked: bool
) -> None:
    """A stack: its top tile, and below it the height and the marks."""
    top = stack[-1] if stack else None
    if top is not None:
        grid.put(x, y, f"{signs[top]:^{CELL}}", FACES[top.split("-")[0]] + BOLD)
    height = "■" * len(stack) + "·" * (HIGHEST - len(stack))
    grid.put(x, y + 1, "▶" if target else " ", BOLD)
    grid.put(x + 1, y + 1, f" {height}", Style() if stack else DIM)
    grid.put(x + CELL - 1, y + 1, "●" if picked else " ", BOLD)
