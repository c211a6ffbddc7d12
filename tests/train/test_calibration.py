"""Calibration: what a value says beside what came of it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from schatzkammer.bots.values.file import About, write_value
from schatzkammer.bots.values.frozen import FEATURES
from schatzkammer.bots.values.network import OUTPUT, Weights
from schatzkammer.train import calibration, plot
from schatzkammer.train.calibration import GAMES, calibrate
from schatzkammer.train.selfplay import set_ups

GAME = "ali-baba"


def fixed(first: float) -> bytes:
    """A value that always says the same: the observer's logit is this much above those of the others."""
    features = FEATURES[GAME]()
    outputs = 2 * features.seats
    zeros = [0] * (features.size * 16)
    bias = [round(first * OUTPUT)] + [0] * (outputs - 1)
    weights = Weights(outputs, 16 - outputs, 2, zeros, [0] * 2 * (16 - outputs), [0, 0], [0] * 2 * outputs, bias)
    return write_value(About(GAME, 1, 1, features.size, outputs, 16 - outputs, 2, "a test"), weights)


def test_an_even_value_is_calibrated_between_any_seats() -> None:
    found = calibrate(fixed(0.0), 1, "test")
    players = [setup.players for setup in (set_ups(GAME) * 2)[:GAMES]]
    assert {round(row.said, 3) for row in found.rows} == {round(1 / number, 3) for number in players}
    for row in found.rows:  # all seats of a game, each with the same share: what they win adds up
        assert row.won == pytest.approx(row.said)
    assert found.off == pytest.approx(0.0)
    assert found.positions > 100


def test_a_value_that_always_expects_to_win_is_found_out() -> None:
    found = calibrate(fixed(8.0), 2, "test")
    low, high = found.rows[0], found.rows[-1]
    assert low.said < 0.01 < 0.2 < low.won
    assert high.said > 0.99 > 0.8 > high.won
    assert found.off > 0.2
    assert 0.0 < high.error < 0.3


def test_the_error_of_a_tenth_is_that_of_blocks() -> None:
    """Ten alike blocks leave no doubt; blocks that differ do, however many positions they have."""
    alike = np.array([[1000.0, 500.0, 600.0]] * 10)
    assert calibration._row(alike).error == pytest.approx(0.0)
    different = np.array([[1000.0, 500.0, 300.0], [1000.0, 500.0, 900.0]])
    row = calibration._row(different)
    assert (row.seats, row.said, row.won) == (2000, 0.5, 0.6)
    assert row.error == pytest.approx(0.3)


def test_the_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "even.value").write_bytes(fixed(0.0))
    calibration.main(str(tmp_path / "even.value"), 1, "test")
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["said", "won", "error", "seats"]
    assert "positions" in printed[-1]


def test_the_drawing_has_a_mark_for_every_tenth() -> None:
    rows = [calibration.Row(900, 0.05, 0.0, 0.1), calibration.Row(100, 0.95, 1.0, 0.1)]
    found = ElementTree.fromstring(plot.drawing(rows, "a test"))
    marks = [mark.attrib for mark in found.iter() if mark.tag.endswith("circle")]
    assert [(mark["cx"], mark["cy"]) for mark in marks] == [("66.0", "408.0"), ("390.0", "48.0")]
    assert [float(mark["r"]) for mark in marks] == [9.0, 3.0]
