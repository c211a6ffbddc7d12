"""Accessibility: by keyboard alone, in words, and without violations that axe finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
GAMES = ("solomon", "monte-cristo", "ali-baba")


def clean(page: Page) -> None:
    """Checks the page with axe."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    lines = [f"{each['id']}: {node['html'][:200]}" for each in found["violations"] for node in each["nodes"][:3]]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("phone", [True, False])
def test_axe_finds_nothing_on_the_pages(visit, dark: bool, phone: bool) -> None:
    ada = visit(dark=dark, phone=phone, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.home()
    clean(ada.page)
    ada.page.get_by_role("button", name="Settings").click()
    clean(ada.page)
    for path in ("/play/solomon", "/rules/monte-cristo", "/account"):
        ada.page.goto(ada.url + path)
        expect(ada.page.locator("h1")).to_be_visible()
        clean(ada.page)
    ada.set_table("ali-baba", "friend")
    expect(ada.page.locator(".link input")).to_be_visible()
    clean(ada.page)
    bruno = visit(dark=dark, phone=phone, bypass_csp=True, reduced_motion="reduce")
    bruno.page.goto(ada.page.locator(".link input").input_value())
    expect(bruno.page.get_by_label("Your name")).to_be_visible()
    clean(bruno.page)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_the_tables(visit, game: str, dark: bool) -> None:
    ada = visit(dark=dark, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.set_table(game, "random", "random")
    for _ in range(6):
        assert ada.wait_for_turn()
        ada.decide()
    assert ada.wait_for_turn()
    clean(ada.page)
    ada.page.get_by_role("tab", name="Text").click()
    clean(ada.page)
    ada.page.set_viewport_size({"width": 390, "height": 844})
    clean(ada.page)


@pytest.mark.parametrize("dark", [True, False])
def test_axe_finds_nothing_after_the_game(visit, dark: bool) -> None:
    ada = visit(dark=dark, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.set_table("ali-baba", "random", options={"variant": "small"})
    ada.play_out()
    expect(ada.page.locator("figure svg").first).to_be_visible()
    clean(ada.page)
    ada.page.get_by_role("link", name="Replay").click()
    expect(ada.page.locator("input[type=range]")).to_be_visible()
    ada.page.get_by_role("button", name="To the end").click()
    clean(ada.page)


def test_a_whole_game_by_keyboard_alone(visit) -> None:
    ada = visit()
    ada.no_hints()
    page = ada.page
    page.goto(f"{ada.url}/play/ali-baba")
    expect(page.locator("#name")).to_be_visible()
    tab_to(page, "#name")
    page.keyboard.type("Ada")
    tab_to(page, "ol select")
    page.keyboard.type("random")
    tab_to(page, "ol li:last-child button")
    page.keyboard.press("Enter")
    tab_to(page, ".options summary")
    page.keyboard.press("Enter")
    tab_to(page, "input[name=variant]")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    tab_to(page, ".go button.main")
    page.keyboard.press("Enter")
    made = 0
    while ada.wait_for_turn():
        before = ada.version
        tab_to(page, "[data-testid=board] [data-move], [data-bar][data-move]")
        page.keyboard.press("Enter")
        expect(ada.table()).not_to_have_attribute("data-version", str(before))
        made += 1
        assert made < 200
    assert made > 8
    expect(page.get_by_test_id("over")).to_be_visible()


def test_a_game_in_words_by_typed_moves(visit) -> None:
    ada = visit(lang="de")
    ada.no_hints()
    ada.set_table("monte-cristo", "random")
    page = ada.page
    page.get_by_role("tab", name="Text").click()
    for _ in range(12):
        assert ada.wait_for_turn()
        before = ada.version
        first = page.locator("[data-word-move]").first
        move = str(first.get_attribute("data-word-move"))
        page.get_by_label("Zug eintippen").fill(move)
        page.keyboard.press("Enter")
        expect(ada.table()).not_to_have_attribute("data-version", str(before))
    expect(page.get_by_test_id("heard")).not_to_be_empty()


def test_a_refused_move_names_its_rule(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    page = ada.page
    page.get_by_role("tab", name="Text").click()
    page.get_by_label("Type a move").fill("take 1a1")
    page.keyboard.press("Enter")
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Rule A").click()
    expect(page.locator("#side dl > div.shown dt")).to_have_text("A10")
    expect(page.locator("#side dl > div.shown")).to_be_focused()


def tab_to(page: Page, selector: str) -> None:
    """Moves the focus with the Tab key alone."""
    for _ in range(150):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
