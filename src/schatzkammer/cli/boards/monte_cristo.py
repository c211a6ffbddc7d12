"""Monte Cristo in the terminal: the slide, the dungeons with their queues, market, bonus areas, seats and piles."""

from __future__ import annotations

from typing import TypedDict, cast

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from schatzkammer.cli.boards.track import track
from schatzkammer.cli.layout import packed
from schatzkammer.cli.scene import Scene
from schatzkammer.cli.voice import sentence

LANE_WIDTH = 9
FEWEST_ROWS = 4  # of the slide, so that it does not jump about
GAP = 2

BOLD = Style(bold=True)
QUIET = Style(dim=True)

# Seats have a shape each, so that colour is not needed to tell them apart.
SHAPES = "●■▲◆"
SEATS = (
    Style(color="#e5484d", bold=True),
    Style(color="#4c8dff", bold=True),
    Style(color="#3fb768", bold=True),
    Style(color="#e6b422", bold=True),
)
KINDS = {
    "gold": Style(color="#2a2000", bgcolor="#e6b422"),
    "ruby": Style(color="#ffffff", bgcolor="#b3243b"),
    "sapphire": Style(color="#ffffff", bgcolor="#2457a8"),
    "emerald": Style(color="#ffffff", bgcolor="#1d7a46"),
    "diamond": Style(color="#20262e", bgcolor="#d9e4ec"),
}


class Dungeon(TypedDict):
    """A dungeon, as the view shows it."""

    treasures: list[str]
    queue: list[int]


class Seat(TypedDict):
    """A seat."""

    points: int
    hunters: int
    marseille: int
    cards: list[str]
    jokers: list[int]
    collected: list[str]


class Collecting(TypedDict):
    """A scoring under way."""

    dungeon: str
    order: list[int]
    owed: dict[str, int]
    paid: dict[str, int]
    kind: str | None


class Sheet(TypedDict):
    """A seat's line of the score sheet."""

    points: int
    hunters: int


class View(TypedDict):
    """The part of a view that is drawn."""

    round: int
    lane: str
    active: int | None
    slide: dict[str, list[int]]
    market: dict[str, int]
    dungeons: dict[str, Dungeon]
    bonus: dict[str, list[int]]
    deck: list[int]
    batches: dict[str, list[str]]
    discards: list[str]
    bag: list[str]
    aside: list[str]
    drawn: list[str]
    receiver: int | None
    collecting: Collecting | None
    seats: list[Seat]
    sheet: list[Sheet]


class MonteCristoBoard:
    """Draws Monte Cristo."""

    def table(self, scene: Scene) -> RenderableType:
        """The slide with the dungeons beside it, or below where the terminal is narrow; the rest underneath."""
        slide, dungeons = _slide(scene), _dungeons(scene)
        side = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        if scene.width >= 2 * 4 * LANE_WIDTH:
            side.add_column(no_wrap=True)
            side.add_column(width=scene.width - 4 * LANE_WIDTH - 2 - GAP)
            side.add_row(slide, dungeons)
        else:
            side.add_row(slide)
            side.add_row(dungeons)
        below = [*packed(_market(scene), scene.width), *packed(_bonuses(scene), scene.width)]
        piles = packed(_piles(scene), scene.width)
        return Group(_heading(scene), side, *below, Text(), _seats(scene), Text(), *piles, *_under_way(scene))

    def legend(self, scene: Scene) -> RenderableType:
        """What the signs mean, what lanes and bonus areas do, and what lies in the piles."""
        view = _view(scene)
        amounts = cast("dict[str, dict[str, object]]", scene.components)["bonus"]
        words = Table.grid(padding=(0, 1, 0, 0))
        words.add_column(no_wrap=True, style=BOLD)
        words.add_column()
        for lane in view["slide"]:
            words.add_row(scene.voice.word("lane", lane), Text(scene.voice.game(f"lane.{lane}")))
        for bonus in view["bonus"]:
            told = {bonus: amounts[bonus]} if bonus in amounts else {}
            words.add_row(scene.voice.word("bonus", bonus), Text(scene.voice.game(f"bonus.{bonus}", told)))
        kinds = [_kind(scene, kind).append(f" {scene.voice.word('kind', kind)}", BOLD) for kind in KINDS]
        signs = [scene.voice.own(f"monte-cristo.{key}") for key in ("treasure_sign", "card_sign", "joker_sign")]
        return Group(words, Text(), *packed(kinds, scene.width), *map(Text, signs), Text(), *_known(scene))

    def sheet(self, scene: Scene) -> RenderableType:
        """M80: points, and the hunters in the dungeons that decide between equals."""
        table = Table()
        table.add_column("")
        table.add_column(scene.voice.own("monte-cristo.points"), justify="right")
        table.add_column(scene.voice.own("monte-cristo.in_dungeons"), justify="right")
        for seat, line in enumerate(_view(scene)["sheet"]):
            name = _mark(seat).append(f" {scene.voice.word('seat', seat)}", BOLD)
            table.add_row(name, str(line["points"]), str(line["hunters"]))
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object] | None:
        """What the move names, and whom or what else it is about."""
        verb, _, what = move.partition(" ")
        view = _view(scene)
        if verb == "give":
            return {"card": what, "to_seat": view["receiver"]}
        if verb in ("discard", "pay"):
            return {
                "what": scene.voice.own("monte-cristo.joker") if what == "joker" else scene.voice.word("card", what)
            }
        if verb == "lay":
            return {"dungeon": what, "treasure": view["drawn"][0]}
        if verb == "down":
            lane, _, rest = what.partition("-")
            place, by = rest.split()
            return {"lane": lane, "place": place, "by": by}
        if verb == "up":
            kind, by = what.split()
            return {"kind": kind, "by": by}
        names = {"place": "dungeon", "enter": "bonus", "take": "treasure", "lane": "lane"}
        return {names[verb]: what} if what else {}

    def choices(self, scene: Scene) -> list[str]:
        """All moves: the drawing marks none."""
        return scene.legal


