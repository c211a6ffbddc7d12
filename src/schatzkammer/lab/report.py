"""The lab's report: one component set, or two side by side."""

from __future__ import annotations

from collections.abc import Sequence

from schatzkammer.arena.page import Titled, facts, page, picture, section, table
from schatzkammer.arena.plots import ridges
from schatzkammer.arena.report import described, length, marked, seats
from schatzkammer.arena.speech import UNKNOWN, Speech
from schatzkammer.arena.statistics import Estimate
from schatzkammer.core.text import Words
from schatzkammer.games import find as find_game
from schatzkammer.lab.counting import catalogue
from schatzkammer.lab.play import Result, Setting
from schatzkammer.lab.study import SHARES, Change, Comparison, Study, Thing

MANY = 10  # from here on one decimal will do


class Names:
    """What things are called: by the game's own words."""

    def __init__(self, speech: Speech, game: str) -> None:
        self._speech = speech
        self._words = Words(find_game(game).package)
        self.title = self._words.say(speech.lang, "title")

    def name(self, group: str, thing: str) -> str:
        """A short name."""
        return thing if group == "rule" else self._words.word(self._speech.lang, group, thing)

    def cell(self, group: str, thing: str) -> str:
        """The same for a table; under a rule's id stands what it says first."""
        if group != "rule":
            return self.name(group, thing)
        first, stop, _ = self._words.say(self._speech.lang, f"rule.{thing}").partition(". ")
        return Titled(thing, first + stop.strip())


def study_report(study: Study, results: Sequence[Result], lang: str) -> str:
    """The page for one component set."""
    speech = Speech(lang, "schatzkammer.lab")
    names = Names(speech, study.setting.game)
    points = [(speech.say("report.points.all"), _scores(results), _spread(speech, study))]
    parts = [
        _measures(speech, study),
        described(speech, "points", picture(ridges(speech.say("report.points.title"), points, speech.whole))),
        seats(speech, study.seats),
        length(speech, study.measures["length"], [float(result.plies) for result in results]),
        *_groups(speech, names, study),
        _about(speech, study.setting),
    ]
    lead = speech.say("report.lead", games=study.games, players=study.setting.players, bots=players_of(study.setting))
    foot = speech.say("report.foot", version=study.setting.version)
    return page(lang, speech.say("report.title", game=names.title), lead, parts, foot)


def comparison_report(found: Comparison, results: Sequence[Sequence[Result]], lang: str) -> str:
    """The page for two component sets."""
    speech = Speech(lang, "schatzkammer.lab")
    first = found.first
    names = Names(speech, first.setting.game)
    points = [
        (speech.say(f"report.points.{which}"), _scores(one), _spread(speech, study))
        for which, one, study in zip(("first", "second"), results, (first, found.second), strict=True)
    ]
    head = _head(speech, "measure", "first", "second", "difference")
    parts = [
        described(speech, "differences", table(head, rows_of_changes(speech, found))),
        described(speech, "points", picture(ridges(speech.say("report.points.title"), points, speech.whole))),
    ]
    parts += _changed_groups(speech, names, found)
    parts.append(_about(speech, first.setting, found.second.setting))
    lead = speech.say(
        "report.lead_two", games=first.games, players=first.setting.players, bots=players_of(first.setting)
    )
    foot = speech.say("report.foot", version=first.setting.version)
    return page(lang, speech.say("report.title_two", game=names.title), lead, parts, foot)


def players_of(setting: Setting) -> str:
    """Who plays, each named once where all are the same."""
    return setting.bots[0] if len(set(setting.bots)) == 1 else ", ".join(setting.bots)


def measure_value(speech: Speech, name: str, found: Estimate) -> str:
    """One measure with its interval."""
    return speech.percent(found) if name in SHARES else speech.around(found)


