"""Names of people: allowed, refused, and equal ones; ids."""

from __future__ import annotations

import secrets

import pytest
from argon2 import extract_parameters

from schatzkammer.table.errors import Refused
from schatzkammer.table.model import new_id
from schatzkammer.table.names import NOBODY, checked_name, is_reserved, login_of, skeletons
from schatzkammer.table.passwords import UNKNOWN_HASH, hashed_password


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Jörg Müller-Lüdenscheidt",
        "Zoë",
        "D'Artagnan",
        "Nguyễn Thị Ánh",
        "Łukasz",
        "李小龍",
        "ไก่ย่าง",
        "שָׁלוֹם",
        "Jo\u0308rg",  # decomposed
        "Ich ❤\ufe0f Spiele",
        "👩\u200d🚀 Ada",
        "👩🏽\u200d🚀 Ada",
    ],
)
def test_ordinary_names_are_allowed(name: str) -> None:
    assert checked_name(f"  {name} ")


@pytest.mark.parametrize(
    "name",
    [
        "\u3164\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\uffa0\uffa0",
        "An\u034fna",
        "Anna\ufe0f",
        "Anna\U000e0100",
        "An\u200dna",
        "\ufe0f\ufe0f",
        "\u0301\u0301",
        "a" + "\u0301" * 23,
        "x\u0336\u0336\u0336\u0336",
        "\U0001d159\U0001d159",
        "👩\u200d",
    ],
    ids=ascii,
)
def test_names_with_invisible_characters_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize(
    ("one", "other"), [("❤\ufe0f Ada", "❤ ada"), ("👩\u200d🚀", "👩🚀"), ("Anna", "An\u3164na"), ("Straße", "STRASSE")]
)
def test_names_that_look_the_same_have_the_same_login(one: str, other: str) -> None:
    assert login_of(one) == login_of(other)


def test_verifying_an_unknown_name_takes_as_long_as_a_known_one() -> None:
    assert extract_parameters(UNKNOWN_HASH) == extract_parameters(hashed_password("a long secret"))


def test_no_id_looks_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-0zksVcvx6e6", "--zksVcvx6e6", "0-zksVcvx6e6"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_id(9) == "0-zksVcvx6e6"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnna"),  # Cyrillic А
        ("ANNA", "аnnа"),
        ("Ella", "EIIa"),  # two capital I
        ("Paul 1", "Paul l"),
        ("Otto", "0tto"),
        ("Bernd", "Bemd"),
        ("Jörg", "Jӧrg"),  # Cyrillic ӧ
        ("Olga", "Οlga"),  # Greek Ο
        ("Straße", "STRASSE"),
        ("Anna", "𝓐𝓷𝓷𝓪"),
    ],
)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert not {*skeletons(one)}.isdisjoint(skeletons(other))


@pytest.mark.parametrize(("one", "other"), [("Ella", "Elia"), ("Zoë", "Zoe"), ("Jörg", "Jorg"), ("Mila", "Milo")])
def test_names_that_differ_to_the_eye_share_no_skeleton(one: str, other: str) -> None:
    assert {*skeletons(one)}.isdisjoint(skeletons(other))


def test_no_account_is_called_as_texts_address_the_reader_or_like_nobody() -> None:
    reserved = ("You", "dU", "Dυ", "ΥΟU", NOBODY, "N.N.", "n.  n.")
    assert [is_reserved(name) for name in reserved] == [True, True, True, True, True, False, True]
    assert not is_reserved("Dora")
