"""Words: catalogues, placeholders, plural forms, names of seats."""

import pytest

from schatzkammer.core.text import LANGUAGES, Words

GAMES = ("ali_baba", "monte_cristo", "solomon")
WORDS = Words("schatzkammer.games.ali_baba")


def test_placeholders_are_filled_with_words_of_the_language() -> None:
    details = {"seat": 1, "tile": "blue-carpet", "slot": "4a1"}
    assert WORDS.say("en", "event.take", details, ["Anna", "Bruno"]) == "Bruno takes the blue carpet."
    assert WORDS.say("de", "event.take", details, ["Anna", "Bruno"]) == "Bruno nimmt den blauen Teppich."


@pytest.mark.parametrize(
    ("reader", "english", "german"),
    [
        (None, "Bruno takes the pink chest from Anna.", "Bruno nimmt Anna die rosa Truhe weg."),
        (2, "Bruno takes the pink chest from Anna.", "Bruno nimmt Anna die rosa Truhe weg."),
        (1, "You take the pink chest from Anna.", "Du nimmst Anna die rosa Truhe weg."),
        (0, "Bruno takes the pink chest from you.", "Bruno nimmt dir die rosa Truhe weg."),
    ],
)
def test_a_text_addresses_its_reader(reader: int | None, english: str, german: str) -> None:
    details = {"owner_seat": 0, "seat": 1, "tile": "pink-chest"}
    names = ["Anna", "Bruno", "Carla"]
    assert WORDS.say("en", "event.pick", details, names, reader) == english
    assert WORDS.say("de", "event.pick", details, names, reader) == german


def test_a_reader_without_a_form_is_called_by_name() -> None:
    cli = Words("schatzkammer.cli")
    assert cli.say("en", "play.thinking", {"seat": 0}, ["Anna"], 0) == "Anna is thinking …"
    assert cli.say("en", "end.wins", {"seat": [0]}, ["Anna", "Bruno"], 0) == "You win."
    assert cli.say("en", "end.share", {"seat": [0, 1]}, ["Anna", "Bruno"], 0) == "Anna and Bruno share the win."


def test_a_text_has_forms_for_reader_and_number_at_once() -> None:
    said = [
        WORDS.say("de", "event.points", {"seat": 0, "points": points, "colour": "blue"}, ["Anna"], reader)
        for reader in (0, None)
        for points in (1, 2)
    ]
    assert said == [
        "Du bekommst 1 Punkt durch den blauen Zauber.",
        "Du bekommst 2 Punkte durch den blauen Zauber.",
        "Anna bekommt 1 Punkt durch den blauen Zauber.",
        "Anna bekommt 2 Punkte durch den blauen Zauber.",
    ]


def test_words_have_the_forms_that_sentences_ask_for() -> None:
    assert WORDS.word("de", "tile", "green-sword") == "grünes Schwert"
    assert WORDS.word("de", "tile", "green-sword", form="der") == "das grüne Schwert"
    assert WORDS.word("de", "tile", "pink-diamond", form="den") == "den rosa Diamanten"
    assert WORDS.word("de", "ban", "blue", form="all") == "blaue Plättchen"
    assert WORDS.word("en", "tile", "green-sword", form="der") == "green sword"
    assert WORDS.word("de", "tile", "4a1", form="den") == "4a1"


def test_lists_in_a_form_are_joined_and_counted() -> None:
    solomon = Words("schatzkammer.games.solomon")
    tiles = ["mask", "treasure-2", "treasure-2", "scorpion"]
    assert solomon.word("en", "tiles", tiles) == "mask, treasure worth 2, treasure worth 2, scorpion"
    assert solomon.word("en", "tiles", tiles, form="a") == "a mask, 2 × treasure worth 2 and a scorpion"
    assert solomon.word("de", "tiles", tiles, form="einen") == "eine Maske, 2 × Zweier-Schatz und einen Skorpion"


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
            if words.entry(lang, f"{key}.you"):
                assert words.entry(lang, f"{key}.you.one"), key
