"""From a click to the drawn move, measured in the browser on loopback: `make bench-web`.

Two stretches: from the click to the server's answer, and from the answer to the frame that shows it.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from tests.web.conftest import browser_and_server
from tests.web.visitor import AT_ONCE, WIDE, Visitor

GAMES = ("solomon", "monte-cristo", "ali-baba")
DECISIONS = 40
UNDISTURBED = 400  # milliseconds without questions to the page, which would have to answer them beside its work
SLOWEST = 100  # milliseconds from the answer to the drawn move
# The press that leads to a new version, the answer that brings it, and the frame after the one that shows it. Bots
# answer at once and often: what counts is the first answer.
STOPWATCH = """() => {
  window.taken = [];
  let pressed = 0, answered = 0;
  addEventListener("click", () => { pressed = performance.now(); answered = 0; }, true);
  const hear = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
  Object.defineProperty(MessageEvent.prototype, "data", { get() {
    const data = hear.call(this);
    if (pressed && !answered && String(data).includes('"t":"update"')) answered = performance.now();
    return data;
  } });
  new MutationObserver(() => {
    if (!pressed || !answered) return;
    const times = [pressed, answered];
    pressed = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.taken.push([times[1] - times[0], performance.now() - times[1]]); }));
  }).observe(document.querySelector("[data-version]"), { attributes: true, attributeFilter: ["data-version"] });
}"""


def measured(somebody: Visitor, game: str) -> list[tuple[float, float]]:
    """For each of some decisions the milliseconds to the answer, and from there until it is drawn."""
    somebody.set_table(game, "gentle")
    somebody.wait_for_turn()
    somebody.page.evaluate(STOPWATCH)
    for _ in range(DECISIONS):
        if not somebody.wait_for_turn():
            break
        somebody.press()
        somebody.page.wait_for_timeout(UNDISTURBED)
    return [(float(answered), float(drawn)) for answered, drawn in somebody.page.evaluate("window.taken")]


def spread(times: list[float]) -> str:
    """The median and what nine of ten stay below."""
    ordered = sorted(times)
    return f"{ordered[len(ordered) // 2]:.0f} / {ordered[len(ordered) * 9 // 10]:.0f}"


def main() -> None:
    """A line for each game: milliseconds, median and ninth of ten."""
    shown = Table("game", "decisions", "click to answer", "answer to drawn", "click to drawn", "")
    good = True
    with browser_and_server() as (browser, url):
        for game in GAMES:
            page = browser.new_context(**WIDE, locale="en").new_page()
            somebody = Visitor(page, url)
            somebody.no_hints()
            page.add_init_script(AT_ONCE)
            times = measured(somebody, game)
            answered, drawn = [one for one, _ in times], [two for _, two in times]
            whole = [one + two for one, two in times]
            inside = sorted(drawn)[len(drawn) * 9 // 10] <= SLOWEST
            good = good and inside
            said = "yes" if inside else "NO"
            shown.add_row(game, str(len(times)), spread(answered), spread(drawn), spread(whole), said)
    Console().print("Milliseconds, median / nine of ten; drawn within", SLOWEST, "ms of the answer?")
    Console().print(shown)
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
