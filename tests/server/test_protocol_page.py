"""docs/protocol.md explains every message, field, code and status."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from schatzkammer.server import socket, wire
from schatzkammer.server.errors import STATUS
from schatzkammer.server.typescript import BASES
from schatzkammer.table.model import Clock, Result, Terms, Timer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"`([^`]+)`", PAGE.partition("```")[0]))))
REFUSALS = PAGE[PAGE.index("## Refusals") : PAGE.index("## Limits")]


def explained() -> dict[str, str]:
    """The codes of the page with their statuses."""
    rows = re.findall(r"^\| (`[^|]+) \| (\d*) ?\| .+ \|$", REFUSALS, re.MULTILINE)
    return {code: status for codes, status in rows for code in re.findall(r"`(\w+)`", codes)}


def test_every_code_is_explained() -> None:
    texts = tomllib.loads((ROOT / "src/schatzkammer/table/text/en.toml").read_text(encoding="utf-8"))
    assert set(explained()) == {*texts["refusal"], "rules"}


def test_every_code_that_is_sent_has_a_sentence() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src/schatzkammer").rglob("*.py")]
    sent = {code for source in sources for code in re.findall(r'Refused\(\s*"(\w+)"', source)}
    assert len(sent) > 30
    assert sent <= set(explained())


def test_statuses() -> None:
    for code, status in explained().items():
        assert not status or int(status) == STATUS.get(code, 400), code
    assert {code for code in STATUS if not explained()[code]} <= {"not_host"}


@pytest.mark.parametrize(
    "kind",
    [
        *(
            one
            for one in vars(wire).values()
            if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in BASES
        ),
        *wire.ClientCommand.__args__,
        *(Clock, Result, Terms, Timer),
    ],
)
def test_every_field_is_named(kind: type[msgspec.Struct]) -> None:
    plain = {"GameInfo", "Listing", "Health"}  # their fields explain themselves
    if kind.__name__ not in plain:
        missing = set(kind.__struct_fields__) - NAMED
        assert not missing
    tag = kind.__struct_config__.tag
    assert tag is None or f"`{tag}`" in PAGE


def test_every_close_code_is_explained() -> None:
    closing = PAGE[PAGE.index("### Closing") : PAGE.index("## Refusals")]
    ours = (socket.POLICY, socket.FAILED, socket.TRY_LATER, socket.NOT_SIGNED_IN, socket.NO_TABLE, socket.TOO_FAST)
    for code in (1009, 1012, *ours):
        assert f"| {code} |" in closing
