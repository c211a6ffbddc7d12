"""Small things side by side."""

from __future__ import annotations

from rich.text import Text

GAP = "  "


def packed(items: list[Text], width: int) -> list[Text]:
    """Items side by side on as many lines as they need; none is broken."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(GAP) + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], GAP, item)
        else:
            lines.append(item)
    return lines
