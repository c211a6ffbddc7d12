"""What a move would bring, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import schatzkammer as sk
from schatzkammer.core.outcome import Outcome
from schatzkammer.render.terminal.outcome import outcome_text
from tests.games.ali_baba.picture import floor, match
from tests.games.helpers import play
from tests.render.boards import scene


def worded(outcome: Outcome, move: str = "take 1a1", lang: str = "en", named: tuple[str, ...] = ()) -> str:
    """The words for an outcome in Ali Baba."""
    here = replace(scene(sk.new("ali-baba", seed="x"), 0, lang), outcome=lambda _: outcome)
    return outcome_text(here, move, named)


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        ({}, "", ""),
        ({"takes": []}, "", ""),
        ({"takes": ["blue-carpet"]}, "You get the blue carpet.", "Du bekommst den blauen Teppich."),
        ({"gives": ["pink-lamp"]}, "You give up the pink lamp.", "Du gibst die rosa Lampe ab."),
        ({"turns_up": ["3a1", "3b1"]}, "2 tiles are turned up.", "2 Plättchen werden aufgedeckt."),
        ({"turns_up": ["3a1"]}, "1 tile is turned up.", "1 Plättchen wird aufgedeckt."),
        ({"points": 1}, "1 point.", "1 Punkt."),
        ({"points": 0}, "0 points.", "0 Punkte."),
        ({"cost": 3, "pays": True}, "Cost: 3.", "Kosten: 3."),
        ({"cost": 3, "pays": False}, "Cost: 3. You cannot pay that.", "Kosten: 3. Das kannst du nicht bezahlen."),
        ({"worth": (3, 6)}, "Your sets: 3 → 6.", "Deine Sätze: 3 → 6."),
        ({"amounts": {"set": 1}}, "1 point for the set.", "1 Punkt für den Satz."),
        (
            {"then": "green", "offers": ["4a1"]},
            "Then you may take one more tile beside it.",
            "Danach darfst du noch ein Plättchen daneben nehmen.",
        ),
        ({"then": "take"}, "Then you decide again.", "Danach entscheidest du noch einmal."),
    ],
    ids=str,
)
def test_each_part_has_a_sentence(outcome: Outcome, english: str, german: str) -> None:
    assert worded(outcome) == english
    assert worded(outcome, lang="de") == german


def test_a_verb_may_have_words_of_its_own() -> None:
    outcome: Outcome = {"worth": (3, 1)}
    assert worded(outcome, "show blue-carpet") == "If it is taken, your sets: 3 → 1."


def test_what_the_move_names_is_not_said_again() -> None:
    outcome: Outcome = {"takes": ["blue-carpet"], "places": ["1a1"], "points": 2}
    assert worded(outcome, named=("blue-carpet", "1a1")) == "2 points."
    two: Outcome = {"takes": ["blue-carpet", "pink-ring"]}
    assert worded(two, named=("blue-carpet",)) == "You get the blue carpet and the pink ring."


def test_only_legal_moves_of_the_seat_have_an_outcome() -> None:
    m = match(floor("gS pD ## ##"), ["", ""])
    assert scene(m, 0).outcome("take 1a1")["takes"] == ["green-sword"]
    for seat in (1, None):
        with pytest.raises((sk.IllegalMove, sk.BadSeat)):
            scene(m, seat).outcome("take 1a1")
    play(m, "take 1a1")
    with pytest.raises(sk.IllegalMove):
        scene(m, 0).outcome("take 1b1")
