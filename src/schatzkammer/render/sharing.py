"""Pictures for links that are shared, in the size that most programs show."""

from __future__ import annotations

from io import BytesIO
from typing import NoReturn

from PIL import Image

from schatzkammer.core.game import Game, Json
from schatzkammer.core.text import DEFAULT
from schatzkammer.render.locale import Locale
from schatzkammer.render.pictures import picture
from schatzkammer.render.pictures.canvas import FELT
from schatzkammer.render.scene import Scene

SIZE = (1200, 630)
MARGIN = 24


def shared_picture(game: Game, view: Json) -> bytes:
    """The picture of a spectator's view as PNG; in English, as its typeface has few letters."""
    texts = Locale(DEFAULT, "schatzkammer.render"), Locale(DEFAULT, game.package)
    drawn = picture(Scene(view, [], game.components(), *texts, 80, _no_outcome))
    scale = min((SIZE[0] - MARGIN) / drawn.width, (SIZE[1] - MARGIN) / drawn.height)
    board = drawn.resize((round(drawn.width * scale), round(drawn.height * scale)), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", SIZE, FELT)
    whole.paste(board, ((SIZE[0] - board.width) // 2, (SIZE[1] - board.height) // 2))
    file = BytesIO()
    whole.save(file, "PNG", optimize=True)
    return file.getvalue()


def _no_outcome(move: str) -> NoReturn:
    raise ValueError(f"a spectator has no moves: {move}")
