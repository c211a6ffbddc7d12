"""A score track up to a goal, as a bar."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

GOAL = 40
CELLS = 10
PARTS = " ▏▎▍▌▋▊▉█"  # eighths of a cell

FILLED = Style(bold=True)
EMPTY = Style(dim=True)


def track(points: int) -> Text:
    """How far the points have come towards the goal."""
    eighths = min(points, GOAL) * CELLS * 8 // GOAL
    full, part = divmod(eighths, 8)
    bar = "█" * full + (PARTS[part] if part else "")
    return Text(bar, style=FILLED).append("·" * (CELLS - len(bar)), EMPTY)
