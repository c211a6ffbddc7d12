"""Ali Baba in the terminal: the cave, the seats beside it, the legend and the score sheet."""

from __future__ import annotations

from typing import cast

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from schatzkammer.render.locale import capitalized
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.ali_baba_cave import BACKS, FACES, MARKS, TEXTURES, WIDTH, draw_cave
from schatzkammer.render.terminal.board import Board
from schatzkammer.render.terminal.layout import BOLD, DIM, PAD, beside, packed, score_sheet, seat_table, sections

WIDEST_PANEL = 64
SPELLS_FROM = 46  # a panel this wide has room for the spells in words
TAKING = ("take ", "also ")  # moves that name a slot


class AliBabaBoard(Board):
    """Draws Ali Baba."""

    untold = ("size", "set")  # the worth of all sets says it shorter

    def table(self, scene: Scene) -> RenderableType:
        shapes = _shapes(scene)
        names = {treasure: scene.word("treasure", treasure) for treasure in scene.components["treasures"]}
        cave = draw_cave(shapes, scene.view["board"], _takable(scene), names)
        cave_width = int(shapes[0].split("x")[1]) * WIDTH
        return beside(cave, cave_width, lambda width: _panel(scene, width), scene.width, WIDEST_PANEL)

    def legend(self, scene: Scene) -> RenderableType:
        return Group(_spells(scene), Text(), _backs(scene), _thick_border(scene))

    def sheet(self, scene: Scene) -> RenderableType:
        """A32: the score of every set and of the spells."""
        view = scene.view
        table = score_sheet(scene, scene.text("ali-baba.treasure"), len(view["seats"]))
        for treasure in scene.components["treasures"]:
            sets = [score["sets"].get(treasure) for score in view["sheet"]]
            if any(sets):
                cells = [f"{tiles[0]} → {tiles[1]:>2}" if tiles else "" for tiles in sets]
                table.add_row(scene.word("treasure", treasure), *cells)
        table.add_section()
        table.add_row(scene.text("ali-baba.spells"), *(str(score["spells"]) for score in view["sheet"]))
        table.add_row(scene.text("ali-baba.count"), *(f"({seat['count']})" for seat in view["seats"]), style=DIM)
        table.add_section()
        table.add_row(scene.text("ali-baba.total"), *(str(score["total"]) for score in view["sheet"]), style=BOLD)
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        verb, _, what = move.partition(" ")
        if verb in ("take", "also"):
            return {"slot": what, "tile": scene.view["board"].get(what) or ""}
        return {"ban" if verb == "ban" else "tile": what} if what else {}

    def choices(self, scene: Scene) -> list[str]:
        """All moves except taking tiles from the cave, which are marked there."""
        return [move for move in scene.legal if not move.startswith(TAKING)]


def _shapes(scene: Scene) -> list[str]:
    size = "small" if scene.view["options"]["variant"] == "small" else "large"
    return cast("list[str]", scene.components["caves"][size])


def _takable(scene: Scene) -> set[str]:
    """The slots of the tiles that the seat may take now."""
    return {move.split()[1] for move in scene.legal if move.startswith(TAKING)}


def _panel(scene: Scene, width: int) -> Group:
    """The seats with what they show and own, and the part of the legend that matters now."""
    view = scene.view
    seats = range(len(view["seats"]))
    headings = [scene.text(f"ali-baba.{key}") for key in ("points", "count")]
    cells = [[str(seat["points"]), str(seat["count"])] for seat in view["seats"]]
    legend: list[RenderableType] = [_spells(scene) if scene.width > width and width >= SPELLS_FROM else _marks(scene)]
    if None in view["board"].values():
        legend.append(_backs(scene))
    if _takable(scene):
        legend.append(_thick_border(scene))
    return sections(
        [
            seat_table(scene, headings, cells, 9, view["active"]),
            *(line for seat in seats for line in _seat_state(scene, seat)),
        ],
        [line for seat in seats if view["seats"][seat]["tiles"] for line in _sets(scene, seat, width)],
        _notices(scene, width),
        legend,
    )


