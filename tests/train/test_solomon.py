"""King Solomon's frozen value sees further than the counting of points."""

from __future__ import annotations

import pytest

from schatzkammer.bots.estimate import Estimate
from schatzkammer.train import solomon


def test_who_is_sure_and_wrong_is_surprised() -> None:
    came = Estimate([1.0, 0.0], [60.0, 50.0])
    even, sure, wrong = (Estimate([share, 1.0 - share], [50.0, 50.0]) for share in (0.5, 0.9, 0.1))
    assert solomon.surprise(sure, came) < solomon.surprise(even, came) < solomon.surprise(wrong, came)
    assert solomon.surprise(Estimate([0.0, 1.0], [0.0, 0.0]), came) == pytest.approx(27.63, abs=0.01)
    assert solomon.missed(even, came) == 5.0


def test_the_value_sees_further_than_counting(capsys: pytest.CaptureFixture[str]) -> None:
    solomon.main(48, "test")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    for line in lines:
        less = float(line.split("less by ")[1].split()[0])
        missed, counted = (float(figure) for figure in line.split("points missed ")[1].split(" and "))
        assert less > 0
        assert missed < counted
