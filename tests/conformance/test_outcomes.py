"""What moves would bring: for every legal move, in one form, with texts; test_knowledge shows that it tells no more."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

import schatzkammer as sk
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.text import LANGUAGES
from schatzkammer.render.scene import scene_of
from schatzkammer.render.terminal import move_outcome
from tests.conformance.cases import Case

MOMENTS = 25
MOST = 60  # moves of one moment that are tried; a random choice if there are more


def some(moves: list[str], rng: random.Random) -> list[str]:
    return moves if len(moves) <= MOST else rng.sample(moves, MOST)


def test_every_legal_move_has_an_outcome_of_the_one_form(case: Case) -> None:
    rng = random.Random(f"{case}")
    for match in case.moments(1300, MOMENTS):
        before = match.position()
        for seat in match.to_act:
            for move in some(match.legal(seat), rng):
                outcome = match.outcome(seat, move)
                assert set(outcome) <= set(Outcome.__annotations__)
                plain = json.loads(json.dumps(outcome))
                assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(plain, Outcome))) == plain
        assert match.position() == before, "asking changes nothing"


def test_illegal_moves_have_no_outcome(case: Case) -> None:
    rng, game = random.Random(f"{case}"), case.rules
    for match in case.moments(1320, 10):
        for seat in range(case.players):
            legal = match.legal(seat)
            drawn = [game.notation(rng.randrange(game.actions)) for _ in range(5)]
            for move in [move for move in ("", "nonsense", None, 3, *drawn) if move not in legal]:
                with pytest.raises(sk.IllegalMove):
                    match.outcome(seat, move)
        for seat in (-1, case.players, None, "0"):
            with pytest.raises(sk.BadSeat):
                match.outcome(seat, "")


def test_every_part_of_an_outcome_has_its_texts(case: Case) -> None:
    rng = random.Random(f"{case}")
    for match in case.moments(1330, 10):
        for seat in match.to_act:
            moves = some(match.legal(seat), rng)
            for lang in LANGUAGES:
                scene = scene_of(match, seat, lang, [f"Player {number}" for number in range(case.players)])
                for move in moves:
                    text = move_outcome(scene, move)
                    assert not {"{", "}"} & set(text)
                    assert text == "" or text.endswith("."), text
                    assert "\n" not in text
                    for name in match.outcome(seat, move).get("amounts", {}):
                        assert f"outcome.{name}" in scene.game_texts.words.keys(lang)
