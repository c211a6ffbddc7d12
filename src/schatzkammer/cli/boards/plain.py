"""For games that nobody has drawn yet: the view as an outline, under the names that it uses itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.scene import Scene
from schatzkammer.cli.voice import sentence

SETTLED = (
    "game",
    "rules",
    "players",
    "options",
    "seat",
    "to_act",
    "over",
    "sheet",
)  # said elsewhere, or never changing


class PlainBoard:
    """Shows any game, in no way prettily."""

    def table(self, scene: Scene) -> RenderableType:
        """Everything the seat may know."""
        changing = {name: value for name, value in scene.view.items() if name not in SETTLED}
        return Text("\n".join(_outline(changing)))

    def legend(self, scene: Scene) -> RenderableType:
        """There are no signs to explain: what the game is about."""
        return Text(scene.voice.game("about.short"))

    def sheet(self, scene: Scene) -> RenderableType:
        """The scores, and how they came about."""
        scores = Table(box=None, show_header=False)
        for seat, score in enumerate(cast("list[int]", scene.view["scores"])):
            scores.add_row(Text(sentence(scene.voice.word("seat", seat))), str(score))
        return Group(Text("\n".join(_outline(scene.view.get("sheet", {})))), scores)

    def details(self, scene: Scene, move: str) -> dict[str, object] | None:  # noqa: ARG002
        """Unknown: a move is called by its notation."""
        return None

    def choices(self, scene: Scene) -> list[str]:
        """All moves: nothing marks them."""
        return scene.legal


def _outline(value: object, depth: int = 0) -> list[str]:
    """One line for each plain value; what is inside tables and lists of tables is indented."""
    indent = "  " * depth
    if isinstance(value, Mapping):
        named = [(str(name), item) for name, item in value.items()]
    elif isinstance(value, list | tuple):
        named = [(str(number), item) for number, item in enumerate(value, start=1)]
    else:
        return [f"{indent}{_shown(value)}"]
    lines: list[str] = []
    for name, item in named:
        if _is_deep(item):
            lines += [f"{indent}{name}:", *_outline(item, depth + 1)]
        else:
            lines.append(f"{indent}{name}: {_shown(item)}")
    return lines


def _is_deep(value: object) -> bool:
    """Whether a value needs lines of its own: a table, or a list with anything but plain values in it."""
    if isinstance(value, list | tuple):
        return any(isinstance(item, Mapping | list | tuple) for item in value)
    return isinstance(value, Mapping)


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_shown(item) for item in value)
    return "-" if value is None else str(value)
