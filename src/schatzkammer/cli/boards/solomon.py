"""King Solomon in the terminal: the cave from above, the seats, cards and the turn beside it, the score sheet."""

from __future__ import annotations

from typing import TypedDict, cast

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.boards.quarry import FACES, MARKS, WIDTH, draw_quarry, sign
from schatzkammer.cli.layout import packed
from schatzkammer.cli.scene import Scene
from schatzkammer.cli.voice import sentence

GAP = 2
NARROWEST_PANEL = 26
WIDEST_PANEL = 60
ARROWS = ("down", "left", "up", "right")  # each a quarter turn to the right from the one before
AIMS = ("dig", "name", "cell")  # moves that name a cell of the area
BOLD = Style(bold=True)
QUIET = Style(dim=True)


class Seat(TypedDict):
    """A seat, as the view shows it."""

    coins: int | None
    count: int
    tiles: dict[str, int] | None
    finds: list[str]
    cards: int
    hand: list[str] | None
    chosen: bool
    card: str | None


class Turn(TypedDict):
    """The turn under way."""

    card: str
    shape: list[str]
    shifts: int
    limit: int | None
    objects: list[str]
    arrow: str
    named: bool
    area: list[str]
    lost: list[str]


class Dig(TypedDict):
    """What a dig would bring."""

    cells: list[str]
    tiles: list[str]
    cost: int
    pays: bool


class Sheet(TypedDict):
    """A seat's line of the score sheet."""

    coins: int
    treasures: int
    sets: tuple[int, int]
    curses: tuple[int, int]
    magic: tuple[int, int]
    total: int


class View(TypedDict):
    """The part of a view that is drawn."""

    options: dict[str, str | bool]
    seat: int | None
    step: str
    round: int
    rounds: int
    active: int | None
    cave: dict[str, list[str | None]]
    supply: int
    seats: list[Seat]
    turn: Turn | None
    digs: dict[str, Dig] | None
    sheet: list[Sheet]


class SolomonBoard:
    """Draws King Solomon."""

    def table(self, scene: Scene) -> RenderableType:
        """The cave with the seats beside it, or below where the terminal is narrow."""
        cave = _cave(scene)
        room = scene.width - WIDTH - GAP
        if room < NARROWEST_PANEL:
            return Group(cave, Text(), _panel(scene, scene.width))
        width = min(room, WIDEST_PANEL)
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        table.add_column(width=WIDTH, no_wrap=True)
        table.add_column(width=width)
        table.add_row(cave, _panel(scene, width))
        return table

    def legend(self, scene: Scene) -> RenderableType:
        """The tiles, what the objects do, and the marks."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        voice = scene.voice
        for tile in ("treasure-3", "mask", "scorpion", "mummy", "alpha"):
            key = "treasure" if tile.startswith("treasure") else "parchment" if tile == "alpha" else "curse"
            said = voice.own(f"solomon.about.{key}", tile=voice.word("tile", tile))
            table.add_row(_tile(scene, tile), Text(sentence(said)))
        for tile in ("mirror", _axe(scene), "seal", "amulet"):
            said = f"{voice.word('tile', tile)}: {voice.game(f'magic.{tile}')}"
            table.add_row(_tile(scene, tile), Text(said))
        for mark, key in MARKS.items():
            table.add_row(Text(mark, style=BOLD), Text(voice.own(f"solomon.mark.{key}")))
        return table

    def sheet(self, scene: Scene) -> RenderableType:
        """S71: what coins, treasures, parchments, curses and objects brought each seat."""
        view = _view(scene)
        table = Table()
        table.add_column("")
        for seat in range(len(view["seats"])):
            table.add_column(Text(scene.voice.word("seat", seat)), justify="right")
        lines = view["sheet"]
        table.add_row(scene.voice.own("solomon.coins"), *(str(line["coins"]) for line in lines))
        table.add_row(scene.voice.own("solomon.treasures"), *(str(line["treasures"]) for line in lines))
        for key, pairs in (
            ("sets", [line["sets"] for line in lines]),
            ("curses", [line["curses"] for line in lines]),
            ("magic", [line["magic"] for line in lines]),
        ):
            table.add_row(scene.voice.own(f"solomon.{key}"), *(f"{size} → {points:>2}" for size, points in pairs))
        table.add_section()
        table.add_row(scene.voice.own("solomon.total"), *(str(line["total"]) for line in lines), style=BOLD)
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        """What the move names; for a dig also what it would bring and cost."""
        verb, _, what = move.partition(" ")
        if verb == "shift":
            cell, _, onto = what.partition(" ")
            stack = _view(scene)["cave"].get(cell)
            return {"tile": (stack[-1] if stack else None) or "", "cell": cell, "onto": onto}
        if verb in AIMS:
            return {"cell": what + _outcome(scene, move)}
        names = {"play": "card", "use": "tile", "turn": "arrow", "give": "tile"}
        if verb not in names:
            return {}
        return {names[verb]: _axe(scene) if what == "axe" else what}

    def choices(self, scene: Scene) -> list[str]:
        """All but cards, which are drawn, and shifts, which are typed as two cells."""
        return [move for move in scene.legal if not move.startswith(("play", "shift"))]


def _view(scene: Scene) -> View:
    return cast("View", scene.view)


def _axe(scene: Scene) -> str:
    """S53: the Axe is a Flying Carpet in the designer's edition."""
    return "carpet" if _view(scene)["options"]["edition"] == "designer" else "axe"


