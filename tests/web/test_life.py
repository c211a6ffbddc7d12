"""The life of a table: coming, waiting, losing the connection or one's time, giving up, playing again."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.web.visitor import Visitor

TWO_PEOPLE: dict[str, Any] = {"game": "ali-baba", "players": 2, "options": {"variant": "small"}}
OPEN = """async ([name, terms, bots]) => {
    const ask = async (path, body, csrf) => (await fetch(path, {
        method: "POST", headers: {"Content-Type": "application/json", "X-CSRF-Token": csrf}, body: JSON.stringify(body),
    })).json();
    const me = await ask("/api/me", {name}, "");
    return await ask("/api/tables", {terms, bots}, me.csrf);
}"""


def opened(ada: Visitor, *, bots: tuple[str | None, ...] = (None,), **terms: Any) -> str:
    """Opens a table with terms that the form does not offer, and connects Ada; returns the link for the others."""
    ada.no_hints()
    ada.home()
    table = ada.page.evaluate(OPEN, ["Ada", {**TWO_PEOPLE, **terms}, list(bots)])
    ada.page.goto(f"{ada.url}/t/{table['id']}")
    return f"{ada.url}/t/{table['id']}?invite={table['invite']}"


def arrive(ben: Visitor, link: str, name: str = "Ben") -> None:
    ben.no_hints()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill(name)
    ben.page.get_by_role("button", name="Come in").click()


def begin(ada: Visitor, ben: Visitor, **terms: Any) -> None:
    """Starts a game between the two."""
    arrive(ben, opened(ada, **terms))
    ada.page.get_by_role("button", name="Start the game").click()
    for each in (ada, ben):
        expect(each.table()).to_be_visible()


def choose(who: Visitor, name: str) -> None:
    """Chooses an item of the menu."""
    who.page.locator("summary").first.click()
    who.page.get_by_role("button", name=name).click()


def sentence(who: Visitor):
    return who.page.get_by_test_id("sentence")


def test_giving_up_ends_the_game_and_the_result_can_be_seen_again(visit) -> None:
    ada, ben = visit(), visit(phone=True)
    begin(ada, ben)
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for each, result in ((ada, "You win!"), (ben, "Ada wins!")):
        over = each.page.get_by_test_id("over")
        expect(over.locator("h2")).to_have_text(result)
        expect(each.page.get_by_test_id("why")).to_have_text("Ben resigned.")
        each.page.keyboard.press("Escape")
        expect(over).to_have_count(0)
        expect(sentence(each)).to_have_text(f"{result} Ben resigned.")
        expect(each.page.locator(".acts")).to_have_count(0)
        expect(each.page.get_by_role("button", name="I am back")).to_have_count(0)
        each.page.get_by_role("button", name="Result").click()
        expect(over.get_by_role("link", name="Replay")).to_be_visible()


def test_whoever_gave_up_among_several_is_told_so_and_not_called_back(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben, players=3, options={}, bots=(None, "random"))
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(sentence(ben)).to_contain_text("You have resigned")
    expect(ben.page.get_by_role("button", name="I am back")).to_have_count(0)
    for each in (ada, ben):
        expect(each.page.locator("[data-seat='1'] .gone")).to_have_text("resigned, a bot is playing")


def test_a_game_lost_by_the_clock_says_so(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben, clock={"kind": "live", "base": 1, "increment": 0, "expiry": "forfeit"})
    expect(ben.page.get_by_test_id("why")).to_have_text("Ada ran out of time.")
    expect(ben.page.get_by_test_id("over").locator("h2")).to_have_text("You win!")
    expect(ben.page.locator("[data-seat='0'] .gone")).to_have_text("ran out of time")


def test_when_the_time_is_up_a_bot_plays_and_the_way_back_is_shown(visit) -> None:
    ada, ben = visit(phone=True), visit()
    begin(ada, ben, clock={"kind": "live", "base": 5, "increment": 0})
    expect(ada.page.locator("[data-strip='0']")).to_contain_text("0:0")
    expect(sentence(ada)).to_have_text("Your time is up: a bot is playing for you.")
    expect(ben.page.locator("[data-seat='0'] .gone")).to_have_text("out of time, a bot is playing")
    ada.page.get_by_role("button", name="I am back").click()
    expect(sentence(ada)).not_to_contain_text("a bot is playing")


def test_a_server_that_says_nothing_is_reported(visit) -> None:
    ada = visit()
    dead = False

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if dead else server.send(message))
        server.on_message(lambda message: None if dead else socket.send(message))

    ada.page.route_web_socket("**/ws/tables/**", between)
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    board = ada.page.get_by_test_id("board").bounding_box()
    dead = True
    ada.press()
    lost = ada.page.get_by_test_id("lost")
    expect(lost).to_be_visible(timeout=20_000)  # long before the next ping would find out
    assert ada.page.get_by_test_id("board").bounding_box() == board
    dead = False
    expect(lost).to_be_hidden()
    expect(ada.page.locator(".notice")).to_have_count(0)
    ada.decide()


def test_offline_is_reported_at_once(visit) -> None:
    ada = visit(expected=lambda text: "ERR_INTERNET_DISCONNECTED" in text)
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    ada.page.context.set_offline(True)
    expect(ada.page.get_by_test_id("lost")).to_be_visible(timeout=10_000)  # a ping would take longer
    ada.page.context.set_offline(False)
    expect(ada.page.get_by_test_id("lost")).to_be_hidden()


def test_whoever_comes_by_link_has_one_socket(visit) -> None:
    ada, ben = visit(), visit()
    link = opened(ada)
    sockets: list[str] = []
    ben.page.on("websocket", lambda socket: sockets.append(socket.url))
    ben.page.goto(link)
    expect(ben.page.locator("h1")).to_have_text("Ada invites you to a game of Ali Baba")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Come in").click()
    expect(ada.page.locator(".room > section:first-child ol li", has_text="Ben")).to_contain_text("at the table")
    expect(ada.page.locator(".room")).not_to_contain_text("watching")
    assert len(sockets) == 1


def test_a_nameless_watcher_is_asked_for_a_name_when_one_is_needed(visit) -> None:
    ada, eve, late = visit(), visit(), visit()
    link = opened(ada)
    eve.page.goto(link)
    eve.page.get_by_role("button", name="Just watch").click()
    expect(eve.page.locator(".link")).to_have_count(0)
    expect(eve.page.get_by_text("Whoever watches as a guest cannot chat here")).to_be_visible()
    ada.page.get_by_role("button", name="People").click()
    ada.page.get_by_label("Guests who only watch may chat").check()
    ada.page.keyboard.press("Escape")
    eve.page.get_by_label("Say something").fill("Hello")
    eve.page.get_by_role("button", name="Send").click()
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("button", name="Come in").click()
    expect(ada.page.locator(".chat li:last-child")).to_contain_text("Eve Hello")
    eve.page.get_by_role("button", name="Sit down here").click()
    expect(ada.page.locator(".room > section:first-child ol li", has_text="Eve")).to_contain_text("at the table")
    late.page.goto(link)
    expect(late.page.get_by_test_id("watching")).to_have_text("All seats are taken: you are watching.")
    ada.page.get_by_role("button", name="Start the game").click()
    expect(sentence(late)).to_have_text("You are watching. Waiting for Ada.")


def test_the_host_frees_a_seat_and_everybody_may_leave_their_own(visit) -> None:
    ada, ben = visit(), visit()
    arrive(ben, opened(ada))
    ada.page.get_by_role("button", name="Empty the seat: Ben").click()
    ben.page.get_by_role("button", name="Sit down here").click()
    expect(ada.page.locator(".room > section:first-child ol li", has_text="Ben")).to_be_visible()
    ada.page.get_by_role("button", name="Leave the seat").click()
    expect(ben.page.get_by_role("button", name="Start the game")).to_be_visible()


def test_the_menu_closes_and_shows_link_and_sealed_shuffle(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    page = ada.page
    item = page.get_by_role("button", name="Sealed shuffle")
    page.locator("summary").click()
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    page.locator("summary").click()
    page.locator("h1").click()
    expect(item).to_be_hidden()
    choose(ada, "Sealed shuffle")
    sealed = page.get_by_test_id("commitment").inner_text()
    assert len(sealed) == 64
    page.keyboard.press("Escape")
    expect(page.locator("#side li", has_text=sealed[:8])).to_have_count(0)
    choose(ada, "Copy link")
    expect(page.locator(".link input")).to_have_value(page.url.split("?")[0] + "?invite=" + invite_of(ada))


def invite_of(who: Visitor) -> str:
    name = who.page.url.rsplit("/", 1)[1]
    return str(who.page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).invite", name))


def test_lines_that_were_read_stay_read(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)
    badge = ada.page.get_by_role("tab", name="Chat").locator(".badge")
    ben.page.get_by_role("tab", name="Chat").click()
    for line in ("One", "Two"):
        ben.page.get_by_label("Say something").fill(line)
        ben.page.get_by_role("button", name="Send").click()
        expect(ben.page.get_by_label("Say something")).to_have_value("")
    expect(badge).to_have_text("2")
    ada.page.get_by_role("tab", name="Chat").click()
    expect(badge).to_have_count(0)
    ada.page.get_by_label("Say something").fill("Three")
    ada.page.get_by_role("button", name="Send").click()
    expect(ada.page.locator(".chat li")).to_have_count(3)
    for each in (ada, ben):
        each.page.reload()
        expect(each.page.get_by_role("tab", name="Chat")).to_be_visible()
        expect(each.page.locator(".badge")).to_have_count(0)


def test_what_is_not_there_has_a_way_home(visit) -> None:
    ada = visit(expected=lambda text: "404" in text)
    for path in ("/play/chess", "/t/nowhere"):
        ada.page.goto(ada.url + path)
        expect(ada.page.get_by_role("link", name="Go to the front page")).to_be_visible()
