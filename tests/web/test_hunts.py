"""The hunt of the day in the browser: from the front page to the end of the game, and to the result."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.services import Served
from tests.web.test_access import clean
from tests.web.visitor import TABLE

ROOM = 300  # seconds that the test may take before the day ends


@pytest.fixture(autouse=True)
def long_enough_before_midnight() -> None:
    """Waits for the next day, if this one ends too soon."""
    left = 24 * 3600 - time.time() % (24 * 3600)
    if left < ROOM:
        time.sleep(left + 5)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A server of its own, whose bots have all the time they need: ghosts play beside them."""
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", "--no-limits", "--bot-patience", "60") as server:
        yield server.url


def test_a_hunt_from_the_front_page_to_its_result(visit, url: str) -> None:
    ada = visit(url, phone=True, bypass_csp=True)
    page = ada.page
    ada.home()
    hunts = page.get_by_test_id("hunts")
    expect(hunts.locator("li")).to_have_count(3)
    clean(page)
    row = hunts.locator("li[data-game=ali-baba]")
    row.get_by_role("link", name="Ali Baba", exact=True).click()
    expect(page.get_by_test_id("state")).to_contain_text("You have one attempt.")
    expect(page.get_by_test_id("field")).to_have_count(0)
    clean(page)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(TABLE)).to_be_visible()
    ada.wait_for_turn()
    ada.decide()
    ada.home()
    expect(row).to_have_attribute("data-played", "playing")
    row.get_by_role("link", name="Continue").click()
    ada.play_out()
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    clean(page)
    page.get_by_role("link", name="Result of the hunt").click()
    own = page.get_by_test_id("field").locator("tr.own")
    expect(own).to_contain_text("(you)")
    expect(own).to_contain_text(re.compile(r"\d %"))
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    clean(page)
    page.get_by_role("button", name="People you know").click()
    expect(own).to_have_count(1)
    page.get_by_text("Is this fair?").click()
    expect(page.locator("code")).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    ada.home()
    expect(row).to_have_attribute("data-played", "over")
    expect(hunts).to_contain_text("1 day in a row")
    expect(row).to_contain_text("%")
