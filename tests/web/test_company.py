"""Friends at a running game: takebacks, nudges, seats that change hands; setting up, settings and keys."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.test_life import begin, choose
from tests.web.visitor import Visitor


def mover(*people: Visitor) -> tuple[Visitor, Visitor]:
    """Who is to decide, and who is not, of two."""
    expect(
        people[0].page.locator("[data-yours=true]").or_(people[0].page.locator("[data-yours=false]"))
    ).to_be_visible()
    for each in people:
        if each.page.locator("[data-yours=true]").count():
            return each, next(other for other in people if other is not each)
    raise AssertionError("nobody is to decide")


def play_until_undo_is_refused(ada: Visitor, ben: Visitor) -> tuple[Visitor, Visitor]:
    """Plays until somebody cannot take their decision back; returns who waits, and who is to decide."""
    for _ in range(30):
        acts, waits = mover(ada, ben)
        acts.decide()
        version = acts.version
        expect(waits.page.locator(f'[data-version="{version}"]')).to_be_visible()
        acts, waits = mover(ada, ben)
        if waits.page.locator("[data-testid=undo].faint").count() and waits.page.get_by_test_id("undo").count():
            return waits, acts
    raise AssertionError("every decision can be taken back")


def test_undo_says_what_it_takes_back_and_redo_plays_it_again(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    undo, redo = ada.page.get_by_test_id("undo"), ada.page.get_by_test_id("redo")
    assert ada.wait_for_turn()
    first = ada.decide()
    assert ada.wait_for_turn()
    expect(undo).to_have_attribute("title", re.compile("^Undo: You take .+"))
    taken = undo.get_attribute("title") or ""
    expect(redo).to_have_count(0)
    undo.click()
    redo.click()
    expect(undo).to_have_attribute("title", taken)
    # Another decision than the one taken back: there is nothing to play again.
    undo.click()
    expect(redo).to_be_visible()
    version = ada.version
    ada.page.locator(f'[data-testid=board] [data-thing][data-move^="take "]:not([data-move="{first}"])').first.click()
    expect(ada.page.locator(f'[data-version="{version}"]')).to_have_count(0)
    expect(redo).to_have_count(0)


def test_a_friend_agrees_to_a_takeback_or_declines(visit) -> None:
    ada, ben = visit(), visit()
    for each in (ada, ben):
        each.no_hints()
    begin(ada, ben)
    for _ in range(2):
        acts, waits = mover(ada, ben)
        acts.decide()
        expect(waits.page.locator(f'[data-version="{acts.version}"]')).to_be_visible()
    asks, answers = play_until_undo_is_refused(ada, ben)
    # Declined: the notice offers to ask, and the answer arrives as one.
    asks.page.get_by_test_id("undo").click()
    asks.page.locator(".notice").get_by_role("button", name="Ask for a takeback").click()
    expect(asks.page.get_by_test_id("asked")).to_be_visible()
    request = answers.page.get_by_test_id("request")
    expect(request).to_contain_text("would like to take back")
    request.get_by_role("button", name="No, play on").click()
    expect(asks.page.locator(".notice.news")).to_contain_text("would rather play on")
    asks.page.keyboard.press("Escape")
    expect(asks.page.locator(".notice")).to_have_count(0)
    # Agreed, asked from the menu: it is the asker's turn again.
    choose(asks, "Ask for a takeback")
    answers.page.get_by_test_id("request").get_by_role("button", name="Agree").click()
    expect(asks.page.locator("[data-yours=true]")).to_be_visible()
    expect(asks.page.get_by_test_id("asked")).to_have_count(0)
    expect(answers.page.get_by_test_id("request")).to_have_count(0)
    asks.decide()


def test_a_nudge_arrives_as_a_notice_that_leaves_by_itself(visit) -> None:
    ada, ben = visit(), visit()
    for each in (ada, ben):
        each.no_hints()
    begin(ada, ben)
    slow, waits = mover(ada, ben)
    waits.page.get_by_role("button", name=re.compile("^Nudge")).click()
    expect(waits.page.get_by_role("button", name=re.compile("^Nudge"))).to_be_disabled()
    notice = slow.page.locator(".notice.news")
    expect(notice).to_contain_text("everybody is waiting for you")
    expect(notice).to_have_count(0)  # after some seconds


def test_a_newcomer_takes_over_from_a_bot(visit) -> None:
    ada, ben = visit(), visit()
    for each in (ada, ben):
        each.no_hints()
    ada.set_table("ali-baba", "casual")
    assert ada.wait_for_turn()
    ben.page.goto(ada.page.url)
    expect(ben.table()).to_be_visible()
    expect(ben.page.get_by_test_id("offered")).to_have_count(0)
    ada.page.get_by_role("button", name=re.compile("^Offer the seat")).click()
    ben.page.get_by_test_id("offered").get_by_role("button", name="Sit down here").click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Come in").click()
    expect(ada.page.locator("[data-seat='1'] .head b")).to_have_text("Ben")
    assert ada.wait_for_turn()
    ada.decide()
    for _ in range(3):
        acts, waits = mover(ada, ben)
        acts.decide()
        expect(waits.page.locator(f'[data-version="{acts.version}"]')).to_be_visible()
    # The newcomer goes away without a word: the host lets a bot play for them.
    ben.page.close()
    ada.page.get_by_role("button", name=re.compile("^Let a bot play")).click()
    expect(ada.page.locator("[data-seat='1']")).to_contain_text("a bot is playing")


def test_the_host_mutes_somebody_and_keeps_them_out(visit) -> None:
    ada, ben = visit(), visit(expected=lambda text: "403" in text)
    for each in (ada, ben):
        each.no_hints()
    begin(ada, ben)
    choose(ada, "People")
    people = ada.page.get_by_role("dialog", name="People")
    expect(people.get_by_test_id("people")).to_contain_text("at the table")
    people.get_by_role("button", name="Mute").click()
    expect(people).to_contain_text("muted")
    ben.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Say something").fill("Hello")
    ben.page.get_by_role("button", name="Send").click()
    expect(ben.page.get_by_role("alert")).to_have_text("The host has muted you at this table.")
    people.get_by_role("button", name="Keep out").click()
    people.get_by_role("button", name="Keep out").click()
    expect(people).to_contain_text("kept out")
    expect(ben.page.locator("main")).to_contain_text("The host has asked you to leave this table.")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-seat='1']")).not_to_contain_text("at the table")
    ben.page.reload()
    expect(ben.page.locator("main")).to_contain_text("The host of this table does not let you in.")


def test_everybody_keeps_their_colour_in_a_rematch(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)

    def colour(page: Page) -> list[str]:
        """The colour and shape of the reader's own seat."""
        mark = page.locator(".seats li").first.locator(".head path").first
        return mark.evaluate("path => [getComputedStyle(path).fill, path.getAttribute('d')]")

    before = colour(ada.page), colour(ben.page)
    assert before[0] != before[1]
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for each in (ada, ben):
        each.page.get_by_role("button", name="Play again").click()
    for each in (ada, ben):
        expect(each.page.locator("[data-status=playing]")).to_be_visible()
    assert (colour(ada.page), colour(ben.page)) == before


