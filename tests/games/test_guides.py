"""The guides on the rules pages: complete in every language, and their numbers are those of the rules."""

from __future__ import annotations

import re

import pytest

from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import find
from tests.conformance.cases import BUILT_IN

SECTIONS = {"overview", "aim", "piece", "turn", "score", "example", "tip"}
FIELDS = {"title", "text", "figure", "table", "rules"}


def table(game: str, lang: str, block: str) -> list[list[str]]:
    """The rows of a block's table."""
    text = Words(find(game).package).entry(lang, f"guide.{block}.table") or ""
    return [[cell.strip() for cell in row.split("|")] for row in text.strip().splitlines()]


def numbers(row: list[str]) -> list[int]:
    return [int(cell) for cell in row[1:] if cell]


def paths(path: str, value: object) -> set[str]:
    """The placeholders that a component set fills, as the client names them."""
    if isinstance(value, dict):
        return {each for key, inner in value.items() for each in paths(f"{path}_{key}" if path else key, inner)}
    if isinstance(value, list):
        return {each for at, inner in enumerate(value, 1) for each in paths(f"{path}_{at}", inner)}
    return {path}


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_guide_has_every_section_and_cites_rules_that_exist(game: str) -> None:
    words = Words(find(game).package)
    keys = [key.split(".") for key in words.keys("en") if key.startswith("guide.") and ".heading." not in key]
    assert {key[1] for key in keys} == SECTIONS
    assert {key[-1] for key in keys} <= FIELDS
    for key in words.keys("en"):
        if re.fullmatch(r"guide\..+\.rules", key):
            cited = (words.entry("en", key) or "").split()
            assert cited, key
            assert all(words.entry("en", f"rule.{rule}") for rule in cited), key
            assert words.entry("de", key) == words.entry("en", key)
        if key.startswith("guide.heading."):
            assert words.entry("en", f"rule.{key.rsplit('.', 1)[1]}"), key


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_numbers_of_a_guide_come_from_the_components(game: str) -> None:
    words = Words(find(game).package)
    known = paths("", find(game).components())
    for lang in LANGUAGES:
        for key in words.keys(lang):
            if key.startswith("guide."):
                gaps = set(re.findall(r"{(\w+)}", words.entry(lang, key) or ""))
                assert gaps <= known, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_counts_of_king_solomon_and_ali_baba_are_right(lang: str) -> None:
    points = find("solomon").components()["points"]
    head, *rows, total = table("solomon", lang, "example.4")
    for seat in range(len(head) - 1):
        assert sum(numbers(row)[seat] for row in rows) == numbers(total)[seat]
    prizes = {prize for row in rows[3:] for prize in numbers(row)}
    assert prizes <= {0, *points["curses"], *points["magic"]}
    sets = find("ali-baba").components()["points"]["sets"]
    _, *kinds, _, total = table("ali-baba", lang, "example.4")
    for row in kinds:
        size, worth = numbers(row)
        assert worth == sets[size - 1]
    spells = numbers(table("ali-baba", lang, "example.4")[-2])[0]
    assert numbers(total) == [sum(numbers(row)[0] for row in kinds), sum(numbers(row)[1] for row in kinds) + spells]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sales_of_monte_cristo_are_right(lang: str) -> None:
    prices = find("monte-cristo").components()["market"]["prices"]
    _, *sales, total = table("monte-cristo", lang, "example.3")
    for row in sales:
        value, price, worth = numbers(row)
        assert price in prices
        assert worth == value * price
    assert numbers(total) == [sum(numbers(row)[2] for row in sales)]
    head, *rows = table("monte-cristo", lang, "score.1")
    for value, row in enumerate(rows, 1):
        assert numbers(row) == [value * price for price in numbers(head)]
