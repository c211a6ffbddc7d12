"""The log addresses its reader, names the others, and shows no notation; who gives no name gets an explorer's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

GUESTS = Path(__file__).parents[2] / "web/src/lib/guests.ts"
WRONG = r"\bYou \w+s\b|[{}]|\b(seat|Platz) \d|\b[1-4][a-e][1-5]\b|SHA-256|  "


@pytest.mark.parametrize(("lang", "play", "yours"), [("en", "Play now", r"^You "), ("de", "Sofort spielen", r"^Du ")])
@pytest.mark.parametrize("game", ["ali-baba", "solomon", "monte-cristo"])
def test_the_log_addresses_a_guest_by_you(visit, game: str, lang: str, play: str, yours: str) -> None:
    ada = visit(lang=lang)
    ada.no_hints()
    page = ada.page
    page.goto(ada.url)
    page.locator(f"[data-game={game}]").get_by_role("button", name=play).first.click()
    names = re.findall(r'^  "(.+)",$', GUESTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(names) >= 24
    for _ in range(4):
        assert ada.wait_for_turn()
        ada.decide()
    assert ada.wait_for_turn()
    expect(page.locator("header .who")).to_have_text(re.compile("|".join(names)))
    lines = page.locator("#side li").all_inner_texts()
    told = [" ".join(line.split("\n")) for line in lines]
    assert [line for line in told if re.search(yours, line)]
    assert not [line for line in told if re.search(WRONG, line)]
    own = page.locator("header .who").inner_text()
    assert not [line for line in told if own in line]
