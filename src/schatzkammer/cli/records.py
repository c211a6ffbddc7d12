"""`replay` and `verify`: recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import Console
from rich.text import Text

import schatzkammer as sk
from schatzkammer.cli import options
from schatzkammer.cli.files import read_record
from schatzkammer.cli.narration import HangingIndent, first_turn, line_by_line
from schatzkammer.cli.replay_page import write_replay_page
from schatzkammer.cli.texts import cli_texts, ending, game_texts, phrase, seats_text, uncapitalized
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.loading import RESULT
from schatzkammer.core.match import winners_without
from schatzkammer.core.text import Phrase
from schatzkammer.core.validation import quoted
from schatzkammer.games import find
from schatzkammer.render.locale import Locale, capitalized
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import board_of

HEX_DIGITS = 64
MOVES_HELP = "Show every move in notation too; with --seat, other seats' secret moves stay hidden."
HTML_HELP = "Write the replay to a file as a web page that opens in every browser, without a server."
RIGHT = "✓"
UNCHECKED = "–"


def replay(
    file: options.RecordFile,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="As seat N saw it, counted from 0; by default as a spectator."),
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help=MOVES_HELP)] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="OUT", help=HTML_HELP)] = None,
    lang: options.Lang = None,
) -> None:
    """Tell a recorded game in words and show its score sheet."""
    record = cast("Json", read_record(file))
    match = sk.replay(record)
    if html is not None:
        write_replay_page(html, record, match)
        return
    start = match_after(record, 0)
    viewer = None if seat is None else options.checked_seat(seat, match.players)
    language = options.language(lang)
    texts, words = cli_texts(language), game_texts(language, find(match.game))
    console = options.screen()
    key = "replay.heading" if viewer is not None else "replay.heading_moves" if moves else "replay.heading_all"
    details = {} if viewer is None else {"seat": viewer}
    heading = texts.text(key, title=words.text("title"), players=match.players, **details)
    console.print(Text(heading, style="bold"))
    console.print(line_by_line(words, first_turn(words, start)))
    if moves:
        _tell_with_moves(console, texts, words, start, match, viewer)
    else:
        console.print(line_by_line(words, match.events(viewer)))
    console.print()
    scene = scene_of(match, viewer, language, width=console.width)
    board = board_of(match.game)
    console.print(board.sheet(scene) if match.over else board.table(scene))
    forfeited = _forfeited(record)
    if forfeited:
        console.print(capitalized(texts.text("replay.forfeited", seat=forfeited)))
    elif not match.over:
        console.print(texts.text("replay.unfinished"))
        return
    console.print(Text(ending(texts, winners_without(match, forfeited)), style="bold"))


def match_after(record: Json, moves: int) -> sk.Match:
    """The match of a valid record after its first moves."""
    begun = {name: value for name, value in record.items() if name not in RESULT}
    return sk.replay({**begun, "moves": cast("list[object]", record["moves"])[:moves]})


def _forfeited(record: Json) -> list[int]:
    """The seats that forfeited, according to a valid record."""
    return cast("list[int]", record.get("forfeited", []))


def _tell_with_moves(
    console: Console, texts: Locale, words: Locale, match: sk.Match, played: sk.Match, viewer: int | None
) -> None:
    """Plays the moves of another match and prints each with its events.

    Other seats' secret choices are hidden; the events tell them when they are revealed.
    """
    moves = cast("list[tuple[int, str]]", played.record()["moves"])
    printed = 0
    for number, (seat, move) in enumerate(moves, start=1):
        hidden = viewer not in (None, seat) and match.state.game.secret(match.state)
        match.play(seat, move)
        text = texts.text("replay.hidden") if hidden else move
        console.print(Text(f"{number:>4}. {texts.word('seat', seat)}: {text}", style="dim"))
        events = match.events(viewer)
        console.print(line_by_line(words, events[printed:]))
        printed = len(events)


def verify(
    file: options.RecordFile,
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="The SHA-256 of the seed, as shown before the game."),
    ] = None,
    lang: options.Lang = None,
) -> None:
    """Check the moves, the seed and the result of a record.

    ✓ marks what is right, – what could not be checked.
    If the record does not hold, one sentence on stderr says why, and the exit code is 2.
    """
    expected = None if commitment is None else _checked_commitment(commitment)
    record = read_record(file)
    try:
        match = sk.replay(record)
        if expected is not None and expected not in (match.commitment, _server_commitment(match)):
            raise sk.BadRecord(phrase("error.other_commitment"))
    except sk.BadRecord as error:
        raise BadInput(phrase("error.not_held", file=file, reason=_within(error.clause()))) from None
    console = options.screen()
    for mark, line in _findings(options.language(lang), match, cast("Json", record), expected is not None):
        console.print(HangingIndent(line, f"{mark} "))


def _server_commitment(match: sk.Match) -> object:
    """The SHA-256 of the server's share, which a table shows before the game; None without a joint shuffle."""
    return None if match.shuffle is None else match.shuffle["commitment"]