def _seat_state(scene: Scene, seat: int) -> list[Text]:
    """What a seat bans, shows or has chosen."""
    player = scene.view["seats"][seat]
    lines: list[str] = []
    if player["ban"]:
        lines.append(scene.game_text("event.ban", seat=seat, ban=player["ban"]))
    if player["shown"]:
        lines.append(scene.game_text("event.shown", seat=seat, tile=player["shown"]))
    elif player["chosen"]:
        lines.append(scene.game_text("event.chosen", seat=seat))
    return [Text(capitalized(line)) for line in lines]


def _sets(scene: Scene, seat: int, width: int) -> list[Text]:
    """A32: the tiles of a seat by treasure, with the marks of their colours and the score of the set."""
    player = scene.view["seats"][seat]
    score = player["score"]
    items = [Text(capitalized(f"{scene.word('seat', seat)}:"), style=BOLD)]
    for treasure, (_, points) in score["sets"].items():
        item = Text(f"{scene.word('treasure', treasure)} ")
        for colour in (tile.split("-")[0] for tile in player["tiles"] if tile.endswith(f"-{treasure}")):
            item.append(MARKS[colour], FACES[colour])
        items.append(item.append(f" {points}"))
    sets = score["total"] - score["spells"]
    sums = scene.text("ali-baba.worth", sets=sets, spells=score["spells"], all=score["total"])
    return [*packed(items, width), Text(sums)]


def _notices(scene: Scene, width: int) -> list[Text]:
    """The tiles beside the board, the treasures not in the game, the turns left."""
    view = scene.view
    lines: list[Text] = []
    if view["beside"]:
        items = [Text(scene.text("ali-baba.beside"), style=BOLD)]
        for tile in view["beside"]:
            colour, treasure = tile.split("-")
            items.append(Text(f"{scene.word('treasure', treasure)} ").append(MARKS[colour], FACES[colour]))
        lines += packed(items, width)
    if view["removed"]:
        lines.append(Text(scene.text("ali-baba.removed", list=scene.word("treasure", view["removed"]))))
    if view["turns_left"] is not None and view["active"] is not None:
        lines.append(Text(scene.text("ali-baba.left", number=sum(view["turns_left"])), style=BOLD))
    return lines


def _marks(scene: Scene) -> Table:
    """The marks and their colours, three in a row."""
    table = Table.grid(padding=PAD)
    colours = list(MARKS)
    for row in (colours[:3], colours[3:]):
        cells: list[Text] = []
        for colour in row:
            cells += [Text(MARKS[colour], style=FACES[colour]), Text(scene.word("colour", colour))]
        table.add_row(*cells)
    return table


def _spells(scene: Scene) -> Table:
    """The marks, their colours and their spells, with the points of this component set."""
    points = scene.view["amounts"]
    table = Table.grid(Column(no_wrap=True), Column(no_wrap=True), Column(), padding=PAD)
    for colour, mark in MARKS.items():
        spell = scene.game_text(f"spell.{colour}", pink=points["pink"], blue=points["blue"], brown=points["brown"])
        name = Text(scene.word("colour", colour), style=BOLD)
        table.add_row(Text(f" {mark} ", style=FACES[colour]), name, Text(spell))
    return table


def _backs(scene: Scene) -> Text:
    """The look of face-down tiles."""
    line = Text()
    for level, texture in enumerate(TEXTURES):
        line.append(texture, BACKS[level]).append(f"{level + 1} ")
    return line.append(scene.text("ali-baba.backs"), DIM)


def _thick_border(scene: Scene) -> Text:
    """The look of a tile that may be taken."""
    return Text.assemble(("┏━┓ ", BOLD), (scene.text("ali-baba.takable"), DIM))
