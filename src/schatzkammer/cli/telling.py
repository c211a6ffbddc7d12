"""Events as people tell them: a paragraph for every turn."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.layout import Hanging
from schatzkammer.cli.voice import Voice
from schatzkammer.core.game import Json
from schatzkammer.core.match import Match

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


def first_turn(voice: Voice, opening: Match) -> list[Json]:
    """The event that starts the first turn, which set-up does not tell; none where nobody's turn starts the game."""
    heading = voice.words.entry(voice.lang, f"event.{TURN}") or ""
    needs_only_seat = {gap for _, gap, _, _ in Formatter().parse(heading) if gap} == {"seat"}
    if not needs_only_seat or opening.over or opening.state.game.secret(opening.state):
        return []
    return [{"event": TURN, "seat": opening.to_act[0]}]


def line_by_line(voice: Voice, events: Sequence[Json]) -> list[RenderableType]:
    """Every event on a line of its own; those that start a turn stand out."""
    lines: list[RenderableType] = []
    for event in events:
        if event["event"] == TURN:
            lines += [Text(), Text(voice.event(event), style="bold")]
        else:
            lines.append(Hanging(voice.event(event), "  "))
    return lines


def _bullet(text: str) -> Table:
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_row(" •", Text(text))
    return line
