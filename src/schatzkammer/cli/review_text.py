"""A review in words: its sums as a table, its errors as sentences."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

import schatzkammer as sk
from schatzkammer.bots.explanation import WORDS
from schatzkammer.bots.review.data import TERMS, cause_text
from schatzkammer.cli.narration import HangingIndent
from schatzkammer.cli.texts import cli_texts, game_texts
from schatzkammer.core.game import Json
from schatzkammer.core.loading import RESULT
from schatzkammer.games import find
from schatzkammer.render.locale import MINUS, capitalized
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import move_text

COLUMNS = ("result", *TERMS)


class ReviewText:
    """The words of one review in one language."""

    def __init__(self, lang: str, record: Json, data: Json) -> None:
        self.lang = lang
        self.data = data
        self.texts = cli_texts(lang)
        self.game = game_texts(lang, find(str(data["game"])))
        self._record = record

    @property
    def seats(self) -> list[Json]:
        """The seats that are shown."""
        return cast("list[Json]", self.data["seats"])

    @property
    def heading(self) -> str:
        """The title."""
        return self.texts.text("review.heading", title=self.game.text("title"), players=self.data["players"])

    def seat(self, entry: Json) -> str:
        """A seat's name."""
        return capitalized(self.texts.word("seat", entry["seat"]))

    def column(self, name: str) -> str:
        """The heading of a term."""
        return self.texts.text(f"review.column.{name}")

    def points(self, value: object, signed: bool = True) -> str:
        """A number of points."""
        return self._signed(cast(float, value), 1, signed)

    def share(self, value: object, signed: bool = True) -> str:
        """A share of the win in percent."""
        return self._signed(100 * cast(float, value), 0, signed) + " %"

    def terms(self, entry: Json) -> list[tuple[str, str, str]]:
        """Each term of a seat's sum: its name, in points, in shares of the win."""
        win = cast(Json, entry["win"])
        found = []
        for name in COLUMNS:
            change = name not in ("result", "prior")
            found.append((name, self.points(entry[name], change), self.share(win[name], change)))
        return found

    def skill(self, entry: Json) -> str:
        """A seat's accuracy and marks, as a sentence."""
        marks = [decision["mark"] for decision in cast("list[Json]", entry["decisions"])]
        if entry["accuracy"] is None:
            return self.texts.text("review.no_decisions", seat=entry["seat"])
        return self.texts.text(
            "review.skill",
            seat=entry["seat"],
            accuracy=round(cast(float, entry["accuracy"])),
            real=entry["real"],
            loss=self.texts.number(100 * cast(float, entry["loss_win"])),
            blunders=marks.count("blunder"),
            mistakes=marks.count("mistake"),
            inaccuracies=marks.count("inaccuracy"),
        )

    def errors(self) -> list[tuple[Json, str, str]]:
        """The marked decisions in the order of play: the decision, what was played, and what was wrong with it."""
        marked = [
            (decision, entry)
            for entry in self.seats
            for decision in cast("list[Json]", entry["decisions"])
            if decision["mark"]
        ]
        marked.sort(key=lambda found: cast(int, found[0]["ply"]))
        return [(decision, self._played(decision, entry), self._wrong(decision)) for decision, entry in marked]

    def mark(self, decision: Json) -> str:
        """The word for a mark."""
        return WORDS.say(self.lang, f"review.mark.{decision['mark']}")

    def _played(self, decision: Json, entry: Json) -> str:
        move = str(decision["move"])
        return self.texts.text(
            "review.played",
            mark=self.mark(decision),
            seat=entry["seat"],
            move=self._in_words(decision, move),
            notation=move,
        )

    def _wrong(self, decision: Json) -> str:
        line = cast("list[str]", decision["line"])
        return self.texts.text(
            "review.wrong",
            cause=cause_text(str(decision["cause"]), self.lang),
            win=self.texts.number(100 * cast(float, decision["loss_win"])),
            error=self.texts.number(200 * cast(float, decision["error_win"])),
            points=self.points(-cast(float, decision["loss_points"])),
            better=self._in_words(decision, line[0]),
            line=", ".join(line),
        )

    def _in_words(self, decision: Json, move: str) -> str:
        """A move in words, as its seat saw the game."""
        match = self._matches[cast(int, decision["ply"])]
        seat = cast("list[tuple[int, str]]", self._record["moves"])[cast(int, decision["ply"])][0]
        return move_text(scene_of(match, seat, self.lang), move)

    @cached_property
    def _matches(self) -> dict[int, sk.Match]:
        """The game before each marked decision."""
        wanted = {
            cast(int, decision["ply"])
            for entry in self.seats
            for decision in cast("list[Json]", entry["decisions"])
            if decision["mark"]
        }
        begun = {name: value for name, value in self._record.items() if name not in RESULT}
        moves = cast("list[object]", self._record["moves"])
        return {ply: sk.replay({**begun, "moves": moves[:ply]}) for ply in wanted}

    def _signed(self, value: float, digits: int, signed: bool) -> str:
        text = self.texts.number(value, digits)
        return f"+{text}" if signed and not text.startswith(MINUS) and float(f"{value:.{digits}f}") else text


def print_review(console: Console, words: ReviewText) -> None:
    """The whole review."""
    console.print(Text(words.heading, style="bold"))
    console.print()
    print_proof(console, words)
    console.print()
    for entry in words.seats:
        console.print(capitalized(words.skill(entry)))
    errors = words.errors()
    if not errors:
        return
    console.print()
    for decision, played, wrong in errors:
        console.print(HangingIndent(capitalized(played), f"{cast(int, decision['ply']) + 1:>4}. "))
        console.print(HangingIndent(wrong, "      "))


def print_proof(console: Console, words: ReviewText) -> None:
    """The terms of every seat and their sum."""
    table = Table(words.texts.text("review.column.term"), box=None, pad_edge=False)
    for entry in words.seats:
        table.add_column(words.seat(entry), justify="right")
        table.add_column(words.texts.text("review.column.win"), justify="right", style="dim")
    columns = [words.terms(entry) for entry in words.seats]
    for row, name in enumerate(COLUMNS):
        cells = [cell for column in columns for cell in column[row][1:]]
        table.add_row(words.column(name), *cells, style="bold" if name == "result" else None)
    console.print(table)
