"""The lab's report on one component set, or on two in comparison."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from schatzkammer.arena.formatting import UNKNOWN, Formatter
from schatzkammer.arena.html import Annotated, page, plot, section, table
from schatzkammer.arena.plan import Run
from schatzkammer.arena.plots import ridges
from schatzkammer.arena.report import described, headings, highlighted, length_section, run_section, seats_section
from schatzkammer.arena.statistics import Estimate
from schatzkammer.core.text import Words
from schatzkammer.games import find as find_game
from schatzkammer.lab.game import Result
from schatzkammer.lab.study import SHARES, Change, Comparison, Item, Study

MANY = 10  # uses per game from which one decimal is enough


class ItemNames:
    """The names of groups and items, in the game's words."""

    def __init__(self, fmt: Formatter, game: str) -> None:
        self._fmt = fmt
        self._words = Words(find_game(game).package)
        self.title = self._words.say(fmt.lang, "title")

    def group(self, group: str) -> str:
        """The name of a group: the lab's, or else the game's own."""
        name = self._fmt.words.entry(self._fmt.lang, f"group.{group}")
        return name or self._words.word(self._fmt.lang, "group", group)

    def name(self, group: str, item_id: str) -> str:
        """The short name of an item."""
        return item_id if group == "rule" else self._words.word(self._fmt.lang, group, item_id)

    def cell(self, group: str, item_id: str) -> str:
        """The name for a table of the report; a rule's id is annotated with its first sentence."""
        if group != "rule":
            return self.name(group, item_id)
        first, stop, _ = self._words.say(self._fmt.lang, f"rule.{item_id}").partition(". ")
        return Annotated(item_id, first + stop.strip())


def study_report(study: Study, results: Sequence[Result], lang: str) -> str:
    """The HTML page for one component set."""
    fmt = Formatter(lang, "schatzkammer.lab")
    names = ItemNames(fmt, study.setting.game)
    rows = [(item.group, [names.cell(item.group, item.id), *item_cells(fmt, item)]) for item in study.items]
    columns = headings(fmt, "item", "uses", "users", "more_points", "each", "more_wins")
    sections = [
        described(fmt, "measures", table(headings(fmt, "measure", "value"), measure_rows(fmt, study))),
        _points(fmt, [("all", results, study)]),
        seats_section(fmt, study.seats),
        length_section(fmt, study.measures["length"], [float(result.plies) for result in results]),
        *_group_sections(names, fmt.text("report.group.about"), columns, rows),
        run_section(fmt, study.setting),
    ]
    return _page(fmt, names, study, "", sections)


def comparison_report(found: Comparison, results: Sequence[Sequence[Result]], lang: str) -> str:
    """The HTML page for two component sets."""
    fmt = Formatter(lang, "schatzkammer.lab")
    first = found.first
    names = ItemNames(fmt, first.setting.game)
    rows = []
    for change in found.items:
        group, item_id = change.name.split("/")
        rows.append((group, [names.cell(group, item_id), *change_cells(fmt, change, digits=2)]))
    columns = headings(fmt, "measure", "first", "second", "difference")
    points = [("first", results[0], first), ("second", results[1], found.second)]
    sections = [
        described(fmt, "differences", table(columns, change_rows(fmt, found))),
        _points(fmt, points),
        *_group_sections(names, fmt.text("report.group.two"), ["", *columns[1:]], rows),
        run_section(fmt, first.setting, found.second.setting),
    ]
    return _page(fmt, names, first, "_two", sections)


def bot_names(run: Run) -> str:
    """The bots by seat, or the one name if all are the same."""
    return run.bots[0] if len(set(run.bots)) == 1 else ", ".join(run.bots)


def measure_rows(fmt: Formatter, study: Study) -> list[list[str]]:
    """All measures with their intervals."""
    rows = [[fmt.text(f"measure.{name}"), _measure_value(fmt, name, one)] for name, one in study.measures.items()]
    return [*rows, [fmt.text("measure.deviation"), fmt.number(study.deviation)]]


def item_cells(fmt: Formatter, item: Item) -> list[str]:
    """The figures of an item; significant ones are highlighted."""
    cells = [fmt.plus_minus(item.uses, 2 if item.uses.mean < MANY else 1), f"{fmt.number(100 * item.users, 0)} %"]
    for found, factor in ((item.points, 1), (item.each, 1), (item.wins, 100)):
        cells.append(UNKNOWN if found is None else highlighted(fmt.difference(found.scaled(factor)), found, 0))
    return cells


def change_cells(fmt: Formatter, change: Change, factor: float = 1, digits: int = 1) -> list[str]:
    """Two means and their difference."""
    means = [fmt.number(factor * mean, digits) for mean in (change.first, change.second)]
    return [*means, highlighted(fmt.difference(change.difference.scaled(factor), digits), change.difference, 0)]


def change_rows(fmt: Formatter, found: Comparison) -> list[list[str]]:
    """All measures, then the shares of wins by seat, with both sets."""
    rows = []
    for change in found.measures:
        name = fmt.text(f"measure.{change.name}")
        is_share = change.name in SHARES
        rows.append([f"{name}, %" if is_share else name, *change_cells(fmt, change, 100 if is_share else 1)])
    for change in found.seats:
        rows.append([f"{fmt.text('report.seats.won', number=change.name)}, %", *change_cells(fmt, change, 100)])
    return rows


def _measure_value(fmt: Formatter, name: str, found: Estimate) -> str:
    return fmt.percent(found) if name in SHARES else fmt.plus_minus(found)


def _points(fmt: Formatter, groups: Sequence[tuple[str, Sequence[Result], Study]]) -> str:
    """The distribution of the points, for each component set."""
    rows = [
        (
            fmt.text(f"report.points.{name}"),
            [float(score) for result in results for score in result.scores],
            fmt.text("report.points.figure", deviation=fmt.number(study.deviation)),
        )
        for name, results, study in groups
    ]
    return described(fmt, "points", plot(ridges(fmt.text("report.points.title"), rows, fmt.axis_number)))


def _group_sections(
    names: ItemNames, about: str, columns: Sequence[str], rows: Sequence[tuple[str, list[str]]]
) -> list[str]:
    """A section for each group of rows; the first one explains the columns."""
    sections: list[str] = []
    for group, members in groupby(rows, key=itemgetter(0)):
        content = table(columns, [cells for _, cells in members])
        sections.append(section(names.group(group), "" if sections else about, content))
    return sections


def _page(fmt: Formatter, names: ItemNames, study: Study, suffix: str, sections: Sequence[str]) -> str:
    run = study.setting
    lead = fmt.text(f"report.lead{suffix}", games=study.games, players=run.players, bots=bot_names(run))
    title = fmt.text(f"report.title{suffix}", game=names.title)
    return page(fmt.lang, title, lead, sections, fmt.text("report.foot", version=run.version))
