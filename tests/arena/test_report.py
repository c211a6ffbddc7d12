"""The report: one self-contained page in each language."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from schatzkammer.arena.formatting import Formatter
from schatzkammer.arena.game import play
from schatzkammer.arena.plots import Scale, forest, histogram, ridges
from schatzkammer.arena.report import report
from schatzkammer.arena.statistics import Estimate
from schatzkammer.arena.summary import summarise
from schatzkammer.core.text import LANGUAGES
from tests.arena.conftest import plan_of


class Page(HTMLParser):
    """A parsed page: tags left open, all tags, and the addresses of other resources."""

    VOID = ("meta", "link", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()


@pytest.fixture(scope="module")
def run():
    plan = plan_of("random", "random", "random", players=3, seed="<b>&", variant="lamp")
    results = [play(plan, number) for number in range(2 * plan.games_per_deal)]
    return summarise(plan, results), results


def test_one_deal_makes_a_report(run):
    summary, results = run
    first = results[: summary.plan.games_per_deal]
    assert "one deal" in report(summarise(summary.plan, first), first, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_self_contained(run, lang):
    text = report(*run, lang)
    page = Page(text)
    assert page.open == []
    assert page.tags.count("svg") == 5
    assert "script" not in page.tags
    assert page.addresses == ["data:,"]
    assert not re.search(r"@import|url\(|https?:|//", text.replace("<!doctype html>", ""))
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
    assert f'<html lang="{lang}">' in text


def test_plots_are_well_formed():
    fmt = Formatter("en")
    values = [float(value) for value in (1, 5, 5, 9, 30)]
    plots = [
        forest(
            "f", [("a<", Estimate(1, 0.5, 2), "1"), ("a name that is far too long", Estimate(3, None, None), "")], str
        ),
        forest("one", [("a", Estimate(3, 3, 3), "3")], fmt.axis_number, (0, None), 0.5),
        ridges("r", [("a", values, "x"), ("b", [5.0], "y")], fmt.axis_number),
        histogram("h & h", values, fmt.axis_number, "mean"),
    ]
    for plot in plots:
        ElementTree.fromstring(plot)


def test_every_value_lies_on_the_axis():
    for values in ([0.0], [-3.0, 17.0], [0.001, 0.002], [1e6, 2e6]):
        scale = Scale(values, (None, None), 100, 500)
        assert all(100 <= scale.position(value) <= 500 for value in values)


def test_numbers_are_written_as_the_language_does():
    german, english = Formatter("de"), Formatter("en")
    assert german.percent(Estimate(0.5, 0.25, 0.75)) == "50,0 % (25,0–75,0)"
    assert english.percent(Estimate(0.5, None, None)) == "50.0 %"
    assert english.difference(Estimate(-1.5, -3, 0.04)) == "−1.5 (−3.0…+0.0)"
    assert german.plus_minus(Estimate(12.34, 11.0, 13.68), 2) == "12,34 ± 1,34"
    assert english.number(-0.01) == "0.0"
