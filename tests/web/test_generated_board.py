"""A game from outside the package, at the board that the client makes from its view, words and legal moves."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.examples.conftest import install_example
from tests.server.conftest import check_log
from tests.server.services import Served
from tests.web.test_access import clean, tab_to


@pytest.fixture
def game() -> str:
    """A game that the client has no board for."""
    return "wreck"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where the example game is installed."""
    folder = tmp_path_factory.mktemp("wreck")
    server = Served(f"sqlite:///{folder / 'tables.db'}", "--bot-patience", "30", "--no-limits")
    server.environment["PYTHONPATH"] += os.pathsep + str(install_example(folder / "installed"))
    with server:
        yield server
        check_log(server)


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)])
def test_a_whole_game_by_clicking(visit, game: str, lang: str, phone: bool) -> None:
    ada = visit(lang=lang, phone=phone, dark=phone, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.set_table(game, "random")
    assert ada.wait_for_turn()
    clean(ada.page)
    assert ada.play_out() > 0
    over = ada.page.get_by_test_id("over")
    expect(over.locator("table").first).to_be_visible()
    expect(over.locator("figure svg").first).to_be_visible()
    clean(ada.page)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    over.get_by_role("link", name="Nachspielen" if lang == "de" else "Replay").click()
    expect(ada.page.locator("input[type=range]")).to_be_visible()
    clean(ada.page)


def test_what_can_be_clicked_is_in_sight_and_large_enough_for_a_finger(visit, game: str) -> None:
    ada = visit(phone=True)
    ada.no_hints()
    ada.set_table(game, "random")
    assert ada.wait_for_turn()
    sizes = ada.page.locator("[data-testid=board] button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert sizes
    assert all(width >= 44 and height >= 44 for width, height in sizes)


def test_a_whole_game_by_keyboard_alone(visit, game: str) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table(game, "random")
    made = 0
    while ada.wait_for_turn():
        before = ada.version
        tab_to(ada.page, "[data-testid=board] [data-move], [data-bar][data-move]")
        ada.page.keyboard.press("Enter")
        expect(ada.table()).not_to_have_attribute("data-version", str(before))
        expect(ada.page.locator(".bar.busy")).to_have_count(0)
        made += 1
    assert made > 0
    expect(ada.page.get_by_test_id("over")).to_be_visible()


def test_the_pages_know_the_game_by_its_own_words(visit, game: str) -> None:
    ada = visit(bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    ada.home()
    card = ada.page.locator(f"article[data-game={game}]")
    title = card.locator("h2").inner_text()
    expect(card.locator(".about")).not_to_be_empty()
    expect(card.locator("svg text")).to_contain_text(title[0].upper())
    clean(ada.page)
    for path in (f"/play/{game}", f"/rules/{game}"):
        ada.page.goto(ada.url + path)
        expect(ada.page.locator("h1")).to_contain_text(title)
        clean(ada.page)


def test_play_now_starts_with_one_click_and_explains_itself(visit, game: str) -> None:
    ada = visit()
    ada.play_now(game)
    assert ada.wait_for_turn()
    hint = ada.page.locator("aside button.main", has_text="Got it")
    hint.click()
    expect(hint).to_have_count(0)
    ada.decide()
    assert ada.wait_for_turn()
    hint.click()
    expect(hint).to_have_count(0)