def _view(scene: Scene) -> View:
    return cast("View", scene.view)


def _mark(seat: int) -> Text:
    """The shape of a seat."""
    return Text(SHAPES[seat], style=SEATS[seat])


def _marks(seats: list[int]) -> Text:
    return Text().join(_mark(seat) for seat in seats)


def _kind(scene: Scene, kind: str, number: str = "") -> Text:
    """A kind's short name, with the value of a treasure or the bags of a card."""
    return Text(f"{scene.voice.own(f'monte-cristo.short.{kind}')}{number}", style=KINDS[kind])


def _things(scene: Scene, names: list[str]) -> Text:
    """Treasures or cards, side by side."""
    return Text(" ").join(_kind(scene, *name.split("-")) for name in names)


def _heading(scene: Scene) -> Text:
    view = _view(scene)
    lane = scene.voice.word("lane", view["lane"])
    return Text(sentence(scene.voice.own("monte-cristo.heading", round=view["round"], lane=lane)), style=BOLD)


def _slide(scene: Scene) -> Text:
    """The lanes as columns, the lowest marble at the bottom; an arrow points to the lane that acts."""
    view = _view(scene)
    rows = max(FEWEST_ROWS, *(len(lane) for lane in view["slide"].values()))
    head = Text("  ")
    for lane in view["slide"]:
        name = scene.voice.own(f"monte-cristo.lane.{lane}")
        head.append(f"{name:^{LANE_WIDTH}}", BOLD if lane == view["lane"] else QUIET)
    lines = [head]
    for row in range(rows, 0, -1):
        line = Text(f"{row} ", style=QUIET)
        for marbles in view["slide"].values():
            sign = _mark(marbles[row - 1]) if row <= len(marbles) else Text("·", style=QUIET)
            line.append_text(Text.assemble("   │", sign, "│   "))
        lines.append(line)
    arrows = ["↑" if lane == view["lane"] else " " for lane in view["slide"]]
    lines.append(Text("  " + "".join(f"{arrow:^{LANE_WIDTH}}" for arrow in arrows), style=BOLD))
    return Text("\n", no_wrap=True).join(lines)


