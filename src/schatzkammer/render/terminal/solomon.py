"""King Solomon in the terminal: the cave from above, the seats, cards and the turn beside it, the score sheet."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from schatzkammer.render.locale import capitalized
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.board import Board
from schatzkammer.render.terminal.layout import BOLD, DIM, GAP, PAD, beside, packed, score_sheet, seat_table, sections
from schatzkammer.render.terminal.solomon_cave import FACES, MARKS, SIGNS, WIDTH, draw_cave

WIDEST_PANEL = 60
ARROWS = ("down", "left", "up", "right")  # each a quarter turn to the right of the one before
CELL_MOVES = ("dig", "name", "cell")  # moves that name a cell
DIGS = ("dig", "cell")  # moves that may dig an area
DETAILS = {"play": "card", "use": "tile", "turn": "arrow", "give": "tile"}  # what the other verbs name


class SolomonBoard(Board):
    """Draws King Solomon."""

    untold = ("takes", "shifts", "curses", "money", "found")  # signs behind a dig and the panel say it shorter

    def table(self, scene: Scene) -> RenderableType:
        return beside(_cave(scene), WIDTH, lambda width: _panel(scene, width), scene.width, WIDEST_PANEL)

    def legend(self, scene: Scene) -> RenderableType:
        table = Table.grid(Column(no_wrap=True), Column(), padding=PAD)
        for tile in ("treasure-3", "mask", "scorpion", "mummy", "alpha"):
            family = scene.view["families"][tile]
            about = scene.text(f"solomon.about.{family}", tile=scene.word("tile", tile))
            table.add_row(_tile(scene, tile), Text(capitalized(about)))
        for tile in scene.view["objects"].values():
            table.add_row(_tile(scene, tile), Text(f"{scene.word('tile', tile)}: {scene.game_text(f'magic.{tile}')}"))
        for mark, key in MARKS.items():
            table.add_row(Text(mark, style=BOLD), Text(scene.text(f"solomon.mark.{key}")))
        return table

    def sheet(self, scene: Scene) -> RenderableType:
        """S71: the scores of coins, treasures, parchments, curses and objects."""
        scores = scene.view["sheet"]
        table = score_sheet(scene, "", len(scores))
        for key in ("coins", "treasures"):
            table.add_row(scene.text(f"solomon.{key}"), *(str(score[key]) for score in scores))
        for key in ("sets", "curses", "magic"):
            cells = [f"{tiles} → {points:>2}" for tiles, points in (score[key] for score in scores)]
            table.add_row(scene.text(f"solomon.{key}"), *cells)
        table.add_section()
        table.add_row(scene.text("solomon.total"), *(str(score["total"]) for score in scores), style=BOLD)
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        """What the move names; for a dig also what it would yield and cost."""
        verb, _, what = move.partition(" ")
        if verb == "shift":
            cell, _, onto = what.partition(" ")
            stack = scene.view["cave"].get(cell)
            return {"tile": (stack[-1] if stack else None) or "", "cell": cell, "onto": onto}
        if verb in CELL_MOVES:
            return {"cell": what + _outcome(scene, move)}
        return {DETAILS[verb]: scene.view["objects"].get(what, what)} if verb in DETAILS else {}

    def choices(self, scene: Scene) -> list[str]:
        """All moves except cards, which are drawn, and shifts, which are typed as two cells."""
        return [move for move in scene.legal if not move.startswith(("play", "shift"))]


def _tile(scene: Scene, tile: str) -> Text:
    return Text(_sign(scene, tile), style=FACES[tile.split("-")[0]])


def _sign(scene: Scene, tile: str) -> str:
    """The sign of a tile, or the short name of an object."""
    return SIGNS[tile] if tile in SIGNS else scene.text(f"solomon.short.{tile}")


def _outcome(scene: Scene, move: str) -> str:
    """S66: what a legal dig would yield and cost, with a warning if the seat cannot pay."""
    if move not in scene.legal:
        return ""
    told = scene.outcome(move)
    if "takes" not in told:
        return ""
    tiles = " ".join(_sign(scene, tile).replace(" ", "") for tile in told["takes"])
    return f" ({tiles}: {told['cost']}{'' if told['pays'] else '!'})"


def _cave(scene: Scene) -> Text:
    view = scene.view
    targets = {move.split()[1] for move in scene.legal if move.split()[0] in CELL_MOVES}
    area = set(view["turn"]["area"]) if view["turn"] else set()
    signs = {tile: _sign(scene, tile) for stack in view["cave"].values() for tile in stack[-1:] if tile}
    return draw_cave(view["cave"], signs, targets, area, scene.text("solomon.entrance"))


def _panel(scene: Scene, width: int) -> Group:
    """The seats, open finds, the seat's own tiles, and the cards or the turn."""
    view = scene.view
    heading = scene.text("solomon.round", number=min(view["round"] + 1, view["rounds"]), all=view["rounds"])
    return sections(
        [Text(heading, style=DIM), _seats(scene), *_finds(scene, width)],
        _stock(scene, width),
        _turn(scene, view["turn"]) if view["turn"] is not None else _hand(scene, width),
    )


