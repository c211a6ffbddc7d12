"""Monte Cristo's board is whole and tidy on screens with little room, at every kind of decision."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visitor import OFFERED, PHONE, Visitor

SCREENS = {"upright": (390, 844), "sideways": (844, 390), "small": (740, 360), "zoomed": (640, 400)}
WANTED = {"place", "lay", "take", "down", "lane"}  # kinds of decisions to look at
FINGER = 40  # the least width and height of what a finger chooses, in pixels
SMALL_FINGER = 37  # on a small phone held sideways

# What is wrong: things out of their place or out of sight, parts that overlap, cut words, targets too small.
FAULTS = """([finger, low, whole, more]) => {
    const faults = [], all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const box = element => element.getBoundingClientRect();
    const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    for (const lane of all(".lane")) {
        for (const marble of all(".marble", lane)) {
            if (!inside(box(marble), box(lane.querySelector(".groove")))) faults.push("marble out of its lane");
            if (overlap(box(marble), box(lane.querySelector(".sign")))) faults.push("marble on the lane's sign");
        }
    }
    for (const dungeon of all(".dungeon")) {
        for (const gem of all(".gem", dungeon)) {
            if (!inside(box(gem), box(dungeon))) faults.push("gem out of its dungeon");
            if (box(gem).width < 8) faults.push("gem too small to be seen");
        }
    }
    const parts = all(".slide, .market, section.piles, .castle > .castle, .harbour, .tray");
    if (parts.length !== 6) faults.push(`${parts.length} parts`);
    for (const [at, part] of parts.entries()) {
        const spare = part.matches(".harbour") && document.querySelector(".searched") && innerHeight < 380;
        if (!box(part).width && !spare) faults.push(`hidden: ${part.className}`);
        for (const other of parts.slice(at + 1)) {
            if (overlap(box(part), box(other))) faults.push(`${part.className} overlaps ${other.className}`);
        }
    }
    for (const area of all(".area")) {
        const hunters = all(".hunter", area);
        if (hunters.some(each => !inside(box(each), box(area)))) faults.push("hunter out of a bonus area");
    }
    for (const name of all(".area .name")) {
        if (name.scrollWidth > name.clientWidth) faults.push(`cut: ${name.textContent}`);
    }
    const edge = low ? innerHeight : box(document.querySelector(".bottom")).top;
    for (const part of whole ? parts : []) {
        if (box(part).bottom > edge + 1) faults.push(`below the fold: ${part.className}`);
    }
    const grounds = ".castle:not(:has(.searched)) button.ground"; // not wanted while treasures are taken
    for (const target of all(`.dungeon button.slot, .handle, button.pile, ${more}, ${grounds}`)) {
        const { width, height } = box(target);
        if (Math.min(width, height) < finger - 0.5) faults.push(`small: ${target.className} ${width} x ${height}`);
    }
    return [...new Set(faults)];
}"""

# The worst case of every area: all four players and the one who is about to enter stand there.
CROWD = """() => {
    for (const area of document.querySelectorAll(".area")) {
        const scope = [...area.classList].find(name => name.startsWith("svelte-"));
        const there = area.querySelector(".there");
        while (there.children.length < 5) {
            const place = document.createElement("span"), hunter = document.createElement("span");
            place.className = `place ${scope} crowd`;
            hunter.className = `hunter ${scope}`;
            place.append(hunter);
            there.prepend(place);
        }
    }
}"""


# A new size of the window has reached the page once two frames have been drawn.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resize(ada: Visitor, width: int, height: int) -> None:
    ada.page.set_viewport_size({"width": width, "height": height})
    ada.page.wait_for_function("width => innerWidth === width", arg=width)
    ada.page.evaluate(DRAWN)


def look(ada: Visitor, kind: str) -> list[str]:
    """What is wrong with the board at this decision, on any of the screens."""
    faults = []
    for name, (width, height) in SCREENS.items():
        resize(ada, width, height)
        low = name != "upright"
        finger = SMALL_FINGER if name == "small" else FINGER
        ada.page.evaluate(CROWD)
        # An upright phone scrolls while the marbles are large enough for a finger.
        found = ada.page.evaluate(
            FAULTS, [finger, low, low or kind != "down", {"lane": ".groove", "down": ".market li"}.get(kind, ".handle")]
        )
        faults += [f"{kind}, {name}: {fault}" for fault in found]
        ada.page.evaluate("document.querySelectorAll('.crowd').forEach(place => place.remove())")
    resize(ada, **PHONE["viewport"])
    return faults


def test_nothing_overlaps_is_cut_or_out_of_sight(visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.web.visitor.PREFERRED", ("place", "enter", "take", "pay"))
    ada = visit(phone=True, lang="de", reduced_motion="reduce")
    ada.no_hints()
    ada.set_table("monte-cristo", "random", "random", "random")
    seen: set[str] = set()
    faults: list[str] = []
    while ada.wait_for_turn() and seen < WANTED:
        kinds = {move.split()[0] for _, move, _ in ada.offers(OFFERED)}
        for kind in kinds & WANTED - seen:
            seen.add(kind)
            faults += look(ada, kind)
        ada.decide()
    assert seen == WANTED
    assert not faults, "\n".join(faults)


def test_held_sideways_a_refusal_is_whole(visit) -> None:
    ada = visit(phone=True, lang="de")
    ada.page.set_viewport_size({"width": 844, "height": 390})
    ada.no_hints()
    ada.set_table("monte-cristo", "random", "random", "random")
    assert ada.wait_for_turn()
    ada.page.locator("[data-thing]:not([data-state~=offered])").nth(3).tap()  # which is not what is asked
    notice = ada.page.locator(".notice")
    expect(notice).to_be_in_viewport(ratio=1)
    expect(ada.page.get_by_test_id("sentence")).to_be_in_viewport(ratio=1)
    notice.get_by_role("button").last.tap()
    expect(notice).to_have_count(0)
