"""`review`: as a table, JSON and a page, in every language, with its proof."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import play_out, streams
from schatzkammer.bots.review.worth import ValueJudge
from schatzkammer.core.text import LANGUAGES

SEAT = {
    *("seat", "result", "prior", "deal_luck", "draw_luck", "others", "errors", "remainder"),
    *("accuracy", "decisions"),
}
DECISION = {"ply", "move", "best", "loss_points", "loss_win", "error", "mark"}


@pytest.fixture
def game_file(written, monkeypatch):
    for name, number in (("luck_worlds", 2), ("glanced", 4), ("tried", 4), ("compared", (8, 8)), ("deals", 2)):
        monkeypatch.setattr(ValueJudge, name, number)
    match = sk.new("ali-baba", players=2, seed="cli", options={"variant": "small"})
    play_out(match, [find("random"), find("greedy")], streams("cli", 2))
    return written("game.json", match.record())


def test_json(cli, game_file):
    outcome = cli("review", game_file, "--json", "--jobs", "1")
    assert (outcome.code, outcome.err) == (0, "")
    data = json.loads(outcome.out)
    assert {"game", "players", "seats"} <= set(data)
    assert [seat["seat"] for seat in data["seats"]] == [0, 1]
    for seat in data["seats"]:
        assert set(seat) >= SEAT
        assert all(set(decision) >= DECISION for decision in seat["decisions"])
    assert any(decision["mark"] for decision in data["seats"][0]["decisions"])  # it played at random
    assert data["seats"][0]["accuracy"] < data["seats"][1]["accuracy"]
    one = json.loads(cli("review", game_file, "--json", "--jobs", "1", "--seat", "1").out)
    assert one["seats"] == data["seats"][1:]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_and_page(cli, game_file, lang):
    outcome = cli("review", game_file, "--jobs", "1", "--lang", lang)
    assert (outcome.code, outcome.err) == (0, "")
    assert "take" in outcome.out
    assert "{" not in outcome.out
    page = cli("review", game_file, "--html", "--jobs", "1", "--lang", lang).out
    assert page.startswith("<!doctype html>")
    assert f'lang="{lang}"' in page
    assert "http" not in page
    HTMLParser().feed(page)


def test_check(cli, game_file):
    outcome = cli("review", game_file, "--check", "--jobs", "1")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Luck of draws" in outcome.out


def test_refusals(cli, game_file, written):
    assert cli("review", game_file, "--json", "--html").code == 2
    assert cli("review", game_file, "--seat", "2", "--jobs", "1").code == 2
    outcome = cli("review", written("early.json", sk.new("solomon", players=2, seed="early").record()))
    assert outcome.code == 2
    assert "played to their end" in outcome.err
