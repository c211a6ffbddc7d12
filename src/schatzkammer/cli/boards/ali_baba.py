"""Ali Baba in the terminal: the cave, the seats beside it, the legend and the score sheet."""

from __future__ import annotations

from typing import TypedDict, cast

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.boards.cave import BACKS, FACES, MARKS, TEXTURES, WIDTH, draw_cave
from schatzkammer.cli.layout import packed
from schatzkammer.cli.scene import Scene
from schatzkammer.cli.voice import sentence

GAP = 2
NARROWEST_PANEL = 26
WIDEST_PANEL = 64
SPELLS_FROM = 46  # a panel this wide has room for the spells in words

TAKING = ("take ", "also ")  # moves that name a slot
BOLD = Style(bold=True)
QUIET = Style(dim=True)


class Seat(TypedDict):
    """A seat, as the view shows it."""

    points: int
    count: int
    tiles: list[str] | None
    ban: str | None
    chosen: bool
    shown: str | None


class Sheet(TypedDict):
    """A seat's line of the score sheet."""

    sets: dict[str, tuple[int, int]]
    spells: int
    total: int


class View(TypedDict):
    """The part of a view that is drawn."""

    options: dict[str, str]
    turn: int
    active: int | None
    last_turn: int | None
    removed: list[str]
    board: dict[str, str | None]
    beside: list[str]
    seats: list[Seat]
    sheet: list[Sheet]


class Points(TypedDict):
    """The amounts of a component set."""

    pink: int
    blue: int
    brown: int
    sets: list[int]


class Parts(TypedDict):
    """The part of a component set that is drawn."""

    treasures: list[str]
    caves: dict[str, list[str]]
    points: Points


class AliBabaBoard:
    """Draws Ali Baba."""

    def table(self, scene: Scene) -> RenderableType:
        """The cave with the seats beside it, or below where the terminal is narrow."""
        cave = self._cave(scene)
        room = scene.width - self._cave_width(scene) - GAP
        if room < NARROWEST_PANEL:
            return Group(cave, Text(), self._panel(scene, scene.width, spells=False))
        width = min(room, WIDEST_PANEL)
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        table.add_column(width=self._cave_width(scene), no_wrap=True)
        table.add_column(width=width)
        table.add_row(cave, self._panel(scene, width, spells=width >= SPELLS_FROM))
        return table

    def legend(self, scene: Scene) -> RenderableType:
        """The marks with their colours and spells, and how tiles look."""
        return Group(_spells(scene), Text(), _backs(scene), _strong_border(scene))

    def sheet(self, scene: Scene) -> RenderableType:
        """A32: what every set and the spells brought each seat."""
        view = _view(scene)
        table = Table()
        table.add_column(scene.voice.own("ali-baba.treasure"))
        for seat in range(len(view["seats"])):
            table.add_column(Text(scene.voice.word("seat", seat)), justify="right")
        for treasure in _parts(scene)["treasures"]:
            found = [sheet["sets"].get(treasure) for sheet in view["sheet"]]
            if any(found):
                cells = [f"{size[0]} → {size[1]:>2}" if size else "" for size in found]
                table.add_row(scene.voice.word("treasure", treasure), *cells)
        table.add_section()
        table.add_row(scene.voice.own("ali-baba.spells"), *(str(sheet["spells"]) for sheet in view["sheet"]))
        table.add_row(scene.voice.own("ali-baba.count"), *(f"({seat['count']})" for seat in view["seats"]), style=QUIET)
        table.add_section()
        totals = (str(sheet["total"]) for sheet in view["sheet"])
        table.add_row(scene.voice.own("ali-baba.total"), *totals, style=BOLD)
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        """The tile of a slot, or what the move names itself."""
        verb, _, what = move.partition(" ")
        if verb in ("take", "also"):
            return {"slot": what, "tile": _view(scene)["board"].get(what) or ""}
        return {"ban" if verb == "ban" else "tile": what} if what else {}

    def choices(self, scene: Scene) -> list[str]:
        """All but taking tiles from the board: those are marked there."""
        return [move for move in scene.legal if not move.startswith(TAKING)]

    def _shapes(self, scene: Scene) -> list[str]:
        small = _view(scene)["options"]["variant"] == "small"
        return _parts(scene)["caves"]["small" if small else "large"]

    def _cave_width(self, scene: Scene) -> int:
        return int(self._shapes(scene)[0].split("x")[1]) * WIDTH

    def _cave(self, scene: Scene) -> Text:
        names = {treasure: scene.voice.word("treasure", treasure) for treasure in _parts(scene)["treasures"]}
        return draw_cave(self._shapes(scene), _view(scene)["board"], _takable(scene), names)

    def _panel(self, scene: Scene, width: int, spells: bool) -> Group:
        """The seats, what they do and have, and as much of the legend as matters now."""
        view = _view(scene)
        seats = range(len(view["seats"]))
        told = [line for seat in seats for line in _doings(scene, seat)]
        hands = [line for seat in seats if view["seats"][seat]["tiles"] for line in _sets(scene, seat, width)]
        legend: list[RenderableType] = [_spells(scene) if spells else _marks(scene)]
        if None in view["board"].values():
            legend.append(_backs(scene))
        if _takable(scene):
            legend.append(_strong_border(scene))
        parts: list[list[RenderableType]] = [[_seats(scene), *told], [*hands], [*_notices(scene, width)], legend]
        lines: list[RenderableType] = []
        for part in parts:
            lines += [Text(), *part] if part and lines else part
        return Group(*lines)