def test_bots_answer_no_sooner_than_the_readers_speed_says(visit) -> None:
    ada = visit(at_once=False)
    ada.no_hints()
    with ada.page.expect_request(
        lambda request: request.url.endswith("/api/tables") and request.method == "POST"
    ) as sent:
        ada.play_now("ali-baba")
    assert sent.value.post_data_json["terms"]["pace"] == 700


def test_with_friends_starts_with_friends(visit) -> None:
    ada = visit()
    ada.home()
    ada.page.locator("article[data-game=solomon]").get_by_role("link", name="With friends").click()
    seats = ada.page.locator("ol select")
    expect(seats).to_have_count(2)
    assert seats.evaluate_all("all => all.map(each => each.value)") == ["friend", "friend"]
    expect(ada.page.get_by_role("button", name="Open the table and invite friends")).to_be_visible()
    assert ada.page.locator("form details[open]").count() == 0
    seats.first.select_option("expert")
    expect(ada.page.locator(".card")).to_contain_text("The dragon")
    groups = seats.first.locator("optgroup").evaluate_all(
        "all => all.map(group => [...group.children].map(option => option.value))"
    )
    levels = ["gentle", "beginner", "casual", "regular", "skilled", "expert", "master"]
    assert groups == [levels, ["random", "greedy", "value", "ismcts"]]


def test_settings_are_kept_and_applied(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "casual")
    assert ada.wait_for_turn()
    page = ada.page
    left = page.locator("aside.left").bounding_box()["x"]
    board = page.locator("[data-testid=board]").bounding_box()["height"]
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog")
    settings.get_by_label("the left hand").check()
    settings.get_by_label("larger, with scrolling").check()
    settings.get_by_label("fast").check()
    page.keyboard.press("Escape")
    assert page.locator("aside.left").bounding_box()["x"] > left + 400
    assert page.locator("[data-testid=board]").bounding_box()["height"] > board
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('schatzkammer'))")
    assert (kept["hand"], kept["size"], kept["speed"]) == ("left", "large", "fast")


def test_a_question_mark_shows_the_keys_except_where_it_is_typed(visit) -> None:
    ada = visit()
    ada.home()
    ada.page.keyboard.press("?")
    keys = ada.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("Arrow keys")
    ada.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    ada.page.goto(f"{ada.url}/play/ali-baba")
    ada.page.locator("#name").press("?")
    expect(keys).to_have_count(0)


def test_a_sheet_closes_by_a_swipe_down(visit) -> None:
    ada = visit(phone=True)
    ada.no_hints()
    ada.set_table("ali-baba", "casual")
    assert ada.wait_for_turn()
    page = ada.page
    sheet = page.get_by_role("dialog")
    page.locator("nav").get_by_role("button", name="Players").click()
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    x, y = box["x"] + 60, box["y"] + 20
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 8):
        point = {"x": x, "y": y + 20 * step}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(sheet).to_have_count(0)
