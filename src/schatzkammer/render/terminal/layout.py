"""Layouts that several boards share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Column, Table
from rich.text import Text

from schatzkammer.render.scene import Scene

BOLD = Style(bold=True)
DIM = Style(dim=True)
GAP = 2  # columns between neighbours
PAD = (0, 1, 0, 0)  # padding: one column to the right of every cell
NARROWEST_PANEL = 26


def packed(items: list[Text], width: int) -> list[Text]:
    """Items side by side, on as many lines as they need; lines do not break inside an item."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + GAP + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], " " * GAP, item)
        else:
            lines.append(item)
    return lines


def beside(
    drawing: Text, drawing_width: int, panel: Callable[[int], RenderableType], width: int, widest_panel: int
) -> RenderableType:
    """A drawing with a panel on its right, or below it in a narrow terminal; `panel` gets its own width."""
    room = width - drawing_width - GAP
    if room < NARROWEST_PANEL:
        return Group(drawing, Text(), panel(width))
    room = min(room, widest_panel)
    columns = Column(width=drawing_width, no_wrap=True), Column(width=room)
    table = Table.grid(*columns, padding=(0, GAP, 0, 0), pad_edge=False)
    table.add_row(drawing, panel(room))
    return table


def sections(*parts: Iterable[RenderableType]) -> Group:
    """The lines of all parts, with an empty line between parts; empty parts are left out."""
    lines: list[RenderableType] = []
    for part in parts:
        added = list(part)
        lines += [Text(), *added] if added and lines else added
    return Group(*lines)


def seat_table(
    scene: Scene, headings: Sequence[str], cells: Sequence[Sequence[str]], name_width: int, active: int | None
) -> Table:
    """A row of cells for each seat under headings; an arrow marks the active seat."""
    names = Column(no_wrap=True, overflow="ellipsis", min_width=name_width)
    figures = [Column(no_wrap=True, justify="right") for _ in headings]
    table = Table.grid(Column(width=1), names, *figures, padding=PAD)
    table.add_row("", "", *(Text(heading, style=DIM) for heading in headings))
    for seat, row in enumerate(cells):
        table.add_row("▶" if active == seat else "", Text(scene.word("seat", seat), style=BOLD), *row)
    return table


def score_sheet(scene: Scene, heading: str, seats: int) -> Table:
    """An empty score sheet with a column for each seat."""
    table = Table(heading)
    for seat in range(seats):
        table.add_column(Text(scene.word("seat", seat)), justify="right")
    return table
