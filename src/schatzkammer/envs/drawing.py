"""How an environment shows itself: as the terminal's board, or as a picture; as a spectator sees it."""

from __future__ import annotations

import sys
from io import StringIO

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from schatzkammer.cli.board import board_of
from schatzkammer.cli.scene import Scene, scene_of
from schatzkammer.cli.voice import Voice
from schatzkammer.core.game import State
from schatzkammer.core.match import Match
from schatzkammer.envs.pictures import picture

MODES = ("human", "ansi", "rgb_array")
WIDTH = 100


def spectator_scene(state: State) -> Scene:
    """What somebody without a seat may see."""
    match = Match(state.game, state.setup, state, None)
    return scene_of(match, None, Voice("en", state.game), WIDTH)


def as_text(state: State) -> str:
    """The terminal's board with its colours."""
    page = StringIO()
    console = Console(file=page, force_terminal=True, color_system="truecolor", width=WIDTH, highlight=False)
    console.print(board_of(state.game.id).table(spectator_scene(state)))
    return page.getvalue()


def as_picture(state: State) -> NDArray[np.uint8]:
    """A picture of the board: rows, columns, red, green and blue."""
    return np.asarray(picture(spectator_scene(state)), np.uint8).copy()


def render(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What the mode asks for; `human` goes to the terminal."""
    if mode == "rgb_array":
        return as_picture(state)
    if mode == "ansi":
        return as_text(state)
    if mode == "human":
        sys.stdout.write(as_text(state))
    return None
