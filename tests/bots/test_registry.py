"""The bots by name: levels, budgets, and names that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schatzkammer as sk
from schatzkammer.bots import BOTS, LEVELS, BadBudget, UnknownBot, find
from schatzkammer.bots.budget import Budget, read_budget
from schatzkammer.core.text import LANGUAGES
from schatzkammer.table.errors import Refused
from schatzkammer.table.terms import check_bot


@pytest.mark.parametrize("name", ["clever", "", "Expert", " expert", "@", "@5", "clever@5", None, 7, ["expert"]])
def test_unknown_bots_are_refused_by_name(name: object) -> None:
    with pytest.raises(
        UnknownBot,
        match="are: gentle, beginner, casual, regular, skilled, expert, master, random, greedy, value, ismcts",
    ):
        find(name)


def test_every_bot_is_found_by_its_name() -> None:
    for name, bot in BOTS.items():
        assert find(name) is bot
        assert bot.name == name


@pytest.mark.parametrize(
    ("written", "budget", "name"),
    [
        ("ismcts@2000", Budget(iterations=2000), "ismcts@2000"),
        ("expert@200ms", Budget(milliseconds=200), "expert@200ms"),
        ("expert@1.5s", Budget(milliseconds=1500), "expert@1500ms"),
        ("casual@007", Budget(iterations=7), "casual@7"),
        ("skilled@2s", Budget(milliseconds=2000), "skilled@2000ms"),
    ],
)
def test_a_name_may_carry_a_budget(written: str, budget: Budget, name: str) -> None:
    assert find(written).name == name
    assert read_budget(written.partition("@")[2]) == budget
    assert find(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "expert@", "expert@0", "expert@0ms", "expert@-5", "expert@1e3", "expert@5 ms", "expert@5m", "expert@1.5",
        "expert@ms", "expert@9999999", "expert@601s", "expert@0.0001s", "expert@5@5", "expert@٣", "greedy@5",
        "random@1s", "gentle@1s", "expert@5\n",
    ],
)  # fmt: skip
def test_bad_budgets_are_refused(name: str) -> None:
    with pytest.raises(BadBudget) as caught:
        find(name)
    assert isinstance(caught.value, sk.BadInput)


@given(st.text(max_size=20))
def test_any_text_is_a_bot_or_an_error(text: str) -> None:
    for name in (text, f"expert@{text}"):
        try:
            found = find(name)
        except sk.BadInput:
            continue
        assert find(found.name).name == found.name


def test_a_table_takes_bots_without_a_budget_only() -> None:
    check_bot("expert")
    with pytest.raises(Refused):
        check_bot("expert@600s")


def test_levels_are_ordered_and_have_texts() -> None:
    assert [level.order for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert len(LEVELS) >= 4
    assert LEVELS[-1].id == "master"
    assert LEVELS[-1].budget == Budget(milliseconds=1000)
    assert list(BOTS)[: len(LEVELS)] == [level.id for level in LEVELS]
    for lang in LANGUAGES:
        assert len({level.name(lang) for level in LEVELS}) == len(LEVELS)
        assert all(level.about(lang).endswith(".") for level in LEVELS)
