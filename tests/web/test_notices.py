"""What the page says beside the game: other tables, refusals, copied links."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_life import begin, choose, opened


def test_the_count_of_other_tables_is_live(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)  # it is Ada's turn
    bell = ada.page.locator("header .turns")
    first = ada.page.url
    ada.page.goto(f"{ada.url}/rules/ali-baba")
    expect(bell).to_contain_text("1")
    assert bell.get_attribute("href") == first.removeprefix(ada.url)
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ben.page.get_by_test_id("over")).to_be_visible()
    expect(bell).to_have_count(0, timeout=20_000)  # without a reload


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_a_refusal_ends_with_the_next_valid_choice(visit, device: str) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("solomon", "random", "random")
    assert ada.wait_for_turn()
    page = ada.page
    page.get_by_role("tab", name="Text").click()
    page.get_by_label("Type a move").fill("dig everywhere")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".notice")).to_be_visible()
    before = ada.version
    offered = page.locator("[data-testid=board] :is([data-preview], [data-move])").first
    if device == "mouse":
        offered.click()
    else:
        offered.press("Enter")
    expect(page.locator(".notice")).to_have_count(0)
    assert ada.version == before  # it was chosen, not yet played


def test_a_link_is_copied_or_selected(visit) -> None:
    ada = visit()
    opened(ada)
    page = ada.page
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # as on plain HTTP
    link = page.locator(".link input")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    field = page.get_by_label("Say something")
    field.focus()
    page.keyboard.press("Control+v")
    expect(field).to_have_value(link.input_value())
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    page.evaluate("() => { document.execCommand = () => false; }")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="press Ctrl+C")).to_be_visible()
    assert link.evaluate("field => [field.selectionStart, field.selectionEnd]") == [0, len(link.input_value())]


def test_whoever_takes_to_the_keyboard_is_told_once_what_it_can_do(visit) -> None:
    ada = visit()
    ada.play_now("ali-baba")
    assert ada.wait_for_turn()
    page = ada.page
    notice = page.locator(".notice")
    page.keyboard.press("Tab")
    expect(notice).to_contain_text("N leads to the next thing you can do")
    page.keyboard.press("n")
    able = "[data-frame] [data-state~=offered], .bar [data-bar], [data-bubble] .main"
    expect(page.locator(f":is({able}):focus")).to_be_visible()
    page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_count(1)
    expect(notice).to_have_count(0)
