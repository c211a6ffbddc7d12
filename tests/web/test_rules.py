"""The rules pages: a guide with figures, a search in all of it, links to a rule, paper, and the tab at a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_access import GAMES, clean


def opened(ada, address: str) -> Page:
    ada.page.goto(f"{ada.url}/rules/{address}")
    expect(ada.page.locator("#guide-clauses")).to_be_visible()
    return ada.page


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole_and_without_violations(visit, game: str, lang: str) -> None:
    ada = visit(lang=lang, dark=lang == "de", phone=lang == "de", bypass_csp=True, reduced_motion="reduce")
    page = opened(ada, game)
    for section in ("overview", "aim", "piece", "turn", "score", "example", "tip", "clauses"):
        expect(page.locator(f"#guide-{section}")).to_be_visible()
    steps = page.locator("section.turn article")
    assert steps.count() >= 3
    expect(page.locator("section.turn figure svg[aria-hidden], section.turn figure div")).not_to_have_count(0)
    assert page.locator("section.turn figure").count() == steps.count()
    assert page.locator("section.example article").count() in (3, 4)
    text = page.locator("main").inner_text()
    assert "{" not in text
    assert "guide." not in text
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clean(page)


def test_the_search_finds_words_everywhere_and_marks_them(visit) -> None:
    page = opened(visit(), "solomon")
    field = page.get_by_role("searchbox")
    field.fill("SCORPION")
    expect(page.locator("section.piece mark").first).to_have_text("scorpion")
    expect(page.locator("section.turn mark").first).to_be_visible()
    expect(page.locator("#rule-S2 mark")).to_have_text("scorpion")
    expect(page.locator("#rule-S1")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("places")
    field.fill("no such word")
    expect(page.get_by_role("status")).to_have_text("Nothing matches.")
    field.fill("")
    expect(page.locator("#rule-S1")).to_have_count(1)


def test_a_link_leads_to_its_rule(visit) -> None:
    page = opened(visit(), "solomon?rule=S43")
    expect(page.locator("#rule-S43")).to_be_in_viewport()
    expect(page.locator("#rule-S43.shown")).to_be_focused()
    page.locator("section.turn").get_by_role("link", name="S31").click()
    expect(page.locator("#rule-S31.shown")).to_be_in_viewport()
    expect(page.locator(".shown")).to_have_count(1)


def test_contents_lead_to_sections_by_keyboard(visit) -> None:
    page = opened(visit(), "ali-baba")
    link = page.get_by_role("navigation").get_by_role("link", name="Examples")
    link.focus()
    link.press("Enter")
    expect(page.locator("#guide-example")).to_be_in_viewport()
    expect(page.locator("#guide-example")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_it_is_light_and_without_controls(visit, game: str) -> None:
    page = opened(visit(dark=True), game)
    page.emulate_media(media="print")
    for hidden in ("header.top", ".find", "nav", ".buttons"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("section.turn figure").first).to_be_visible()
    red, green, blue = page.evaluate(
        "getComputedStyle(document.querySelector('main p')).color.match(/\\d+/g).map(Number)"
    )
    assert red + green + blue < 350  # ink, although the screen is dark
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize(("game", "rule"), [("solomon", "S43"), ("monte-cristo", "M60"), ("ali-baba", "A11")])
def test_the_tab_at_a_table_has_the_same(visit, game: str, rule: str) -> None:
    ada = visit(bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.set_table(game, "random", "random")
    assert ada.wait_for_turn()
    page = ada.page
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rules section.turn figure").first).to_be_visible()
    page.get_by_role("searchbox").fill("points")
    expect(page.locator(".rules mark").first).to_be_visible()
    page.get_by_role("searchbox").fill("")
    page.locator(".rules section.turn").get_by_role("link", name=rule).click()
    expect(page.locator(f"#rule-{rule}.shown")).to_be_in_viewport()
    assert "/t/" in page.url
    assert page.locator("div.rules").evaluate("each => each.scrollWidth <= each.clientWidth")
    clean(page)
