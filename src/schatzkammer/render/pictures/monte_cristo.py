"""Monte Cristo as a picture: the slide, the market, the six dungeons and the seats."""

from __future__ import annotations

from typing import Any

from PIL import Image

from schatzkammer.render.pictures.canvas import BLACK, DIM, EDGE, INK, MARGIN, PANEL, SEATS, Canvas
from schatzkammer.render.scene import Scene

KINDS = {"gold": "#d9a520", "ruby": "#c0304a", "sapphire": "#3060c0", "emerald": "#2f9e5b", "diamond": "#cfe3ee"}


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view = scene.view
    canvas = Canvas(1040, 640)
    _draw_slide(canvas, view)
    _draw_market(canvas, view)
    for index, (name, dungeon) in enumerate(view["dungeons"].items()):
        _draw_dungeon(canvas, name, dungeon, 250 + index % 3 * 175, MARGIN + index // 3 * 215)
    _draw_bonus(canvas, view)
    for seat in range(len(view["seats"])):
        _draw_seat(canvas, scene, seat, 790, MARGIN + seat * 150)
    return canvas.image


def _draw_slide(canvas: Canvas, view: dict[str, Any]) -> None:
    for column, (lane, owners) in enumerate(view["slide"].items()):
        x = MARGIN + column * 55
        acting = view["lane"] == lane and not view["over"]
        canvas.box((x, MARGIN, x + 48, MARGIN + 240), PANEL, INK if acting else None, 2)
        canvas.text(x + 24, MARGIN + 228, lane, 11, DIM, "mm")
        for row, owner in enumerate(owners):
            canvas.disc(x + 24, MARGIN + 202 - row * 29, 12, SEATS[owner], BLACK)


def _draw_market(canvas: Canvas, view: dict[str, Any]) -> None:
    for row, (kind, price) in enumerate(view["market"].items()):
        y = 280 + row * 34
        canvas.box((MARGIN, y, MARGIN + 210, y + 28), KINDS[kind])
        canvas.text(MARGIN + 10, y + 14, kind, 13, BLACK, "lm")
        canvas.text(MARGIN + 200, y + 14, str(price), 15, BLACK, "rm")
    lines = [
        (f"round {view['round']}", INK),
        (f"deck {len(view['deck'])}, discards {len(view['discards'])}, bag {len(view['bag'])}", DIM),
        (f"drawn: {', '.join(view['drawn']) or 'nothing'}", DIM),
    ]
    canvas.lines(MARGIN, 460, lines)


def _draw_dungeon(canvas: Canvas, name: str, dungeon: dict[str, Any], x: int, y: int) -> None:
    canvas.box((x, y, x + 165, y + 205), PANEL, EDGE, 2)
    canvas.text(x + 12, y + 8, name, 20)
    for index, treasure in enumerate(dungeon["treasures"]):
        kind, value = treasure.split("-")
        left, top = x + 12 + index % 4 * 37, y + 40 + index // 4 * 34
        canvas.box((left, top, left + 30, top + 28), KINDS[kind], BLACK)
        canvas.text(left + 15, top + 14, value, 15, BLACK, "mm")
    for index, owner in enumerate(dungeon["queue"]):
        canvas.disc(x + 18 + index % 9 * 16, y + 122 + index // 9 * 20, 7, SEATS[owner], BLACK)


def _draw_bonus(canvas: Canvas, view: dict[str, Any]) -> None:
    for index, (name, seats) in enumerate(view["bonus"].items()):
        x = 250 + index * 130
        canvas.box((x, 450, x + 120, 510), PANEL, EDGE, 2)
        canvas.text(x + 60, 466, name, 13, DIM, "mm")
        for column, seat in enumerate(seats):
            canvas.disc(x + 24 + column * 24, 492, 8, SEATS[seat], BLACK)


def _draw_seat(canvas: Canvas, scene: Scene, seat: int, x: int, y: int) -> None:
    player = scene.view["seats"][seat]
    canvas.seat(scene, seat, (x, y, x + 234, y + 140), str(player["points"]))
    canvas.text(x + 14, y + 38, f"hunters {player['hunters']}, in Marseille {player['marseille']}", 12, DIM)
    for index, card in enumerate([*player["cards"], *("joker" for _ in player["jokers"])]):
        kind, _, bags = card.partition("-")
        left, top = x + 14 + index % 6 * 35, y + 58 + index // 6 * 38
        canvas.box((left, top, left + 29, top + 33), KINDS.get(kind, "#5a4a3a"), BLACK)
        canvas.text(left + 14, top + 16, bags or "?", 14, BLACK, "mm")
