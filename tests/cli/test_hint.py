"""`hint`: in both languages, as JSON, for every game."""

from __future__ import annotations

import json

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import decide
from schatzkammer.core.stream import seeded
from schatzkammer.core.text import LANGUAGES
from tests.processes import finish, start


def record_of(game, moves, seed="hint"):
    match = sk.new(game, players=2, seed=seed)
    rng = seeded(seed, "record")
    for _ in range(moves):
        decide(match, match.to_act[0], find("greedy"), rng)
    return match.record()


@pytest.fixture
def turn_file(written):
    return written("turn.json", record_of("solomon", 2))


@pytest.mark.parametrize(("lang", "words"), [("en", "worth about"), ("de", "Wert etwa")])
def test_digs_with_their_shifts_and_value(turn_file, lang, words):
    code, out, err = finish(start("hint", turn_file, "--lang", lang))
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert text.count(words) == 5
    assert " 5. " in text
    assert ("Schätze +" if lang == "de" else "treasures +") in text


def test_json(cli, turn_file):
    outcome = cli("hint", turn_file, "--json", "--most", "2")
    assert (outcome.code, outcome.err) == (0, "")
    data = json.loads(outcome.out)
    assert data["game"] == "solomon"
    assert len(data["hints"]) == 2
    first = data["hints"][0]
    assert first["moves"][-1].startswith("dig ")
    assert len(first["cells"]) == len(first["tiles"])
    assert first["value"] >= data["hints"][1]["value"]
    assert first["value"] == pytest.approx(sum(first["parts"].values()))


@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo", "solomon"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_hints(cli, written, game, lang):
    record = record_of(game, 0)
    seat = sk.replay(record).to_act[0]
    outcome = cli("hint", written("game.json", record), "--seat", str(seat), "--lang", lang)
    assert (outcome.code, outcome.err) == (0, "")
    assert any(f"({move})" in " ".join(outcome.out.split()) for move in sk.replay(record).legal(seat))


def test_after_an_earlier_move(cli, written):
    whole = written("whole.json", record_of("solomon", 30))
    part = written("part.json", record_of("solomon", 2))
    assert cli("hint", whole, "--after", "2").out == cli("hint", part).out


def finished():
    match = sk.new("ali-baba", players=2, seed="end", options={"variant": "small"})
    while not match.over:
        match.play_action(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    return match.record()


def test_refused_where_there_is_nothing_to_decide(cli, refused, written, turn_file):
    actor = json.loads(cli("hint", turn_file, "--json").out)["seat"]
    for arguments, named in [
        (("hint", turn_file, "--seat", str(1 - actor)), "nothing to decide"),
        (("hint", turn_file, "--seat", "7"), "There is no seat 7"),
        (("hint", turn_file, "--after", "99"), "2 moves"),
        (("hint", written("over.json", finished())), "over"),
        (("hint", written("bad.json", {"game": "solomon"})), "missing"),
        (("hint", "/nowhere/game.json"), "/nowhere/game.json"),
    ]:
        assert named in refused(*arguments)
