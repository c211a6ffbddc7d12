"""King Solomon as a picture: the cave from above with the top tile and height of each stack, and the seats."""

from __future__ import annotations

from PIL import Image

from schatzkammer.render.pictures.canvas import BLACK, DIM, INK, MARGIN, Canvas
from schatzkammer.render.scene import Scene

CELL = 90
FACES = {"treasure": "#d9a520", "mask": "#8d3b3b", "scorpion": "#8d3b3b", "mummy": "#8d3b3b"}
PARCHMENTS = ("alpha", "beta", "gamma", "delta")
SHADES = ("#1f1a16", "#4b3a2b", "#6b5844", "#84705a", "#a08a70")  # by height


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view = scene.view
    width = 6 * CELL + 2 * MARGIN
    canvas = Canvas(width + 330, 6 * CELL + 2 * MARGIN)
    turn = view["turn"] or {}
    for row in range(6):
        for column in range(6):
            name = f"{'abcdef'[column]}{row + 1}"
            x, y = MARGIN + column * CELL, MARGIN + row * CELL
            _draw_cell(canvas, name, view["cave"].get(name, []), name in turn.get("area", ()), x, y)
    for seat in range(len(view["seats"])):
        _draw_seat(canvas, scene, seat, width, MARGIN + seat * 88)
    canvas.text(width, MARGIN + 5 * 88 + 10, f"round {view['round'] + 1} of {view['rounds']}, {view['step']}", 14, DIM)
    return canvas.image


def _draw_cell(canvas: Canvas, name: str, stack: list[str | None], marked: bool, x: int, y: int) -> None:
    height = len(stack)
    canvas.box((x + 1, y + 1, x + CELL - 2, y + CELL - 2), SHADES[height], INK if marked else BLACK, 3 if marked else 1)
    canvas.text(x + 7, y + 5, name, 11, DIM)
    if not stack:
        return
    top = stack[-1] or ""
    kind = top.split("-")[0]
    fill = FACES.get(kind, "#e8dcc0" if kind in PARCHMENTS else "#4a90a8")
    canvas.box((x + 12, y + 22, x + CELL - 13, y + CELL - 22), fill, BLACK)
    canvas.text(x + CELL / 2, y + CELL / 2, top.replace("treasure-", ""), 14, BLACK, "mm")
    for level in range(height):
        canvas.box((x + 12 + level * 17, y + CELL - 15, x + 26 + level * 17, y + CELL - 9), INK)


def _draw_seat(canvas: Canvas, scene: Scene, seat: int, x: int, y: int) -> None:
    player = scene.view["seats"][seat]
    coins = "" if player["coins"] is None else f"{player['coins']} coins, "
    canvas.seat(scene, seat, (x, y, x + 314, y + 80), f"{coins}{player['count']} tiles")
    card = player["card"] or ("chosen" if player["chosen"] else "none")
    canvas.text(x + 34, y + 36, f"card: {card}, {player['cards']} in hand", 12, DIM)
    canvas.text(x + 34, y + 56, f"finds: {', '.join(player['finds'])[:38] or 'none'}", 12, DIM)
