"""The arena's report."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.arena.page import Clear, facts, page, picture, section, table
from schatzkammer.arena.play import Result
from schatzkammer.arena.plots import forest, histogram, ridges
from schatzkammer.arena.speech import UNKNOWN, Speech
from schatzkammer.arena.statistics import Estimate
from schatzkammer.arena.summary import Summary
from schatzkammer.core.text import Words
from schatzkammer.games import find as find_game


def report(summary: Summary, results: Sequence[Result], lang: str) -> str:
    """The page for a run."""
    speech = Speech(lang)
    plan = summary.plan
    title = speech.say("report.title", game=Words(find_game(plan.game).package).say(lang, "title"))
    lead = speech.counted(
        "report.lead",
        summary.deals,
        games=summary.games,
        players=plan.players,
        deals=summary.deals,
        each=plan.games_a_deal,
    )
    parts = [
        _ratings(speech, summary),
        _wins(speech, summary),
        _scores(speech, summary, results),
        _pairs(speech, summary),
        seats(speech, summary.seats),
        length(speech, summary.length, [float(result.plies) for result in results]),
        _thinking(speech, summary),
        _about(speech, summary),
    ]
    return page(lang, title, lead, parts, speech.say("report.foot", version=plan.version))


def described(speech: Speech, key: str, *content: str) -> str:
    """A part of a report, with the heading and the sentence of its key."""
    return section(speech.say(f"report.{key}.title"), speech.say(f"report.{key}.about"), *content)


def _ratings(speech: Speech, summary: Summary) -> str:
    rows = [(one.label, one.rating, speech.around(one.rating)) for one in summary.standings]
    return described(speech, "ratings", picture(forest(speech.say("report.ratings.title"), rows, speech.whole)))


def _wins(speech: Speech, summary: Summary) -> str:
    rows = [(one.label, one.wins, speech.percent(one.wins)) for one in summary.standings]
    even = 1 / summary.plan.players
    plot = forest(speech.say("report.wins.title"), rows, speech.whole_percent, (0, 1), even)
    return described(speech, "wins", picture(plot))


def _scores(speech: Speech, summary: Summary, results: Sequence[Result]) -> str:
    labels = summary.plan.labels
    rows = []
    for one in summary.standings:
        entrant = labels.index(one.label)
        scores = [float(r.scores[r.seats.index(entrant)]) for r in results if entrant in r.seats]
        rows.append((one.label, scores, speech.say("report.scores.figure", mean=speech.around(one.points))))
    return described(speech, "scores", picture(ridges(speech.say("report.scores.title"), rows, speech.whole)))


def _pairs(speech: Speech, summary: Summary) -> str:
    head = [speech.say(f"column.{name}") for name in ("pair", "ahead", "margin")]
    rows = []
    for pair in summary.pairs:
        names = speech.say("report.pairs.names", first=pair.first, second=pair.second)
        ahead = marked(speech.percent(pair.ahead), pair.ahead, 0.5)
        rows.append([names, ahead, marked(speech.change(pair.points), pair.points, 0)])
    return described(speech, "pairs", table(head, rows))


def seats(speech: Speech, found: Sequence[Estimate]) -> str:
    """What a seat is worth."""
    rows = [(speech.say("report.seats.seat", number=seat), one, speech.percent(one)) for seat, one in enumerate(found)]
    plot = forest(speech.say("report.seats.title"), rows, speech.whole_percent, (0, None), 1 / len(found))
    return described(speech, "seats", picture(plot))


def length(speech: Speech, found: Estimate, plies: Sequence[float]) -> str:
    """How long the games were."""
    label = speech.say("report.length.figure", mean=speech.around(found))
    return described(
        speech, "length", picture(histogram(speech.say("report.length.title"), plies, speech.whole, label))
    )


def marked(text: str, found: Estimate, nothing: float) -> str:
    """A figure that stands out where its interval leaves out that there is nothing."""
    return Clear(text) if found.leaves_out(nothing) else text


def _thinking(speech: Speech, summary: Summary) -> str:
    head = [speech.say(f"column.{name}") for name in ("bot", "decisions", "mean", "p99", "longest", "budget", "beyond")]
    rows = []
    for one in summary.standings:
        times = (one.thinking.mean, one.thinking.p99, one.thinking.longest)
        budget = UNKNOWN if one.thinking.budget is None else speech.milliseconds(one.thinking.budget)
        beyond = UNKNOWN if one.thinking.beyond is None else str(one.thinking.beyond)
        rows.append([one.label, str(one.thinking.decisions), *map(speech.milliseconds, times), budget, beyond])
    return described(speech, "thinking", table(head, rows))


def _about(speech: Speech, summary: Summary) -> str:
    plan = summary.plan
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in plan.options.items())
    own = "report.about.own" if plan.components is not None else "report.about.built_in"
    entries = {
        "game": f"{plan.game}, {speech.say('report.about.rules', version=plan.rules)}",
        "bots": ", ".join(plan.bots),
        "players": str(plan.players),
        "options": options or UNKNOWN,
        "components": speech.say(own),
        "seed": plan.seed,
    }
    named = [(speech.say(f"report.about.{key}"), value) for key, value in entries.items()]
    return section(speech.say("report.about.title"), speech.say("report.about.about"), facts(named))