def _view(scene: Scene) -> View:
    return cast("View", scene.view)


def _parts(scene: Scene) -> Parts:
    return cast("Parts", scene.components)


def _takable(scene: Scene) -> set[str]:
    """The slots whose tile the seat may take now."""
    return {move.split()[1] for move in scene.legal if move.startswith(TAKING)}


def _seats(scene: Scene) -> Table:
    """The seats with their points and how many tiles they have; an arrow shows whose turn it is."""
    view = _view(scene)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(no_wrap=True, overflow="ellipsis", min_width=9)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True, justify="right")
    heads = (Text(scene.voice.own(f"ali-baba.{key}"), style=QUIET) for key in ("points", "count"))
    table.add_row("", "", *heads)
    for seat, player in enumerate(view["seats"]):
        arrow = "▶" if view["active"] == seat else ""
        name = Text(scene.voice.word("seat", seat), style=BOLD)
        table.add_row(arrow, name, str(player["points"]), str(player["count"]))
    return table


def _doings(scene: Scene, seat: int) -> list[Text]:
    """What a seat bans or shows."""
    player = _view(scene)["seats"][seat]
    voice = scene.voice
    lines: list[str] = []
    if player["ban"]:
        lines.append(voice.own("ali-baba.ban", seat=seat, ban=voice.word("ban", player["ban"])))
    if player["shown"]:
        lines.append(voice.own("ali-baba.shows", seat=seat, tile=voice.word("tile", player["shown"])))
    elif player["chosen"]:
        lines.append(voice.own("ali-baba.chosen", seat=seat))
    return [Text(sentence(line)) for line in lines]


def _sets(scene: Scene, seat: int, width: int) -> list[Text]:
    """A32: the tiles of a seat by treasure, each with the marks of its colours and what the set is worth."""
    player = _view(scene)["seats"][seat]
    worth = [0, *_parts(scene)["points"]["sets"]]
    items = [Text(sentence(f"{scene.voice.word('seat', seat)}:"), style=BOLD)]
    total = 0
    for treasure in _parts(scene)["treasures"]:
        colours = [tile.split("-")[0] for tile in player["tiles"] or () if tile.endswith(f"-{treasure}")]
        if colours:
            total += worth[len(colours)]
            item = Text(f"{scene.voice.word('treasure', treasure)} ")
            for colour in colours:
                item.append(MARKS[colour], FACES[colour])
            items.append(item.append(f" {worth[len(colours)]}"))
    sums = scene.voice.own("ali-baba.worth", sets=total, spells=player["points"], all=player["points"] + total)
    return [*packed(items, width), Text(sums)]


def _notices(scene: Scene, width: int) -> list[Text]:
    """What else is known to all: the tiles beside the board, the treasures left out, how long it still goes."""
    view = _view(scene)
    lines: list[Text] = []
    if view["beside"]:
        items = [Text(scene.voice.own("ali-baba.beside"), style=BOLD)]
        for tile in view["beside"]:
            colour, treasure = tile.split("-")
            items.append(Text(f"{scene.voice.word('treasure', treasure)} ").append(MARKS[colour], FACES[colour]))
        lines += packed(items, width)
    if view["removed"]:
        lines.append(Text(scene.voice.own("ali-baba.removed", list=scene.voice.word("treasure", view["removed"]))))
    if view["last_turn"] is not None and view["active"] is not None:
        left = view["last_turn"] - view["turn"]
        lines.append(Text(scene.voice.own(f"ali-baba.left.{'one' if left == 1 else 'many'}", number=left), style=BOLD))
    return lines


def _mark(colour: str) -> Text:
    return Text(f" {MARKS[colour]} ", style=FACES[colour])


def _marks(scene: Scene) -> Table:
    """The marks and their colours, three in a row."""
    table = Table.grid(padding=(0, 1, 0, 0))
    colours = list(MARKS)
    for row in (colours[:3], colours[3:]):
        cells: list[Text] = []
        for colour in row:
            cells += [Text(MARKS[colour], style=FACES[colour]), Text(scene.voice.word("colour", colour))]
        table.add_row(*cells)
    return table


def _spells(scene: Scene) -> Table:
    """The marks, their colours and what their spells do, with the points of this component set."""
    points = _parts(scene)["points"]
    amounts = {"pink": points["pink"], "blue": points["blue"], "brown": points["brown"]}
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for colour in MARKS:
        words = Text(scene.voice.game(f"spell.{colour}", amounts))
        table.add_row(_mark(colour), Text(scene.voice.word("colour", colour), style=BOLD), words)
    return table


def _backs(scene: Scene) -> Text:
    """How tiles look that lie face down."""
    line = Text()
    for level, texture in enumerate(TEXTURES):
        line.append(texture, BACKS[level]).append(f"{level + 1} ")
    return line.append(scene.voice.own("ali-baba.backs"), QUIET)


def _strong_border(scene: Scene) -> Text:
    """How a tile looks that may be taken."""
    return Text.assemble(("┏━┓ ", BOLD), (scene.voice.own("ali-baba.takable"), QUIET))