def _dungeons(scene: Scene) -> Table:
    """Treasures and queue of every dungeon, the foremost hunter first."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, min_width=15)
    table.add_column(overflow="fold")
    going = _view(scene)["collecting"]
    table.add_row("", *(Text(scene.voice.own(f"monte-cristo.{key}"), style=QUIET) for key in ("treasures", "queue")))
    for name, dungeon in _view(scene)["dungeons"].items():
        here = going is not None and going["dungeon"] == name
        table.add_row(
            Text(f"{name}{'▶' if here else ' '}", style=BOLD),
            _things(scene, dungeon["treasures"]),
            _marks(dungeon["queue"]),
        )
    return table


def _market(scene: Scene) -> list[Text]:
    """The kinds with their prices, the top place first."""
    items = [Text(scene.voice.own("monte-cristo.market"), style=BOLD)]
    for kind, price in _view(scene)["market"].items():
        items.append(_kind(scene, kind).append(f" ×{price}", BOLD))
    return items


def _bonuses(scene: Scene) -> list[Text]:
    """The bonus areas and who stands there."""
    items = [Text(scene.voice.own("monte-cristo.bonus"), style=BOLD)]
    for bonus, seats in _view(scene)["bonus"].items():
        items.append(Text(f"{scene.voice.word('bonus', bonus)} ").append_text(_marks(seats) if seats else Text("–")))
    return items


def _seats(scene: Scene) -> Table:
    """The seats: points on a track up to 40, hunters in the supply and in Marseille, cards."""
    view = _view(scene)
    table = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(2):
        table.add_column(width=1)
    table.add_column(no_wrap=True, overflow="ellipsis", min_width=6, max_width=12)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="center")
    table.add_column()
    heads = [scene.voice.own(f"monte-cristo.{key}") for key in ("points", "hunters", "cards")]
    table.add_row("", "", "", Text(heads[0], style=QUIET), "", *(Text(head, style=QUIET) for head in heads[1:]))
    for seat, player in enumerate(view["seats"]):
        cards = _things(scene, player["cards"])
        for _ in player["jokers"]:
            cards.append(" " if cards else "").append(" ? ", Style(reverse=True))
        table.add_row(
            "▶" if view["active"] == seat else "",
            _mark(seat),
            Text(scene.voice.word("seat", seat), style=BOLD),
            str(player["points"]),
            track(player["points"]),
            f"{player['hunters']}/{player['marseille']}",
            cards,
        )
    return table


def _piles(scene: Scene) -> list[Text]:
    """How many cards and treasures lie where."""
    view = _view(scene)
    numbers = {
        "deck": len(view["deck"]),
        "discards": len(view["discards"]),
        "bag": len(view["bag"]),
        "aside": len(view["aside"]),
    }
    return [
        Text(f"{scene.voice.own(f'monte-cristo.{name}')} ").append(str(number), BOLD)
        for name, number in numbers.items()
    ]


def _under_way(scene: Scene) -> list[Text]:
    """What is drawn and not yet given out or laid, what was collected, and what is still to be paid."""
    view = _view(scene)
    lines: list[Text] = []
    if view["drawn"]:
        line = Text(f"{scene.voice.own('monte-cristo.drawn')} ").append_text(_things(scene, view["drawn"]))
        if view["receiver"] is not None:
            line.append(f"  {scene.voice.own('monte-cristo.next_card', seat=view['receiver'])}")
        lines.append(line)
    for seat, player in enumerate(view["seats"]):
        if player["collected"]:
            told = f"{scene.voice.own('monte-cristo.collected', seat=seat)} "
            lines.append(Text(told).append_text(_things(scene, player["collected"])))
    going = view["collecting"]
    if going is not None:
        lines.append(Text(scene.voice.own("monte-cristo.order", dungeon=going["dungeon"], seat=going["order"])))
        if going["kind"] is not None:
            owed, paid = going["owed"][going["kind"]], going["paid"].get(going["kind"], 0)
            kind = scene.voice.word("kind", going["kind"])
            lines.append(Text(sentence(scene.voice.own("monte-cristo.due", kind=kind, owed=owed, paid=paid))))
    return lines


def _known(scene: Scene) -> list[Text]:
    """What lies in the piles as far as everybody knows: batches of cards that were shuffled together, and the rest."""
    view = _view(scene)
    lines: list[Text] = []
    for name, things in (("discards", view["discards"]), ("bag", view["bag"]), ("aside", view["aside"])):
        head = Text(f"{scene.voice.own(f'monte-cristo.{name}')}:", style=BOLD)
        lines += packed([head, *(_kind(scene, *thing.split("-")) for thing in things)], scene.width)
    for batch, cards in view["batches"].items():
        deck = view["deck"].count(int(batch))
        told = scene.voice.own("monte-cristo.unseen", deck=deck, jokers=len(cards) - deck)
        head = Text(told, style=BOLD)
        lines += packed([head, *(_kind(scene, *card.split("-")) for card in cards)], scene.width)
    return lines
