"""`replay --html`: a recorded game as one page, and `verify` of a game that began with moves of another one."""

from __future__ import annotations

import base64
import gzip
import json
import re

import pytest

import schatzkammer as sk
from schatzkammer.bots import find
from schatzkammer.bots.play import play_out, streams
from schatzkammer.core.loading import digest
from schatzkammer.core.text import LANGUAGES


@pytest.fixture
def record():
    match = sk.new("ali-baba", players=2, seed="cli", options={"variant": "small"})
    play_out(match, [find("random"), find("random")], streams("cli", 2))
    return match.record()


def test_a_page_with_every_view(cli, written, record, tmp_path):
    page = tmp_path / "game.html"
    outcome = cli("replay", written("game.json", record), "--html", str(page))
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert "connect-src" not in text, "so that default-src 'none' holds for requests"
    (packed,) = re.findall(r'id="answers">(.*?)</script>', text, re.DOTALL)
    answers = json.loads(gzip.decompress(base64.b64decode(packed)))["answers"]
    for address in ("replay", "replay?seat=0", "replay?seat=1"):
        steps = answers[f"/api/tables/file/{address}"]["steps"]
        assert [[step["seat"], step["move"]] for step in steps] == record["moves"]
    assert {f"/api/games/ali-baba/text/{lang}" for lang in LANGUAGES} <= set(answers)


def test_games_without_a_seed_have_no_page(cli, written, record, tmp_path):
    begun = sk.new("ali-baba", players=2, seed="cli", options={"variant": "small"})
    started = sk.from_position("ali-baba", begun.position()).record()
    outcome = cli("replay", written("game.json", started), "--html", str(tmp_path / "game.html"))
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "game.html").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verify_names_the_origin(cli, written, record, lang):
    origin = {"record": digest(record), "moves": 3}
    outcome = cli("verify", written("game.json", {**record, "origin": origin}), "--lang", lang)
    assert outcome.code == 0
    assert origin["record"] in outcome.out.replace("\n", "").replace(" ", "")
    assert "{" not in outcome.out
    outcome = cli("verify", written("other.json", {**record, "origin": {**origin, "moves": 10_000}}))
    assert outcome.code == 2
