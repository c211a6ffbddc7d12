"""`replay` and `verify`: recorded games."""

from __future__ import annotations

from typing import Annotated, cast

import typer
from rich.console import Console, RenderableType
from rich.text import Text

import schatzkammer as sk
from schatzkammer.cli.board import board_of
from schatzkammer.cli.files import read_record
from schatzkammer.cli.layout import Hanging
from schatzkammer.cli.options import Lang, RecordFile, checked_seat, language, screen
from schatzkammer.cli.scene import scene_of
from schatzkammer.cli.telling import first_turn, line_by_line
from schatzkammer.cli.voice import Voice, clause, one_or_many, own, sentence
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.match import winners_without
from schatzkammer.core.opening import RESULT
from schatzkammer.core.reading import shown
from schatzkammer.games import find

HEX_DIGITS = 64
MOVES_HELP = "Every move in notation too; with --seat none that another seat made in secret."
RIGHT = "✓"
OPEN = "–"  # could not be checked


class BadCommitment(BadInput):
    """Not a SHA-256."""


class DoesNotHold(BadInput):
    """A record that cannot be what was played."""


def replay(
    file: RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", help="As this seat saw it (seats count from 0); else as a spectator did.")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help=MOVES_HELP)] = False,
    lang: Lang = None,
) -> None:
    """Tell a recorded game in words, then show its score sheet."""
    record = read_record(file)
    match = sk.replay(record)
    opening = _opening(cast("Json", record))
    eyes = None if seat is None else checked_seat(seat, match.players)
    voice = Voice(language(lang), find(match.game))
    console = screen()
    about = {"title": voice.game("title"), "players": match.players}
    heading = voice.own("replay.heading_moves" if moves else "replay.heading_all", **about)
    if eyes is not None:
        heading = voice.own("replay.heading", seat=eyes, **about)
    console.print(Text(heading, style="bold"))
    _print(console, line_by_line(voice, first_turn(voice, opening)))
    if moves:
        _tell_with_moves(console, voice, opening, cast("list[tuple[int, str]]", match.record()["moves"]), eyes)
    else:
        _print(console, line_by_line(voice, match.events(eyes)))
    console.print()
    scene = scene_of(match, eyes, voice, console.width)
    board = board_of(match.game)
    console.print(board.sheet(scene) if match.over else board.table(scene))
    given_up = _given_up(cast("Json", record))
    if given_up:
        console.print(sentence(voice.own(one_or_many("replay.given_up", len(given_up)), seat=given_up)))
    elif not match.over:
        console.print(voice.own("replay.unfinished"))
        return
    console.print(Text(voice.ending(winners_without(match, given_up)), style="bold"))


def _opening(record: Json) -> sk.Match:
    """The match of a record before its first move."""
    begun = {name: value for name, value in record.items() if name not in RESULT}
    return sk.replay({**begun, "moves": []})


def _given_up(record: Json) -> list[int]:
    """The seats that have given up, by a record that is known to hold."""
    return cast("list[int]", record.get("forfeited", []))


def _tell_with_moves(
    console: Console, voice: Voice, match: sk.Match, moves: list[tuple[int, str]], eyes: int | None
) -> None:
    """Plays the moves of a record that is known to be right, and tells each with what it brought.

    What another seat chose in secret is not told; the events tell it when it is revealed.
    """
    told = 0
    for number, (seat, move) in enumerate(moves, start=1):
        hidden = eyes not in (None, seat) and match.state.game.secret(match.state)
        said = voice.own("replay.hidden") if hidden else move
        match.play(seat, move)
        events = match.events(eyes)
        console.print(Text(f"{number:>4}. {voice.word('seat', seat)}: {said}", style="dim"))
        _print(console, line_by_line(voice, events[told:]))
        told = len(events)


def _print(console: Console, lines: list[RenderableType]) -> None:
    for line in lines:
        console.print(line)


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HEX", help="The SHA-256 that was shown before the game.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Check that a record replays, that its seed is the one promised, and that its result is right.

    What was checked is marked ✓, what could not be checked –.
    A record that does not hold is one sentence on stderr and exit code 2.
    """
    promised = None if commitment is None else _checked_commitment(commitment)
    record = read_record(file)
    try:
        match = sk.replay(record)
        if promised is not None and match.commitment != promised:
            raise sk.BadRecord("The seed is not the one of the commitment you gave.")
    except sk.BadRecord as error:
        raise DoesNotHold(f"{file} does not hold: {clause(str(error))}") from None
    console = screen()
    for mark, line in _findings(language(lang), match, cast("Json", record), promised is not None):
        console.print(Hanging(line, f"{mark} "))


def _checked_commitment(text: str) -> str:
    digits = text.strip().lower()
    if len(digits) != HEX_DIGITS or set(digits) - set("0123456789abcdef"):
        raise BadCommitment(f"A commitment is {HEX_DIGITS} hexadecimal digits, not {shown(text)}.")
    return digits


def _findings(lang: str, match: sk.Match, record: Json, promised: bool) -> list[tuple[str, str]]:
    """What was checked and what could not be, in words, each with its mark."""
    voice = Voice(lang, find(match.game))
    count = len(cast("list[object]", record["moves"]))
    key = one_or_many("verify.moves", count)
    lines = [(RIGHT, voice.own(key, game=voice.game("title"), players=match.players, moves=count))]
    if match.seed is None:
        lines.append((OPEN, own(lang, "verify.no_seed")))
    elif "commitment" in record:
        lines.append((RIGHT, own(lang, "verify.seed", commitment=match.commitment)))
    elif not promised:
        lines.append((OPEN, own(lang, "verify.unpromised")))
    if promised:
        lines.append((RIGHT, own(lang, "verify.promised")))
    return lines + _result(voice, match, record)


def _result(voice: Voice, match: sk.Match, record: Json) -> list[tuple[str, str]]:
    """What was checked of the result. That a seat has given up no move can show; what follows from it was checked."""
    given_up = _given_up(record)
    if not match.over and not given_up:
        return [(OPEN, voice.own("verify.unfinished"))]
    lines = []
    if given_up:
        lines.append((OPEN, sentence(voice.own(one_or_many("verify.given_up", len(given_up)), seat=given_up))))
    told = "winners" in record and ("scores" in record or not match.over)
    key = ("verify.result" if told else "verify.no_result") + ("" if match.over else "_early")
    known = {"scores": match.scores()} if match.over else {}
    words = voice.own(key, who=voice.who(winners_without(match, given_up)), **known)
    return [*lines, (RIGHT if told else OPEN, words)]
