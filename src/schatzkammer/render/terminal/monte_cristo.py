"""Monte Cristo in the terminal: the slide, the dungeons with their queues, market, bonus areas, seats and piles."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Column, Table
from rich.text import Text

from schatzkammer.render.locale import capitalized
from schatzkammer.render.scene import Scene
from schatzkammer.render.terminal.board import Board
from schatzkammer.render.terminal.layout import BOLD, DIM, GAP, PAD, packed

LANE_WIDTH = 9
FEWEST_ROWS = 4  # of the slide, so that its height rarely changes
TRACK_WIDTH = 10
EIGHTHS = " ▏▎▍▌▋▊▉"

# Seats differ by shape, not by colour alone.
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


class MonteCristoBoard(Board):
    """Draws Monte Cristo."""

    untold = ("places", "then", "worth")  # the board shows the dungeon, and the price of a treasure says more

    def table(self, scene: Scene) -> RenderableType:
        """The slide and the dungeons, side by side if the terminal is wide enough; the rest below."""
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
        return Group(_heading(scene), side, *below, Text(), _seats(scene), Text(), *piles, *_pending(scene))

    def legend(self, scene: Scene) -> RenderableType:
        view = scene.view
        amounts = view["amounts"]
        words = Table.grid(Column(no_wrap=True, style=BOLD), Column(), padding=PAD)
        for lane in view["slide"]:
            words.add_row(scene.word("lane", lane), Text(scene.game_text(f"lane.{lane}")))
        for bonus in view["bonus"]:
            amount = {bonus: amounts[bonus]} if bonus in amounts else {}
            words.add_row(scene.word("bonus", bonus), Text(scene.game_text(f"bonus.{bonus}", **amount)))
        kinds = [_kind(scene, kind).append(f" {scene.word('kind', kind)}", BOLD) for kind in KINDS]
        signs = [scene.text(f"monte-cristo.{key}") for key in ("treasure_sign", "card_sign", "joker_sign")]
        return Group(words, Text(), *packed(kinds, scene.width), *map(Text, signs), Text(), *_pile_contents(scene))

    def sheet(self, scene: Scene) -> RenderableType:
        """M80: points, and as tie-break the hunters in dungeons."""
        figures = [Column(scene.text(f"monte-cristo.{key}"), justify="right") for key in ("points", "in_dungeons")]
        table = Table("", *figures)
        for seat, score in enumerate(scene.view["sheet"]):
            name = _mark(seat).append(f" {scene.word('seat', seat)}", BOLD)
            table.add_row(name, str(score["points"]), str(score["hunters"]))
        return table

    def details(self, scene: Scene, move: str) -> dict[str, object]:
        """What the move names, and who or what it also affects."""
        verb, _, what = move.partition(" ")
        view = scene.view
        if verb == "give":
            return {"card": what, "to_seat": view["receiver"]}
        if verb in ("discard", "pay"):
            return {"what": scene.text("monte-cristo.joker") if what == "joker" else scene.word("card", what)}
        if verb == "lay":
            return {"dungeon": what, "treasure": view["drawn"][0]}
        if verb == "down":
            lane, _, rest = what.partition("-")
            place, by = rest.split()
            return {"lane": lane, "place": int(place), "by": int(by)}
        if verb == "up":
            kind, by = what.split()
            return {"kind": kind, "by": int(by)}
        names = {"place": "dungeon", "enter": "bonus", "take": "treasure", "lane": "lane"}
        return {names[verb]: what} if what else {}


def _mark(seat: int) -> Text:
    """The shape of a seat."""
    return Text(SHAPES[seat], style=SEATS[seat])


def _marks(seats: list[int]) -> Text:
    return Text().join(_mark(seat) for seat in seats)


def _kind(scene: Scene, kind: str, number: str = "") -> Text:
    """The short name of a kind, with a treasure's value or a card's bags."""
    return Text(f"{scene.text(f'monte-cristo.short.{kind}')}{number}", style=KINDS[kind])


def _kinds(scene: Scene, names: list[str]) -> Text:
    """Treasures or cards, side by side."""
    return Text(" ").join(_kind(scene, *name.split("-")) for name in names)


def _heading(scene: Scene) -> Text:
    view = scene.view
    lane = scene.word("lane", view["lane"])
    return Text(capitalized(scene.text("monte-cristo.heading", round=view["round"], lane=lane)), style=BOLD)


def _slide(scene: Scene) -> Text:
    """The lanes as columns, place 1 at the bottom; an arrow marks the lane that acts."""
    view = scene.view
    rows = max(FEWEST_ROWS, *(len(lane) for lane in view["slide"].values()))
    head = Text("  ")
    for lane in view["slide"]:
        name = scene.text(f"monte-cristo.lane.{lane}")
        head.append(f"{name:^{LANE_WIDTH}}", BOLD if lane == view["lane"] else DIM)
    lines = [head]
    for row in range(rows, 0, -1):
        line = Text(f"{row} ", style=DIM)
        for marbles in view["slide"].values():
            sign = _mark(marbles[row - 1]) if row <= len(marbles) else Text("·", style=DIM)
            line.append_text(Text.assemble("   │", sign, "│   "))
        lines.append(line)
    arrows = ["↑" if lane == view["lane"] else " " for lane in view["slide"]]
    lines.append(Text("  " + "".join(f"{arrow:^{LANE_WIDTH}}" for arrow in arrows), style=BOLD))
    return Text("\n", no_wrap=True).join(lines)


def _dungeons(scene: Scene) -> Table:
    """The treasures and the queue of every dungeon, front of the queue first."""
    columns = Column(no_wrap=True), Column(no_wrap=True, min_width=15), Column(overflow="fold")
    table = Table.grid(*columns, padding=PAD)
    scoring = scene.view["collecting"]
    table.add_row("", *(Text(scene.text(f"monte-cristo.{key}"), style=DIM) for key in ("treasures", "queue")))
    for name, dungeon in scene.view["dungeons"].items():
        arrow = "▶" if scoring is not None and scoring["dungeon"] == name else " "
        table.add_row(Text(name + arrow, style=BOLD), _kinds(scene, dungeon["treasures"]), _marks(dungeon["queue"]))
    return table


def _market(scene: Scene) -> list[Text]:
    """The kinds with their prices, highest place first."""
    items = [Text(scene.text("monte-cristo.market"), style=BOLD)]
    for kind, price in scene.view["market"].items():
        items.append(_kind(scene, kind).append(f" ×{price}", BOLD))
    return items


def _bonuses(scene: Scene) -> list[Text]:
    """The bonus areas and the seats with a hunter there."""
    items = [Text(scene.text("monte-cristo.bonus"), style=BOLD)]
    for bonus, seats in scene.view["bonus"].items():
        items.append(Text(f"{scene.word('bonus', bonus)} ").append_text(_marks(seats) if seats else Text("–")))
    return items


def _seats(scene: Scene) -> Table:
    """The seats: points on a track up to the goal, hunters in the supply and in Marseille, cards."""
    view = scene.view
    names = Column(no_wrap=True, overflow="ellipsis", min_width=6, max_width=12)
    points, bar = Column(no_wrap=True, justify="right"), Column(no_wrap=True)
    hunters = Column(no_wrap=True, justify="center")
    table = Table.grid(Column(width=1), Column(width=1), names, points, bar, hunters, Column(), padding=PAD)
    heads = [scene.text(f"monte-cristo.{key}") for key in ("points", "hunters", "cards")]
    table.add_row("", "", "", Text(heads[0], style=DIM), "", *(Text(head, style=DIM) for head in heads[1:]))
    for seat, player in enumerate(view["seats"]):
        cards = _kinds(scene, player["cards"])
        for _ in player["jokers"]:
            cards.append(" " if cards else "").append(" ? ", Style(reverse=True))
        table.add_row(
            "▶" if view["active"] == seat else "",
            _mark(seat),
            Text(scene.word("seat", seat), style=BOLD),
            str(player["points"]),
            track(player["points"], view["amounts"]["goal"]),
            f"{player['hunters']}/{player['marseille']}",
            cards,
        )
    return table


def track(points: int, goal: int) -> Text:
    """A bar that shows how far the points are from the goal (M67)."""
    full, eighths = divmod(min(points, goal) * TRACK_WIDTH * 8 // goal, 8)
    bar = "█" * full + (EIGHTHS[eighths] if eighths else "")
    return Text(bar, style=BOLD).append("·" * (TRACK_WIDTH - len(bar)), DIM)


def _piles(scene: Scene) -> list[Text]:
    """The number of cards or treasures in each pile."""
    return [
        Text(f"{scene.text(f'monte-cristo.{name}')} ").append(str(len(scene.view[name])), BOLD)
        for name in ("deck", "discards", "bag", "aside")
    ]


def _pending(scene: Scene) -> list[Text]:
    """What was drawn but not placed, what was collected, and what is still to be paid."""
    view = scene.view
    lines: list[Text] = []
    if view["drawn"]:
        line = Text(f"{scene.text('monte-cristo.drawn')} ").append_text(_kinds(scene, view["drawn"]))
        if view["receiver"] is not None:
            line.append(f"  {scene.text('monte-cristo.next_card', seat=view['receiver'])}")
        lines.append(line)
    for seat, player in enumerate(view["seats"]):
        if player["collected"]:
            heading = f"{scene.text('monte-cristo.collected', seat=seat)} "
            lines.append(Text(heading).append_text(_kinds(scene, player["collected"])))
    scoring = view["collecting"]
    if scoring is not None:
        lines.append(Text(scene.text("monte-cristo.order", dungeon=scoring["dungeon"], seat=scoring["order"])))
        if scoring["kind"] is not None:
            owed, paid = scoring["owed"][scoring["kind"]], scoring["paid"].get(scoring["kind"], 0)
            kind = scene.word("kind", scoring["kind"])
            lines.append(Text(capitalized(scene.text("monte-cristo.due", kind=kind, owed=owed, paid=paid))))
    return lines


def _pile_contents(scene: Scene) -> list[Text]:
    """The public contents of the piles; unseen cards are grouped by the batch they were shuffled in."""
    view = scene.view
    lines: list[Text] = []
    piles = [(f"{scene.text(f'monte-cristo.{name}')}:", view[name]) for name in ("discards", "bag", "aside")]
    for batch, cards in view["batches"].items():
        deck = view["deck"].count(int(batch))
        piles.append((scene.text("monte-cristo.unseen", deck=deck, jokers=len(cards) - deck), cards))
    for heading, pile in piles:
        items = [_kind(scene, *item.split("-")) for item in pile]
        lines += packed([Text(heading, style=BOLD), *items], scene.width)
    return lines
