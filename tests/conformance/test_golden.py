"""The golden playthroughs play as before, and none is missing."""

from pathlib import Path

import pytest

from tests.conformance.golden import FOLDER, playthroughs, render, stored_moves


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert render(playthroughs()[path], stored_moves(text)) == text, "see the difference with `make golden`"


def test_no_playthrough_is_left_over() -> None:
    assert sorted(FOLDER.rglob("*.txt")) == sorted(playthroughs())
