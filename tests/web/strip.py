"""Bots' turns as strips of pictures, one every 200 ms, at a real server in a real browser.

Run as `python -m tests.web.strip [game ...]`; the pictures are in build/strips/.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.web.conftest import browser_and_server
from tests.web.visitor import PHONE, WIDE, Visitor

FOLDER = Path("build/strips")
GAMES = ("solomon", "monte-cristo", "ali-baba")
BOT = "casual"
DECISIONS = 4  # turns of the visitor, each followed by those of two bots
EVERY = 200  # milliseconds
LONGEST = 60  # pictures


def strip(somebody: Visitor, game: str, folder: Path) -> None:
    """Plays some decisions; then takes pictures from the end of the visitor's turn to the beginning of the next."""
    page = somebody.page
    somebody.set_table(game, BOT, BOT)
    for _ in range(DECISIONS):
        somebody.wait_for('[data-yours=true][data-showing="now"]')
        somebody.decide()
    while page.locator("[data-yours=true]").count():
        somebody.wait_for('[data-showing="now"]')
        somebody.decide()
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(LONGEST):
        page.screenshot(path=folder / f"{number:02}.png", animations="allow")
        if page.locator('[data-yours=true][data-showing="now"]').count():
            break
        page.wait_for_timeout(EVERY)


def main() -> None:
    """A strip of each game on a wide screen and on a phone."""
    with browser_and_server() as (browser, url):
        for game in sys.argv[1:] or GAMES:
            for name, screen in (("wide", WIDE), ("phone", PHONE)):
                context = browser.new_context(**screen, locale="de" if name == "phone" else "en")
                somebody = Visitor(context.new_page(), url)
                somebody.no_hints()
                strip(somebody, game, FOLDER / f"{game}-{name}")
                context.close()


if __name__ == "__main__":
    main()
