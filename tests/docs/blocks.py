"""The code blocks of the pages, and what their authors tell this test about them.

A comment in front of a block, which readers do not see, says how the test differs from what they would type:

    <!-- test: `--games 500` becomes `--games 2` -->       replaced before it is run
    <!-- test: prints `Everything is sound` -->            expected in the output
    <!-- test: quotes examples/wreck -->                   not run: every line of it is in that folder
    <!-- test: synopsis -->                                not run: its options are compared with the command's
    <!-- test: not run, needs Docker -->                   only parsed; test_blocks.py lists these blocks
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?P<said>(?:^<!-- test: .* -->\n)*)^```(?P<language>.*)\n(?P<code>(?:.*\n)*?)^```$", re.MULTILINE)
SAID = re.compile(r"^<!-- test: (.*) -->$", re.MULTILINE)
BECOMES = re.compile(r"`(.+)` becomes `(.*)`")
PRINTS = re.compile(r"prints `(.+)`")


class Block(NamedTuple):
    """A block as a reader sees it, and how to test it."""

    page: str
    line: int
    language: str
    shown: str
    becomes: tuple[tuple[str, str], ...]
    prints: tuple[str, ...]
    quotes: str | None
    synopsis: bool
    not_run: str | None

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def code(self) -> str:
        """What is run."""
        code = self.shown
        for shown, run in self.becomes:
            assert shown in code, f"{self.where}: {shown} is not in the block"
            code = code.replace(shown, run)
        return code

    @property
    def commands(self) -> list[str]:
        """The commands of a shell block: all its lines, or those after a prompt if the block shows output, too."""
        lines = self.code.splitlines()
        return [line[2:] for line in lines if line.startswith("$ ")] if self.language == "console" else lines


def pages() -> list[str]:
    """All pages under version control."""
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, check=True).stdout
    return [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [_block(page, text, match) for match in BLOCK.finditer(text)]
    assert 2 * len(found) == len(re.findall(r"^\s*```", text, re.MULTILINE)), (
        f"{page}: a fence is indented or not closed"
    )
    said = sum(len(SAID.findall(match["said"])) for match in BLOCK.finditer(text))
    assert said == len(SAID.findall(text)), f"{page}: a comment for the test is not in front of a block"
    return found


def _block(page: str, text: str, match: re.Match[str]) -> Block:
    line = text.count("\n", 0, match.start("language")) + 1
    becomes, prints, quotes, synopsis, not_run = [], [], None, False, None
    for said in SAID.findall(match["said"]):
        if replaced := BECOMES.fullmatch(said):
            becomes.append((replaced[1], replaced[2]))
        elif printed := PRINTS.fullmatch(said):
            prints.append(printed[1])
        elif said.startswith("quotes "):
            quotes = said.removeprefix("quotes ")
        elif said == "synopsis":
            synopsis = True
        elif said.startswith("not run, "):
            not_run = said.removeprefix("not run, ")
        else:
            raise AssertionError(f"{page}:{line}: not understood: {said}")
    return Block(page, line, match["language"], match["code"], tuple(becomes), tuple(prints), quotes, synopsis, not_run)
