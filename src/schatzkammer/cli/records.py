"""`replay` and `verify`: recorded games."""

from __future__ import annotations

from typing import Annotated, cast

import typer
from rich.console import Console, RenderableType
from rich.text import Text

import schatzkammer as sk
from schatzkammer.cli import options
from schatzkammer.cli.files import read_record
from schatzkammer.cli.narration import HangingIndent, first_turn, line_by_line
from schatzkammer.cli.texts import cli_texts, ending, game_texts, seats_text, uncapitalized
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.loading import RESULT
from schatzkammer.core.match import winners_without
from schatzkammer.core.validation import quoted
from schatzkammer.games import find
from schatzkammer.render.locale import Locale, capitalized
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import board_of

HEX_DIGITS = 64
MOVES_HELP = "Show every move in notation too; with --seat, other seats' secret moves stay hidden."
RIGHT = "✓"
UNCHECKED = "–"


class BadCommitment(BadInput):
    """Not a SHA-256 in hexadecimal digits."""


class RecordDoesNotHold(BadInput):
    """A record that cannot be what was played."""


def replay(
    file: options.RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", help="As this seat saw it, counted from 0; by default as a spectator.")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help=MOVES_HELP)] = False,
    lang: options.Lang = None,
) -> None:
    """Tell a recorded game in words, then show its score sheet."""
    record = cast("Json", read_record(file))
    match = sk.replay(record)
    start = match_after(record, 0)
    viewer = None if seat is None else options.checked_seat(seat, match.players)
    language = options.language(lang)
    texts, of_game = cli_texts(language), game_texts(language, find(match.game))
    console = options.screen()
    key = "replay.heading" if viewer is not None else "replay.heading_moves" if moves else "replay.heading_all"
    seen_by = {} if viewer is None else {"seat": viewer}
    heading = texts.text(key, title=of_game.text("title"), players=match.players, **seen_by)
    console.print(Text(heading, style="bold"))
    _print(console, line_by_line(of_game, first_turn(of_game, start)))
    if moves:
        made = cast("list[tuple[int, str]]", match.record()["moves"])
        _tell_with_moves(console, texts, of_game, start, made, viewer)
    else:
        _print(console, line_by_line(of_game, match.events(viewer)))
    console.print()
    scene = scene_of(match, viewer, language, width=console.width)
    board = board_of(match.game)
    console.print(board.sheet(scene) if match.over else board.table(scene))
    forfeited = _forfeited(record)
    if forfeited:
        console.print(capitalized(texts.text("replay.given_up", seat=forfeited)))
    elif not match.over:
        console.print(texts.text("replay.unfinished"))
        return
    console.print(Text(ending(texts, winners_without(match, forfeited)), style="bold"))


def match_after(record: Json, moves: int) -> sk.Match:
    """The match of a valid record after its first moves."""
    begun = {name: value for name, value in record.items() if name not in RESULT}
    return sk.replay({**begun, "moves": cast("list[object]", record["moves"])[:moves]})


def _forfeited(record: Json) -> list[int]:
    """The seats that have given up, according to a valid record."""
    return cast("list[int]", record.get("forfeited", []))


def _tell_with_moves(
    console: Console, texts: Locale, of_game: Locale, match: sk.Match, moves: list[tuple[int, str]], viewer: int | None
) -> None:
    """Plays the moves of a valid record and prints each with its events.

    Other seats' secret choices are hidden; the events tell them when they are revealed.
    """
    events_told = 0
    for number, (seat, move) in enumerate(moves, start=1):
        hidden = viewer not in (None, seat) and match.state.game.secret(match.state)
        match.play(seat, move)
        text = texts.text("replay.hidden") if hidden else move
        console.print(Text(f"{number:>4}. {texts.word('seat', seat)}: {text}", style="dim"))
        events = match.events(viewer)
        _print(console, line_by_line(of_game, events[events_told:]))
        events_told = len(events)


def _print(console: Console, lines: list[RenderableType]) -> None:
    for line in lines:
        console.print(line)


def verify(
    file: options.RecordFile,
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HEX", help="The SHA-256 that was shown before the game.")
    ] = None,
    lang: options.Lang = None,
) -> None:
    """Check that a record replays, that its seed is the committed one, and that its result is right.

    ✓ marks what was checked, – what could not be checked.
    If the record does not hold, one sentence on stderr says why, and the exit code is 2.
    """
    expected = None if commitment is None else _checked_commitment(commitment)
    record = read_record(file)
    try:
        match = sk.replay(record)
        if expected is not None and match.commitment != expected:
            raise sk.BadRecord("The seed is not the one of the commitment you gave.")
    except sk.BadRecord as error:
        raise RecordDoesNotHold(f"{file} does not hold: {uncapitalized(str(error))}") from None
    console = options.screen()
    for mark, line in _findings(options.language(lang), match, cast("Json", record), expected is not None):
        console.print(HangingIndent(line, f"{mark} "))


def _checked_commitment(text: str) -> str:
    digits = text.strip().lower()
    if len(digits) != HEX_DIGITS or set(digits) - set("0123456789abcdef"):
        raise BadCommitment(f"A commitment is {HEX_DIGITS} hexadecimal digits, not {quoted(text)}.")
    return digits


def _findings(lang: str, match: sk.Match, record: Json, commitment_given: bool) -> list[tuple[str, str]]:
    """What was checked and what could not be, as sentences with their marks."""
    texts = cli_texts(lang)
    title = game_texts(lang, find(match.game)).text("title")
    moves = len(cast("list[object]", record["moves"]))
    lines = [(RIGHT, texts.text("verify.moves", game=title, players=match.players, moves=moves))]
    if match.seed is None:
        lines.append((UNCHECKED, texts.text("verify.no_seed")))
    elif "commitment" in record:
        lines.append((RIGHT, texts.text("verify.seed", commitment=match.commitment)))
    elif not commitment_given:
        lines.append((UNCHECKED, texts.text("verify.unpromised")))
    if commitment_given:
        lines.append((RIGHT, texts.text("verify.promised")))
    return lines + _result(texts, match, record)


def _result(texts: Locale, match: sk.Match, record: Json) -> list[tuple[str, str]]:
    """What was checked of the result. No move proves that a seat gave up; what follows from it is checked."""
    forfeited = _forfeited(record)
    if not match.over and not forfeited:
        return [(UNCHECKED, texts.text("verify.unfinished"))]
    lines = []
    if forfeited:
        lines.append((UNCHECKED, capitalized(texts.text("verify.given_up", seat=forfeited))))
    recorded = "winners" in record and ("scores" in record or not match.over)
    key = ("verify.result" if recorded else "verify.no_result") + ("" if match.over else "_early")
    scores = {"scores": match.scores()} if match.over else {}
    text = texts.text(key, who=seats_text(texts, winners_without(match, forfeited)), **scores)
    return [*lines, (RIGHT if recorded else UNCHECKED, text)]
