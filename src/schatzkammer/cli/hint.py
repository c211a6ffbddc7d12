"""`hint`: what a seat of a recorded game might do next."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, cast

import typer
from rich.table import Table
from rich.text import Text

import schatzkammer as sk
from schatzkammer.bots.hints import Hint, hints
from schatzkammer.cli.board import in_words
from schatzkammer.cli.files import read_record
from schatzkammer.cli.options import Lang, RecordFile, checked_seat, language, screen
from schatzkammer.cli.scene import Scene, scene_of
from schatzkammer.cli.voice import Voice, decimal, sentence
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.core.opening import RESULT
from schatzkammer.games import find

MOST = 5
SPOKEN = ("use", "turn", "name")  # moves on the way to a dig that the game itself has words for


class NoHint(BadInput):
    """There is nothing to decide."""


def hint(
    file: RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", help="For this seat (seats count from 0); else for the one to decide.")
    ] = None,
    after: Annotated[
        int | None, typer.Option("--after", min=0, metavar="N", help="As it stood after N moves; else after the last.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="How many hints at most.")] = MOST,
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Tell what a seat might do next: in King Solomon the best digs with their shifts, value and cost.

    A hint rests on what the seat can know, and on nothing else.
    """
    match = _match(read_record(file), after)
    if match.over:
        raise NoHint("The game is over: there is nothing left to decide.")
    asker = match.to_act[0] if seat is None else checked_seat(seat, match.players)
    if asker not in match.to_act:
        raise NoHint(f"Seat {asker} has nothing to decide now; to decide: {', '.join(map(str, match.to_act))}.")
    found = hints(match, asker, most)
    if as_json:
        told = {"game": match.game, "seat": asker, "hints": [asdict(item) for item in found]}
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    voice = Voice(language(lang), find(match.game))
    console = screen()
    scene = scene_of(match, asker, voice, console.width)
    console.print(Text(voice.own("hint.heading", title=voice.game("title"), seat=asker), style="bold"))
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    for number, item in enumerate(found, start=1):
        table.add_row(f"{number}.", Text(sentence(_sentence(scene, item))))
    console.print(table)


def _match(record: object, after: int | None) -> sk.Match:
    """The match of a record, after its last move or an earlier one."""
    match = sk.replay(record)
    if after is None:
        return match
    moves = cast("list[object]", match.record()["moves"])
    if after > len(moves):
        raise NoHint(f"The record has {len(moves)} moves, not {after}.")
    begun = {name: value for name, value in cast("Json", record).items() if name not in RESULT}
    return sk.replay({**begun, "moves": moves[:after]})


def _sentence(scene: Scene, item: Hint) -> str:
    """A hint in one sentence, and where its worth comes from."""
    voice = scene.voice
    value = decimal(voice.lang, item.value)
    if item.moves == ["stop"] and item.value == 0.0:
        return voice.own("hint.stop", cost=item.cost)
    if not item.cells:
        return voice.own("hint.move", move=in_words(scene, item.moves[0]), notation=item.moves[0], value=value)
    tiles = [voice.own("hint.unseen") if tile is None else voice.word("tile", tile) for tile in item.tiles]
    parts = [
        voice.own(f"hint.part.{name}", value=("+" if part > 0 else "−") + decimal(voice.lang, abs(part)))
        for name, part in item.parts.items()
        if abs(part) >= 0.05
    ]
    steps = ", ".join([*_steps(scene, item.moves), voice.own("hint.area", cells=item.cells)])
    return voice.own(
        "hint.dig", steps=steps, tiles=", ".join(tiles), cost=item.cost, value=value, parts=", ".join(parts)
    )


def _steps(scene: Scene, moves: list[str]) -> list[str]:
    """What leads to the dig, move by move. A tile's name is left out: it may be another one by then."""
    said: list[str] = []
    for move in moves:
        verb, *what = move.split()
        if verb == "shift":
            said.append(scene.voice.own("hint.shift", cell=what[0], onto=what[1]))
        elif verb in SPOKEN:
            said.append(in_words(scene, move))
    return said
