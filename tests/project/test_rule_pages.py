"""Completeness: every rule of a game's page has a test, a place in the code, and a text in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schatzkammer.core.text import Words
from schatzkammer.games import find
from tests.conformance.cases import BUILT_IN

ROOT = Path(__file__).parents[2]
KIND = r"(?:book|review|ruling|rebuilt)"
ROW = re.compile(rf"^\| ([A-Z]\d+) \| (.+) \| ({KIND}(?: \+ {KIND})*) \|$", re.MULTILINE)
CITED = re.compile(r"\b[A-Z]\d{1,2}\b")


def page(game: str) -> dict[str, str]:
    """The rules of docs/games/<game>.md by id."""
    rows = ROW.findall((ROOT / "docs/games" / f"{game}.md").read_text(encoding="utf-8"))
    return {rule: text for rule, text, _ in rows}


def folder(game: str) -> str:
    return game.replace("-", "_")


def cited(files: list[Path]) -> set[str]:
    """The rule ids that files cite; a range of ids does not count."""
    return {rule for path in files for rule in CITED.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_has_a_test_named_after_it(game: str) -> None:
    sources = "".join(path.read_text() for path in (ROOT / "tests/games" / folder(game)).glob("test_*.py"))
    tested = set(re.findall(r"^def test_([A-Z]\d+)_", sources, re.MULTILINE))
    assert page(game).keys() == tested


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_has_a_place_in_the_code(game: str) -> None:
    source = ROOT / "src/schatzkammer/games" / folder(game)
    named = cited([*source.rglob("*.py"), *source.glob("data/*.toml")])
    assert not page(game).keys() - named, "rules without a place in the code"
    assert not named - page(game).keys(), "the code names rules that do not exist"


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_and_the_texts_agree(game: str) -> None:
    words = Words(find(game).package)
    assert page(game) == {
        key.removeprefix("rule."): words.entry("en", key) for key in words.keys("en") if key.startswith("rule.")
    }


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_option_and_value_is_explained(game: str) -> None:
    words = Words(find(game).package)
    for option in find(game).options:
        assert words.entry("en", f"option.{option.name}.name")
        for value in option.values:
            assert words.entry("en", f"option.{option.name}.{str(value).lower()}")


def test_all_pages_have_the_same_headings() -> None:
    pages = [(ROOT / "docs/games" / f"{game}.md").read_text(encoding="utf-8") for game in BUILT_IN]
    headings = [re.findall(r"^## (.+)$", text, re.MULTILINE) for text in pages]
    assert all(each == headings[0] for each in headings)
