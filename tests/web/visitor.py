"""A person with a browser, who plays by clicking on what is offered."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
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
OVER = "[data-testid=over]"
OFFERED = ":is([data-move], [data-preview]):not([disabled], [inert])"
MEANT = "[data-bar=main][data-move]:not([disabled], [inert])"
CONFIRM = "[data-move]:not([disabled], [inert])"

# Marks the hints as seen.
NO_HINTS = """const kept = JSON.parse(localStorage.getItem("schatzkammer") ?? "{}");
    kept.hinted = ["*"]; localStorage.setItem("schatzkammer", JSON.stringify(kept));"""

# Lets bots answer at once, unless the visitor has chosen otherwise.
AT_ONCE = """const before = JSON.parse(localStorage.getItem("schatzkammer") ?? "{}");
    localStorage.setItem("schatzkammer", JSON.stringify({ speed: "instant", ...before }));"""

# Of some elements those to be seen: the index of each, its move, and whether a click makes the move.
SEEN = """all => all.map(({ dataset }, index) => [index, dataset.move ?? dataset.preview, "move" in dataset])
    .filter(each => all[each[0]].checkVisibility())"""


class Player(ABC):
    """Plays by clicking on what is offered, in the browser of the subclass."""

    def __init__(self) -> None:
        self.rng = random.Random(7)

    @abstractmethod
    def wait_for(self, selector: str) -> None:
        """Waits until such an element is visible."""

    @abstractmethod
    def wait_without(self, selector: str) -> None:
        """Waits until there is no such element."""

    @abstractmethod
    def attribute(self, selector: str, name: str) -> str:
        """An attribute of the only such element."""

    @abstractmethod
    def offers(self, selector: str) -> list[tuple[int, str, bool]]:
        """The visible elements as SEEN tells them."""

    @abstractmethod
    def click(self, selector: str, index: int) -> None:
        """Clicks on one of the elements."""

    @property
    def version(self) -> int:
        return int(self.attribute(TABLE, "data-version") or 0)

    def wait_for_turn(self) -> bool:
        """Waits for a decision to make; returns False when the game is over."""
        self.wait_for(f"{TABLE}[data-status=over], {TABLE}[data-yours=true]")
        return self.attribute(TABLE, "data-status") != "over"

    def decide(self) -> str:
        """Clicks until a move is made, and waits for its result; returns the move."""
        before = self.version
        move = self.press()
        self.wait_without(f'[data-version="{before}"]')
        self.wait_without(".bar.busy")  # others may decide while the move is on its way
        return move

    def press(self) -> str:
        """Clicks on something that is offered, and on what it leads to, until a move is made; returns the move."""
        move = self._click_any(OFFERED)
        for _ in range(6):
            if move is not None:
                break
            # Something is chosen now: the bar's main button makes the move, or what is offered for the thing chosen.
            self.wait_for(OFFERED)
            move = self._click_any(next((each for each in (MEANT, CONFIRM) if self.offers(each)), OFFERED))
        return str(move)

    def _click_any(self, selector: str) -> str | None:
        """Clicks on one of the elements; returns the move, or None if the click only selects or shows something."""
        self.wait_for(selector)
        while not (offers := self.offers(selector)):  # others may have decided in between
            self.wait_for(selector)
        preferred = [each for each in offers if each[1].split()[0] in PREFERRED] or offers
        index, move, makes = self.rng.choice(preferred)
        self.click(selector, index)
        return move if makes else None

    def play_out(self, most: int = 1000) -> int:
        """Plays to the end of the game; returns how many decisions were made here."""
        made = 0
        while self.wait_for_turn():
            self.decide()
            made += 1
            assert made < most
        self.wait_for(OVER)
        return made


class Visitor(Player):
    """A browser at the web table."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__()
        self.page = page
        self.url = url

    def home(self) -> None:
        self.page.goto(self.url)
        expect(self.page.locator("article button.main").first).to_be_enabled()

    def start(self, game: str) -> None:
        """Presses "Play now" on the front page, by keyboard: the list of tables moves the buttons when it comes."""
        self.page.locator(f"article[data-game={game}] button.main").press("Enter")

    def play_now(self, game: str) -> None:
        """Starts a game on the front page, without the lesson that is offered the first time."""
        self.home()
        self.start(game)
        just_play = self.page.get_by_test_id("just-play")
        expect(self.page.locator(TABLE).or_(just_play)).to_be_visible()
        if just_play.count():
            just_play.click()
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
        page.locator("form details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for option, value in (options or {}).items():
            page.locator(f"input[name={option}][value={value}]").check()
        page.locator(".go button.main").click()

    def table(self) -> Locator:
        return self.page.locator(TABLE)

    def no_hints(self) -> None:
        """Marks the hints as seen."""
        self.page.add_init_script(NO_HINTS)

    def wait_for(self, selector: str) -> None:
        expect(self.page.locator(selector).filter(visible=True).first).to_be_visible()

    def wait_without(self, selector: str) -> None:
        expect(self.page.locator(selector)).to_have_count(0)

    def attribute(self, selector: str, name: str) -> str:
        return self.page.locator(selector).get_attribute(name) or ""

    def offers(self, selector: str) -> list[tuple[int, str, bool]]:
        return [(index, str(move), makes) for index, move, makes in self.page.locator(selector).evaluate_all(SEEN)]

    def click(self, selector: str, index: int) -> None:
        self.page.locator(selector).nth(index).click()
