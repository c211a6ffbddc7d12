"""Every code block of README and docs works: what readers would type is typed, with smaller numbers where they wait."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, blocks, pages
from tests.docs.commands import check_options
from tests.docs.sandbox import Sandbox

SHELL = ("console", "sh")
RUN = ("python", *SHELL)
PARSED = ("json", "toml", "nginx")
COMMAND = re.compile(r"^(\$ |schatzkammer |make |pip |docker )", re.MULTILINE)

# These cannot be run here; each says why. A block that is added must be run, or named here.
NOT_RUN = {
    ("README.md", "make play"),
    ("docs/arena.md", "ray start --head"),
    ("docs/notices.md", "python -m tests.server.notices.turns"),
    ("docs/operating.md", "docker compose"),
    ("docs/protocol.md", "map $http_upgrade"),
}

PAGES = [page for page in pages() if blocks(page)]


@pytest.mark.parametrize("path", PAGES)
def test_what_the_page_tells_readers_to_type_works(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], request
) -> None:
    """The blocks of a page run in order, as one reader would type them: Python keeps its names, the shell its files."""
    found = [block for block in blocks(path) if block.language in RUN and not block.not_run and not block.quotes]
    typed = "\n".join(block.code for block in found if block.language in SHELL)
    sandbox = Sandbox(tmp_path, typed)
    if "backup" in typed or "admin" in typed:
        sandbox.put_tables()
    if "$POSTGRES" in typed:
        sandbox.environment["POSTGRES"] = request.getfixturevalue("postgres").new_database()
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for block in found:
        if block.language == "python":
            capsys.readouterr()
            exec(compile("\n" * block.line + block.code, ROOT / path, "exec"), names)  # with the lines of the page
            said = capsys.readouterr().out
        else:
            said = sandbox.run(*block.commands)
        for expected in block.prints:
            assert expected in said, (block.where, said)


@pytest.mark.parametrize("path", PAGES)
def test_what_is_not_run_is_at_least_sound(path: str) -> None:
    for block in blocks(path):
        assert block.language in (*RUN, *PARSED, "text"), f"{block.where}: say what it is: python, console, sh, text …"
        if block.quotes is not None:
            _check_quoted(block, ROOT / block.quotes)
        if block.synopsis:
            check_options(block.code, block.where)
        elif block.language == "text":
            assert not COMMAND.search(block.code), f"{block.where}: a command that nobody runs"
        elif block.not_run is not None or block.language in PARSED:
            _parse(block)


def test_blocks_that_are_not_run_are_named_here() -> None:
    skipped = [block for page in PAGES for block in blocks(page) if block.not_run is not None]
    named = {(block.page, start) for block in skipped for page, start in NOT_RUN if _begins(block, page, start)}
    assert named == NOT_RUN
    assert len(skipped) == len(NOT_RUN), [block.where for block in skipped]
    assert all(len(block.not_run or "") > 10 for block in skipped), "a reason"


def _begins(block: Block, page: str, start: str) -> bool:
    return block.page == page and block.shown.removeprefix("$ ").startswith(start)


def _check_quoted(block: Block, folder: Path) -> None:
    """Every line is in a file of the folder, which has tests of its own."""
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    for line in block.code.splitlines():
        assert any(line in text for text in texts), f"{block.where}: {line} is not in {folder.name}"


def _parse(block: Block) -> None:
    """Fails if a block is malformed."""
    if block.language == "python":
        ast.parse(block.code)
    elif block.language == "json":
        for line in block.code.splitlines():
            json.loads(line)
    elif block.language == "toml":
        tomllib.loads(block.code)
    elif block.language == "nginx":
        lines = [line.strip() for line in block.code.splitlines() if line.strip()]
        assert all(line.endswith((";", "{", "}")) for line in lines), block.where
        assert block.code.count("{") == block.code.count("}"), block.where
    else:
        done = subprocess.run(["bash", "-n", "-c", "\n".join(block.commands)], capture_output=True, check=False)
        assert done.returncode == 0, (block.where, done.stderr)
        for command in block.commands:
            check_options(command, block.where)
