"""Several people: at two browsers, at one screen, through a restart of the server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.services import Served
from tests.web.visitor import Visitor


def test_two_browsers_at_one_table(visit) -> None:
    ada, bruno = visit(), visit(lang="de")
    for each in (ada, bruno):
        each.no_hints()
    ada.set_table("ali-baba", "friend", options={"variant": "small"})
    link = ada.page.locator(".link input").input_value()
    bruno.page.goto(link)
    bruno.page.get_by_label("Dein Name").fill("Bruno")
    bruno.page.get_by_role("button", name="Hereinkommen").click()
    ada.page.get_by_role("button", name="Start the game").click()
    for each in (ada, bruno):
        expect(each.table()).to_be_visible()
    play_in_turn(ada, bruno, decisions=12)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("Well played!")
    ada.page.get_by_role("button", name="Send").click()
    bruno.page.get_by_role("tab", name="Chat").click()
    expect(bruno.page.locator(".chat li", has_text="Well played!")).to_be_visible()
    play_in_turn(ada, bruno)
    for each in (ada, bruno):
        expect(each.page.get_by_test_id("over")).to_be_visible()
    table = ada.page.url
    ada.page.get_by_role("button", name="Play again").click()
    expect(bruno.page.get_by_test_id("wishes")).to_have_text("Bereit für eine weitere Partie: Ada.")
    bruno.page.get_by_role("button", name="Noch einmal spielen").click()
    for each in (ada, bruno):
        expect(each.page.locator("[data-status=playing]")).to_be_visible()
    assert ada.page.url == bruno.page.url != table


def test_making_an_account_in_one_tab_leaves_the_game_in_the_other(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    other = ada.page.context.new_page()
    other.goto(f"{ada.url}/account")
    account = other.locator("form", has=other.locator("[type=password]"))
    account.get_by_label("Name").fill("Ada Two Tabs")
    account.get_by_label("Password").fill("a long secret")
    with ada.page.expect_websocket():  # the old one is closed
        account.get_by_role("button", name="Create account").click()
    expect(other.get_by_text("Signed in as Ada Two Tabs.")).to_be_visible()
    for _ in range(3):
        assert ada.wait_for_turn()
        ada.decide()


def test_several_people_at_one_screen(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "local:Bruno", options={"variant": "small"})
    show = ada.page.get_by_test_id("show-screen")
    handed = 0
    for _ in range(200):
        expect(show.or_(ada.page.locator("[data-yours=true]")).or_(ada.page.get_by_test_id("over"))).to_be_visible()
        if ada.page.get_by_test_id("over").is_visible():
            break
        if show.is_visible():
            show.click()
            handed += 1
            expect(ada.page.locator("[data-yours=true]")).to_be_visible()
        ada.decide()
    expect(ada.page.get_by_test_id("over")).to_be_visible()
    assert handed > 8


def test_a_killed_server_comes_back_and_the_game_goes_on(visit, tmp_path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", "--no-limits") as server:
        ada = visit(server.url, expected=lambda text: "WebSocket" in text or "ERR_CONNECTION" in text)
        ada.no_hints()
        ada.set_table("ali-baba", "random")
        for _ in range(4):
            assert ada.wait_for_turn()
            ada.decide()
        assert ada.wait_for_turn()
        version = ada.version
        ada.page.get_by_role("tab", name="Chat").click()
        ada.page.get_by_label("Say something").fill("Half a sentence")
        server.kill()
        expect(ada.page.get_by_test_id("lost")).to_be_visible()
        ada.page.get_by_role("button", name="Send").click()
        server.start()
        expect(ada.page.get_by_test_id("lost")).to_be_hidden()
        assert ada.version == version
        expect(ada.page.get_by_label("Say something")).to_have_value("Half a sentence")
        for _ in range(3):
            assert ada.wait_for_turn()
            ada.decide()


def test_two_tabs_of_one_player_agree(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    ada.wait_for_turn()
    other = ada.page.context.new_page()
    other.goto(ada.page.url)
    twin = Visitor(other, ada.url)
    assert twin.wait_for_turn()
    twin.decide()
    assert twin.wait_for_turn()
    expect(ada.table()).to_have_attribute("data-version", str(twin.version))
    ada.page.go_back()
    ada.page.go_forward()
    assert ada.wait_for_turn()


def play_in_turn(ada: Visitor, bruno: Visitor, decisions: int = 500) -> None:
    """Whoever is to decide does, until the game is over or there were enough decisions."""
    ready = "[data-status=over], [data-yours=true]"
    for _ in range(decisions):
        while not (ada.page.locator(ready).count() or bruno.page.locator(ready).count()):
            ada.page.wait_for_timeout(20)
        if ada.page.locator("[data-status=over]").count():
            return
        (ada if ada.page.locator("[data-yours=true]").count() else bruno).decide()
