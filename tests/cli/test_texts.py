"""The texts of every package: the same keys and gaps in German and English."""

from __future__ import annotations

from string import Formatter

import pytest

from schatzkammer.cli.session import COMMANDS
from schatzkammer.core.text import Words


@pytest.mark.parametrize("package", ["arena", "cli", "lab", "render"])
def test_both_languages_have_the_same_keys_and_gaps(package):
    words = Words(f"schatzkammer.{package}")
    assert words.keys("de") == words.keys("en")
    for key in words.keys("en"):
        gaps = [{gap for _, gap, _, _ in Formatter().parse(words.entry(lang, key)) if gap} for lang in ("de", "en")]
        assert gaps[0] == gaps[1], key


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_two_commands_share_a_name(lang):
    words = Words("schatzkammer.cli")
    names = [name for command in COMMANDS for name in words.say(lang, f"command.{command}.names").split(", ")]
    assert len(names) == len(set(names))