def _seats(scene: Scene) -> Table:
    """The seats with their cards, coins if visible, and numbers of tiles."""
    view = scene.view
    headings = [scene.text(f"solomon.head.{key}") for key in ("card", "coins", "tiles")]
    cells = [
        [
            seat["card"] or ("?" if seat["chosen"] else ""),
            "" if seat["coins"] is None else str(seat["coins"]),
            str(seat["count"]),
        ]
        for seat in view["seats"]
    ]
    return seat_table(scene, headings, cells, 6, view["active"])


def _finds(scene: Scene, width: int) -> list[Text]:
    """S45: the open finds."""
    lines: list[Text] = []
    for seat, player in enumerate(scene.view["seats"]):
        if player["finds"]:
            heading = Text(capitalized(scene.text("solomon.found", seat=seat)))
            lines += packed([heading, *(_tile(scene, tile) for tile in player["finds"])], width)
    return lines


def _stock(scene: Scene, width: int) -> list[Text]:
    """The tiles behind the screens that the seat may see."""
    lines: list[Text] = []
    for seat, player in enumerate(scene.view["seats"]):
        if player["tiles"]:
            items = [Text(capitalized(f"{scene.word('seat', seat)}:"), style=BOLD)]
            for tile, number in player["tiles"].items():
                items.append(Text.assemble(f"{number} " if number > 1 else "", _tile(scene, tile)))
            lines += packed(items, width)
    return lines


def _turn(scene: Scene, turn: dict[str, Any]) -> list[Text]:
    """The card in its current direction, and what the turn has cost so far."""
    lines = [Text(scene.text("solomon.holds", card=turn["card"]), style=BOLD)]
    lines += [Text(row) for row in _squares(rotated(turn["shape"], ARROWS.index(turn["arrow"])))]
    lines.append(Text(scene.text("solomon.shifts", shifts=turn["shifts"], cost=turn["cost"])))
    if turn["objects"]:
        objects = [scene.view["objects"][name] for name in turn["objects"]]
        lines.append(Text(scene.text("solomon.objects", list=scene.word("tile", objects))))
    if turn["lost"]:
        lines.append(Text(scene.text("solomon.lost", list=" ".join(_sign(scene, tile) for tile in turn["lost"]))))
    if any(scene.outcome(move).get("pays") is False for move in scene.legal if move.startswith(DIGS)):
        lines.append(Text(scene.text("solomon.fails"), style=BOLD))
    if any(move.startswith("shift") for move in scene.legal):
        lines.append(Text(scene.text("solomon.shift_how"), style=DIM))
    return lines


def _hand(scene: Scene, width: int) -> list[Text]:
    """The cards in hand with their shapes, side by side; nothing for a spectator."""
    view = scene.view
    hand = [] if view["seat"] is None else view["seats"][view["seat"]]["hand"] or []
    blocks = [[number, *_squares(view["shapes"][number])] for number in hand]
    lines: list[Text] = []
    while blocks:
        row: list[list[str]] = []
        used = 0
        while blocks and used + _width(blocks[0]) <= width:
            used += _width(blocks[0]) + GAP
            row.append(blocks.pop(0))
        for line in range(max(len(block) for block in row)):
            cells = [f"{block[line] if line < len(block) else '':<{_width(block)}}" for block in row]
            lines.append(Text((" " * GAP).join(cells).rstrip(), style=BOLD if line == 0 else ""))
    return lines


def _width(block: list[str]) -> int:
    return max(len(line) for line in block)


def _squares(shape: list[str]) -> list[str]:
    """A card's shape, drawn with squares."""
    return ["".join("■" if cell == "#" else "·" for cell in row) for row in shape]


def rotated(shape: list[str], quarters: int) -> list[str]:
    """A shape after this many quarter turns to the right."""
    for _ in range(quarters):
        shape = ["".join(column) for column in zip(*reversed(shape), strict=True)]
    return shape
