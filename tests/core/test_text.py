"""Words: catalogues, gaps, names of seats."""

from schatzkammer.core.text import LANGUAGES, Words

WORDS = Words("schatzkammer.games.ali_baba")


def test_gaps_are_filled_with_words_of_the_language() -> None:
    details = {"seat": 1, "tile": "blue-carpet", "slot": "4a1"}
    assert WORDS.say("en", "event.take", details, ["Anna", "Bruno"]) == "Bruno takes blue carpet from 4a1."
    assert WORDS.say("de", "event.take", details, ["Anna", "Bruno"]) == "Bruno nimmt Teppich (blau) von 4a1."


def test_seats_without_names_are_counted_from_zero() -> None:
    assert WORDS.say("en", "event.turn", {"seat": 0}) == "seat 0 is to play."
    assert WORDS.say("de", "event.turn", {"seat": 0}) == "Platz 0 ist am Zug."
    assert WORDS.word("en", "seat", [0, 2], ["Anna", "Bruno", "Carla"]) == "Anna, Carla"


def test_the_core_says_what_a_game_does_not() -> None:
    assert WORDS.entry("de", "form.seat") == "Platz {number}"
    assert WORDS.entry("en", "no.such.key") is None
    assert all("form.seat" in Words("schatzkammer.core").keys(lang) for lang in LANGUAGES)
