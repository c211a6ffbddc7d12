"""Events as people tell them: a paragraph for every turn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.voice import Voice
from schatzkammer.core.game import Json

TURN = "turn"  # the event that starts a turn, in every game


def paragraphs(voice: Voice, events: Sequence[Json]) -> list[RenderableType]:
    """What happened, turn by turn. Whose turn starts is not said: the next sentence names the seat anyway."""
    told: list[list[str]] = [[]]
    for event in events:
        if event["event"] == TURN:
            told.append([])
        else:
            told[-1].append(voice.event(event))
    return [_bullet(" ".join(turn)) for turn in told if turn]


def line_by_line(voice: Voice, events: Sequence[Json]) -> list[RenderableType]:
    """Every event on a line of its own; those that start a turn stand out."""
    lines: list[RenderableType] = []
    for event in events:
        if event["event"] == TURN:
            lines += [Text(), Text(voice.event(event), style="bold")]
        else:
            lines.append(Padding(Text(voice.event(event)), (0, 0, 0, 2), expand=False))
    return lines


def _bullet(text: str) -> Table:
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_row(" •", Text(text))
    return line
