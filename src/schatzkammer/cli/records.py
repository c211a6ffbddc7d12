"""`replay` and `verify`: recorded games."""

from __future__ import annotations

from typing import Annotated, cast

import typer
from rich.console import Console
from rich.text import Text

import schatzkammer as sk
from schatzkammer.cli.board import board_of
from schatzkammer.cli.files import read_json
from schatzkammer.cli.options import Lang, RecordFile, language, screen, seat_number
from schatzkammer.cli.scene import scene_of
from schatzkammer.cli.telling import line_by_line
from schatzkammer.cli.voice import Voice, own
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.reading import shown
from schatzkammer.games import find

DOES_NOT_HOLD = 1
HEX_DIGITS = 64


class BadCommitment(BadInput):
    """Not a SHA-256."""


def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option("--seat", help="As this seat saw it; else as a spectator did.")] = None,
    moves: Annotated[bool, typer.Option("--moves", help="Every move in notation too, secret ones included.")] = False,
    lang: Lang = None,
) -> None:
    """Tell a recorded game in words, then show its score sheet."""
    record = read_json(file)
    match = sk.replay(record)
    eyes = None if seat is None else seat_number(seat, match.players)
    voice = Voice(language(lang), find(match.game))
    console = screen()
    about = {"title": voice.game("title"), "players": match.players}
    heading = voice.own("replay.heading_all", **about)
    if eyes is not None:
        heading = voice.own("replay.heading", seat=eyes, **about)
    console.print(Text(heading, style="bold"))
    if moves:
        _tell_with_moves(console, voice, cast("Json", record), eyes)
    else:
        for line in line_by_line(voice, match.events(eyes)):
            console.print(line)
    console.print()
    scene = scene_of(match, eyes, voice, console.width)
    board = board_of(match.game)
    if not match.over:
        console.print(board.table(scene))
        console.print(voice.own("replay.unfinished"))
        return
    console.print(board.sheet(scene))
    winners = match.winners()
    console.print(Text(voice.own("end.wins" if len(winners) == 1 else "end.share", seat=winners), style="bold"))


def _tell_with_moves(console: Console, voice: Voice, record: Json, eyes: int | None) -> None:
    """Plays a record that is known to be right once more, and tells every move with what it brought."""
    opening = {name: value for name, value in record.items() if name not in ("scores", "winners")}
    match = sk.replay({**opening, "moves": []})
    told = 0
    for number, (seat, move) in enumerate(cast("list[tuple[int, str]]", record["moves"]), start=1):
        match.play(seat, move)
        events = match.events(eyes)
        console.print(Text(f"{number:>4}. {voice.word('seat', seat)}: {move}", style="dim"))
        for line in line_by_line(voice, events[told:]):
            console.print(line)
        told = len(events)


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HEX", help="The SHA-256 that was shown before the game.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Check that a record replays, that its seed is the one promised, and that its result is right."""
    promised = None if commitment is None else _checked_commitment(commitment)
    record = read_json(file)
    try:
        match = sk.replay(record)
        if promised is not None and match.commitment != promised:
            raise sk.BadRecord("The seed is not the one of the commitment you gave.")
    except sk.BadRecord as error:
        typer.echo(f"schatzkammer: {file} does not hold. {error}", err=True)
        raise typer.Exit(DOES_NOT_HOLD) from None
    console = screen()
    for line in _findings(language(lang), match, cast("Json", record), promised is not None):
        console.print(f"✓ {line}")


def _checked_commitment(text: str) -> str:
    digits = text.strip().lower()
    if len(digits) != HEX_DIGITS or set(digits) - set("0123456789abcdef"):
        raise BadCommitment(f"A commitment is {HEX_DIGITS} hexadecimal digits, not {shown(text)}.")
    return digits


def _findings(lang: str, match: sk.Match, record: Json, promised: bool) -> list[str]:
    """What was checked, in words."""
    voice = Voice(lang, find(match.game))
    count = len(cast("list[object]", record["moves"]))
    lines = [voice.own("verify.moves", game=voice.game("title"), players=match.players, moves=count)]
    if match.seed is None:
        lines.append(own(lang, "verify.no_seed"))
    elif "commitment" in record:
        lines.append(own(lang, "verify.seed", commitment=match.commitment))
    elif not promised:
        lines.append(own(lang, "verify.unpromised"))
    if promised:
        lines.append(own(lang, "verify.promised"))
    if not match.over:
        lines.append(own(lang, "verify.unfinished"))
    else:
        key = "verify.result" if "scores" in record and "winners" in record else "verify.no_result"
        lines.append(voice.own(key, scores=match.scores(), seat=match.winners()))
    return lines
