"""Keyboard focus: dialogs, the result, and tabs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.test_life import begin, choose

# Whether the move has been made, or the focused thing is chosen.
ACTED = """version => document.querySelector("[data-version]").dataset.version !== version
    || document.activeElement.matches("[aria-pressed=true]")"""
FOCUSED = "document.activeElement.matches(%r)"


def test_no_gives_the_focus_back(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    page = ada.page
    for answer in ("No", "Close"):
        choose(ada, "Leave")
        expect(page.get_by_role("dialog").get_by_role("heading", name="Leave")).to_be_focused()
        page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator("summary").first).to_be_focused()
    choose(ada, "Leave")
    page.keyboard.press("Escape")
    expect(page.locator("summary").first).to_be_focused()


def test_the_result_has_the_focus_and_then_the_board(visit) -> None:
    ada, ben = visit(), visit(phone=True)
    begin(ada, ben)
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for each, result in ((ada, "You win!"), (ben, "Ada wins!")):
        expect(each.page.get_by_test_id("over").get_by_role("heading", name=result)).to_be_focused()
        each.page.keyboard.press("Escape")
        expect(each.page.get_by_test_id("over")).to_have_count(0)
        assert each.page.evaluate("document.activeElement !== document.body")


def test_tabs_have_arrow_keys(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    page = ada.page
    page.get_by_role("tab", name="Log").focus()
    for key, name in (("ArrowRight", "Chat"), ("End", "Chart"), ("ArrowRight", "Log"), ("ArrowLeft", "Chart")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")  # leads into the panel, not to another tab
    assert not page.evaluate(FOCUSED % "[role=tab]")


def test_by_keyboard_the_focus_goes_where_the_next_decision_is(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("monte-cristo", "random", "random")
    page = ada.page
    offered = page.locator("[data-frame] [data-state~=offered]:focus")
    ada.wait_for_turn()
    page.locator("#board").focus()
    for _ in range(12):
        assert ada.wait_for_turn()
        expect(offered).to_have_count(1)
        version = ada.version
        for _ in range(6):  # a marble or a price may have several goals: they are chosen next
            page.keyboard.press("Enter")
            page.wait_for_function(ACTED, arg=str(version))
            if ada.version != version:
                break
            page.keyboard.press("n")
        expect(page.locator(f'[data-version="{version}"]')).to_have_count(0)
