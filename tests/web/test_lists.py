"""The log and the chat: their end stays in sight, unless the reader looks at older lines."""

from __future__ import annotations

from playwright.sync_api import Locator, ViewportSize, WebSocketRoute, expect

from tests.web.test_life import begin

AT_END = "list => list.scrollHeight - list.scrollTop - list.clientHeight < 2"
UP = "list => list.scrollHeight - list.scrollTop - list.clientHeight > 200"
SMALL: ViewportSize = {"width": 1280, "height": 520}  # low, but no phone held sideways


def settled(lines: Locator) -> None:
    """Waits until scrolling and drawing are done."""
    lines.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def is_at_end(lines: Locator) -> bool:
    settled(lines)
    return bool(lines.evaluate(AT_END))


def test_the_log_follows_batches_of_many_lines(visit) -> None:
    ada, eve = visit(), visit()
    held: list[str | bytes] = []
    sockets: list[WebSocketRoute] = []
    waiting: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held.append(message) if waiting else socket.send(message))
        sockets.append(socket)

    ada.no_hints()
    ada.set_table("monte-cristo", "random", "random")
    assert ada.wait_for_turn()
    eve.page.route_web_socket("**/ws/tables/**", between)
    eve.page.set_viewport_size(SMALL)
    eve.page.goto(ada.page.url)
    log = eve.page.locator("#side ol")
    expect(log.locator("li").first).to_be_visible()
    assert is_at_end(log)
    waiting += sockets  # what happens now reaches Eve later, all within a second
    while len(held) < 40 and ada.wait_for_turn():
        ada.decide()
    for place, message in enumerate(held):
        waiting[0].send(message)
        eve.page.wait_for_timeout(place % 5 * 7)  # some come between a scroll and its event
    expect(eve.table()).to_have_attribute("data-version", str(ada.version))
    assert is_at_end(log)
    log.hover()
    eve.page.mouse.wheel(0, -600)
    eve.page.wait_for_function(UP, arg=log.element_handle())
    log.evaluate("list => list.append(document.createElement('li'))")
    assert not is_at_end(log)


def test_the_chat_waits_for_whoever_reads_older_lines(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)
    for each in (ada, ben):
        each.page.set_viewport_size(SMALL)
        each.page.get_by_role("tab", name="Chat").click()
    lines = ada.page.locator(".chat ol")

    def say(who, text: str) -> None:
        who.page.get_by_label("Say something").fill(text)
        who.page.get_by_role("button", name="Send").click()
        expect(lines.locator("li", has_text=text)).to_have_count(1)

    for number in range(8):
        say(ben, f"A long story, part {number}: " + "and so on " * 30)
    assert is_at_end(lines)
    lines.hover()
    ada.page.mouse.wheel(0, -500)
    ada.page.wait_for_function(UP, arg=lines.element_handle())
    place = lines.evaluate("list => list.scrollTop")
    say(ben, "The end of the story")
    settled(lines)
    assert lines.evaluate("list => list.scrollTop") == place
    say(ada, "My own line")
    assert is_at_end(lines)
