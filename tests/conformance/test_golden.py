"""The golden playthroughs still play the same, and none is missing."""

from pathlib import Path

import pytest

from tests.conformance.golden import FOLDER, playthroughs, stored_moves, tell


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert tell(playthroughs()[path], stored_moves(text)) == text, "see the difference with `make golden`"


def test_no_playthrough_is_left_over() -> None:
    assert sorted(FOLDER.rglob("*.txt")) == sorted(playthroughs())
