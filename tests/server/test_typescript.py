"""The web client's types are the server's, and those of the games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Literal, NotRequired, TypedDict

import pytest

from schatzkammer.server import typescript
from tests.conformance.cases import BUILT_IN
from tests.web.recorded import recorded

pytestmark = pytest.mark.quick

SOURCES = Path(__file__).parents[2] / "web/src"


@pytest.mark.parametrize("path", typescript.modules())
def test_the_types_of_the_client_are_those_of_the_server(path: str) -> None:
    assert (SOURCES / path).read_text(encoding="utf-8") == typescript.modules()[path], "run `make wire`"


def test_every_built_in_game_has_its_types() -> None:
    assert set(typescript.modules()) == {"wire.ts", *(f"boards/{game}/wire.ts" for game in BUILT_IN)}


def test_make_wire_writes_all_of_them(tmp_path: Path) -> None:
    for path in typescript.modules():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "schatzkammer.server.typescript", tmp_path], check=True)
    written = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*.ts")}
    assert written == typescript.modules()


@pytest.mark.parametrize("path", typescript.modules())
def test_nothing_is_of_any_type(path: str) -> None:
    text = typescript.modules()[path]
    assert "any;" not in text
    assert "any[" not in text


Colour = Literal["red", "blue"]


class Cell(TypedDict):
    """A cell of the board.

    More about it.
    """

    at: tuple[int, int]
    colour: Colour | None


class View(TypedDict):
    """What is seen."""

    cells: list[Cell]
    kinds: list[Literal["a", "b"]]
    sizes: dict[str, int | None]
    sheet: NotRequired[object]


class Placed(TypedDict):
    """Something is placed or moved."""

    event: Literal["placed", "moved"]
    seat: int


class Ended(TypedDict):
    """The turn ends."""

    event: Literal["ended"]


def test_the_module_of_a_game() -> None:
    types = ModuleType("types")
    vars(types).update(Colour=Colour, View=View, EVENTS=(Placed, Ended))
    assert typescript.game_module(types) == GENERATED


GENERATED = """\
// Generated from the server's types by `make wire`. Do not edit.

export type Colour = "red" | "blue";

/** A cell of the board. */
export type Cell = {
  at: [number, number];
  colour: Colour | null;
};

/** The turn ends. */
export type Ended = {
  event: "ended";
};

/** Something is placed or moved. */
export type Placed = {
  event: "moved" | "placed";
  seat: number;
};

/** What is seen. */
export type View = {
  cells: Cell[];
  kinds: ("a" | "b")[];
  sheet?: unknown;
  sizes: Record<string, number | null>;
};

export type GameEvent = Ended | Placed;
"""


def test_the_boards_are_tested_with_positions_of_this_engine() -> None:
    assert (SOURCES / "boards/recorded.json").read_text(encoding="utf-8") == recorded(), "run `make wire`"
