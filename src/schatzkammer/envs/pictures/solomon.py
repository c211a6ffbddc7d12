"""King Solomon: the cave from above, the tops of its stacks and how high they are, and the seats."""

from __future__ import annotations

from typing import Any

from PIL import Image

from schatzkammer.cli.scene import Scene
from schatzkammer.envs.pictures.sheet import INK, QUIET, SEATS, Sheet

CELL = 90
MARGIN = 16
FACES = {"treasure": "#d9a520", "mask": "#8d3b3b", "scorpion": "#8d3b3b", "mummy": "#8d3b3b"}
PARCHMENTS = ("alpha", "beta", "gamma", "delta")
SHADES = ("#1f1a16", "#4b3a2b", "#6b5844", "#84705a", "#a08a70")  # by height


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view: dict[str, Any] = scene.view
    width = 6 * CELL + 2 * MARGIN
    sheet = Sheet(width + 330, 6 * CELL + 2 * MARGIN)
    turn = view["turn"] or {}
    for row in range(6):
        for column in range(6):
            name = f"{'abcdef'[column]}{row + 1}"
            x, y = MARGIN + column * CELL, MARGIN + row * CELL
            _draw_cell(sheet, name, view["cave"].get(name, []), name in turn.get("area", ()), x, y)
    for seat in range(len(view["seats"])):
        _draw_seat(sheet, scene, seat, width, MARGIN + seat * 88)
    sheet.text(width, MARGIN + 5 * 88 + 10, f"round {view['round'] + 1} of {view['rounds']}, {view['step']}", 14, QUIET)
    return sheet.image


def _draw_cell(sheet: Sheet, name: str, stack: list[str | None], marked: bool, x: int, y: int) -> None:
    tall = len(stack)
    sheet.box(
        (x + 1, y + 1, x + CELL - 2, y + CELL - 2), SHADES[tall], INK if marked else "#000000", 3 if marked else 1
    )
    sheet.text(x + 7, y + 5, name, 11, QUIET)
    if not stack:
        return
    top = stack[-1] or ""
    kind = top.split("-")[0]
    fill = FACES.get(kind, "#e8dcc0" if kind in PARCHMENTS else "#4a90a8")
    sheet.box((x + 12, y + 22, x + CELL - 13, y + CELL - 22), fill, "#000000")
    sheet.text(x + CELL / 2, y + CELL / 2, top.replace("treasure-", ""), 14, "#000000", "mm")
    for level in range(tall):
        sheet.box((x + 12 + level * 17, y + CELL - 15, x + 26 + level * 17, y + CELL - 9), INK)


def _draw_seat(sheet: Sheet, scene: Scene, seat: int, x: int, y: int) -> None:
    view: dict[str, Any] = scene.view
    player = view["seats"][seat]
    sheet.box((x, y, x + 314, y + 80), "#2a231d", INK if view["active"] == seat else None, 2)
    sheet.disc(x + 18, y + 20, 9, SEATS[seat])
    sheet.text(x + 34, y + 12, scene.voice.word("seat", seat), 14)
    coins = "" if player["coins"] is None else f"{player['coins']} coins, "
    sheet.text(x + 300, y + 12, f"{coins}{player['count']} tiles", 13, INK, "ra")
    card = player["card"] or ("chosen" if player["chosen"] else "none")
    sheet.text(x + 34, y + 36, f"card: {card}, {player['cards']} in hand", 12, QUIET)
    sheet.text(x + 34, y + 56, f"finds: {', '.join(player['finds'])[:38] or 'none'}", 12, QUIET)