def _within(reason: str) -> str:
    """A reason as it continues after a colon."""
    return reason if isinstance(reason, Phrase) else uncapitalized(reason)


def _checked_commitment(text: str) -> str:
    digits = text.strip().lower()
    if len(digits) != HEX_DIGITS or set(digits) - set("0123456789abcdef"):
        raise BadInput(phrase("error.commitment", digits=HEX_DIGITS, text=quoted(text)))
    return digits


def _findings(lang: str, match: sk.Match, record: Json, commitment_given: bool) -> list[tuple[str, str]]:
    """What was checked and what could not be, as sentences with their marks."""
    texts = cli_texts(lang)
    title = game_texts(lang, find(match.game)).text("title")
    moves = len(cast("list[object]", record["moves"]))
    lines = [(RIGHT, texts.text("verify.moves", game=title, players=match.players, moves=moves))]
    if match.origin is not None:
        lines.append((UNCHECKED, texts.text("verify.origin", n=match.origin["moves"], record=match.origin["record"])))
    if match.seed is None:
        lines.append((UNCHECKED, texts.text("verify.no_seed")))
    elif match.shuffle is not None:
        lines += _shuffle(texts, match.shuffle)
    elif "commitment" in record:
        lines.append((RIGHT, texts.text("verify.seed", commitment=match.commitment)))
    elif not commitment_given:
        lines.append((UNCHECKED, texts.text("verify.unpromised")))
    if commitment_given:
        lines.append((RIGHT, texts.text("verify.promised")))
    return lines + _result(texts, match, record)


def _shuffle(texts: Locale, shuffle: Json) -> list[tuple[str, str]]:
    """What was checked of a joint shuffle: the record would not have been read if it did not hold."""
    shares, silent = cast("list[str | None]", shuffle["shares"]), cast("list[int]", shuffle["silent"])
    mixers = [seat for seat, share in enumerate(shares) if share is not None]
    lines = [
        (RIGHT, texts.text("verify.mixed", who=seats_text(texts, mixers))),
        (RIGHT, texts.text("verify.server", commitment=shuffle["commitment"])),
    ]
    if silent:
        lines.append((UNCHECKED, texts.text("verify.silent", who=seats_text(texts, silent))))
    return lines


def _result(texts: Locale, match: sk.Match, record: Json) -> list[tuple[str, str]]:
    """What was checked of the result. No move proves that a seat forfeited; what follows from it is checked."""
    forfeited = _forfeited(record)
    if not match.over and not forfeited:
        return [(UNCHECKED, texts.text("verify.unfinished"))]
    lines = []
    if forfeited:
        lines.append((UNCHECKED, capitalized(texts.text("verify.forfeited", seat=forfeited))))
    recorded = "winners" in record and ("scores" in record or not match.over)
    key = ("verify.result" if recorded else "verify.no_result") + ("" if match.over else "_early")
    scores = {"scores": match.scores()} if match.over else {}
    text = texts.text(key, who=seats_text(texts, winners_without(match, forfeited)), **scores)
    return [*lines, (RIGHT if recorded else UNCHECKED, text)]
