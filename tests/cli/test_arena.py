"""`schatzkammer arena` as a user types it."""

from __future__ import annotations

import json

import pytest

from tests.processes import free_port

ARENA = ("arena", "ali-baba", "--option", "variant=small", "--seed", "s", "--games", "4")
TWO = (*ARENA, "--bots", "random,random")


def test_standings_and_summary(cli):
    outcome = cli(*ARENA, "--bots", "random,random,random")
    assert (outcome.code, outcome.err) == (0, "")
    assert "random#3" in outcome.out
    assert "6 games, one deal" in outcome.out
    assert "Seed: s" in outcome.out
    assert "Gewonnen" in cli(*TWO, "--lang", "de").out


def test_json_and_report(cli, tmp_path):
    page = tmp_path / "report.html"
    outcome = cli(*TWO, "--json", "--report", str(page))
    summary = json.loads(outcome.out)
    assert (summary["games"], summary["deals"], summary["plan"]["seed"]) == (4, 2, "s")
    assert [standing["games"] for standing in summary["standings"]] == [4, 4]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert cli(*TWO, "--report", str(page)).code == 0  # overwrites it


def test_less_luck_beside_what_was_won(cli, tmp_path):
    page = tmp_path / "report.html"
    bots = (*ARENA, "--bots", "beginner,greedy", "--worlds", "1")
    shown = cli(*bots, "--report", str(page)).out
    assert "less luck" in shown
    assert "Less luck" in page.read_text(encoding="utf-8")
    [best, other] = json.loads(cli(*bots, "--json").out)["standings"]
    assert best["without_luck"]["wins"]["mean"] == pytest.approx(1 - other["without_luck"]["wins"]["mean"], abs=1e-3)
    assert "less luck" not in cli(*bots[:-1], "0").out


def test_a_run_ends_when_it_is_clear(cli, tmp_path):
    run = (
        *ARENA[:-1],
        "400",
        "--bots",
        "greedy,random",
        "--until-clear",
        "--worlds",
        "1",
        "--out",
        str(tmp_path / "r"),
    )
    outcome = cli(*run)
    assert "Clear after 8 deals: greedy wins 55 % of its games or more." in outcome.out
    assert len((tmp_path / "r").read_text().splitlines()) < 24
    assert cli(*run).out == outcome.out, "nothing is played again"
    few = cli(*ARENA, "--bots", "greedy,random", "--until-clear", "--worlds", "1").out
    assert "Not clear yet whether greedy wins more than its share, 50 %." in few
    worse = cli(*ARENA[:-1], "400", "--bots", "random,greedy", "--until-clear", "--worlds", "1").out
    assert "random wins no more than its share, 50 %." in worse


WRONG = [
    (("arena", "chess", "--bots", "random,random"), "chess"),
    (("arena", "ali-baba"), "--bots"),
    ((*ARENA, "--bots", ""), "bot"),
    ((*ARENA, "--bots", "random"), "1 bot is named for 2 seats"),
    ((*ARENA, "--bots", "random,genius"), "genius"),
    ((*TWO, "--games", "0"), "--games"),
    ((*TWO, "--jobs", "0"), "--jobs"),
    ((*TWO, "--players", "3"), "small cave"),
    ((*TWO, "--components", "/nowhere/set.toml"), "/nowhere/set.toml"),
    ((*TWO, "--out", "/nowhere/out.jsonl"), "/nowhere/out.jsonl"),
    ((*TWO, "--report", "/nowhere/report.html"), "/nowhere/report.html"),
    ((*TWO, "--ray", "somewhere"), "somewhere"),
    ((*TWO, "--ray", "auto", "--jobs", "2"), "not both"),
]


@pytest.mark.parametrize(("arguments", "named"), WRONG)
def test_wrong_usage_is_one_sentence(refused, arguments, named):
    assert named in refused(*arguments)


def test_a_missing_ray_cluster_is_one_sentence(refused):
    assert "There is no Ray cluster at 127.0.0.1" in refused(*TWO, "--ray", f"127.0.0.1:{free_port()}")


def test_results_of_another_run_are_refused(cli, refused, tmp_path):
    path = tmp_path / "out.jsonl"
    assert cli(*TWO, "--out", str(path)).code == 0
    sentence = refused(*TWO, "--out", str(path), "--seed", "other")
    assert "belongs to another run: seed is “s” there, not “other”." in sentence
