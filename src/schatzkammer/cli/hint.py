"""`hint`: what a seat of a recorded game might do next."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, cast

import typer
from rich.text import Text

import schatzkammer as sk
from schatzkammer.bots.hints import Hint, hints
from schatzkammer.cli import options
from schatzkammer.cli.files import read_record
from schatzkammer.cli.narration import HangingIndent
from schatzkammer.cli.records import match_after
from schatzkammer.cli.texts import cli_texts, phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Json
from schatzkammer.render.locale import Locale, capitalized
from schatzkammer.render.scene import Scene, scene_of
from schatzkammer.render.terminal import move_text

OWN_WORDS = ("use", "turn", "name")  # moves before a dig that the game itself has texts for


def hint(
    file: options.RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="The seat, counted from 0; by default the one to decide.")
    ] = None,
    after: Annotated[
        int | None, typer.Option("--after", min=0, metavar="N", help="After N moves; by default after the last.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="Show at most N hints.")] = 5,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Suggest what a seat might do next.

    A hint uses only what the seat can know.
    In King Solomon it names the best digs with their shifts, value and cost.
    """
    match = _match(read_record(file), after)
    if match.over:
        raise BadInput(phrase("error.over"))
    asker = match.to_act[0] if seat is None else options.checked_seat(seat, match.players)
    if asker not in match.to_act:
        raise BadInput(phrase("error.not_asked", number=asker, others=", ".join(map(str, match.to_act))))
    found = hints(match, asker, most)
    if as_json:
        result = {"game": match.game, "seat": asker, "hints": [asdict(item) for item in found]}
        typer.echo(json.dumps(result, ensure_ascii=False))
        return
    console = options.screen()
    texts = cli_texts(options.language(lang))
    scene = scene_of(match, asker, texts.lang, width=console.width)
    console.print(Text(texts.text("hint.heading", title=scene.game_text("title"), seat=asker), style="bold"))
    for number, item in enumerate(found, start=1):
        console.print(HangingIndent(capitalized(_sentence(texts, scene, item)), f"{number:>2}. "))


def _match(record: object, after: int | None) -> sk.Match:
    """The match of a record, after its last move or an earlier one."""
    match = sk.replay(record)
    if after is None:
        return match
    moves = len(cast("list[object]", match.record()["moves"]))
    if after > moves:
        raise BadInput(phrase("error.moves", moves=moves, after=after))
    return match_after(cast("Json", record), after)


def _sentence(texts: Locale, scene: Scene, item: Hint) -> str:
    """A hint in one sentence, with the parts of its value."""
    value = texts.number(item.value)
    if item.moves == ["stop"] and item.value == 0.0:
        return texts.text("hint.stop", cost=item.cost)
    if not item.cells:
        return texts.text("hint.move", move=move_text(scene, item.moves[0]), notation=item.moves[0], value=value)
    tiles = [texts.text("hint.unseen") if tile is None else scene.word("tile", tile) for tile in item.tiles]
    parts = [
        texts.text(f"hint.part.{name}", value=("+" if part > 0 else "") + texts.number(part))
        for name, part in item.parts.items()
        if abs(part) >= 0.05
    ]
    steps = ", ".join([*_steps(texts, scene, item.moves), texts.text("hint.area", cells=item.cells)])
    return texts.text(
        "hint.dig", steps=steps, tiles=", ".join(tiles), cost=item.cost, value=value, parts=", ".join(parts)
    )


def _steps(texts: Locale, scene: Scene, moves: list[str]) -> list[str]:
    """The moves before the dig. They name no tiles, which may have changed by then."""
    steps: list[str] = []
    for move in moves:
        verb, *what = move.split()
        if verb == "shift":
            steps.append(texts.text("hint.shift", cell=what[0], onto=what[1]))
        elif verb in OWN_WORDS:
            steps.append(move_text(scene, move))
    return steps
