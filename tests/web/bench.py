"""From a click to the drawn move, measured in the browser on loopback: `make bench-web`."""

from __future__ import annotations

import tempfile

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tests.server.serving import Served
from tests.web.conftest import launching
from tests.web.visitor import WIDE, Visitor

GAMES = ("solomon", "monte-cristo", "ali-baba")
DECISIONS = 40
# The moment of the press that leads to a new version, until the frame in which it is on the screen.
STOPWATCH = """() => {
  const table = document.querySelector("[data-version]");
  window.taken = [];
  let pressed = 0;
  addEventListener("click", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (!pressed) return;
    const since = pressed;
    pressed = 0;
    requestAnimationFrame(() => { const c = new MessageChannel();
      c.port1.onmessage = () => window.taken.push(performance.now() - since); c.port2.postMessage(0); });
  }).observe(table, { attributes: true, attributeFilter: ["data-version"] });
}"""


def measured(somebody: Visitor, game: str) -> list[float]:
    """Milliseconds for each of some decisions."""
    somebody.set_table(game, "random")
    somebody.wait_for_turn()
    somebody.page.evaluate(STOPWATCH)
    for _ in range(DECISIONS):
        if not somebody.wait_for_turn():
            break
        somebody.decide()
    return sorted(float(each) for each in somebody.page.evaluate("window.taken"))


def main() -> None:
    """A line for each game."""
    shown = Table("game", "decisions", "median", "90 %", "slowest", title="From a click to the drawn move (ms)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        server = Served(f"sqlite:///{folder}/tables.db", "--no-limits").start()
        browser = player.chromium.launch(**launching())
        try:
            for game in GAMES:
                page = browser.new_context(**WIDE, locale="en").new_page()
                somebody = Visitor(page, server.url)
                somebody.no_hints()
                times = measured(somebody, game)
                picked = (times[len(times) // 2], times[len(times) * 9 // 10], times[-1])
                shown.add_row(game, str(len(times)), *(f"{each:.0f}" for each in picked))
        finally:
            browser.close()
            server.stop()
    Console().print(shown)


if __name__ == "__main__":
    main()