def thing_cells(speech: Speech, thing: Thing) -> list[str]:
    """The figures for a thing; what can hardly be chance stands out."""
    cells = [speech.around(thing.uses, 2 if thing.uses.mean < MANY else 1), f"{speech.number(100 * thing.users, 0)} %"]
    for found, factor in ((thing.points, 1), (thing.each, 1), (thing.wins, 100)):
        cells.append(UNKNOWN if found is None else marked(speech.change(found.times(factor)), found, 0))
    return cells


def change_cells(speech: Speech, change: Change, factor: float = 1, digits: int = 1) -> list[str]:
    """Two means and their difference."""
    means = [speech.number(factor * mean, digits) for mean in (change.first, change.second)]
    return [*means, marked(speech.change(change.difference.times(factor), digits), change.difference, 0)]


def rows_of_changes(speech: Speech, found: Comparison) -> list[list[str]]:
    """All measures, then the shares of the seats, both sets side by side."""
    rows = []
    for change in found.measures:
        factor = 100 if change.name in SHARES else 1
        rows.append([_measure(speech, change.name), *change_cells(speech, change, factor)])
    for change in found.seats:
        rows.append([_percent(speech.say("report.seats.won", number=change.name)), *change_cells(speech, change, 100)])
    return rows


def _measure(speech: Speech, name: str) -> str:
    said = speech.say(f"measure.{name}")
    return _percent(said) if name in SHARES else said


def _percent(name: str) -> str:
    return f"{name}, %"


def _measures(speech: Speech, study: Study) -> str:
    rows = [[speech.say(f"measure.{name}"), measure_value(speech, name, one)] for name, one in study.measures.items()]
    rows.append([speech.say("measure.deviation"), speech.number(study.deviation)])
    return described(speech, "measures", table(_head(speech, "measure", "value"), rows))


def _groups(speech: Speech, names: Names, study: Study) -> list[str]:
    """A table for each kind of thing."""
    parts: list[str] = []
    head = _head(speech, "thing", "uses", "users", "more_points", "each", "more_wins")
    for group in catalogue(study.setting.game).groups:
        rows = [[names.cell(group, one.id), *thing_cells(speech, one)] for one in study.things if one.group == group]
        if rows:
            about = "" if parts else speech.say("report.group.about")  # once will do
            parts.append(section(speech.say(f"group.{group}"), about, table(head, rows)))
    return parts


def _changed_groups(speech: Speech, names: Names, found: Comparison) -> list[str]:
    """The same for two component sets."""
    parts: list[str] = []
    head = _head(speech, "thing", "first", "second", "difference")
    for group in catalogue(found.first.setting.game).groups:
        changes = [change for change in found.things if change.name.startswith(f"{group}/")]
        rows = [[names.cell(*change.name.split("/")), *change_cells(speech, change, digits=2)] for change in changes]
        if rows:
            about = "" if parts else speech.say("report.group.two")
            parts.append(section(speech.say(f"group.{group}"), about, table(head, rows)))
    return parts


def _head(speech: Speech, *columns: str) -> list[str]:
    return [speech.say(f"column.{name}") for name in columns]


def _scores(results: Sequence[Result]) -> list[float]:
    return [float(score) for result in results for score in result.scores]


def _spread(speech: Speech, study: Study) -> str:
    return speech.say("report.points.figure", deviation=speech.number(study.deviation))


def _about(speech: Speech, setting: Setting, against: Setting | None = None) -> str:
    entries = {
        "game": f"{setting.game}, {speech.say('report.about.rules', version=setting.rules)}",
        "bots": ", ".join(setting.bots),
        "players": str(setting.players),
        "options": ", ".join(f"{name}={str(value).lower()}" for name, value in setting.options.items()) or UNKNOWN,
        "components": _set(speech, setting),
    }
    if against is not None:
        entries["against"] = _set(speech, against)
    named = [(speech.say(f"report.about.{key}"), value) for key, value in (*entries.items(), ("seed", setting.seed))]
    return section(speech.say("report.about.title"), speech.say("report.about.about"), facts(named))


def _set(speech: Speech, setting: Setting) -> str:
    return speech.say("report.about.own" if setting.components is not None else "report.about.built_in")