def _tile(scene: Scene, tile: str) -> Text:
    """A tile as it is drawn, small."""
    return Text(_sign(scene, tile), style=FACES[tile.split("-")[0]])


def _sign(scene: Scene, tile: str) -> str:
    return sign(tile, scene.voice.own(f"solomon.short.{tile}") if tile in SHORT else "")


SHORT = ("mirror", "axe", "carpet", "seal", "amulet")


def _outcome(scene: Scene, move: str) -> str:
    """S66: what a dig would bring and cost, with a warning if it cannot be paid for."""
    dig = (_view(scene)["digs"] or {}).get(move)
    if dig is None:
        return ""
    tiles = " ".join(_sign(scene, tile).replace(" ", "") for tile in dig["tiles"])
    return f" ({tiles}: {dig['cost']}{'' if dig['pays'] else '!'})"


def _cave(scene: Scene) -> Text:
    view = _view(scene)
    aims = {move.split()[1] for move in scene.legal if move.split()[0] in AIMS}
    area = set(view["turn"]["area"]) if view["turn"] else set()
    signs = {tile: _sign(scene, tile) for stack in view["cave"].values() for tile in stack[-1:] if tile}
    return draw_quarry(view["cave"], signs, aims, area, scene.voice.own("solomon.entrance"))


def _panel(scene: Scene, width: int) -> Group:
    """The seats, what lies open, the own tiles, and the cards or the turn."""
    view = _view(scene)
    now = view["turn"]
    numbers = {"number": min(view["round"] + 1, view["rounds"]), "all": view["rounds"]}
    first: list[RenderableType] = [Text(scene.voice.own("solomon.round", **numbers), style=QUIET), _seats(scene)]
    parts: list[list[RenderableType]] = [[*first, *_finds(scene, width)], [*_stock(scene, width)]]
    if now is not None:
        parts.append(_turn(scene, now))
    elif view["seat"] is not None and view["seats"][view["seat"]]["hand"]:
        parts.append(_hand(scene, width))
    lines: list[RenderableType] = []
    for part in parts:
        lines += [Text(), *part] if part and lines else part
    return Group(*lines)


