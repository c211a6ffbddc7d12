"""Monte Cristo: the slide, the market, the six dungeons and the seats."""

from __future__ import annotations

from typing import Any

from PIL import Image

from schatzkammer.cli.scene import Scene
from schatzkammer.envs.pictures.sheet import INK, QUIET, SEATS, Sheet

KINDS = {"gold": "#d9a520", "ruby": "#c0304a", "sapphire": "#3060c0", "emerald": "#2f9e5b", "diamond": "#cfe3ee"}
PARCHMENT = "#2a231d"
MARGIN = 16


def draw(scene: Scene) -> Image.Image:
    """The picture of a position."""
    view: dict[str, Any] = scene.view
    sheet = Sheet(1040, 640)
    _draw_slide(sheet, view)
    _draw_market(sheet, view)
    for place, (name, dungeon) in enumerate(view["dungeons"].items()):
        _draw_dungeon(sheet, name, dungeon, 250 + place % 3 * 175, MARGIN + place // 3 * 215)
    _draw_bonus(sheet, view)
    for seat in range(len(view["seats"])):
        _draw_seat(sheet, scene, seat, 790, MARGIN + seat * 150)
    return sheet.image


def _draw_slide(sheet: Sheet, view: dict[str, Any]) -> None:
    for column, (lane, owners) in enumerate(view["slide"].items()):
        x = MARGIN + column * 55
        here = view["lane"] == lane and not view["over"]
        sheet.box((x, MARGIN, x + 48, MARGIN + 240), PARCHMENT, INK if here else None, 2)
        sheet.text(x + 24, MARGIN + 228, lane, 11, QUIET, "mm")
        for high, owner in enumerate(owners):
            sheet.disc(x + 24, MARGIN + 202 - high * 29, 12, SEATS[owner], "#000000")


def _draw_market(sheet: Sheet, view: dict[str, Any]) -> None:
    for place, (kind, price) in enumerate(view["market"].items()):
        y = 280 + place * 34
        sheet.box((MARGIN, y, MARGIN + 210, y + 28), KINDS[kind])
        sheet.text(MARGIN + 10, y + 14, kind, 13, "#000000", "lm")
        sheet.text(MARGIN + 200, y + 14, str(price), 15, "#000000", "rm")
    lines = [
        (f"round {view['round']}", INK),
        (f"deck {len(view['deck'])}, discards {len(view['discards'])}, bag {len(view['bag'])}", QUIET),
        (f"drawn: {', '.join(view['drawn']) or 'nothing'}", QUIET),
    ]
    sheet.lines(MARGIN, 460, lines)


def _draw_dungeon(sheet: Sheet, name: str, dungeon: dict[str, Any], x: int, y: int) -> None:
    sheet.box((x, y, x + 165, y + 205), PARCHMENT, "#4b3a2b", 2)
    sheet.text(x + 12, y + 8, name, 20)
    for place, treasure in enumerate(dungeon["treasures"]):
        kind, value = treasure.split("-")
        left, top = x + 12 + place % 4 * 37, y + 40 + place // 4 * 34
        sheet.box((left, top, left + 30, top + 28), KINDS[kind], "#000000")
        sheet.text(left + 15, top + 14, value, 15, "#000000", "mm")
    for place, owner in enumerate(dungeon["queue"]):
        sheet.disc(x + 18 + place % 9 * 16, y + 122 + place // 9 * 20, 7, SEATS[owner], "#000000")


def _draw_bonus(sheet: Sheet, view: dict[str, Any]) -> None:
    for place, (name, seats) in enumerate(view["bonus"].items()):
        x = 250 + place * 130
        sheet.box((x, 450, x + 120, 510), PARCHMENT, "#4b3a2b", 2)
        sheet.text(x + 60, 466, name, 13, QUIET, "mm")
        for at, seat in enumerate(seats):
            sheet.disc(x + 24 + at * 24, 492, 8, SEATS[seat], "#000000")


def _draw_seat(sheet: Sheet, scene: Scene, seat: int, x: int, y: int) -> None:
    view: dict[str, Any] = scene.view
    player = view["seats"][seat]
    sheet.box((x, y, x + 234, y + 140), PARCHMENT, INK if view["active"] == seat else None, 2)
    sheet.disc(x + 18, y + 20, 9, SEATS[seat])
    sheet.text(x + 34, y + 12, scene.voice.word("seat", seat), 14)
    sheet.text(x + 222, y + 12, str(player["points"]), 16, INK, "ra")
    sheet.text(x + 14, y + 38, f"hunters {player['hunters']}, in Marseille {player['marseille']}", 12, QUIET)
    for place, card in enumerate([*player["cards"], *("joker" for _ in player["jokers"])]):
        kind, _, bags = card.partition("-")
        left, top = x + 14 + place % 6 * 35, y + 58 + place // 6 * 38
        sheet.box((left, top, left + 29, top + 33), KINDS.get(kind, "#5a4a3a"), "#000000")
        sheet.text(left + 14, top + 16, bags or "?", 14, "#000000", "mm")
