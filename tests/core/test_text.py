"""Words: catalogues, placeholders, plural forms, names of seats."""

import pytest

from schatzkammer.core.text import LANGUAGES, Words

GAMES = ("ali_baba", "monte_cristo", "solomon")
WORDS = Words("schatzkammer.games.ali_baba")


def test_placeholders_are_filled_with_words_of_the_language() -> None:
    details = {"seat": 1, "tile": "blue-carpet", "slot": "4a1"}
    assert WORDS.say("en", "event.take", details, ["Anna", "Bruno"]) == "Bruno takes the blue carpet from 4a1."
    assert WORDS.say("de", "event.take", details, ["Anna", "Bruno"]) == "Bruno nimmt Teppich (blau) von 4a1."


def test_seats_without_names_are_counted_from_zero() -> None:
    assert WORDS.say("en", "event.turn", {"seat": 0}) == "seat 0 is to play."
    assert WORDS.say("de", "event.turn", {"seat": 0}) == "Platz 0 ist am Zug."
    assert WORDS.word("de", "seat", [0, 1, 2]) == "Platz 0, Platz 1 und Platz 2"
    assert WORDS.word("en", "seat", [0, 2], ["Anna", "Bruno", "Carla"]) == "Anna and Carla"


def test_the_core_says_what_a_game_does_not() -> None:
    assert WORDS.entry("de", "form.seat") == "Platz {number}"
    assert WORDS.entry("en", "no.such.key") is None
    assert all("form.seat" in Words("schatzkammer.core").keys(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("lang", "points", "sentence"),
    [
        ("en", 1, "1 point."),
        ("en", 0, "0 points."),
        ("en", 5, "5 points."),
        ("de", 1, "1 Punkt."),
        ("de", 5, "5 Punkte."),
    ],
)
def test_a_number_selects_the_form(lang: str, points: int, sentence: str) -> None:
    assert WORDS.say(lang, "spell.pink", {"pink": points}) == sentence


def test_a_text_with_forms_keeps_its_key() -> None:
    assert WORDS.entry("en", "spell.pink") == "{pink} points."
    assert WORDS.entry("en", "spell.pink.one") == "{pink} point."
    assert WORDS.entry("en", "spell.pink.plural") == "pink"


@pytest.mark.parametrize("package", ["arena", "cli", "render", *(f"games.{game}" for game in GAMES)])
def test_every_plural_names_a_placeholder_and_has_a_form_for_one(package: str) -> None:
    words = Words(f"schatzkammer.{package}")
    plurals = [key.removesuffix(".plural") for key in words.keys("en") if key.endswith(".plural")]
    assert plurals
    for key in plurals:
        for lang in LANGUAGES:
            assert f"{{{words.entry('en', f'{key}.plural')}}}" in (words.entry(lang, key) or ""), key
            assert words.entry(lang, f"{key}.plural") == words.entry("en", f"{key}.plural"), key
            assert words.entry(lang, f"{key}.one"), key
