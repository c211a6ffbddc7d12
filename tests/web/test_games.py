"""Whole games by clicking, to the score sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

GAMES = ("solomon", "monte-cristo", "ali-baba")


@pytest.mark.parametrize(
    ("game", "lang", "phone"),
    [
        ("solomon", "de", False),
        ("monte-cristo", "en", False),
        ("ali-baba", "en", False),
        ("ali-baba", "de", True),
        ("solomon", "en", True),
    ],
)
def test_a_whole_game_by_clicking(visit, game: str, lang: str, phone: bool) -> None:
    ada = visit(lang=lang, phone=phone, dark=not phone)
    ada.no_hints()
    ada.set_table(game, "random")
    assert ada.play_out() > 10
    over = ada.page.get_by_test_id("over")
    expect(over.locator("table").first).to_be_visible()
    expect(over.locator("figure svg").first).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_play_now_starts_with_one_click_and_explains_itself(visit, game: str) -> None:
    ada = visit()
    ada.play_now(game)
    assert ada.wait_for_turn()
    # One hint a decision, until all are seen: dismissed by a click, by a key, or by deciding.
    hint = ada.page.locator("aside button.main", has_text="Got it")
    told = [ada.page.locator("aside[aria-label=Hint] p").inner_text()]
    hint.click()
    expect(hint).to_have_count(0)
    for _ in range(12):
        ada.decide()
        assert ada.wait_for_turn()
        if hint.count():
            told.append(ada.page.locator("aside[aria-label=Hint] p").inner_text())
            if len(told) == 2:
                ada.page.keyboard.press("Escape")
                expect(hint).to_have_count(0)
    assert len(told) == len(set(told)) == 3


def test_the_replay_shows_every_decision_and_can_be_shared(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random", options={"variant": "small"})
    ada.play_out()
    ada.page.get_by_role("link", name="Replay").click()
    slider = ada.page.locator("input[type=range]")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    ada.page.get_by_role("button", name="To the end").click()
    ada.page.get_by_role("button", name="One step back").click()
    expect(ada.page.locator(".controls .numbers")).to_have_text(f"{last - 1} / {last}")
    ada.page.get_by_test_id("more").click()
    link = ada.page.locator(".link input").input_value()
    bruno = visit(lang="de")
    bruno.page.goto(link)
    expect(bruno.page.locator(".controls .numbers")).to_have_text(f"{last - 1} / {last}")
    expect(bruno.page.locator("header select")).to_have_value("0")  # whose eyes Ada looked through
