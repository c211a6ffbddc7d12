"""`schatzkammer lab` as a user types it."""

from __future__ import annotations

import json

import pytest

LAB = ("lab", "ali-baba", "--option", "variant=small", "--seed", "s", "--games", "12")


@pytest.fixture
def richer(cli, tmp_path):
    path = tmp_path / "richer.toml"
    path.write_text(cli("components", "ali-baba").out.replace("pink = 5", "pink = 9"), encoding="utf-8")
    return str(path)


def test_study(cli, tmp_path):
    page = tmp_path / "report.html"
    outcome = cli(*LAB, "--report", str(page))
    assert (outcome.code, outcome.err) == (0, "")
    for word in (
        "Decisions per game",
        "Seat",
        "A23",
        "yellow",
        "necklace",
        "12 games with 2 players, played by random",
        "Seed: s",
    ):
        assert word in outcome.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Entscheidungen je Partie" in cli(*LAB, "--lang", "de").out


def test_comparison_of_two_component_sets(cli, richer, tmp_path):
    page = tmp_path / "report.html"
    outcome = cli(*LAB, "--against", richer, "--report", str(page))
    assert (outcome.code, outcome.err) == (0, "")
    assert "Difference" in outcome.out
    assert "two component sets" in page.read_text(encoding="utf-8")
    found = json.loads(cli(*LAB, "--against", richer, "--json").out)
    points = next(change for change in found["measures"] if change["name"] == "points")
    assert points["difference"]["low"] > 0
    swapped = json.loads(cli(*LAB, "--components", richer, "--against", richer, "--json").out)
    assert all(change["difference"]["mean"] == 0 for change in swapped["measures"])


def test_json_does_not_depend_on_the_jobs(cli):
    one, two = (json.loads(cli(*LAB, "--json", "--jobs", jobs).out) for jobs in ("1", "2"))
    assert one == two
    assert one["games"] == 12
    assert {thing["group"] for thing in one["things"]} == {"rule", "spell", "treasure", "ban"}


WRONG = [
    (("lab", "chess"), "chess"),
    ((*LAB, "--games", "1"), "--games"),
    ((*LAB, "--bots", "genius"), "genius"),
    ((*LAB, "--bots", "random,random,random"), "3 bots"),
    ((*LAB, "--against", "/nowhere/set.toml"), "/nowhere/set.toml"),
    ((*LAB, "--report", "/nowhere/report.html"), "/nowhere/report.html"),
]


@pytest.mark.parametrize(("arguments", "named"), WRONG)
def test_wrong_usage_is_one_sentence(refused, arguments, named):
    assert named in refused(*arguments)
