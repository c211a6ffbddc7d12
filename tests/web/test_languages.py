"""A whole game in a language that is data only, without a word of another; and the switch of the language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from schatzkammer.core.text import LANGUAGES, Words
from tests.texts.missing import entries, packages, word_files

LANG = "fr"
NAMES = {"english", "deutsch", "random", "schatzkammer"}  # of languages, bots and the place itself
WORD = re.compile(r"[^\W\d_]{4,}")

# What can be seen or heard: texts, and the names of things that have none.
SAID = """() => [document.title, document.body.innerText, ...[...document.querySelectorAll("body *")]
    .filter(each => each.checkVisibility())
    .flatMap(each => ["aria-label", "title", "alt", "placeholder"].map(name => each.getAttribute(name) ?? ""))]
    .join(" \\n ")"""


def vocabulary(lang: str) -> set[str]:
    """All longer words of the texts of a language."""
    texts = [Words(package).entry(lang, key) or "" for package in packages() for key in Words(package).keys(lang)]
    texts += [text for path in word_files(lang) for text in entries(path).values()]
    return {word.lower() for text in texts for word in WORD.findall(re.sub(r"\{[^}]*\}", " ", text))}


@pytest.fixture(scope="module")
def foreign() -> set[str]:
    """Words that other languages have, and this one has not."""
    others = set().union(*(vocabulary(lang) for lang in LANGUAGES if lang != LANG))
    found = others - vocabulary(LANG) - NAMES
    assert {"treasure", "schatz", "tiles", "plättchen", "rules", "regeln"} <= found
    return found


def check(page: Page, foreign: set[str]) -> None:
    said = {word.lower() for word in WORD.findall(page.evaluate(SAID))}
    assert len(said) > 10
    assert said & foreign == set()


def test_a_whole_game_without_a_foreign_word(visit, foreign: set[str]) -> None:
    ada = visit(lang="fr-FR")
    page = ada.page
    ada.no_hints()
    ada.home()
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    check(page, foreign)
    for path in ("/play/solomon", "/account"):
        page.goto(ada.url + path)
        expect(page.locator("h1")).to_be_visible()
        check(page, foreign)
    ada.set_table("ali-baba", "random", options={"variant": "small"})
    while ada.wait_for_turn():
        check(page, foreign)
        ada.decide()
    expect(page.get_by_test_id("over").locator("table").first).to_be_visible()
    check(page, foreign)


@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo", "solomon"])
def test_board_text_and_rules_without_a_foreign_word(visit, game: str, foreign: set[str]) -> None:
    ada = visit(lang="fr-CA", phone=True)
    page = ada.page
    page.goto(f"{ada.url}/rules/{game}")
    expect(page.locator("h1")).to_contain_text("Règles")
    expect(page.get_by_text("Toutes les règles par numéro").first).to_be_visible()
    check(page, foreign)
    ada.set_table(game, "random", "random")
    for _ in range(3):
        assert ada.wait_for_turn()
        check(page, foreign)
        page.get_by_role("tab", name="Mots").or_(page.get_by_role("button", name="Mots")).first.click()
        check(page, foreign)
        page.keyboard.press("Escape")
        ada.decide()


def test_the_language_is_switched_and_kept_and_loaded_only_then(visit) -> None:
    ada = visit(lang="it-IT")
    page = ada.page
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    ada.home()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert not [url for url in loaded if re.search(r"/(de|fr)-", url)]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name=re.compile("Français")).check()
    expect(page.get_by_role("dialog")).to_contain_text("Réglages")
    expect(page.get_by_role("dialog")).to_contain_text("à relire par une personne de langue maternelle")
    assert [url for url in loaded if re.search(r"/fr-", url)]
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", LANG)
    expect(page.locator("h1")).to_have_text("Trois chasses au trésor, une table")
