"""Events, prompts, refusals, moves and outcomes of random games, as each reader gets them, read well."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import schatzkammer as sk
from schatzkammer.cli.narration import event_text
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.text import LANGUAGES, Words
from schatzkammer.games import find
from schatzkammer.render.locale import Locale, capitalized
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import move_outcome, move_text
from tests.conformance.cases import BUILT_IN, all_cases

NAMES = ["Amelia", "Marco", "Junko", "Thor", "Zheng"]
CASES = {game: all_cases([game]) for game in BUILT_IN}
SETUPS = 6  # random games per title, each in a set-up of its own
MOST = 4  # moves and refusals of one moment

# What no text may contain, whoever reads it.
WRONG = {
    "a gap or a raw key": r"[{}]|\b(event|word|form|step|refusal|outcome)\.\w|\w_\w|\bNone\b|\bnull\b",
    "spaces": r"  |^ | $| [.,;:!?]",
    "a seat number": r"\b([Ss]eat|[Pp]latz|[Ss]iège) \d",
    "the wrong person": r"\bYou (\w+s|has|is)\b(?<!pass)|\byou's\b|\bDu \w+(?<!s)t\b(?<!st)(?<!setzt)(?<!hältst)",
    "the wrong number": r"\b1 ((point|coin|tile|hunter|card|bag|place)s|Punkte|Münzen|Karten|Taschen|Plätze|Schätze)\b",
    "the wrong person in French": r"\bVous (?!(ne|en|vous|le|y|faites|êtes) |n’)\w+(?<!ez)\b",
    "the wrong number in French": r"\b1 (point|tuile|pièce|chasseur|carte|sacoche|place|trésor|déplacement)s\b",
    "a plural of nothing in French": r"\b0 (tuile|pièce|sacoche|chasseur)s\b",
    "a part of a value": r"\b[a-z]+-[a-z]+\b(?<!face-up)(?<!back-up)(?<!\d-bag)(?<!ez-en)(?<!ez-la)|\b[a-z]+-\d\b",
}
SLOT = r"\b[1-4][a-e][1-5]\b"  # Ali Baba's notation of places
MARBLE = r"\b(supply|hunters|chest|order)-\d"  # Monte Cristo's notation of marbles


def checked(game: str, text: str, *, sentence: bool = True) -> None:
    found = {what: re.search(pattern, text) for what, pattern in WRONG.items()}
    if game == "ali-baba":
        found["a place"] = re.search(SLOT, text)
    if game == "monte-cristo":
        found["a marble"] = re.search(MARBLE, text)
    if sentence:
        found["no capital letter or no full stop"] = re.search(r"^[a-zäöü]|[^.!?]$", text)
    assert not any(found.values()), (text, [what for what, match in found.items() if match])


def games_of(game: str) -> Iterator[sk.Match]:
    """Random games; each is yielded before every decision and at its end."""
    rng = random.Random(game)
    for number in range(SETUPS):
        yield from rng.choice(CASES[game]).walk(2200 + number)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_event_reads_well_for_every_reader(game: str, lang: str) -> None:
    met, addressed = set(), set()
    package = find(game).package
    for match in games_of(game):
        if not match.over:
            continue
        for reader in (None, *range(match.players)):
            texts = Locale(lang, package, NAMES, reader)
            for event in match.events(reader):
                text = event_text(texts, event)
                checked(game, text)
                met.add(event["event"])
                about = reader is not None and event.get("seat") == reader
                name = NAMES[reader or 0]
                if about and re.search(rf"\b{name}\b", text):
                    addressed.add(event["event"])
    assert len(met) > 12
    assert not addressed, "the reader is called by name"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_prompt_move_and_outcome_reads_well(game: str, lang: str) -> None:
    rng = random.Random(game)
    package = find(game).package
    for at, match in enumerate(games_of(game)):
        if match.over or at % 3:
            continue
        for seat in match.to_act:
            step = match.view(seat)["step"]
            for reader in (None, seat, (seat + 1) % match.players):
                texts = Locale(lang, package, NAMES, reader)
                prompt = capitalized(texts.text(f"step.{step}", seat=seat))
                checked(game, prompt)
                assert (NAMES[seat] in prompt) == (reader != seat)
            scene = scene_of(match, seat, lang, NAMES)
            for move in rng.sample(scene.legal, min(MOST, len(scene.legal))):
                checked(game, move_text(scene, move), sentence=False)
                if outcome := move_outcome(scene, move):
                    checked(game, outcome)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_refusal_reads_well(game: str) -> None:
    rng = random.Random(game)
    rules = find(game)
    met = set()
    for at, match in enumerate(games_of(game)):
        if match.over or at % 5:
            continue
        for seat in range(match.players):
            for action in rng.sample(range(rules.actions), MOST * 3):
                move = rules.notation(action)
                if move in match.legal(seat):
                    continue
                with pytest.raises(IllegalMove) as refused:
                    match.play(seat, move)
                met.add(refused.value.reason)
                for lang in LANGUAGES:
                    checked(game, refused.value.sentence(lang, NAMES, seat).removesuffix(f" ({refused.value.rule})"))
    assert len(met) > 8


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_text_about_a_seat_has_a_form_for_it(game: str, lang: str) -> None:
    words = Words(find(game).package)
    for key in words.keys(lang):
        kind, _, rest = key.partition(".")
        if kind not in ("event", "step") or "." in rest:
            continue
        for gap in re.findall(r"{(\w*seat)}", words.entry(lang, key) or ""):
            assert words.entry(lang, f"{key}.{gap.removesuffix('seat')}you"), key
    refusals = [key for key in words.keys(lang) if key.startswith("refusal.")]
    assert not [key for key in refusals if "seat}" in (words.entry(lang, key) or "")], "the server knows no names"