def _seats(scene: Scene) -> Table:
    """The seats with their card, coins as far as known, and number of tiles; an arrow shows whose turn it is."""
    view = _view(scene)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(no_wrap=True, overflow="ellipsis", min_width=6)
    for _ in range(3):
        table.add_column(no_wrap=True, justify="right")
    heads = (Text(scene.voice.own(f"solomon.head.{key}"), style=QUIET) for key in ("card", "coins", "tiles"))
    table.add_row("", "", *heads)
    for seat, player in enumerate(view["seats"]):
        arrow = "▶" if view["active"] == seat else ""
        name = Text(scene.voice.word("seat", seat), style=BOLD)
        card = player["card"] or ("?" if player["chosen"] else "")
        coins = "" if player["coins"] is None else str(player["coins"])
        table.add_row(arrow, name, card, coins, str(player["count"]))
    return table


def _finds(scene: Scene, width: int) -> list[Text]:
    """S45: finds that lie open."""
    lines: list[Text] = []
    for seat, player in enumerate(_view(scene)["seats"]):
        if player["finds"]:
            tiles = [_tile(scene, tile) for tile in player["finds"]]
            head = Text(sentence(scene.voice.own("solomon.found", seat=seat)))
            lines += packed([head, *tiles], width)
    return lines


def _stock(scene: Scene, width: int) -> list[Text]:
    """The tiles behind the screens, as far as the seat may see them."""
    lines: list[Text] = []
    for seat, player in enumerate(_view(scene)["seats"]):
        if player["tiles"]:
            items = [Text(sentence(f"{scene.voice.word('seat', seat)}:"), style=BOLD)]
            for tile, number in player["tiles"].items():
                items.append(Text.assemble(f"{number} " if number > 1 else "", _tile(scene, tile)))
            lines += packed(items, width)
    return lines


def _turn(scene: Scene, now: Turn) -> list[RenderableType]:
    """The card as it is held, and what the turn has cost so far."""
    voice = scene.voice
    lines: list[RenderableType] = [Text(voice.own("solomon.holds", card=now["card"]), style=BOLD)]
    lines += [Text(row) for row in _picture(turned(now["shape"], ARROWS.index(now["arrow"])))]
    lines.append(Text(voice.own("solomon.shifts", shifts=now["shifts"])))
    if now["objects"]:
        named = [_axe(scene) if name == "axe" else name for name in now["objects"]]
        lines.append(Text(voice.own("solomon.objects", list=voice.word("tile", named))))
    if now["lost"]:
        lines.append(Text(voice.own("solomon.lost", list=" ".join(_sign(scene, tile) for tile in now["lost"]))))
    if any(not dig["pays"] for dig in (_view(scene)["digs"] or {}).values()):
        lines.append(Text(voice.own("solomon.fails"), style=BOLD))
    if any(move.startswith("shift") for move in scene.legal):
        lines.append(Text(voice.own("solomon.shift_how"), style=QUIET))
    return lines


def _hand(scene: Scene, width: int) -> list[RenderableType]:
    """The cards in hand with their shapes, side by side."""
    view = _view(scene)
    cards = cast("dict[str, list[str]]", scene.components["cards"])
    hand = view["seats"][cast("int", view["seat"])]["hand"] or []
    blocks = [[number, *_picture(cards[number])] for number in hand]
    lines: list[RenderableType] = []
    while blocks:
        row: list[list[str]] = []
        used = 0
        while blocks and used + _width(blocks[0]) <= width:
            used += _width(blocks[0]) + 2
            row.append(blocks.pop(0))
        tall = max(len(block) for block in row)
        for step in range(tall):
            cells = [f"{block[step] if step < len(block) else '':<{_width(block)}}" for block in row]
            lines.append(Text("  ".join(cells).rstrip(), style=BOLD if step == 0 else ""))
    return lines


def _width(block: list[str]) -> int:
    return max(len(line) for line in block)


def _picture(shape: list[str]) -> list[str]:
    """A card's shape, its cells as squares."""
    return ["".join("■" if cell == "#" else "·" for cell in row) for row in shape]


def turned(shape: list[str], quarters: int) -> list[str]:
    """A shape after so many quarter turns to the right."""
    for _ in range(quarters):
        shape = ["".join(column) for column in zip(*reversed(shape), strict=True)]
    return shape
