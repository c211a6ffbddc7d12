"""Others' moves are shown one by one; the reader is never kept from their own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import Visitor

GAMES = ("solomon", "monte-cristo", "ali-baba")
NOW = '[data-showing="now"]'
PAST = '[data-showing="past"]'
# Every 100 ms what is shown, and whether it is the past; `taken` has the samples.
SAMPLES = """() => {
  window.taken = [];
  const text = selector => document.querySelector(selector)?.textContent.trim() ?? "";
  setInterval(() => {
    const { version, showing, yours, status } = document.querySelector("[data-version]").dataset;
    const lines = [...document.querySelectorAll("[role=tabpanel] li")].map(line => line.textContent.trim());
    const list = document.querySelector("[role=tabpanel] ol");
    const end = !list || list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const places = [...document.querySelectorAll("[data-piece]")].map(piece => {
      const { x, y } = piece.getBoundingClientRect();
      return [piece.dataset.piece, Math.round(x), Math.round(y)].join(" ");
    });
    window.taken.push({ at: performance.now(), version, showing, yours, status, caption: text("[data-testid=sentence]"),
      heard: text("[data-testid=heard]"), over: !!document.querySelector("[data-testid=over]"), lines, end,
      places: places.join("|"),
      acts: [...document.querySelectorAll("li.acts")].map(seat => `var(--seat-${seat.dataset.seat})`),
      mark: document.querySelector(".bar.caption")?.style.getPropertyValue("--mark") ?? "",
      cut: (each => each.scrollHeight > each.clientHeight + 8)(document.querySelector("[data-testid=sentence]")) });
  }, 100);
}"""


def prefer(page: Page, speed: str) -> None:
    """Changes the visitor's speed, and loads the page with it."""
    page.add_init_script(
        f"""{{ const kept = JSON.parse(localStorage.getItem("schatzkammer"));
            localStorage.setItem("schatzkammer", JSON.stringify({{ ...kept, speed: "{speed}" }})) }}"""
    )
    page.reload()
    expect(page.locator("[data-version]")).to_be_visible()


def at_table(visit, game: str, *bots: str, speed: str = "slow", phone: bool = False, **more: Any) -> Visitor:
    """A visitor whose bots answer at once, so that many moves wait to be shown, at this speed."""
    ada = visit(phone=phone)
    ada.no_hints()
    ada.set_table(game, *bots, **more)
    ada.wait_for("[data-version]")
    prefer(ada.page, speed)
    ada.wait_for(NOW)
    return ada


def end_turn(ada: Visitor) -> None:
    """Decides until others' moves are being shown."""
    for _ in range(60):
        ada.wait_for_turn()
        ada.page.keyboard.press("Escape")
        ada.wait_for(NOW)
        ada.decide()
        if ada.page.locator(PAST).count():
            return
    raise AssertionError("nobody else moves")


@pytest.mark.parametrize("game", GAMES)
def test_a_bots_turn_is_shown_in_steps(visit, game: str) -> None:
    ada = at_table(visit, game, "casual", "casual", speed="normal")
    page = ada.page
    page.evaluate(SAMPLES)
    end_turn(ada)
    end_turn(ada)
    ada.wait_for(f"{NOW}[data-yours=true]")
    page.wait_for_timeout(300)
    taken = page.evaluate("window.taken")
    steps: dict[str, list[dict[str, Any]]] = {}
    for sample in taken:
        if sample["showing"] == "past":
            steps.setdefault(sample["caption"], []).append(sample)
    assert len(steps) >= 2, list(steps)
    for caption, samples in list(steps.items())[:-1]:
        assert caption
        heard = samples[-1]["heard"]  # one announcement for each step, and all of it
        assert all(sentence.strip(".") in heard for sentence in caption.split(". ")), (caption, heard)
        assert not any(sample["cut"] for sample in samples), caption
        assert all(sample["end"] for sample in samples[2:])  # the log is at its end
        assert any(line and line in caption for line in samples[-1]["lines"][-12:]), caption
        if samples[-1]["mark"]:  # the frame is where the move is, not a move ahead
            assert samples[-1]["acts"] == [samples[-1]["mark"]], caption
    others = [samples for caption, samples in steps.items() if not caption.startswith("You ")]
    assert sum(len(samples) >= 4 for samples in others) >= 1  # at least half a second to read it
    # The connection is ahead of what is shown, and the page tells the truth about it.
    assert any(sample["yours"] == "true" for samples in steps.values() for sample in samples)
    assert taken[-1]["caption"] not in steps


