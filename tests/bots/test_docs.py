"""docs/bots.md: its examples run, and it lists every bot."""

from __future__ import annotations

import re
from pathlib import Path

from schatzkammer.bots import BOTS

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(example, names)
    assert names["match"].over
    assert names["explanation"].candidates


def test_every_bot_is_listed() -> None:
    for name in BOTS:
        assert f"| `{name}` |" in PAGE
