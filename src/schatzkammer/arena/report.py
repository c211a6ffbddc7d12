"""The arena's report, and sections that the lab's report shares."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.arena.formatting import UNKNOWN, Formatter
from schatzkammer.arena.game import Result
from schatzkammer.arena.html import Highlighted, facts, page, plot, section, table
from schatzkammer.arena.plan import Run
from schatzkammer.arena.plots import forest, histogram, ridges
from schatzkammer.arena.statistics import Estimate
from schatzkammer.arena.summary import Summary
from schatzkammer.core.text import Words
from schatzkammer.games import find as find_game


def report(summary: Summary, results: Sequence[Result], lang: str) -> str:
    """The HTML page of a run."""
    fmt = Formatter(lang)
    plan = summary.plan
    title = fmt.text("report.title", game=Words(find_game(plan.game).package).say(lang, "title"))
    counts = {"games": summary.games, "players": plan.players, "deals": summary.deals, "each": plan.games_per_deal}
    sections = [
        _ratings(fmt, summary),
        _wins(fmt, summary),
        _less_luck(fmt, summary),
        _scores(fmt, summary, results),
        _pairs(fmt, summary),
        seats_section(fmt, summary.seats),
        length_section(fmt, summary.length, [float(result.plies) for result in results]),
        _thinking(fmt, summary),
        run_section(fmt, plan),
    ]
    lead = fmt.text("report.lead", **counts)
    return page(lang, title, lead, sections, fmt.text("report.foot", version=plan.version))


def described(fmt: Formatter, key: str, *content: str) -> str:
    """A section with the title and the explanation of its key."""
    return section(fmt.text(f"report.{key}.title"), fmt.text(f"report.{key}.about"), *content)


def headings(fmt: Formatter, *columns: str) -> list[str]:
    """The headings of columns."""
    return [fmt.text(f"column.{name}") for name in columns]


def highlighted(text: str, found: Estimate, expected: float) -> str:
    """A figure, highlighted if its interval excludes the value expected by chance."""
    return Highlighted(text) if found.excludes(expected) else text


def seats_section(fmt: Formatter, found: Sequence[Estimate]) -> str:
    """The share of wins of each seat."""
    rows = [(fmt.text("report.seats.seat", number=seat), one, fmt.percent(one)) for seat, one in enumerate(found)]
    svg = forest(fmt.text("report.seats.title"), rows, fmt.axis_percent, (0, None), 1 / len(found))
    return described(fmt, "seats", plot(svg))


def length_section(fmt: Formatter, found: Estimate, plies: Sequence[float]) -> str:
    """The length of the games."""
    label = fmt.text("report.length.figure", mean=fmt.plus_minus(found))
    return described(fmt, "length", plot(histogram(fmt.text("report.length.title"), plies, fmt.axis_number, label)))


def run_section(fmt: Formatter, run: Run, against: Run | None = None) -> str:
    """Everything needed to repeat a run, or two runs with different component sets."""
    entries = {
        "game": f"{run.game}, {fmt.text('report.about.rules', version=run.rules)}",
        "bots": ", ".join(run.bots),
        "players": str(run.players),
        "options": ", ".join(f"{name}={str(value).lower()}" for name, value in run.options.items()) or UNKNOWN,
        "components": _component_set(fmt, run),
        **({} if against is None else {"against": _component_set(fmt, against)}),
        "seed": run.seed,
    }
    return described(fmt, "about", facts([(fmt.text(f"report.about.{key}"), entry) for key, entry in entries.items()]))


def _component_set(fmt: Formatter, run: Run) -> str:
    return fmt.text("report.about.own" if run.components is not None else "report.about.built_in")


def _ratings(fmt: Formatter, summary: Summary) -> str:
    rows = [(one.label, one.rating, fmt.plus_minus(one.rating)) for one in summary.standings]
    return described(fmt, "ratings", plot(forest(fmt.text("report.ratings.title"), rows, fmt.axis_number)))


def _wins(fmt: Formatter, summary: Summary) -> str:
    rows = [(one.label, one.wins, fmt.percent(one.wins)) for one in summary.standings]
    even_share = 1 / summary.plan.players
    return described(
        fmt, "wins", plot(forest(fmt.text("report.wins.title"), rows, fmt.axis_percent, (0, 1), even_share))
    )


def _less_luck(fmt: Formatter, summary: Summary) -> str:
    """Plain figures and those less luck, side by side; nothing if luck was not measured."""
    shown: list[tuple[str, Estimate, str]] = []
    rows: list[list[str]] = []
    for one in summary.standings:
        less = one.without_luck
        if less is not None:
            shown.append((one.label, one.wins, fmt.percent(one.wins)))
            shown.append((fmt.text("report.luck.less", bot=one.label), less.wins, fmt.percent(less.wins)))
            wins = fmt.percent(one.wins), fmt.percent(less.wins), fmt.times(less.fewer_wins)
            points = fmt.plus_minus(one.points), fmt.plus_minus(less.points), fmt.times(less.fewer_points)
            rows.append([one.label, *wins, *points])
    if not rows:
        return ""
    columns = headings(fmt, "bot", "wins", "wins_less", "fewer", "points", "points_less", "fewer")
    svg = forest(fmt.text("report.luck.title"), shown, fmt.axis_percent, (None, None), 1 / summary.plan.players)
    return described(fmt, "luck", plot(svg), table(columns, rows))


def _scores(fmt: Formatter, summary: Summary, results: Sequence[Result]) -> str:
    labels = summary.plan.labels
    rows = []
    for one in summary.standings:
        entrant = labels.index(one.label)
        scores = [float(r.scores[r.seats.index(entrant)]) for r in results if entrant in r.seats]
        rows.append((one.label, scores, fmt.text("report.scores.figure", mean=fmt.plus_minus(one.points))))
    return described(fmt, "scores", plot(ridges(fmt.text("report.scores.title"), rows, fmt.axis_number)))


def _pairs(fmt: Formatter, summary: Summary) -> str:
    rows = []
    for pair in summary.pairs:
        names = fmt.text("report.pairs.names", first=pair.first, second=pair.second)
        ahead = highlighted(fmt.percent(pair.ahead), pair.ahead, 0.5)
        rows.append([names, ahead, highlighted(fmt.difference(pair.points), pair.points, 0)])
    return described(fmt, "pairs", table(headings(fmt, "pair", "ahead", "margin"), rows))


def _thinking(fmt: Formatter, summary: Summary) -> str:
    columns = headings(fmt, "bot", "decisions", "mean", "p99", "longest", "budget", "beyond")
    rows = []
    for one in summary.standings:
        times = (one.thinking.mean, one.thinking.p99, one.thinking.longest)
        budget = UNKNOWN if one.thinking.budget is None else fmt.milliseconds(one.thinking.budget)
        beyond = UNKNOWN if one.thinking.beyond is None else str(one.thinking.beyond)
        rows.append([one.label, str(one.thinking.decisions), *map(fmt.milliseconds, times), budget, beyond])
    return described(fmt, "thinking", table(columns, rows))
