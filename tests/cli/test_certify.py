"""`certify`: a report for people, one for programs, and an exit code."""

from __future__ import annotations

import json

import pytest

from schatzkammer.certificate import run as certificate
from schatzkammer.certificate.ledger import Finding

CERTIFY = ("certify", "ali-baba", "--games", "1", "--seed", "s")


def test_the_certificate_is_printed_and_written(cli, tmp_path):
    path = tmp_path / "certificate.json"
    outcome = cli(*CERTIFY, "--report", str(path))
    assert outcome.code == 0
    assert "Nothing depends on what its reader may not know." in outcome.out
    assert "1 game in 1 of 20 set-ups" in outcome.out
    written = json.loads(path.read_text("utf-8"))
    assert written["seed"] == "s"
    assert written["games"] == 1
    assert (written["found"], written["findings"]) == (0, [])
    assert written["comparisons"] == sum(written["checks"].values()) > 0
    again = json.loads(cli(*CERTIFY, "--json").out)
    assert {**again, "seconds": 0} == {**written, "seconds": 0}


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_findings_end_with_exit_code_1(cli, monkeypatch, lang):
    def leaking(*arguments):
        finding = Finding("views", "ali-baba-2", "s", 3, 1, "sent text", "other text")
        fields = {"schatzkammer": "1", "python": "3", "compiled": True, "game": "ali-baba", "rules": [1], "seed": "s"}
        counts = {"seconds": 1.0, "games": 1, "setups": 1, "of_setups": 2, "comparisons": 5, "hidden": 3}
        return certificate.Certificate(**fields, **counts, checks={"views": 5}, found=1, findings=[finding])

    monkeypatch.setattr(certificate, "certify", leaking)
    outcome = cli("--lang", lang, *CERTIFY)
    assert outcome.code == 1
    assert "sent text" in outcome.out
    assert "other text" in outcome.out


def test_a_report_is_not_written_over(refused, tmp_path):
    path = tmp_path / "certificate.json"
    path.write_text("{}")
    assert "exists" in refused(*CERTIFY, "--report", str(path))
