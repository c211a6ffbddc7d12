"""Every page and every board as pictures, at a real server in a real browser: `make screenshots`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.web.conftest import browser_and_server
from tests.web.visitor import AT_ONCE, PHONE, WIDE, Visitor

FOLDER = Path("build/screenshots")
GAMES = {"solomon": 9, "monte-cristo": 14, "ali-baba": 8}  # decisions before the picture is taken
BOT = "random"
SCREENS: dict[str, dict[str, Any]] = {
    "wide": WIDE,
    "wider": {"viewport": {"width": 1440, "height": 900}},
    "phone": PHONE,
    "sideways": {**PHONE, "viewport": {"width": 844, "height": 390}},
}


@contextmanager
def visitor(browser: Browser, url: str, *, screen: dict[str, Any], dark: bool, lang: str) -> Iterator[Visitor]:
    """Somebody who has seen the hints."""
    context = browser.new_context(
        **screen, color_scheme="dark" if dark else "light", locale=lang, reduced_motion="reduce"
    )
    context.add_init_script(AT_ONCE)
    somebody = Visitor(context.new_page(), url)
    somebody.no_hints()
    yield somebody
    context.close()


def pictures(somebody: Visitor, ending: str) -> None:
    """All pages, then all boards: early, in the middle, and the score sheet."""
    page = somebody.page

    def take(name: str, *, whole: bool = False) -> None:
        page.evaluate("document.fonts.ready")
        page.wait_for_function("document.getAnimations().every(each => each.playState !== 'running')")
        page.screenshot(path=FOLDER / f"{name}-{ending}.png", full_page=whole)

    somebody.home()
    take("home", whole=True)
    for path, name in (("/play/solomon", "play"), ("/rules/ali-baba", "rules"), ("/account", "account")):
        page.goto(somebody.url + path)
        expect(page.locator("h1")).to_be_visible()
        take(name)
    somebody.set_table("monte-cristo", "friend", BOT)
    expect(page.locator(".link input")).to_be_visible()
    take("waiting")
    for game, decisions in GAMES.items():
        somebody.set_table(game, BOT, BOT)
        somebody.wait_for_turn()
        take(f"{game}-start")
        for _ in range(decisions):
            if somebody.wait_for_turn():
                somebody.decide()
        somebody.wait_for_turn()
        take(game)
    somebody.set_table("ali-baba", BOT, options={"variant": "small"})
    somebody.play_out()
    expect(page.locator("figure svg").first).to_be_visible()
    take("over")
    page.goto(f"{page.url}/replay")
    expect(page.locator("input[type=range]")).to_be_visible()
    page.locator("input[type=range]").fill("20")
    take("replay")


def main() -> None:
    """Into build/screenshots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with browser_and_server() as (browser, url):
        for name, screen in SCREENS.items():
            for dark, lang in ((True, "en"), (False, "de")):
                ending = f"{name}-{'dark' if dark else 'light'}-{lang}"
                with visitor(browser, url, screen=screen, dark=dark, lang=lang) as somebody:
                    pictures(somebody, ending)
                sys.stdout.write(f"{FOLDER}/*-{ending}.png\n")


if __name__ == "__main__":
    main()
