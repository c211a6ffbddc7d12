"""The plain board: any game's view as an outline, labelled with the texts `view.<name>` or the names themselves."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schatzkammer.render.locale import capitalized
from schatzkammer.render.scene import Scene

OMITTED = ("game", "rules", "players", "options", "seat", "to_act", "over", "sheet")  # constant, or shown elsewhere


class Board:
    """Draws any game as an outline; a game's own board overrides these methods."""

    untold: tuple[str, ...] = ()  # parts of outcomes that the list of moves leaves out

    def table(self, scene: Scene) -> RenderableType:
        """The board and the seats around it, within the scene's width."""
        return Text("\n".join(outline(scene)))

    def legend(self, scene: Scene) -> RenderableType:
        """The meaning of the signs on the board."""
        return Text(scene.game_text("about.short"))

    def sheet(self, scene: Scene) -> RenderableType:
        """The score sheet of a finished game."""
        scores = Table(box=None, show_header=False)
        for seat, score in enumerate(scene.view["scores"]):
            scores.add_row(Text(capitalized(scene.word("seat", seat))), str(score))
        return Group(Text("\n".join(_outline(scene, scene.view.get("sheet", {})))), scores)

    def details(self, scene: Scene, move: str) -> dict[str, object] | None:
        """The values for the placeholders of the text `move.<verb>`; None if the move is shown in notation."""
        verb, *values = move.split()
        text = scene.game_texts.words.entry(scene.game_texts.lang, f"move.{verb}")
        names = [name for _, name, _, _ in Formatter().parse(text or "") if name]
        return dict(zip(names, values, strict=True)) if text and len(names) == len(values) else None

    def choices(self, scene: Scene) -> list[str]:
        """The legal moves that the drawing does not show."""
        return scene.legal


def outline(scene: Scene) -> list[str]:
    """The parts of the view that change during a game, a line for each value."""
    return _outline(scene, {name: value for name, value in scene.view.items() if name not in OMITTED})


def _outline(scene: Scene, value: object, depth: int = 0) -> list[str]:
    """One line for each plain value; the contents of mappings and nested lists are indented."""
    indent = "  " * depth
    if isinstance(value, Mapping):
        texts = scene.game_texts
        named = [(texts.words.entry(texts.lang, f"view.{name}") or str(name), item) for name, item in value.items()]
    elif isinstance(value, list | tuple):
        named = [(str(number), item) for number, item in enumerate(value)]
    else:
        return [f"{indent}{_shown(value)}"]
    lines: list[str] = []
    for name, item in named:
        if _is_nested(item):
            lines += [f"{indent}{name}:", *_outline(scene, item, depth + 1)]
        else:
            lines.append(f"{indent}{name}: {_shown(item)}")
    return lines


def _is_nested(value: object) -> bool:
    """Whether a value needs several lines: a mapping, or a list that is not flat."""
    if isinstance(value, list | tuple):
        return any(isinstance(item, Mapping | list | tuple) for item in value)
    return isinstance(value, Mapping)


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_shown(item) for item in value)
    return "-" if value is None else str(value)
