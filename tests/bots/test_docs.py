"""docs/bots.md: its programs run, and it names every bot."""

from __future__ import annotations

import re
from pathlib import Path

from schatzkammer.bots import BOTS

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")


def test_the_programs_run() -> None:
    names: dict[str, object] = {}
    for program in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(program, names)
    assert names["match"].over
    assert names["explanation"].candidates


def test_every_bot_is_named() -> None:
    for name in BOTS:
        assert f"| `{name}` |" in PAGE
