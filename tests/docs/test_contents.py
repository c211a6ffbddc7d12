"""What the pages list is all there is, and what they name exists."""

from __future__ import annotations

import re
import tomllib

import pytest

from schatzkammer.bots import BOTS
from schatzkammer.envs import layout
from schatzkammer.games import find
from schatzkammer.observe import ENCODERS
from tests.docs.blocks import BLOCK, ROOT, pages
from tests.docs.commands import check_options


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [page for page in pages() if page != "CHANGELOG.md"])  # which names what is gone, too
def test_commands_options_targets_and_files_exist(path: str) -> None:
    for span in re.findall(r"`([^`\n]+)`", BLOCK.sub("", text(path))):
        check_options(span, path)


def test_every_bot_is_listed() -> None:
    for name in BOTS:
        assert f"| `{name}` |" in text("docs/bots.md")


@pytest.mark.parametrize("game", ENCODERS)
def test_every_layout_is_listed(game: str) -> None:
    assert table(game) in text("docs/envs.md"), table(game)


def table(game: str) -> str:
    """A game's layout as the page shows it; what depends on the players is given for the fewest and the most."""
    few, many = (
        layout(game, find(game).min_players).fields,
        {field.name: field for field in layout(game, find(game).max_players).fields},
    )
    lines = ["| part | bytes | values | kind | meaning |", "| --- | --- | --- | --- | --- |"]
    for field in many.values():
        less = next((each for each in few if each.name == field.name), None)
        length = _range(0 if less is None else less.length, field.length)
        values = _range(field.values if less is None else less.values, field.values)
        lines.append(f"| `{field.name}` | {length} | {values} | {'code' if field.code else 'number'} | {field.about} |")
    return "\n".join(lines)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def test_every_decision_is_listed() -> None:
    for path in (ROOT / "docs/decisions").glob("0*.md"):
        number, _, title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(". ")
        assert f"| {number} | [{title}]({path.name}) |" in text("docs/decisions/README.md")


def test_the_changelog_has_a_date_for_each_release() -> None:
    """The version of the package is the latest with a date; above it is at most the one in work."""
    heads = re.findall(r"^## (.*)$", text("CHANGELOG.md"), re.MULTILINE)
    if heads[0].endswith(" (in work)"):
        heads.pop(0)
    released = [re.fullmatch(r"(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)", head) for head in heads]
    assert all(released), heads
    dates = [match[2] for match in released]
    assert dates == sorted(dates, reverse=True)
    assert released[0][1] == tomllib.loads(text("pyproject.toml"))["project"]["version"]


@pytest.mark.parametrize(
    "wrong",
    [
        "schatzkammer sreve",
        "schatzkammer serve --hots 0.0.0.0",
        "schatzkammer admin tokesn",
        "make palys",
        "docs/no-such-page.md",
    ],
)
def test_what_does_not_exist_is_noticed(wrong: str) -> None:
    with pytest.raises(AssertionError):
        check_options(wrong, "here")
