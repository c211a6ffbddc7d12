"""Lessons in a browser: by mouse, by keyboard and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from schatzkammer.core.lesson import lesson_of
from schatzkammer.games import find
from tests.web.visitor import OVER, TABLE, Visitor

PROMPT = "[data-lesson]"
MOST_DECISIONS = 60
SIDEWAYS = {"width": 844, "height": 390}
# Whether a prompt on a phone has to be scrolled, or covers the action bar.
CUT = """() => {
    const bubble = document.querySelector("[data-bubble]"), bar = document.querySelector(".bar");
    if (!bubble) return false; // in the dialog of the result
    const over = bubble.parentElement;
    return over.matches(".above") && (over.scrollHeight > over.clientHeight + 1
        || bubble.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1);
}"""


def prompts_of(game: str) -> set[str]:
    lesson = lesson_of(find(game))
    assert lesson
    return {prompt.id for prompt in lesson.prompts}


class Typist(Visitor):
    """Plays by keyboard alone."""

    def click(self, selector: str, index: int) -> None:
        self.page.locator(selector).nth(index).focus()
        self.page.keyboard.press("Enter")


def begin(ada: Visitor, game: str) -> None:
    """Accepts the lesson that the first "Play now" offers."""
    ada.home()
    ada.page.locator(f"article[data-game={game}] button.main").click()
    ada.page.locator("dialog button.main").click()
    expect(ada.page.locator(TABLE)).to_be_visible()


def shown(page: Page) -> str | None:
    """The prompt to be seen now."""
    prompt = page.locator(PROMPT)
    return prompt.first.get_attribute("data-lesson") if prompt.count() else None


def learn(ada: Visitor) -> set[str]:
    """Plays until the lesson has ended; returns the prompts that came up."""
    page, seen = ada.page, set[str]()
    for _ in range(MOST_DECISIONS):
        going = ada.wait_for_turn()
        if not going:
            ada.wait_for(OVER)
        while (prompt := shown(page)) is not None:
            seen.add(prompt)
            assert not page.evaluate(CUT), f"{prompt} is cut"
            if prompt == "done":
                return seen
            ada.click(f"{PROMPT} button.main", 0)
            expect(page.locator(f'{PROMPT}[data-lesson="{prompt}"]')).to_have_count(0)
        assert going, "the game has ended before the lesson"
        ada.decide()
    raise AssertionError(f"too long; seen: {seen}")


@pytest.mark.parametrize(
    ("game", "lang", "screen", "by_keyboard"),
    [
        ("ali-baba", "fr", "sideways", False),
        ("monte-cristo", "de", "wide", True),
        ("solomon", "en", "phone", False),
    ],
)
def test_a_lesson_shows_every_prompt_and_replaces_the_hints(
    visit, game: str, lang: str, screen: str, by_keyboard: bool
) -> None:
    ada = visit(lang=lang, phone=screen != "wide")
    if screen == "sideways":
        ada.page.set_viewport_size(SIDEWAYS)
    if by_keyboard:
        ada = Typist(ada.page, ada.url)
    begin(ada, game)
    assert learn(ada) == prompts_of(game) | {"done"}
    ada.home()
    ada.start(game)
    assert ada.wait_for_turn()
    expect(ada.page.locator("aside button.main")).to_have_count(0)


def test_a_prompt_is_announced_and_stays_until_it_has_been_read(visit) -> None:
    ada = visit()
    begin(ada, "ali-baba")
    heard = ada.page.get_by_test_id("lesson-heard")
    expect(heard).to_contain_text("Take any face-up tile.")
    ada.decide()
    assert ada.wait_for_turn()
    expect(heard).to_contain_text("Take any face-up tile.")  # nobody reads as fast as that
    ada.page.locator(f"{PROMPT} button.main").click()
    expect(heard).not_to_contain_text("Take any face-up tile.")
    ada.page.get_by_test_id("lesson-again").click()  # what was put away can be read again
    ada.page.get_by_test_id("lesson-before").or_(ada.page.locator('[data-lesson="take"]')).first.wait_for()
    while ada.page.locator('[data-lesson="take"]').count() == 0:
        ada.page.get_by_test_id("lesson-before").click()
    expect(heard).to_contain_text("Take any face-up tile.")
    ada.page.locator(f"{PROMPT} button.main").click()
    expect(ada.page.locator('[data-lesson="take"]')).to_have_count(0)


def test_whoever_decides_after_reading_a_prompt_is_done_with_it(visit) -> None:
    ada = visit()
    ada.page.clock.install()
    begin(ada, "ali-baba")
    expect(ada.page.locator(PROMPT)).to_have_attribute("data-lesson", "take")
    ada.page.clock.fast_forward(8000)
    ada.decide()
    assert ada.wait_for_turn()
    expect(ada.page.locator('[data-lesson="take"]')).to_have_count(0)


def test_a_lesson_can_be_resumed_and_skipped(visit) -> None:
    ada = visit()
    begin(ada, "ali-baba")
    expect(ada.page.locator(PROMPT)).to_have_attribute("data-lesson", "take")
    address = ada.page.url
    ada.page.locator(f"{PROMPT} button.main").click()
    ada.page.goto(f"{ada.url}/rules/ali-baba")
    ada.page.get_by_role("button", name="Go on learning").click()
    ada.page.wait_for_url(address)
    assert ada.wait_for_turn()
    expect(ada.page.locator('[data-lesson="take"]')).to_have_count(0)
    ada.decide()
    assert ada.wait_for_turn()
    ada.page.get_by_role("button", name="Skip the lesson").click()
    expect(ada.page.locator(PROMPT)).to_have_count(0)
    ada.page.goto(f"{ada.url}/rules/ali-baba")
    expect(ada.page.get_by_role("button", name="Learn by playing")).to_be_visible()


def test_just_play_starts_a_game_and_is_remembered(visit) -> None:
    ada = visit()
    ada.home()
    ada.page.locator("article[data-game=ali-baba] button.main").click()
    ada.page.get_by_role("button", name="Just play").click()
    assert ada.wait_for_turn()
    expect(ada.page.locator(PROMPT)).to_have_count(0)
    ada.home()
    ada.start("ali-baba")
    expect(ada.page.locator(TABLE)).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_held_sideways_a_phone_offers_every_game_without_scrolling(visit, lang: str) -> None:
    ada = visit(phone=True, lang=lang)
    ada.page.set_viewport_size(SIDEWAYS)
    ada.home()
    for button in ada.page.locator("article button.main").all():
        expect(button).to_be_in_viewport(ratio=1)
