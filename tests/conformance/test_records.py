"""Records and positions load to the same match."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

import schatzkammer as sk
from tests.conformance.cases import Case


def everything(match: sk.Match) -> dict[str, object]:
    """Everything observable of a match."""
    seats = [None, *range(match.players)]
    return {
        "position": match.position(),
        "to_act": match.to_act,
        "legal": [match.legal(seat) for seat in range(match.players)],
        "views": [match.view(seat) for seat in seats],
    }


def test_a_record_replays_to_the_same_match(case: Case) -> None:
    for at, match in enumerate(case.walk(400)):
        if at % 7 and not match.over:
            continue
        record = json.loads(json.dumps(match.record()))
        again = sk.replay(record)
        assert everything(again) == everything(match)
        assert again.events() == match.events()
        assert again.record() == match.record()
    assert record["scores"] == match.scores()


def test_a_position_loads_to_the_same_match(case: Case) -> None:
    for match in case.moments(500, 60):
        position = json.loads(json.dumps(match.position()))
        again = sk.from_position(case.game, position)
        assert everything(again) == everything(match)
    assert again.record()["moves"] == []


def test_a_match_from_a_position_goes_on_the_same_way_and_replays(case: Case) -> None:
    *_, match = case.walk(600)
    middle = case.halfway(600)
    later = sk.from_position(case.game, middle.position())
    for seat, move in match.record()["moves"][len(middle.record()["moves"]) :]:
        later.play(seat, move)
    assert everything(later) == everything(match)
    record = json.loads(json.dumps(later.record()))
    assert "seed" not in record
    assert everything(sk.replay(record)) == everything(match)


def test_records_that_do_not_fit_are_refused(case: Case) -> None:
    *_, match = case.walk(700)
    good = match.record()
    cases = {
        "another seed": {**good, "seed": "another"},
        "another promise": {**good, "commitment": "00" * 32},
        "another version": {**good, "rules": 99},
        "another score": {**good, "scores": [score + 1 for score in good["scores"]]},
        "other winners": {**good, "winners": []},
        "a move left out": {**good, "moves": good["moves"][1:]},
        "moves after the end": {**good, "moves": good["moves"] + good["moves"][:1]},
        "a result too early": {**good, "moves": good["moves"][:-1]},
        "a missing entry": {name: value for name, value in good.items() if name != "moves"},
        "a strange entry": {**good, "extra": 1},
        "no start": {name: value for name, value in good.items() if name not in ("seed", "commitment")},
        "no game": {**good, "game": "chess"},
        "no record": [],
    }
    for name, bad in cases.items():
        assert _is_refused(bad), name


def _is_refused(record: object) -> bool:
    try:
        sk.replay(record)
    except sk.BadRecord as error:
        return str(error).endswith((".", ")"))
    return False


def test_the_commitment_is_the_sha256_of_the_seed(case: Case) -> None:
    import hashlib

    match = case.new("a seed")
    assert match.commitment == hashlib.sha256(b"a seed").hexdigest() == match.record()["commitment"]


def test_matches_states_and_refusals_can_be_pickled_and_copied(case: Case) -> None:
    for at, match in enumerate(case.walk(750)):
        if at % 10:
            continue
        for twin in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
            assert everything(twin) == everything(match)
            assert twin.record() == match.record()
        state = pickle.loads(pickle.dumps(match.state))
        assert case.rules.position(state) == case.rules.position(match.state)
        with pytest.raises(sk.IllegalMove) as refused:
            match.play(0, "nonsense")
        again = pickle.loads(pickle.dumps(refused.value))
        assert (str(again), again.rule) == (str(refused.value), refused.value.rule)


def test_returned_data_belongs_to_the_caller(case: Case) -> None:
    match = sk.from_position(case.game, case.new(760).position())
    before = everything(match)
    for returned in (match.record(), match.position(), match.view(0), match.options):
        for value in returned.values():
            if isinstance(value, dict | list):
                value.clear()
        returned.clear()
    assert everything(match) == before
    assert everything(sk.replay(match.record())) == before
