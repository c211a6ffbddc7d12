"""The example of docs/arena.md runs."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs/arena.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys):
    [example] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(example.replace("ismcts", "random"), {})  # a faster bot
    assert capsys.readouterr().out.startswith("Estimate(mean=0.5,")
