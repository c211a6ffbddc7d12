"""The render modes of environments; all of them show what a spectator sees."""

from __future__ import annotations

import sys
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console

from schatzkammer.core.game import State
from schatzkammer.core.match import Match
from schatzkammer.core.text import DEFAULT
from schatzkammer.render.scene import Scene, scene_of
from schatzkammer.render.terminal import board_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODES = ("human", "ansi", "rgb_array")
WIDTH = 100


def render(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The board in a render mode: text with colours, or rows of RGB pixels; `human` prints the text."""
    if mode == "rgb_array":
        return _pixels(state)
    if mode == "ansi":
        return _ansi_text(state)
    if mode == "human":
        sys.stdout.write(_ansi_text(state))
    return None


def _spectator_scene(state: State) -> Scene:
    return scene_of(Match(state.game, state.setup, state, None), None, DEFAULT, width=WIDTH)


def _ansi_text(state: State) -> str:
    page = StringIO()
    console = Console(file=page, force_terminal=True, color_system="truecolor", width=WIDTH, highlight=False)
    console.print(board_of(state.game.id).table(_spectator_scene(state)))
    return page.getvalue()


def _pixels(state: State) -> NDArray[np.uint8]:
    import numpy as np

    from schatzkammer.render.pictures import picture

    return np.array(picture(_spectator_scene(state)), np.uint8)
