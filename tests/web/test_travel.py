"""Games from files: opened, replayed, gone on with; and a replay as one file that needs no server."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import play_out, streams
from schatzkammer.core.game import Json
from tests.web.test_access import clean

BOARD = "[data-testid=board] [data-thing]"
MOVES = 12  # after which a game goes on


def game_of(game: str, players: int = 2) -> Json:
    """The record of a finished game."""
    match = sk.new(game, players=players, seed="carried")
    play_out(match, [find("random")] * players, streams("carried", players))
    return match.record()


@pytest.mark.parametrize(("game", "phone", "lang"), [("ali-baba", False, "en"), ("solomon", True, "de")])
def test_a_game_from_a_file_is_replayed_and_gone_on_with(
    visit, tmp_path: Path, game: str, phone: bool, lang: str
) -> None:
    file = tmp_path / "game.json"
    record = game_of(game)
    file.write_text(json.dumps(record))
    ada = visit(phone=phone, dark=phone, lang=lang, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    page = ada.page
    page.goto(ada.url)
    page.locator("footer a[href='/records']").click()
    expect(page.locator("main h1")).to_be_visible()
    clean(page)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(BOARD).first).to_be_visible()
    number = len(record["moves"])
    expect(page.get_by_text(f"0 / {number}")).to_be_visible()
    source = page.url.partition("/t/")[2].partition("/")[0]

    page.goto(f"{ada.url}/t/{source}/replay?step={MOVES}&eyes=1")
    expect(page.get_by_text(f"{MOVES} / {number}")).to_be_visible()
    expect(page.locator("header select")).to_have_value("1")
    page.get_by_test_id("more").click()
    form = page.get_by_test_id("go-on")
    expect(form.locator("select[name=seat]")).to_have_value("1")
    expect(page.get_by_role("dialog").locator("input[readonly]")).to_have_value(
        f"{ada.url}/t/{source}/replay?step={MOVES}&eyes=1"
    )
    clean(page)
    form.locator("select[name=seat]").select_option("0")
    form.locator("select[name=bot]").select_option("random")
    form.get_by_role("button").click()
    expect(ada.table()).to_be_visible()
    table = page.url.partition("/t/")[2].partition("?")[0]
    assert table != source
    for _ in range(3):
        if ada.wait_for_turn():
            ada.decide()
    with httpx.Client(base_url=ada.url, cookies=_cookies(page), verify=False) as known:
        info = known.get(f"/api/tables/{table}").json()["table"]
        assert info["origin"]["table"] == source
        assert info["origin"]["moves"] == MOVES
        steps = known.get(f"/api/tables/{source}/replay").json()["steps"]
    told = page.locator("[data-version]").get_attribute("data-version")
    assert told is not None
    assert int(told) >= MOVES + 1
    assert [[step["seat"], step["move"]] for step in steps] == record["moves"]

    page.goto(f"{ada.url}/records")
    expect(page.locator("main li.panel")).to_have_count(1)
    page.locator("main li.panel button").click()
    expect(page.locator("main li.panel")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_a_replay_has_three_lenses(visit, tmp_path: Path, phone: bool) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game_of("ali-baba")))
    ada = visit(phone=phone, dark=phone, bypass_csp=True, reduced_motion="reduce")
    ada.no_hints()
    page = ada.page
    page.goto(f"{ada.url}/records")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(BOARD).first).to_be_visible()
    source = page.url.partition("/t/")[2].partition("/")[0]
    page.goto(f"{ada.url}/t/{source}/replay?step=3&eyes=1")
    lens = page.get_by_test_id("lenses")
    marks, pictures = page.locator(".mark.odds b"), page.locator(".mark.odds .picture")
    expect(lens.get_by_role("radio", name="Seen")).to_be_checked()
    expect(page.locator(".mark.odds")).to_have_count(0)
    lens.get_by_role("radio", name="Seen").focus()
    page.keyboard.press("ArrowRight")
    expect(marks.first).to_contain_text("%")
    expect(page).to_have_url(f"{ada.url}/t/{source}/replay?step=3&eyes=1&lens=odds")
    page.keyboard.press("ArrowRight")
    expect(pictures.first).to_be_attached()
    expect(marks).to_have_count(0)
    expect(page.get_by_text("3 / ")).to_be_visible()
    expect(lens.locator("[aria-live]")).to_contain_text("What really lay hidden")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clean(page)
    page.reload()
    expect(pictures.first).to_be_attached()
    page.get_by_role("button" if phone else "tab", name="Text", exact=True).click()
    expect(page.get_by_role("heading", name="Everything open", exact=True)).to_be_visible()
    expect(page.locator("dl:visible").last).to_contain_text("certain")


def _cookies(page) -> dict[str, str]:
    return {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}


def test_what_is_no_game_is_refused_in_a_sentence(visit, tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text("Dear Ada")
    ada = visit(expected=lambda text: "400" in text)
    ada.page.goto(f"{ada.url}/records")
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page.get_by_role("alert")).to_have_text("This file is no record of a game.")
    file.write_text(json.dumps(game_of("ali-baba")))
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page.locator(BOARD).first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_saved_replay_needs_no_server(visit, tmp_path: Path, phone: bool) -> None:
    record = game_of("monte-cristo", 3)
    ada = visit(phone=phone, reduced_motion="reduce")
    page = ada.page
    page.goto(f"{ada.url}/records")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(BOARD).first).to_be_visible()
    page.get_by_test_id("more").click()
    with page.expect_download() as loading:
        page.get_by_test_id("keep").locator("a[download$='.html']").click()
    saved = tmp_path / "replay.html"
    loading.value.save_as(saved)
    assert saved.stat().st_size < 1_500_000

    ben = visit(phone=phone, offline=True, lang="de", bypass_csp=True, reduced_motion="reduce")
    asked: list[str] = []
    ben.page.on("request", lambda request: asked.append(request.url))
    ben.page.goto(f"{saved.as_uri()}#step=5&eyes=2")
    expect(ben.page.locator(BOARD).first).to_be_visible()
    expect(ben.page.get_by_text(f"5 / {len(record['moves'])}")).to_be_visible()
    eyes = ben.page.locator("header select")
    expect(eyes).to_have_value("2")
    for seat in range(3):
        eyes.select_option(str(seat))
        expect(ben.page.locator(f"{BOARD}").first).to_be_visible()
    for _ in range(3):
        ben.page.get_by_role("button", name="Einen Schritt weiter").click()
    expect(ben.page.get_by_text(f"8 / {len(record['moves'])}")).to_be_visible()
    assert ben.page.url.endswith("#step=8&eyes=2")
    expect(ben.page.get_by_test_id("more")).to_have_count(0)
    ben.page.get_by_test_id("lenses").get_by_text("Offen").click()
    expect(ben.page.locator(".mark.odds").first).to_be_attached()
    assert ben.page.url.endswith("#step=8&eyes=2&lens=truth")
    clean(ben.page)
    assert asked == [f"{saved.as_uri()}#step=5&eyes=2"] or asked == [saved.as_uri()]
