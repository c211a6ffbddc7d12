"""A person with a browser, who plays by clicking on what is offered."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
# Preferred moves: they end a turn or dig, so that a game is short.
PREFERRED = ("dig", "stop", "pass", "take", "pay")

PATIENCE = 60_000  # milliseconds; a test that waits longer has failed
expect.set_options(timeout=PATIENCE)

TABLE = "[data-version]"
OFFERED = ":is([data-move], [data-preview]):not([disabled], [inert])"
MEANT = "[data-bar=main][data-move]:not([disabled], [inert])"
CONFIRM = "[data-move]:not([disabled], [inert])"


class Visitor:
    """A browser at the web table."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.rng = random.Random(7)

    def home(self) -> None:
        self.page.goto(self.url)
        expect(self.page.locator("article button.main").first).to_be_enabled()

    def play_now(self, game: str) -> None:
        """Starts a game with one click on the front page."""
        self.home()
        self.page.locator(f"article[data-game={game}] button.main").click()
        expect(self.page.locator(TABLE)).to_be_visible()

    def set_table(self, game: str, *sitters: str, name: str = "Ada", options: dict[str, str] | None = None) -> None:
        """Opens a table by the form: each sitter is a bot, a friend or a person at the same screen."""
        page = self.page
        page.goto(f"{self.url}/play/{game}")
        page.locator("#name").fill(name)
        seats = page.locator("ol select")
        expect(seats.first).to_be_visible()
        while seats.count() > len(sitters):
            page.locator("ol li button").last.click()
        while seats.count() < len(sitters):
            page.locator("section button.button", has_text="+").click()
        for place, sitter in enumerate(sitters):
            kind, _, called = sitter.partition(":")
            seats.nth(place).select_option(kind)
            if called:
                page.locator("ol li").nth(place + 1).locator("input").fill(called)
        for option, value in (options or {}).items():
            page.locator(f"input[name={option}][value={value}]").check()
        page.locator(".go button.main").click()

    def table(self) -> Locator:
        return self.page.locator(TABLE)

    @property
    def version(self) -> int:
        return int(self.table().get_attribute("data-version") or 0)

    def no_hints(self) -> None:
        """Marks the hints as seen."""
        self.page.add_init_script(
            """const kept = JSON.parse(localStorage.getItem("schatzkammer") ?? "{}");
            kept.hinted = ["*"]; localStorage.setItem("schatzkammer", JSON.stringify(kept));"""
        )

    def wait_for_turn(self) -> bool:
        """Waits for a decision to make; returns False when the game is over."""
        ready = f"{TABLE}[data-status=over], {TABLE}[data-yours=true]"
        expect(self.page.locator(ready)).to_be_visible()
        return self.table().get_attribute("data-status") != "over"

    def decide(self) -> str:
        """Clicks until a move is made, and waits for its result; returns the move."""
        before = self.version
        move = self.press()
        expect(self.page.locator(f'[data-version="{before}"]')).to_have_count(0)
        expect(self.page.locator(".bar.busy")).to_have_count(0)  # others may decide while the move is on its way
        return move

    def press(self) -> str:
        """Clicks on something that is offered, and on what it leads to, until a move is made; returns the move."""
        move = self._click(OFFERED)
        for _ in range(6):
            if move is not None:
                break
            # Something is chosen now: the bar's main button makes the move, or what is offered for the thing chosen.
            expect(self.page.locator(OFFERED).first).to_be_attached()
            move = self._click(next((each for each in (MEANT, CONFIRM) if self._sees(each)), OFFERED))
        return str(move)

    def _sees(self, selector: str) -> bool:
        return self.page.locator(selector).first.is_visible()

    def _click(self, selector: str) -> str | None:
        """Clicks on one of the elements; returns the move, or None if the click only selects or shows something."""
        elements = self.page.locator(selector)
        expect(elements.first).to_be_attached()
        visible = elements.evaluate_all(
            """all => all.map(({ dataset }, index) => [index, dataset.move ?? dataset.preview, "move" in dataset])
            .filter(each => all[each[0]].checkVisibility())"""
        )
        assert visible, "nothing is offered"
        preferred = [each for each in visible if str(each[1]).split()[0] in PREFERRED] or visible
        index, move, makes = self.rng.choice(preferred)
        elements.nth(index).click()
        return str(move) if makes else None

    def play_out(self, most: int = 1000) -> int:
        """Plays to the end of the game; returns how many decisions were made here."""
        made = 0
        while self.wait_for_turn():
            self.decide()
            made += 1
            assert made < most
        expect(self.page.get_by_test_id("over")).to_be_visible()
        return made
