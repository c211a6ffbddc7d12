"""Events as sentences: a paragraph or a block of lines for every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Formatter

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match
from schatzkammer.render.locale import Locale, capitalized

TURN = "turn"  # the event that starts a turn, in every game


class HangingIndent:
    """A text after a mark; further lines are indented to the text."""

    def __init__(self, text: str, mark: str) -> None:
        self._text = text
        self._mark = mark

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Wraps the text to the width."""
        mark = self._mark
        for line in Text(self._text).wrap(console, options.max_width - len(mark)):
            line.rstrip()
            yield Text(mark) + line
            mark = " " * len(mark)


def event_text(words: Locale, event: Json) -> str:
    """An event as a sentence."""
    details = {name: value for name, value in event.items() if name not in ("event", "only")}
    return capitalized(words.text(f"event.{event['event']}", **details))


def paragraphs(words: Locale, events: Sequence[Json]) -> list[HangingIndent]:
    """A paragraph per turn, without the event that starts the turn: the next one names the seat."""
    turns: list[list[str]] = [[]]
    for event in events:
        if event["event"] == TURN:
            turns.append([])
        else:
            turns[-1].append(event_text(words, event))
    return [HangingIndent(" ".join(turn), " • ") for turn in turns if turn]


def first_turn(words: Locale, start: Match) -> list[Json]:
    """The event that starts the first turn, which the set-up does not report; empty if the game starts otherwise."""
    heading = words.words.entry(words.lang, f"event.{TURN}") or ""
    needs_only_seat = {gap for _, gap, _, _ in Formatter().parse(heading) if gap} == {"seat"}
    if not needs_only_seat or start.over or start.state.game.secret(start.state):
        return []
    return [{"event": TURN, "seat": start.to_act[0]}]


def line_by_line(words: Locale, events: Sequence[Json]) -> Group:
    """A line for every event; an event that starts a turn is a heading."""
    lines: list[RenderableType] = []
    for event in events:
        text = event_text(words, event)
        if event["event"] == TURN:
            lines += [Text(), Text(text, style="bold")]
        else:
            lines.append(HangingIndent(text, "  "))
    return Group(*lines)
