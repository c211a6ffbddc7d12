"""The cave of King Solomon from above: of every stack the top tile and how high it is (S10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.style import Style
from rich.text import Text

from schatzkammer.cli.boards.grid import Grid

CELL = 7  # characters inside a cell
LEFT = 2  # the numbers of the rows
WIDTH = LEFT + 6 * (CELL + 1) + 1
DEEPEST = 4

# Signs that can be told apart without colour; the number of a treasure or a curse is its value.
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
MARKS = {"▶": "aim", "●": "area", "■■■·": "height", "!": "fails"}  # what each mark is called in the texts
STRONG = Style(bold=True)
QUIET = Style(dim=True)


def sign(tile: str, short: str) -> str:
    """How a tile is written: by its sign, an object by its short name."""
    return SIGNS.get(tile, short)


def draw_quarry(
    cave: Mapping[str, list[str | None]],
    signs: Mapping[str, str],
    aims: Collection[str],
    area: Collection[str],
    entrance: str,
) -> Text:
    """The cave; `aims` are cells that a move may name, `area` those named or picked."""
    grid = Grid(WIDTH, 2 + 6 * 3 + 1)
    for column in range(6):
        grid.put(LEFT + column * (CELL + 1) + (CELL + 1) // 2, 0, "abcdef"[column], STRONG)
    for row in range(7):
        ends = "├┼┤" if 0 < row < 6 else "┌┬┐" if row == 0 else "└┴┘"
        line = ends[0] + ends[1].join(["─" * CELL] * 6) + ends[2]
        grid.put(LEFT, 1 + 3 * row, line, QUIET)
    for row in range(6):
        grid.put(0, 2 + 3 * row, str(row + 1), STRONG)
        for step in (2, 3):
            for column in range(7):
                grid.put(LEFT + column * (CELL + 1), step + 3 * row, "│", QUIET)
        for column in range(6):
            cell = f"{'abcdef'[column]}{row + 1}"
            x, y = LEFT + 1 + column * (CELL + 1), 2 + 3 * row
            _draw_stack(grid, x, y, cave.get(cell, []), signs, cell in aims, cell in area)
    grid.put((WIDTH + LEFT - len(entrance)) // 2, 1 + 18 + 1, entrance, QUIET)
    return grid.text()


def _draw_stack(
    grid: Grid, x: int, y: int, stack: list[str | None], signs: Mapping[str, str], aim: bool, picked: bool
) -> None:
    """A stack: its top tile, below it its height and the marks."""
    top = stack[-1] if stack else None
    if top is not None:
        grid.put(x, y, f"{signs[top]:^{CELL}}", FACES[top.split("-")[0]] + STRONG)
    tall = "■" * len(stack) + "·" * (DEEPEST - len(stack))
    grid.put(x, y + 1, "▶" if aim else " ", STRONG)
    grid.put(x + 1, y + 1, f" {tall}", QUIET if not stack else Style())
    grid.put(x + CELL - 1, y + 1, "●" if picked else " ", STRONG)
