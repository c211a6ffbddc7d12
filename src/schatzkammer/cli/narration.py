"""Events as sentences: a paragraph or a block of lines for every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Formatter

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match
from schatzkammer.render.locale import Locale, capitalized

TURN = "turn"  # the event that starts a turn, in every game


class HangingIndent:
    """A text after a mark; its further lines are indented to the text."""

    def __init__(self, text: str, mark: str) -> None:
        self._text = text
        self._mark = mark

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Its lines within the width."""
        mark = self._mark
        for line in Text(self._text).wrap(console, options.max_width - len(mark)):
            line.rstrip()
            yield Text(mark) + line
            mark = " " * len(mark)


def event_text(game_texts: Locale, event: Json) -> str:
    """An event as a sentence."""
    details = {name: value for name, value in event.items() if name not in ("event", "only")}
    return capitalized(game_texts.text(f"event.{event['event']}", **details))


def paragraphs(game_texts: Locale, events: Sequence[Json]) -> list[RenderableType]:
    """A paragraph for every turn; the event that starts the turn is left out, as the next one names the seat."""
    turns: list[list[str]] = [[]]
    for event in events:
        if event["event"] == TURN:
            turns.append([])
        else:
            turns[-1].append(event_text(game_texts, event))
    return [_bullet(" ".join(turn)) for turn in turns if turn]


def first_turn(game_texts: Locale, start: Match) -> list[Json]:
    """The event that starts the first turn, which the set-up does not report; none if the game starts otherwise."""
    heading = game_texts.words.entry(game_texts.lang, f"event.{TURN}") or ""
    needs_only_seat = {gap for _, gap, _, _ in Formatter().parse(heading) if gap} == {"seat"}
    if not needs_only_seat or start.over or start.state.game.secret(start.state):
        return []
    return [{"event": TURN, "seat": start.to_act[0]}]


def line_by_line(game_texts: Locale, events: Sequence[Json]) -> list[RenderableType]:
    """A line for every event; an event that starts a turn is a heading."""
    lines: list[RenderableType] = []
    for event in events:
        text = event_text(game_texts, event)
        if event["event"] == TURN:
            lines += [Text(), Text(text, style="bold")]
        else:
            lines.append(HangingIndent(text, "  "))
    return lines


def _bullet(text: str) -> Table:
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_row(" •", Text(text))
    return line
