"""Ali Baba's board on screens of all shapes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visitor

PYRAMID = "[data-hint=pyramid]"
SHOWN = ":is([data-move^='pick '], [data-preview^='pick '])"
BANS = ":is([data-move^='ban '], [data-preview^='ban '])"
# A laptop, a phone, phones held sideways, a laptop at 200 %.
SCREENS = [(1280, 800), (390, 844), (844, 390), (740, 360), (640, 400)]
LOW = SCREENS[2:]
SMALLEST = 37  # pixels; on a phone ten treasures stand side by side


def take(ada: Visitor, colour: str, offered: str) -> None:
    """Plays until a tile of the colour can be taken, takes it, and uses its spell up to what it offers."""
    page = ada.page
    ada.decide()  # from now on the opponent has a tile to show
    while ada.wait_for_turn():
        wanted = page.locator(f"{PYRAMID} [data-colour={colour}][data-move^='take ']")
        if not wanted.count():
            ada.decide()
            continue
        before = ada.version
        wanted.first.click()
        ada.wait_without(f'[data-version="{before}"]')
        ask = page.locator("[data-move=ask]")
        expect(ask.or_(page.locator(offered)).first).to_be_visible()
        if ask.count():
            ask.click()
        expect(page.locator(offered).first).to_be_visible()
        return
    raise AssertionError(f"no {colour} tile came up")


def boxes(ada: Visitor, selector: str) -> list[dict[str, float]]:
    """The boxes of all such elements, once nothing moves."""
    ada.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
    found: Any = ada.page.locator(selector).evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().toJSON())"
    )
    return list(found)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = one["left"] < other["right"] - 1 and other["left"] < one["right"] - 1
    return across and one["top"] < other["bottom"] - 1 and other["top"] < one["bottom"] - 1


@pytest.mark.parametrize(("colour", "offered"), [("yellow", SHOWN), ("white", BANS)])
def test_what_a_spell_offers_covers_no_tile_and_is_large_enough(visit, colour: str, offered: str) -> None:
    ada = visit(reduced_motion="reduce")
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    (before,) = boxes(ada, PYRAMID)
    take(ada, colour, offered)
    assert boxes(ada, PYRAMID) == [before], "the pyramid has moved"
    for width, height in SCREENS:
        ada.page.set_viewport_size({"width": width, "height": height})
        (pyramid,) = boxes(ada, PYRAMID)
        choices = boxes(ada, offered)
        assert choices
        for place, choice in enumerate(choices):
            assert not overlap(choice, pyramid), f"covers the pyramid at {width} x {height}"
            assert not any(overlap(choice, other) for other in choices[:place]), f"overlap at {width} x {height}"
            assert min(choice["width"], choice["height"]) >= SMALLEST
            assert choice["right"] <= width


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_on_a_low_screen_spells_and_sets_are_in_sight(visit, lang: str) -> None:
    ada = visit(phone=True, lang=lang, reduced_motion="reduce")
    ada.no_hints()
    ada.set_table("ali-baba", "random", "random", "random")
    assert ada.wait_for_turn()
    for width, height in LOW:
        ada.page.set_viewport_size({"width": width, "height": height})
        (room,) = boxes(ada, "[data-testid=board]")
        for part in (PYRAMID, "[data-hint=spells]", "[data-hint=sets]"):
            (box,) = boxes(ada, part)
            assert box["bottom"] <= height, f"{part} is below the screen at {width} x {height}"
            assert box["right"] <= room["right"], f"{part} is cut at {width} x {height}"
            assert not ada.page.locator(part).evaluate("each => each.scrollWidth > each.clientWidth + 1")