def test_the_pieces_of_each_step_move_in_their_turn(visit) -> None:
    ada = at_table(visit, "ali-baba", "casual", "casual", speed="normal")
    ada.page.evaluate(SAMPLES)
    end_turn(ada)
    ada.wait_for(f"{NOW}[data-yours=true]")
    taken = ada.page.evaluate("window.taken")
    shown = {sample["caption"]: sample["places"] for sample in taken if sample["showing"] == "past"}
    assert len(set(shown.values())) >= 2, list(shown)


@pytest.mark.parametrize("how", ["tap", "escape", "button"])
@pytest.mark.parametrize("phone", [False, True])
def test_a_tap_or_a_key_skips_to_the_present(visit, how: str, phone: bool) -> None:
    ada = at_table(visit, "ali-baba", "random", "random", "random", phone=phone)
    page = ada.page
    end_turn(ada)
    ada.wait_for(f"{PAST}[data-yours=true]")  # everybody has moved: nothing more comes that would be shown in its turn
    version = ada.version
    if how == "tap":
        page.get_by_test_id("board").click(position={"x": 3, "y": 3})
    elif how == "escape":
        page.keyboard.press("Escape")
    else:
        page.get_by_test_id("skip").click()
    expect(page.locator(NOW)).to_be_visible(timeout=400)
    assert ada.version == version


def test_an_own_click_during_the_show_is_taken(visit) -> None:
    ada = at_table(visit, "ali-baba", "random")
    present = ada.page.context.new_page()  # the same seat, without motion: everything is shown there at once
    present.emulate_media(reduced_motion="reduce")
    present.goto(ada.page.url)
    for _ in range(5):
        end_turn(ada)
        expect(present.locator("[data-yours=true]")).to_be_visible()
        offered = present.locator("[data-testid=board] [data-thing][data-move]")
        keys = offered.evaluate_all("all => all.map(each => each.dataset.thing)")
        there = [key for key in keys if ada.page.locator(f'[data-thing="{key}"]').count()]
        if there and ada.page.locator(PAST).count():
            break
    else:
        raise AssertionError("no tile was there before and after the others' moves")
    version = ada.version
    ada.page.locator(f'[data-thing="{there[0]}"]').click(force=True)
    expect(ada.page.locator("[data-version]")).not_to_have_attribute("data-version", str(version), timeout=2000)


def test_the_result_waits_until_the_last_move_has_been_seen(visit) -> None:
    ada = at_table(visit, "ali-baba", "random", speed="normal", options={"variant": "small"})
    page = ada.page
    page.evaluate(SAMPLES)
    while ada.wait_for_turn():
        page.keyboard.press("Escape")
        ada.wait_for(NOW)
        ada.decide()
    expect(page.get_by_test_id("over")).to_be_visible()
    page.wait_for_timeout(200)
    taken = page.evaluate("window.taken")
    ended = [sample for sample in taken if sample["status"] == "over"]
    waiting = [sample for sample in ended if not sample["over"]]
    assert len(waiting) >= 4  # half a second at least
    assert all(sample["showing"] == "past" for sample in waiting[:-1])
    assert all(sample["showing"] == "now" for sample in ended if sample["over"])


@pytest.mark.parametrize("phone", [False, True])
def test_what_happened_is_told_step_by_step(visit, phone: bool) -> None:
    ada = at_table(visit, "monte-cristo", "random", "random", phone=phone)
    page = ada.page
    end_turn(ada)
    page.keyboard.press("Escape")
    ada.wait_for(f"{NOW}[data-yours=true]")
    button = page.get_by_test_id("look-back")
    expect(button).to_contain_text("What happened?")
    button.click()
    told = page.get_by_test_id("missed")
    expect(told.locator("li").nth(1)).to_be_visible()
    expect(page.locator(PAST)).to_be_visible()
    page.get_by_label("To the end").click()
    expect(told.locator("li.now").last).to_be_visible()
    told.locator("li button").first.click()
    expect(told.locator("li.now").first).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(f"{NOW}[data-yours=true]")).to_be_visible()


def test_after_reconnecting_nothing_old_is_shown_again(visit) -> None:
    ada = at_table(visit, "ali-baba", "random", "random")
    end_turn(ada)
    ada.page.reload()
    ada.wait_for("[data-version]")
    expect(ada.page.locator(NOW)).to_be_visible(timeout=1000)


def test_with_reduced_motion_everything_is_there_at_once(visit) -> None:
    ada = at_table(visit, "ali-baba", "random", "random")
    ada.page.emulate_media(reduced_motion="reduce")
    ada.page.evaluate(SAMPLES)
    for _ in range(4):
        assert ada.wait_for_turn()
        ada.decide()
    assert {sample["showing"] for sample in ada.page.evaluate("window.taken")} == {"now"}
